/** The outcome of a run in sentences. Pure: no DOM. */
import { unitsOf } from './break.ts';
import { elementText, findingText } from './words.ts';
import type { Formats } from '../../shared/format.ts';
import type { Operator, Wrong } from './operators.ts';
import type { Played } from './types.ts';

function wrongText({ index, expected, found }: Wrong, { type }: Operator) {
  return `${index}: ${elementText(found, type)}, not ${elementText(expected, type)}`;
}

export function verdictText({ findings, reports }: Played, wrong: Wrong | null, operator: Operator, formats: Formats) {
  const found = findings.length ? formats.count(findings.length, 'fault') : 'no fault';
  const unfinished = reports.find(({ outcome }) => outcome !== 'completed');
  if (unfinished) {
    const why = unfinished.outcome === 'endless' ? 'waits endlessly' : 'has workgroups that are not resumed';
    return `The run does not end: ${unfinished.entry_point} ${why}. The emulator found ${found}.`;
  }
  if (wrong) return `The output is wrong from element ${wrongText(wrong, operator)}. The emulator found ${found}.`;
  return `The output matches a loop in JavaScript. The emulator found ${found} in this order of execution.`;
}

/** The outcome of a broken run in sentences. */
export function detailTexts(
  whole: Played,
  played: Played,
  wrong: Wrong | null,
  { broken, operator }: { broken: string; operator: Operator },
) {
  const [before, now] = [whole, played].map(unitsOf);
  const isComplete = played.reports.every(({ outcome }) => outcome === 'completed');
  const stalled = played.reports.flatMap(({ unfinished }) => unfinished);
  const [finding] = played.findings;
  const isSwapped = broken.startsWith('operands') && !wrong;
  return [
    stalled.length ? `Workgroups that do not end: ${stalled.join(', ')}.` : '',
    wrong ? `The first wrong element is ${wrongText(wrong, operator)}.` : '',
    finding ? findingText(played, finding) : '',
    finding && !wrong ? 'The race may not show on a GPU: the order in which its subgroups run often hides it.' : '',
    isComplete && (before.dmm !== now.dmm || before.umm !== now.umm)
      ? `Time units: workgroup memory ${before.dmm} before, ${now.dmm} now; storage ${before.umm} before, ${now.umm} now.`
      : '',
    isSwapped && operator.commutative ? 'This operator commutes. Choose one that does not, to see that the order of operands matters.' : '',
  ].filter(Boolean);
}

/** The outcome of a race in another order of execution. */
export function otherOrderText(order: string, wrong: Wrong | null, operator: Operator) {
  if (!wrong) return 'No other order of execution here shows the race in the output.';
  return `The race shows in another order of execution, “${order}”: the first wrong element is ${wrongText(wrong, operator)}.`;
}
