/** A sentence that says which of two scans is faster. Pure: no DOM. */
import { hasNoVerdict, whyNoVerdict } from '../shared/no-verdict.ts';
import { MARGIN } from '../ui/comparer.ts';
import type { Formats } from '../shared/format.ts';
import type { Outcome } from '../ui/comparer.ts';

type Sentence = {
  verdict: 'faster' | 'same' | 'inconclusive' | 'no-verdict';
  /** before the names */
  before: string;
  /** whether the second scan is named first */
  isSwapped: boolean;
  /** between the names */
  between: string;
  /** after the names */
  after: string;
};

/** Below this ratio, a fourth digit is shown: 1.004 is not 1. */
const NEAR = 1.1;

/**
 * The sentence of a comparison. Rounds are compared in pairs, so the verdict may be the opposite of the order of medians.
 * @param outcome of the scan with the longer median, compared with the other scan, which the sentence names first unless `isSwapped`
 */
export function verdictWords(outcome: Outcome, formats: Formats): Sentence {
  const { verdict, ratio, reason } = outcome;
  if (ratio && verdict === 'slower') return faster(ratio, false, formats);
  if (ratio && verdict === 'faster') {
    const [low, high] = ratio.interval;
    return faster({ value: 1 / ratio.value, interval: [1 / high, 1 / low] }, true, formats);
  }
  if (verdict === 'same') {
    const interval = ratio ? `, 95 % interval ${range(ratio.interval, formats)}` : '';
    return {
      verdict,
      before: '',
      isSwapped: false,
      between: ' and ',
      after: ` take the same time within ${formats.percent(MARGIN)}${interval}.`,
    };
  }
  if (hasNoVerdict(outcome)) {
    // The counts and the ratio of medians are in the order of the comparison, so the names are too.
    const after = `: ${lowerFirst(whyNoVerdict(outcome, formats))}.`;
    return { verdict: 'no-verdict', before: 'No verdict on ', isSwapped: true, between: ' and ', after };
  }
  const after = ` cannot be told apart: ${lowerFirst(reason ?? '')}`;
  return { verdict: 'inconclusive', before: '', isSwapped: false, between: ' and ', after };
}

function faster({ value, interval }: NonNullable<Outcome['ratio']>, isSwapped: boolean, formats: Formats): Sentence {
  const format = value < NEAR ? formats.four : formats.three;
  return {
    verdict: 'faster',
    before: '',
    isSwapped,
    between: ` is ${format.format(value)} × as fast as `,
    after: `, 95 % interval ${range(interval, formats)}.`,
  };
}

function range([low, high]: [number, number], formats: Formats) {
  const format = low < NEAR ? formats.four : formats.three;
  return `${format.format(low)}–${format.format(high)}`;
}

function lowerFirst(text: string) {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
