/** What a run has shown, in words. Pure: no DOM. */
import { unitsOf } from './break.js';
import { elementText, findingText } from './words.js';

/** @typedef {import('./operators.js').Operator} Operator */
/** @typedef {import('./operators.js').Wrong} Wrong */
/** @typedef {import('./types.d.ts').Played} Played */

/** An element that is not as expected. @param {Wrong} wrong @param {Operator} operator */
function wrongText({ index, expected, found }, { type }) {
  return `${index}: ${elementText(found, type)}, not ${elementText(expected, type)}`;
}

/** @param {Played} played @param {Wrong | null} wrong @param {Operator} operator @param {import('../../shared/format.js').Formats} formats */
export function verdictText({ findings, reports }, wrong, operator, formats) {
  const found = findings.length ? formats.count(findings.length, 'finding') : 'no finding';
  const unfinished = reports.find(({ outcome }) => outcome !== 'completed');
  if (unfinished) {
    const why = unfinished.outcome === 'endless' ? 'waits for ever' : 'has workgroups that are not resumed';
    return `The run does not end: ${unfinished.entry_point} ${why}; ${found}.`;
  }
  if (wrong) return `The output is wrong from element ${wrongText(wrong, operator)}; ${found}.`;
  return `The output is that of a loop in JavaScript; ${found} in this order of execution.`;
}

/**
 * What has happened to a broken run, in sentences.
 * @param {Played} whole @param {Played} played @param {Wrong | null} wrong @param {{ broken: string, operator: Operator }} what
 */
export function detailTexts(whole, played, wrong, { broken, operator }) {
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

/** What the race does in another order of execution. @param {string} order @param {Wrong | null} wrong @param {Operator} operator */
export function otherOrderText(order, wrong, operator) {
  if (!wrong) return 'No other order of execution here shows the race in the output.';
  return `In another order of execution, “${order}”, it shows: the first wrong element is ${wrongText(wrong, operator)}.`;
}
