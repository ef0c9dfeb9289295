/** Sentences about predictions: the dominant cost by size, the largest difference, and its possible causes. Pure: no DOM. */

import type { Formats } from '../shared/format.ts';
import type { DifferenceCause, Judgement, ModelProblem, PredictedScan, PredictedTime, TimeModel } from '../types.ts';

export function describeModel({ launch_ns, launch_from, bytes_per_ns, largest }: TimeModel, formats: Formats) {
  const launch = launch_from === 'empty' ? 'an empty dispatch' : 'the shortest copies beside their bytes';
  return (
    `Predicted time = dispatches × ${formats.time(launch_ns)} (${launch}) + bytes ÷ ${formats.gigabytes(bytes_per_ns * 1e9)} GB/s ` +
    `(the copy kernel at n = ${formats.size(largest)}). The plan has the dispatches and the bytes.`
  );
}

/** @returns the end of a sentence that begins with “No prediction: ” */
export function describeProblem(problem: ModelProblem): string {
  if (problem.kind === 'no-copies') return 'the copy kernel was not measured';
  if (problem.kind === 'near-sizes')
    return `to separate the starts of dispatches from bandwidth, the largest size must be at least ${problem.required} times the smallest`;
  const { required, found } = problem;
  return `to measure the bandwidth, the longest copy must take at least as long as ${required} empty dispatches; it takes ${found.toPrecision(2)}. Measure larger sizes`;
}

export function describePrediction(
  title: string,
  scan: PredictedScan,
  model: TimeModel,
  titleOf: (id: string) => string,
  formats: Formats,
) {
  const { rows, judgement } = scan;
  if (!judgement) return `${title}: no prediction. It has no times yet, or this device has another plan for it.`;
  const runs = [...new Set(rows.map(({ ran }) => titleOf(ran)))].filter((one) => one !== title);
  const who = runs.length ? `${title} (here ${runs.join(', then ')})` : title;
  return `${who}: ${decides(judgement, rows, model, formats)} ${parts(judgement, scan, formats)}`;
}

function decides({ launches_up_to, traffic_from }: Judgement, rows: PredictedTime[], { launch_ns }: TimeModel, formats: Formats) {
  const [launched, moved] = [launches_up_to, traffic_from].map((rank) => (rank === null ? null : rows[rank]));
  const launches =
    launched &&
    `starts of dispatches dominate (${formats.count(launched.dispatches, 'dispatch', 'dispatches')} × ${formats.time(launch_ns)})`;
  const traffic = moved && `traffic dominates (${formats.three.format(moved.bytes / moved.n)} bytes per element)`;
  if (launches_up_to === rows.length - 1) return `at all sizes ${launches}.`;
  if (traffic_from === 0) return `at all sizes ${traffic}.`;
  const clauses = [
    launched && `up to n = ${formats.size(launched.n)} ${launches}`,
    moved && `from ${formats.size(moved.n)} on ${traffic}`,
  ].filter(Boolean);
  return clauses.length ? `${clauses.join(', ')}.` : 'neither starts of dispatches nor traffic dominate at any size.';
}

function parts({ worst, off, agrees }: Judgement, { rows, causes, traffic_ratios }: PredictedScan, formats: Formats) {
  const share = `${formats.integer(100 * (agrees - 1))} %`;
  if (!off.length) return `Measured and predicted times are within ${share} of each other.`;
  const range = traffic_ratios ? `; where traffic dominates, ${extent(traffic_ratios, formats)} times` : '';
  const { n, ratio } = rows[worst];
  const list = listed(causes.map((cause) => describeCause(cause, formats)));
  return `They differ most at n = ${formats.size(n)}, where the measured time is ${two(ratio, formats)} times the prediction${range}. Not in the model: ${list}.`;
}

const CAUSES: { [Kind in DifferenceCause['kind']]: (cause: Extract<DifferenceCause, { kind: Kind }>, formats: Formats) => string } = {
  launches: () => 'the starts of its passes, which may cost more or less than an empty dispatch',
  'one-invocation': () => 'the single invocation, which waits for every access',
  chain: ({ tiles }, formats) => `the chain of ${formats.integer(tiles)} tiles, each of which waits for the tile before it`,
  'look-back': () => 'tiles that wait for the states of the tiles before them',
  'few-workgroups': ({ workgroups }, formats) =>
    `the ${formats.integer(workgroups)} workgroups of its longest pass, which may be too few to keep the memory busy`,
  strides: () => 'neighbouring invocations that access every second element',
  'bank-conflicts': () => 'bank conflicts in workgroup memory',
  barriers: ({ barriers }, formats) =>
    `the ${two(barriers, formats)} barriers of a workgroup, with accesses of workgroup memory between them`,
  applications: ({ applications }, formats) => `arithmetic: ${two(applications, formats)} applications of ⊕ per element`,
  idle: () => 'a device that is not fully used: the copy kernel also takes longer at this n',
  'fast-copy': ({ times }, formats) => `caches: the copy kernel is also ${two(times, formats)} times as fast at this n`,
  'cached-chunks': () => 'caches that still hold each chunk when it is read again',
  'cached-elements': () => 'caches that still hold an element when a second invocation reads it',
  'cached-passes': () => 'caches that still hold the output of a dispatch when the next one reads it',
  scheduling: () => 'the scheduling of workgroups',
};

export function describeCause(cause: DifferenceCause, formats: Formats) {
  const words = CAUSES[cause.kind] as (cause: DifferenceCause, formats: Formats) => string;
  return words(cause, formats);
}

function extent(ratios: number[], formats: Formats) {
  const [least, most] = ratios.map((ratio) => two(ratio, formats));
  return least === most ? least : `${least} to ${most}`;
}

function two(value: number, formats: Formats) {
  return formats.three.format(Number(value.toPrecision(2)));
}

function listed(texts: string[]) {
  return texts.length > 1 ? `${texts.slice(0, -1).join('; ')}; and ${texts[texts.length - 1]}` : texts[0];
}
