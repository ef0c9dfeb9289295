/** What a run has shown, in words. Pure: no DOM. */
import { unitsOf } from './break.ts';
import { elementText, findingText } from './words.ts';
import type { Formats } from '../../shared/format.ts';
import type { Operator, Wrong } from './operators.ts';
import type { Played } from './types.ts';

/** An element that is not as expected. */
function wrongText({ index, expected, found }: Wrong, { type }: Operator) {
  return `${index}: ${elementText(found, type)}, not ${elementText(expected, type)}`;
}

export function verdictText({ findings, reports }: Played, wrong: Wrong | null, operator: Operator, formats: Formats) {
  const found = findings.length ? formats.count(findings.length, 'finding') : 'no finding';
  const unfinished = reports.find(({ outcome }) => outcome !== 'completed');
  if (unfinished) {
    const why = unfinished.outcome === 'endless' ? 'waits for ever' : 'has workgroups that are not resumed';
    return `The run does not end: ${unfinished.entry_point} ${why}; ${found}.`;
  }
  if (wrong) return `The output is wrong from element ${wrongText(wrong, operator)}; ${found}.`;
  return `The output is that of a loop in JavaScript; ${found} in this order of execution.`;
}

/** What has happened to a broken run, in sentences. */
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
    finding && !wrong ? 'On a GPU the race may well not show: its subgroups, too, often run in an order that hides it.' : '',
    isComplete && (before.dmm !== now.dmm || before.umm !== now.umm)
      ? `Time units: workgroup memory ${before.dmm} before, ${now.dmm} now; storage ${before.umm} before, ${now.umm} now.`
      : '',
    isSwapped && operator.commutative ? 'This operator commutes: another shows that the order matters.' : '',
  ].filter(Boolean);
}

/** What the race does in another order of execution. */
export function otherOrderText(order: string, wrong: Wrong | null, operator: Operator) {
  if (!wrong) return 'No other order of execution here shows the race in the output.';
  return `In another order of execution, “${order}”, it shows: the first wrong element is ${wrongText(wrong, operator)}.`;
}
