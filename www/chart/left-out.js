/** What the model of time-model.js leaves out, told from plans: why a scan takes longer than its launches and its traffic, or less. Pure. */

/** @typedef {import('../types.d.ts').PlanDescription} PlanDescription */
/** @typedef {import('../types.d.ts').PassDescription} PassDescription */

/**
 * @typedef {object} Case
 * @property {string} id of the scan that runs, which for `auto` is the one that it takes
 * @property {PlanDescription} plan
 * @property {number} n
 * @property {number | null} copySpeed how many times as fast as the model has it the copy kernel is at this n
 * @property {boolean} launched whether launches are most of the prediction
 */

/** @typedef {import('../shared/format.js').Formats} Formats */

/** @typedef {{ holds: (one: Case) => boolean, words: (one: Case, formats: Formats) => string }} Cause */

/** More are not told: the first weigh most. */
const MOST = 3;
/** Workgroups that keep few GPUs busy, and applications of the operator that take longer than an element's way from memory. */
const FEW_WORKGROUPS = 256;
const MANY_APPLICATIONS = 8;
const MANY_BARRIERS = 8;
/** By how much the copy kernel must differ from the model to tell anything. */
const DIFFERS = 1.25;

const oneOf =
  (/** @type {string[]} */ ...ids) =>
  (/** @type {Case} */ { id }) =>
    ids.includes(id);

/** The pass that moves most. @param {Case} one @returns {PassDescription} */
function longest({ plan: { passes } }) {
  const moved = (/** @type {PassDescription} */ { cost }) => cost.reads + cost.writes;
  return passes.reduce((most, pass) => (moved(pass) > moved(most) ? pass : most));
}

const applications = (/** @type {Case} */ { plan, n }) => plan.cost.applications / n;

/** In a workgroup of any pass that moves about as much as the longest. @param {Case} one */
function barriers(one) {
  const {
    cost: { reads, writes },
  } = longest(one);
  const long = one.plan.passes.filter(({ cost }) => 2 * (cost.reads + cost.writes) >= reads + writes);
  return Math.max(...long.map(({ cost, workgroups }) => cost.barriers / workgroups));
}

const rounded = (/** @type {number} */ value, /** @type {Formats} */ formats) => formats.three.format(Number(value.toPrecision(2)));

/** Banks are as many as powers of two: what lies an even number of places apart falls on few of them. @param {Case} one */
function hasConflicts({ id, plan: { tuning } }) {
  if (id === 'blelloch' || id === 'brent-kung-in-place') return tuning.padding === 0;
  if (id === 'raking' || id === 'reduce-then-scan') return tuning.items % 2 === 0;
  return id === 'brent-kung' || (id === 'brent-kung-radix' && tuning.radix % 2 === 0);
}

/** @type {Cause} */
const LAUNCHES = {
  holds: ({ launched }) => launched,
  words: () => 'launches of its own passes, which need not cost what an empty dispatch does',
};

/** @type {Cause[]} */
const SLOWER = [
  { holds: oneOf('sequential'), words: () => 'the one invocation that waits for every access' },
  {
    holds: (one) => one.id === 'chained' && longest(one).workgroups > 1,
    words: (one, formats) => `the chain of ${formats.integer(longest(one).workgroups)} tiles, each of which waits for the one before`,
  },
  {
    holds: (one) => ['look-back', 'look-back-fallback'].includes(one.id) && longest(one).workgroups > 1,
    words: () => 'tiles that wait for what the tiles before them publish',
  },
  {
    holds: (one) => one.id !== 'sequential' && one.plan.tile_elements < one.n && longest(one).workgroups <= FEW_WORKGROUPS,
    words: (one, formats) =>
      `the ${formats.integer(longest(one).workgroups)} workgroups of its longest pass, which may be too few to keep the memory busy`,
  },
  {
    holds: oneOf('reduce-downsweep', 'hybrid', 'nakano', 'nakano-sequential', 'two-level'),
    words: () => 'neighbouring invocations that access elements two places apart',
  },
  { holds: hasConflicts, words: () => 'bank conflicts in workgroup memory' },
  {
    holds: (one) => barriers(one) >= MANY_BARRIERS,
    words: (one, formats) =>
      `the ${rounded(barriers(one), formats)} barriers of a workgroup, with accesses of workgroup memory between them`,
  },
  {
    holds: (one) => applications(one) >= MANY_APPLICATIONS,
    words: (one, formats) => `arithmetic: ${rounded(applications(one), formats)} applications of ⊕ an element`,
  },
  {
    holds: ({ copySpeed }) => copySpeed !== null && copySpeed * DIFFERS < 1,
    words: () => 'a device that is not busy yet: the copy kernel, too, takes longer at this n',
  },
  LAUNCHES,
];

/** @type {Cause[]} */
const FASTER = [
  {
    holds: ({ copySpeed }) => copySpeed !== null && copySpeed > DIFFERS,
    words: ({ copySpeed }, formats) => `caches: the copy kernel, too, is ${rounded(copySpeed ?? 0, formats)} times as fast at this n`,
  },
  {
    holds: (one) => one.id === 'cache-blocked' && !one.launched,
    words: () => 'the cache in which it finds each chunk when it reads it again',
  },
  {
    holds: (one) => ['hillis-steele', 'hybrid'].includes(one.id) && !one.launched,
    words: () => 'the cache in which an element is found by the second invocation that reads it',
  },
  {
    holds: ({ plan, launched }) => plan.dispatches > 1 && !launched,
    words: () => 'caches in which a dispatch finds what the one before has written',
  },
  LAUNCHES,
];

/** Neither list knows everything. */
const OTHER = 'how the device divides its time among workgroups';

/** What may account for a time that is longer, or else shorter, than predicted. @param {Case} one @param {boolean} longer @param {Formats} formats */
export function leftOut(one, longer, formats) {
  const causes = (longer ? SLOWER : FASTER).filter(({ holds }) => holds(one)).slice(0, MOST);
  return causes.length ? causes.map(({ words }) => words(one, formats)) : [OTHER];
}
