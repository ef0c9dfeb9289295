/** Judges claims about compactions: about the effect of the share of selected elements, and about the order of the output with atomics. */
import { Undecided, hasTime, isWithin, reaches, readbackOf, timeOf } from './evidence.ts';
import { quotient } from './judge-sweep.ts';
import { isSame } from './scans.ts';
import type { Evidence } from './evidence.ts';
import type { Claim, Judgement, Point, Ratio, TunedAlgorithm } from './types.ts';

type ClaimOf<K extends Claim['kind']> = Extract<Claim, { kind: K }>;

/** Times count as constant if the longest exceeds the shortest by at most this share. */
const CONSTANT = 0.15;

export async function judgeLevel({ scan }: ClaimOf<'level'>, evidence: Evidence): Promise<Judgement> {
  const swept = byShare(scan, evidence).sort((left, right) => timeOf(left.point) - timeOf(right.point));
  const [least, most] = [swept[0], swept[swept.length - 1]];
  const ratio = ratioOf(most.point, least.point);
  const [low, high] = [least, most].map(({ share = 0 }) => evidence.percent(share));
  return {
    finding: isWithin(ratio, CONSTANT),
    text:
      `${evidence.name(scan)} takes longest if ${high} of the elements are selected: ${evidence.withInterval(ratio)} its time at ${low}. ` +
      `Up to ${evidence.percent(CONSTANT)} more counts as constant.`,
  };
}

export async function judgeRises({ scan }: ClaimOf<'rises'>, evidence: Evidence): Promise<Judgement> {
  const swept = byShare(scan, evidence);
  const [first, last] = [swept[0], swept[swept.length - 1]];
  const [before, after] = [first, last].map(({ point }) => readbackOf(point));
  if (!before || !after) throw new Undecided('readbacks have no times');
  const interval = quotient({ interval_ns: after.interval }, { interval_ns: before.interval });
  const [from, to] = [first, last].map(({ share = 0 }) => evidence.percent(share));
  const times = evidence.withInterval({ value: after.value / before.value, interval });
  return {
    finding: reaches(interval, 1),
    text: `With the readback, ${evidence.name(scan)} takes ${times} as long with ${to} of the elements selected as with ${from}.`,
  };
}

/** The timed outcomes of a scan, by ascending share of selected elements. */
function byShare(scan: TunedAlgorithm, evidence: Evidence) {
  const swept = evidence.timed().filter((outcome) => isSame(outcome.scan, scan) && outcome.share !== undefined);
  if (swept.length < 2) throw new Undecided(`${evidence.name(scan)} has times at fewer than two shares`);
  return swept.sort((left, right) => Number(left.share) - Number(right.share));
}

function ratioOf(left: Point, right: Point): Ratio {
  if (left === right) return { value: 1, interval: [1, 1] };
  return { value: timeOf(left) / timeOf(right), interval: quotient(left, right) };
}

export async function judgeReorders({ scan }: ClaimOf<'reorders'>, evidence: Evidence): Promise<Judgement> {
  const known = timedOf(scan, evidence).filter(({ point }) => typeof point.in_order === 'boolean');
  if (!known.length) throw new Undecided(`the order of the output of “${evidence.name(scan)}” is unknown`);
  const others = known.filter(({ point }) => !point.in_order).map(({ n }) => evidence.n(n));
  const what = others.length
    ? `is not in the order of the input at ${others.join(', ')} elements`
    : 'is in the order of the input at every size';
  return {
    finding: others.length ? 'held' : 'not-held',
    text: `The output of “${evidence.name(scan)}” ${what} here; its elements are right.`,
  };
}

export async function judgeDiffers({ scan }: ClaimOf<'differs'>, evidence: Evidence): Promise<Judgement> {
  const known = timedOf(scan, evidence).filter(({ point }) => typeof point.agreeing === 'number');
  if (!known.length) throw new Undecided(`it is unknown whether the runs of “${evidence.name(scan)}” agree`);
  const counts = known.map(({ n, point }) => `${point.agreeing} of ${point.samples_ns.length} at ${evidence.n(n)} elements`);
  const isDifferent = known.some(({ point }) => Number(point.agreeing) < point.samples_ns.length);
  return {
    finding: isDifferent ? 'held' : 'not-held',
    text: `Samples of “${evidence.name(scan)}” whose output equals that of another run here, element by element: ${counts.join(', ')}.`,
  };
}

function timedOf(scan: TunedAlgorithm, evidence: Evidence) {
  return evidence.outcomes.filter((outcome) => isSame(outcome.scan, scan) && hasTime(outcome.point));
}
