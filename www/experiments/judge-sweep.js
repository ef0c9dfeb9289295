/** Judges claims about all sizes, all tunings or all scans of an experiment. */
import { Undecided, findingOf, inverse, isWithin, timeOf } from './evidence.js';
import { isSame } from './scans.js';

/** @typedef {import('./types.d.ts').Claim} Claim */
/** @typedef {import('./types.d.ts').Judgement} Judgement */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./types.d.ts').TunedAlgorithm} TunedAlgorithm */
/** @typedef {import('./types.d.ts').Ratio} Ratio */
/** @typedef {import('./evidence.js').Evidence} Evidence */
/** @template {Claim['kind']} K @typedef {Extract<Claim, { kind: K }>} ClaimOf */

/** Scans within this share of the fastest count as fastest. */
const CLOSE = 0.1;
/** The growth of the time per doubling of n that counts as steep. */
const STEEP = 1.5;
const ONE = /** @type {Ratio} */ ({ value: 1, interval: [1, 1] });

/** @param {ClaimOf<'fastest'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeFastest({ scan, n: size }, evidence) {
  const n = evidence.size(size, [scan]);
  const own = evidence.at(scan, n);
  const others = evidence.timed().filter((outcome) => outcome.n === n && !isSame(outcome.scan, scan));
  const rivals = await Promise.all(
    others.map(async (other) => ({ name: evidence.name(other.scan), ratio: await evidence.ratio(own, other.point) })),
  );
  if (!rivals.length) throw new Undecided(`nothing else has a time at ${evidence.n(n)} elements`);
  const finding = every(rivals.map(({ ratio }) => isWithin(ratio, CLOSE)));
  const { name: best, ratio } = rivals.reduce((most, rival) => (rival.ratio.value > most.ratio.value ? rival : most));
  const [name, where] = [evidence.name(scan), `at ${evidence.n(n)} elements here`];
  if (ratio.value <= 1) {
    return {
      finding,
      text: `${name} is the fastest ${where}; the next is ${best}, which takes ${evidence.withInterval(inverse(ratio))} its time.`,
    };
  }
  const counts = finding === 'held' ? `, within the ${evidence.percent(CLOSE)} that count as none` : '';
  return { finding, text: `The fastest ${where} is ${best}; ${name} takes ${evidence.withInterval(ratio)} its time${counts}.` };
}

/** @param {Judgement['finding'][]} findings @returns {Judgement['finding']} */
export function every(findings) {
  return findings.includes('not-held') ? 'not-held' : findings.includes('cannot-tell') ? 'cannot-tell' : 'held';
}

/** @param {ClaimOf<'knee'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeKnee({ scan, n: claimed }, evidence) {
  const steps = growth(scan, evidence);
  const last = evidence.n(steps[steps.length - 1].next);
  // All doublings beyond the knee are steep: by the upper ends of the intervals from `low` on, by the lower ends from `high` on.
  const low = kneeOf(steps, ([, most]) => most > STEEP);
  const high = kneeOf(steps, ([least]) => least > STEEP);
  const grows = 'grow by half or more with every doubling of n';
  if (low === Infinity)
    return { finding: 'not-held', text: `Claimed ${evidence.n(claimed)}; up to ${last} elements the time does not ${grows} here.` };
  const between = `somewhere between ${evidence.n(low)} and ${high === Infinity ? last : evidence.n(high)}`;
  const isNear = low >= claimed / 2 && high <= 2 * claimed;
  const isFar = low > 2 * claimed || high < claimed / 2;
  return {
    finding: isNear ? 'held' : isFar ? 'not-held' : 'cannot-tell',
    text: `Claimed ${evidence.n(claimed)}; the time starts to ${grows} from ${low === high ? evidence.n(low) : between} elements on here.`,
  };
}

/** The size from which on all doublings are steep. @param {ReturnType<typeof growth>} steps @param {(growth: [number, number]) => boolean} isSteep */
function kneeOf(steps, isSteep) {
  const flat = steps.map(({ interval }) => isSteep(interval)).lastIndexOf(false);
  return flat + 1 < steps.length ? steps[flat + 1].n : Infinity;
}

/** The growth of the time per doubling of n, from each size to the next. @param {TunedAlgorithm} scan @param {Evidence} evidence */
function growth(scan, evidence) {
  const sizes = evidence.sizesOf(scan);
  if (sizes.length < 2) throw new Undecided(`${evidence.name(scan)} has times at fewer than two sizes`);
  return sizes.slice(1).map((next, i) => {
    const doublings = Math.log2(next / sizes[i]);
    const [least, most] = quotient(evidence.at(scan, next), evidence.at(scan, sizes[i])).map((end) => end ** (1 / doublings));
    return { n: sizes[i], next, interval: /** @type {[number, number]} */ ([least, most]) };
  });
}

/** The interval of the ratio of two times that were not measured interleaved. @param {Pick<Point, 'interval_ns'>} left @param {Pick<Point, 'interval_ns'>} right @returns {[number, number]} */
export function quotient(left, right) {
  const [over, under] = [left, right].map(({ interval_ns }) => /** @type {[number, number]} */ (interval_ns));
  return [over[0] / under[1], over[1] / under[0]];
}

