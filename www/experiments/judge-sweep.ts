/** Judges claims about all sizes, all tunings or all scans of an experiment. */
import { Undecided, findingOf, inverse, isWithin, timeOf } from './evidence.ts';
import { isSame } from './scans.ts';
import type { Evidence } from './evidence.ts';
import type { Claim, Judgement, Point, Ratio, TunedAlgorithm } from './types.ts';

type ClaimOf<K extends Claim['kind']> = Extract<Claim, { kind: K }>;

/** A scan counts as fastest if its time exceeds the shortest time by at most this share. */
const CLOSE = 0.1;
/** The growth of the time per doubling of n counts as steep above this factor. */
const STEEP = 1.5;
const ONE = { value: 1, interval: [1, 1] } as Ratio;

export async function judgeFastest({ scan, n: size }: ClaimOf<'fastest'>, evidence: Evidence): Promise<Judgement> {
  const n = evidence.size(size, [scan]);
  const own = evidence.at(scan, n);
  const others = evidence.timed().filter((outcome) => outcome.n === n && !isSame(outcome.scan, scan));
  const rivals = await Promise.all(
    others.map(async (other) => ({ name: evidence.name(other.scan), ratio: await evidence.ratio(own, other.point) })),
  );
  if (!rivals.length) throw new Undecided(`no other scan has a time at ${evidence.n(n)} elements`);
  const finding = every(rivals.map(({ ratio }) => isWithin(ratio, CLOSE)));
  const { name: best, ratio } = rivals.reduce((most, rival) => (rival.ratio.value > most.ratio.value ? rival : most));
  const [name, where] = [evidence.name(scan), `at ${evidence.n(n)} elements here`];
  if (ratio.value <= 1) {
    return {
      finding,
      text: `${name} is the fastest ${where}; the next is ${best}, which takes ${evidence.withInterval(inverse(ratio))} its time.`,
    };
  }
  const counts = finding === 'held' ? `, within the ${evidence.percent(CLOSE)} that do not count` : '';
  return { finding, text: `The fastest ${where} is ${best}; ${name} takes ${evidence.withInterval(ratio)} its time${counts}.` };
}

export function every(findings: Judgement['finding'][]): Judgement['finding'] {
  return findings.includes('not-held') ? 'not-held' : findings.includes('inconclusive') ? 'inconclusive' : 'held';
}

export async function judgeKnee({ scan, n: claimed }: ClaimOf<'knee'>, evidence: Evidence): Promise<Judgement> {
  const steps = growth(scan, evidence);
  const last = evidence.n(steps[steps.length - 1].next);
  // Beyond the knee, the growth is steep at every doubling of n. `low` is the knee by the upper ends of the intervals, `high` by the lower ends.
  const low = kneeOf(steps, ([, most]) => most > STEEP);
  const high = kneeOf(steps, ([least]) => least > STEEP);
  const grows = 'grow by half or more with every doubling of n';
  if (low === Infinity)
    return { finding: 'not-held', text: `Claimed ${evidence.n(claimed)}; here the time does not ${grows} up to ${last} elements.` };
  const between = `somewhere between ${evidence.n(low)} and ${high === Infinity ? last : evidence.n(high)}`;
  const isNear = low >= claimed / 2 && high <= 2 * claimed;
  const isFar = low > 2 * claimed || high < claimed / 2;
  return {
    finding: isNear ? 'held' : isFar ? 'not-held' : 'inconclusive',
    text: `Claimed ${evidence.n(claimed)}; here the time starts to ${grows} from ${low === high ? evidence.n(low) : between} elements on.`,
  };
}

/** The size beyond which the growth is steep at every doubling of n. */
function kneeOf(steps: ReturnType<typeof growth>, isSteep: (growth: [number, number]) => boolean) {
  const flat = steps.map(({ interval }) => isSteep(interval)).lastIndexOf(false);
  return flat + 1 < steps.length ? steps[flat + 1].n : Infinity;
}

/** The growth of the time from each size to the next, per doubling of n. */
function growth(scan: TunedAlgorithm, evidence: Evidence) {
  const sizes = evidence.sizesOf(scan);
  if (sizes.length < 2) throw new Undecided(`${evidence.name(scan)} has times at fewer than two sizes`);
  return sizes.slice(1).map((next, i) => {
    const doublings = Math.log2(next / sizes[i]);
    const [least, most] = quotient(evidence.at(scan, next), evidence.at(scan, sizes[i])).map((end) => end ** (1 / doublings));
    return { n: sizes[i], next, interval: [least, most] as [number, number] };
  });
}

/** The interval of the ratio of two times that were measured one after the other, not interleaved. */
export function quotient(left: Pick<Point, 'interval_ns'>, right: Pick<Point, 'interval_ns'>): [number, number] {
  const [over, under] = [left, right].map(({ interval_ns }) => interval_ns as [number, number]);
  return [over[0] / under[1], over[1] / under[0]];
}

