/** Judges claims about which of two scans is faster at which sizes. */
import { Undecided, findingOf, hasTime, timeOf } from './evidence.js';
import { every } from './judge-sweep.js';

/** @typedef {import('./types.d.ts').Claim} Claim */
/** @typedef {import('./types.d.ts').Judgement} Judgement */
/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./types.d.ts').TunedAlgorithm} TunedAlgorithm */
/** @typedef {import('./evidence.js').Evidence} Evidence */
/** @template {Claim['kind']} K @typedef {Extract<Claim, { kind: K }>} ClaimOf */
/** At one size. @typedef {{ n: number, verdict: import('../types.d.ts').Comparison['verdict'], value?: number }} Compared */

/** @param {ClaimOf<'overtakes'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeOvertakes({ fast, slow, n: claimed }, evidence) {
  const compared = await compareAll(fast, slow, evidence);
  return overtaking(compared, claimed, `${evidence.name(fast)} is`, slow, evidence);
}

/** @param {ClaimOf<'best-overtakes'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeBestOvertakes({ fast, slow, n: claimed }, evidence) {
  const sizes = evidence.sizesOf(slow);
  const tuned = sizes.flatMap((n) => bestOf(fast, n, evidence) ?? []);
  const compared = await Promise.all(
    tuned.map(async ({ n, point, scan }) => {
      const { verdict } = await evidence.compare(point, evidence.at(slow, n));
      return { n, verdict, value: Object.values(scan.tuning ?? {})[0] };
    }),
  );
  const judged = overtaking(compared, claimed, `With the best tuning for each size ${evidence.name({ id: fast })} is`, slow, evidence);
  const values = compared.map(({ n, value }) => `${value} at ${evidence.n(n)}`).join(', ');
  return { ...judged, text: `${judged.text} The best are ${values}.` };
}

/** The fastest tuning of a scan at n. @param {string} id @param {number} n @param {Evidence} evidence */
function bestOf(id, n, evidence) {
  const own = evidence.outcomes.filter((outcome) => outcome.scan.id === id && outcome.n === n && hasTime(outcome.point));
  return own.sort((left, right) => timeOf(left.point) - timeOf(right.point))[0];
}

/** @param {ClaimOf<'ahead'>} claim @param {Evidence} evidence @returns {Promise<Judgement>} */
export async function judgeAhead({ fast, slow }, evidence) {
  const compared = await compareAll(fast, slow, evidence);
  if (!compared.length) throw new Undecided('both have times at no size');
  const sizes = (/** @type {Compared['verdict']} */ wanted) =>
    compared.filter(({ verdict }) => verdict === wanted).map(({ n }) => evidence.n(n));
  const [left, right] = [fast, slow].map((scan) => evidence.name(scan));
  const parts = [
    [sizes('faster'), (/** @type {string} */ list) => `${left} is faster at ${list}`],
    [sizes('slower'), (/** @type {string} */ list) => `${right} is faster at ${list}`],
    [sizes('same'), (/** @type {string} */ list) => `they take the same time at ${list}`],
    [sizes('cannot-tell'), (/** @type {string} */ list) => `nothing can be told at ${list}`],
  ];
  const told = parts.flatMap(([list, words]) =>
    list.length ? /** @type {(list: string) => string} */ (words)(/** @type {string[]} */ (list).join(', ')) : [],
  );
  const text = told.join('; ');
  return {
    finding: every(compared.map(({ verdict }) => findingOf(verdict))),
    text: `${text[0].toUpperCase()}${text.slice(1)} elements here.`,
  };
}

/** @param {TunedAlgorithm} fast @param {TunedAlgorithm} slow @param {Evidence} evidence @returns {Promise<Compared[]>} ascending */
function compareAll(fast, slow, evidence) {
  const sizes = evidence.sizesOf(fast, slow);
  return Promise.all(
    sizes.map(async (n) => ({ n, verdict: (await evidence.compare(evidence.at(fast, n), evidence.at(slow, n))).verdict })),
  );
}

/** @param {Compared[]} compared @param {number} claimed @param {string} is the faster one @param {TunedAlgorithm} slow @param {Evidence} evidence @returns {Judgement} */
function overtaking(compared, claimed, is, slow, evidence) {
  const beyond = compared.filter(({ n }) => n > claimed);
  if (!beyond.length) throw new Undecided(`nothing has a time beyond ${evidence.n(claimed)} elements`);
  const lead = compared[compared.map(({ verdict }) => verdict === 'faster').lastIndexOf(false) + 1];
  const than = `faster than ${evidence.name(slow)}`;
  const where = lead
    ? `${is} ${than} from ${evidence.n(lead.n)} elements on`
    : `${is} not surely ${than} at ${evidence.n(compared[compared.length - 1].n)} elements`;
  return { finding: every(beyond.map(({ verdict }) => findingOf(verdict))), text: `${where} here.` };
}