/** @param {ClaimOf<'grows'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeGrows({ fast, slow }, evidence) {
  const sizes = evidence.sizesOf(fast, slow);
  if (sizes.length < 2) throw new Undecided('both have times at fewer than two sizes');
  const ends = [sizes[0], sizes[sizes.length - 1]];
  const [first, last] = await Promise.all(ends.map((n) => evidence.ratio(evidence.at(slow, n), evidence.at(fast, n))));
  const isMore = last.interval[0] > first.interval[1];
  const isLess = last.interval[1] <= first.interval[0];
  const [from, to] = ends.map((n) => evidence.n(n));
  return {
    finding: isMore ? 'held' : isLess ? 'not-held' : 'cannot-tell',
    text:
      `${evidence.name(slow)} takes ${evidence.withInterval(first)} the time of ${evidence.name(fast)} at ${from} elements and ` +
      `${evidence.withInterval(last)} at ${to} here; log₂ n goes from ${Math.log2(ends[0])} to ${Math.log2(ends[1])}.`,
  };
}

/** @param {ClaimOf<'levels-off'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeLevelsOff({ scan, parameter, by, within = CLOSE, n }, evidence) {
  const swept = await byValue(scan, parameter, n, evidence);
  if (swept.length < 2) throw new Undecided(`fewer than two values of ${parameter} have times`);
  const findings = swept.map(({ ratio }) => isWithin(ratio, within));
  const found = by === undefined ? Math.max(findings.indexOf('held'), 0) : swept.findIndex(({ value }) => value === by);
  if (found < 0) throw new Undecided(`there is no time at ${parameter} = ${evidence.n(by ?? 0)}`);
  const fastest = swept.find(({ ratio }) => ratio === ONE);
  const text =
    swept[found] === fastest
      ? `The fastest here is ${parameter} = ${evidence.n(swept[found].value)}.`
      : `${parameter} = ${evidence.n(swept[found].value)} takes ${evidence.withInterval(swept[found].ratio)} the time of the fastest, ${evidence.n(fastest?.value ?? 0)}, here.`;
  return { finding: by === undefined ? beforeTheLast(findings) : findings[found], text };
}

/** @param {ClaimOf<'falls'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeFalls({ scan, parameter, upTo, n }, evidence) {
  const swept = sweptOf(scan, parameter, n, evidence).filter(({ value }) => value <= upTo);
  if (swept.length < 2) throw new Undecided(`fewer than two values of ${parameter} up to ${evidence.n(upTo)} have times`);
  const steps = await Promise.all(
    swept.slice(1).map(async ({ value, point }, i) => ({ value, verdict: (await evidence.compare(point, swept[i].point)).verdict })),
  );
  const others = steps.filter(({ verdict }) => verdict !== 'faster').map(({ value }) => evidence.n(value));
  const text = others.length
    ? `At ${parameter} = ${others.join(', ')} the time is not surely less than at the value before here.`
    : `Every value of ${parameter} up to ${evidence.n(upTo)} gives a shorter time than the one before it here.`;
  return { finding: every(steps.map(({ verdict }) => findingOf(verdict))), text };
}

/** @param {ClaimOf<'best'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeBest({ scan, parameter }, evidence) {
  const swept = await byValue(scan, parameter, undefined, evidence);
  if (swept.length < 2) throw new Undecided(`fewer than two values of ${parameter} have times`);
  const best = swept.find(({ ratio }) => ratio === ONE) ?? swept[0];
  const worst = swept.reduce((most, one) => (one.ratio.value > most.ratio.value ? one : most));
  const name = (/** @type {number} */ value) => `${parameter} = ${evidence.n(value)}`;
  const close = swept.filter((one) => one !== best && isWithin(one.ratio, CLOSE) !== 'not-held').map(({ value }) => evidence.n(value));
  const others = close.length ? `; ${close.join(', ')} may take no more than ${evidence.percent(CLOSE)} longer` : '';
  return {
    finding: 'found',
    text: `The fastest is ${name(best.value)} here${others}. The slowest, ${name(worst.value)}, takes ${evidence.withInterval(worst.ratio)} its time.`,
  };
}

/** Whether a value before the last is enough. @param {Judgement['finding'][]} findings @returns {Judgement['finding']} */
function beforeTheLast(findings) {
  const before = findings.slice(0, -1);
  return before.includes('held') ? 'held' : before.includes('cannot-tell') ? 'cannot-tell' : 'not-held';
}

/** The values of a parameter, ascending, and the time of each as a multiple of the least. @param {string} id @param {string} parameter @param {number | undefined} n where there are several @param {Evidence} evidence */
async function byValue(id, parameter, n, evidence) {
  const swept = sweptOf(id, parameter, n, evidence);
  const best = [...swept].sort((left, right) => timeOf(left.point) - timeOf(right.point))[0];
  return Promise.all(
    swept.map(async (one) => ({ value: one.value, ratio: one === best ? ONE : await evidence.ratio(one.point, best.point) })),
  );
}

/** The points of the values of a parameter, ascending. @param {string} id @param {string} parameter @param {number | undefined} n where there are several @param {Evidence} evidence */
function sweptOf(id, parameter, n, evidence) {
  const own = evidence
    .timed()
    .filter((outcome) => outcome.scan.id === id && outcome.scan.tuning?.[parameter] !== undefined && (n === undefined || outcome.n === n));
  return own.map(({ scan, point }) => ({ value: Number(scan.tuning?.[parameter]), point })).sort((left, right) => left.value - right.value);
}