export async function judgeGrows({ fast, slow }: ClaimOf<'grows'>, evidence: Evidence): Promise<Judgement> {
  const sizes = evidence.sizesOf(fast, slow);
  if (sizes.length < 2) throw new Undecided('both have times at fewer than two sizes');
  const ends = [sizes[0], sizes[sizes.length - 1]];
  const [first, last] = await Promise.all(ends.map((n) => evidence.ratio(evidence.at(slow, n), evidence.at(fast, n))));
  const isMore = last.interval[0] > first.interval[1];
  const isLess = last.interval[1] <= first.interval[0];
  const [from, to] = ends.map((n) => evidence.n(n));
  return {
    finding: isMore ? 'held' : isLess ? 'not-held' : 'inconclusive',
    text:
      `${evidence.name(slow)} takes ${evidence.withInterval(first)} the time of ${evidence.name(fast)} at ${from} elements and ` +
      `${evidence.withInterval(last)} at ${to} here; log₂ n goes from ${Math.log2(ends[0])} to ${Math.log2(ends[1])}.`,
  };
}

export async function judgeLevelsOff(
  { scan, parameter, by, within = CLOSE, n }: ClaimOf<'levels-off'>,
  evidence: Evidence,
): Promise<Judgement> {
  const swept = await byValue(scan, parameter, n, evidence);
  if (swept.length < 2) throw new Undecided(`fewer than two values of ${parameter} have times`);
  const findings = swept.map(({ ratio }) => isWithin(ratio, within));
  const found = by === undefined ? Math.max(findings.indexOf('held'), 0) : swept.findIndex(({ value }) => value === by);
  if (found < 0) throw new Undecided(`${parameter} = ${evidence.n(by ?? 0)} has no time`);
  const fastest = swept.find(({ ratio }) => ratio === ONE);
  const text =
    swept[found] === fastest
      ? `The fastest value here is ${parameter} = ${evidence.n(swept[found].value)}.`
      : `${parameter} = ${evidence.n(swept[found].value)} takes ${evidence.withInterval(swept[found].ratio)} the time of the fastest, ${evidence.n(fastest?.value ?? 0)}, here.`;
  return { finding: by === undefined ? beforeTheLast(findings) : findings[found], text };
}

export async function judgeFalls({ scan, parameter, upTo, n }: ClaimOf<'falls'>, evidence: Evidence): Promise<Judgement> {
  const swept = sweptOf(scan, parameter, n, evidence).filter(({ value }) => value <= upTo);
  if (swept.length < 2) throw new Undecided(`fewer than two values of ${parameter} up to ${evidence.n(upTo)} have times`);
  const steps = await Promise.all(
    swept.slice(1).map(async ({ value, point }, i) => ({ value, verdict: (await evidence.compare(point, swept[i].point)).verdict })),
  );
  const others = steps.filter(({ verdict }) => verdict !== 'faster').map(({ value }) => evidence.n(value));
  const text = others.length
    ? `Here the time at ${parameter} = ${others.join(', ')} is not measurably less than at the value before.`
    : `Here every value of ${parameter} up to ${evidence.n(upTo)} gives a shorter time than the value before.`;
  return { finding: every(steps.map(({ verdict }) => findingOf(verdict))), text };
}

export async function judgeBest({ scan, parameter }: ClaimOf<'best'>, evidence: Evidence): Promise<Judgement> {
  const swept = await byValue(scan, parameter, undefined, evidence);
  if (swept.length < 2) throw new Undecided(`fewer than two values of ${parameter} have times`);
  const best = swept.find(({ ratio }) => ratio === ONE) ?? swept[0];
  const worst = swept.reduce((most, one) => (one.ratio.value > most.ratio.value ? one : most));
  const name = (value: number) => `${parameter} = ${evidence.n(value)}`;
  const close = swept.filter((one) => one !== best && isWithin(one.ratio, CLOSE) !== 'not-held').map(({ value }) => evidence.n(value));
  const others = close.length ? `; ${close.join(', ')} may take at most ${evidence.percent(CLOSE)} longer` : '';
  return {
    finding: 'found',
    text: `The fastest value here is ${name(best.value)}${others}. The slowest, ${name(worst.value)}, takes ${evidence.withInterval(worst.ratio)} its time.`,
  };
}

/** The finding on a claim that a value before the last one suffices. */
function beforeTheLast(findings: Judgement['finding'][]): Judgement['finding'] {
  const before = findings.slice(0, -1);
  return before.includes('held') ? 'held' : before.includes('inconclusive') ? 'inconclusive' : 'not-held';
}

/**
 * The values of a parameter, ascending, with the time of each as a multiple of the shortest time.
 * @param n the size, if the experiment has several sizes
 */
async function byValue(id: string, parameter: string, n: number | undefined, evidence: Evidence) {
  const swept = sweptOf(id, parameter, n, evidence);
  const best = [...swept].sort((left, right) => timeOf(left.point) - timeOf(right.point))[0];
  return Promise.all(
    swept.map(async (one) => ({ value: one.value, ratio: one === best ? ONE : await evidence.ratio(one.point, best.point) })),
  );
}

/**
 * The points of the values of a parameter, by ascending value.
 * @param n the size, if the experiment has several sizes
 */
function sweptOf(id: string, parameter: string, n: number | undefined, evidence: Evidence) {
  const own = evidence
    .timed()
    .filter((outcome) => outcome.scan.id === id && outcome.scan.tuning?.[parameter] !== undefined && (n === undefined || outcome.n === n));
  return own.map(({ scan, point }) => ({ value: Number(scan.tuning?.[parameter]), point })).sort((left, right) => left.value - right.value);
}
