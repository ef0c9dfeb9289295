/** Runs an experiment as far as the adapter supports it. A run can be cancelled at any time. */
import { untilAborted } from '../ui/resumable-sweep.ts';
import { MAX_ATTEMPTS, untilVisible } from '../shared/visibility.ts';
import type { Page } from '../shared/visibility.ts';
import type { Progress } from '../types.ts';
import type { Lab } from '../ui/element-types.ts';
import type { Experiment, Form, Outcome } from './types.ts';

/**
 * The input of all experiments with scans. It is the same so that their times are comparable. Only the seed is random for each sweep, so
 * that the data is not known beforehand.
 */
export const INPUT = Object.freeze({
  operator: 'add',
  type: 'u32' as const,
  mode: 'inclusive' as const,
  pattern: 'random',
});
/** Type and pattern of the input of experiments with operations. The seed is random for each size. */
const { type, pattern } = INPUT;
/** The share of elements that a compaction selects by default. */
const HALF = [0.5];
/** Estimates of times in s: per point on a GPU, per point on a software adapter, and per element for its check. */
const [GPU_POINT_S, SOFTWARE_POINT_S, ELEMENT_S] = [0.4, 3, 32e-9];

export function formFor(
  { groups, short, operation, readback = false }: Experiment,
  lab: Pick<Lab, 'adapter' | 'maxElements' | 'supports'> | null,
): Form {
  const shortened = Boolean(lab?.adapter.isFallback);
  const most = lab?.maxElements ?? Infinity;
  const requested = shortened ? short : groups;
  const fitting = requested.map((group) => ({ ...group, sizes: group.sizes.filter((n) => n <= most) })).filter(({ sizes }) => sizes.length);
  const points = fitting.flatMap(({ scans, sizes, shares = HALF }) => sizes.flatMap((n) => shares.flatMap(() => scans.map(() => n))));
  const point_s = shortened ? SOFTWARE_POINT_S : GPU_POINT_S;
  return {
    groups: fitting,
    ...(operation && { operation, readback }),
    shortened,
    left_out: [...new Set(requested.flatMap(({ sizes }) => sizes))].filter((n) => n > most),
    refused: lab ? refusals(fitting, operation, lab) : [],
    points: points.length,
    duration_s: points.reduce((sum, n) => sum + point_s + n * ELEMENT_S, 0),
  };
}

/** The reasons why the device does not support some of the scans. A run skips these scans. */
function refusals(groups: Form['groups'], operation: Form['operation'], lab: Pick<Lab, 'supports'>) {
  const { operator, mode } = INPUT;
  const ids = new Set(groups.flatMap(({ scans }) => scans.map(({ id }) => id)));
  if (operation) return [...ids].flatMap((scan) => lab.supports({ operation, type, scan }) ?? []);
  return [...ids].flatMap((algorithm) => lab.supports({ algorithm, operator, type, mode, direction: 'forward', segmented: false }) ?? []);
}

/**
 * Measures all points of a form. After an abort, the points so far stay. No measurement starts while the page is hidden. Points that were
 * measured while the page was hidden are measured again.
 */
export async function measure(
  lab: Pick<Lab, 'sweep'>,
  { groups, points: total, ...how }: Form,
  {
    signal,
    onOutcome,
    onProgress,
    onPause,
  }: { signal: AbortSignal; onOutcome: (outcome: Outcome) => void; onProgress: (progress: Progress) => void; onPause?: () => void },
  page: Page | undefined = globalThis.document,
) {
  let done = 0;
  const count = (outcome: Outcome) => {
    done += 1;
    onOutcome(outcome);
  };
  const report = (progress: Progress) => onProgress({ ...progress, done, total });
  const visible = async () => {
    if (!page?.hidden) return;
    onPause?.();
    await untilVisible(page, signal);
  };
  for (const group of how.operation ? groups.flatMap(byShare) : groups) {
    let left = [group];
    for (let attempt = 1; left.length && !signal.aborted; attempt++) {
      const hidden: Outcome[] = [];
      const take = (outcome: Outcome) => (outcome.point.hidden && attempt < MAX_ATTEMPTS ? void hidden.push(outcome) : count(outcome));
      for (const one of left) await measureGroup(lab, one, { ...how, signal, visible, take, report });
      left = groupsOf(hidden);
    }
  }
}

/** Splits a group into one group per share, because a sweep has one share. */
function byShare(group: Form['groups'][number]) {
  return (group.shares ?? HALF).map((share) => ({ ...group, shares: [share] }));
}

async function measureGroup(
  lab: Pick<Lab, 'sweep'>,
  { scans, sizes, shares }: Form['groups'][number],
  {
    operation,
    readback,
    signal,
    visible,
    take,
    report,
  }: Pick<Form, 'operation' | 'readback'> & {
    signal: AbortSignal;
    visible: () => Promise<void>;
    take: (outcome: Outcome) => void;
    report: (progress: Progress) => void;
  },
) {
  await visible();
  if (signal.aborted) return;
  let rank = 0;
  const share = operation === 'compact' ? shares?.[0] : undefined;
  const request = operation
    ? { operation, type, pattern, algorithms: scans, sizes, ...(share !== undefined && { density: share }), transfers: readback }
    : { ...INPUT, seed: Math.floor(Math.random() * 2 ** 32), algorithms: scans, sizes };
  for await (const point of untilAborted(lab.sweep(request, { signal, onProgress: report }), signal)) {
    // The point has the tuning that took effect. Only the rank of the point identifies the requested scan.
    take({ scan: scans[rank % scans.length], n: point.n, ...(share !== undefined && { share }), point });
    rank += 1;
    // If the page is hidden, the next point must wait, because it may start another block of samples.
    if (rank < scans.length * sizes.length) await visible();
  }
}

/**
 * Groups that measure these outcomes again: one per size, whose scans are interleaved.
 * @param outcomes all with the same share
 */
function groupsOf(outcomes: Outcome[]): Form['groups'] {
  const sizes = new Set(outcomes.map(({ n }) => n));
  return [...sizes].map((size) => {
    const ofSize = outcomes.filter(({ n }) => n === size);
    const [{ share }] = ofSize;
    return { scans: ofSize.map(({ scan }) => scan), sizes: [size], ...(share !== undefined && { shares: [share] }) };
  });
}
