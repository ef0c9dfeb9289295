/**
 * What the sources say that their scans cost, worked out for a plan and put beside what the plan costs. Where a formula is printed
 * wrong, it is there as printed, and put right below. Pure: no DOM.
 */

/** @typedef {import('../types.d.ts').PlanDescription} PlanDescription */

/**
 * @typedef {object} Subject
 * @property {PlanDescription} plan
 * @property {number} n 2 or more
 * @property {number} invocations of a workgroup
 * @property {number} elementBytes
 * @property {() => PlanDescription | null} horn the plan of Horn's scan of the same input, where the device has room for it
 */

/** why: what accounts for a difference. @typedef {{ what: string, formula: string, said: number, planned: number, why?: string }} Prediction */

const FRAME_BARRIER = 'One barrier is the frame’s, between loading a tile and scanning it.';
/** What Sengupta, Lefohn & Owens measured (§4): reduce steps, and how many times faster than Horn's scan, by n. */
const MEASURED = /** @type {Record<number, [number, number]>} */ ({ [2 ** 20]: [10, 4], [2 ** 18]: [9, 3] });

const log2 = Math.log2;
const APPLICATIONS = 'Applications of ⊕';
const DISPATCHES = 'Dispatches';

/** What one workgroup of the first pass costs: that of one tile. @param {Subject} subject @param {'applications' | 'barriers'} name */
const aTile = (
  {
    plan: {
      passes: [first],
    },
  },
  name,
) => first.cost[name] / first.workgroups;

/** @param {Subject} subject @param {string} formula @param {number} said @param {string} [why] @returns {Prediction} */
function tileApplications(subject, formula, said, why) {
  return { what: 'Applications of ⊕, a tile', formula, said, planned: aTile(subject, 'applications'), why };
}

/** @param {Subject} subject @param {string} formula @param {number} said @returns {Prediction} */
function tileBarriers(subject, formula, said) {
  return { what: 'Barriers, a tile', formula, said, planned: aTile(subject, 'barriers'), why: FRAME_BARRIER };
}

/** Accesses of workgroup memory, which plans do not tell: `reads` and `writes` are those that the crate's tests count. */
/** @param {[string, number]} reads @param {[string, number]} writes @param {number[]} counted @param {string} why @returns {Prediction[]} */
function tileAccesses([readsFormula, reads], [writesFormula, writes], counted, why) {
  return [
    { what: 'Reads of workgroup memory, a tile', formula: readsFormula, said: reads, planned: counted[0], why },
    { what: 'Writes of workgroup memory, a tile', formula: writesFormula, said: writes, planned: counted[1], why },
  ];
}

/** @param {Subject} subject @param {[string, number]} reads @param {[string, number]} writes @param {string} [why] @returns {Prediction[]} */
function traffic({ plan: { cost } }, [readsFormula, reads], [writesFormula, writes], why) {
  return [
    { what: 'Elements read', formula: readsFormula, said: reads, planned: cost.reads, why },
    { what: 'Elements written', formula: writesFormula, said: writes, planned: cost.writes, why },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function sequential({ plan, n }) {
  return [{ what: APPLICATIONS, formula: 'n', said: n, planned: plan.cost.applications }];
}

/** @param {Subject} subject @returns {Prediction[]} */
function horn({ plan, n }) {
  const steps = log2(n);
  const last = { what: `${APPLICATIONS}, last step`, planned: plan.passes[plan.passes.length - 1].cost.applications };
  return [
    { what: APPLICATIONS, formula: 'n log₂ n − (n − 1)', said: n * steps - (n - 1), planned: plan.cost.applications },
    { what: DISPATCHES, formula: 'log₂ n', said: steps, planned: plan.dispatches },
    {
      ...last,
      formula: 'n/2ⁱ in step i, as printed',
      said: n / 2 ** steps,
      why: 'Far more elements combine: all that have one 2ⁱ⁻¹ places before them.',
    },
    { ...last, formula: 'n − 2ⁱ⁻¹ in step i', said: n - 2 ** (steps - 1) },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function reduceDownsweep({ plan, n, horn: planHorn }) {
  const steps = log2(n);
  const passes = { what: DISPATCHES, formula: '2 log₂ n', said: 2 * steps, planned: plan.dispatches };
  const other = planHorn();
  if (!other) return [passes];
  const saved = { what: 'Operations fewer than Horn’s', planned: other.cost.applications - plan.cost.applications };
  return [
    passes,
    {
      ...saved,
      formula: 'n log n − 2n(1 − 2ⁿ), as printed',
      said: n * steps - 2 * n * (1 - 2 ** n),
      why: 'Its bracket is negative, so it exceeds all that Horn’s scan does; 2ⁿ must stand for 2 to the power of −log₂ n.',
    },
    {
      ...saved,
      formula: 'n log₂ n − 2n(1 − 1/n)',
      said: n * steps - 2 * (n - 1),
      why: 'It takes copies for operations, those of Horn’s steps too; the plans count applications of ⊕ alone.',
    },
    { ...saved, formula: '(n + 1) log₂ n − 3(n − 1), without copies', said: (n + 1) * steps - 3 * (n - 1) },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function hybrid({ plan, n, horn: planHorn }) {
  const steps = Math.min(plan.tuning.reduce_steps, Math.ceil(log2(n)));
  const rest = n / 2 ** steps;
  const predictions = [
    {
      what: APPLICATIONS,
      formula: '2n(1 − 2⁻ʳ) + m log₂ m, m = n/2ʳ',
      said: 2 * (n - rest) + rest * log2(rest),
      planned: plan.cost.applications,
      why: 'The first elements of levels and steps are copied: about r + m − 1.',
    },
    { what: DISPATCHES, formula: '2r + log₂ m', said: 2 * steps + log2(rest), planned: plan.dispatches },
  ];
  const other = planHorn();
  if (!MEASURED[n] || !other) return predictions;
  const moved = (/** @type {PlanDescription} */ { cost }) => cost.reads + cost.writes;
  const [r, times] = MEASURED[n];
  return [
    ...predictions,
    {
      what: 'Times less than Horn’s',
      formula: `about ${times}, as measured with r = ${r}`,
      said: times,
      planned: moved(other) / moved(plan),
      why: `The paper measured time, of a stream compaction on an NVIDIA 7800 GTX. The plan’s is the ratio of elements moved, with r = ${steps}.`,
    },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function naiveTiles(subject) {
  const tile = subject.plan.tile_elements;
  return [
    tileApplications(
      subject,
      'log₂ N × N − 1, as printed',
      tile * log2(tile) - 1,
      'The steps combine N − 1, N − 2, N − 4 … N/2 elements; that adds up to the formula below.',
    ),
    tileApplications(subject, 'N log₂ N − (N − 1)', tile * log2(tile) - (tile - 1)),
    tileBarriers(subject, 'log₂ N', log2(tile)),
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function koggeStone(subject) {
  const {
    tile_elements: tile,
    tuning: { padding },
  } = subject.plan;
  const all = tile * log2(tile);
  const counted = padding ? [all + tile, all + tile / 2] : [all + 1, all];
  return [
    tileApplications(
      subject,
      'N log₂ N − (N − 1)',
      all - (tile - 1),
      'With padding every element combines in every step, some with an identity.',
    ),
    tileBarriers(subject, '2 log₂ N', 2 * log2(tile)),
    ...tileAccesses(
      ['N log₂ N', all],
      ['N log₂ N', all],
      counted,
      'Beside the steps a value is read at the start, and padding is written and read.',
    ),
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function sklansky(subject) {
  const tile = subject.plan.tile_elements;
  return [tileApplications(subject, '(N/2) log₂ N', (tile / 2) * log2(tile)), tileBarriers(subject, 'log₂ N', log2(tile))];
}

/** @param {Subject} subject @returns {Prediction[]} */
function blelloch(subject) {
  const tile = subject.plan.tile_elements;
  return [
    tileApplications(subject, '2(N − 1)', 2 * (tile - 1), 'An inclusive scan combines each element with its exclusive prefix besides.'),
    tileBarriers(subject, '2 log₂ N + 1', 2 * log2(tile) + 1),
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function brentKung(subject) {
  const tile = subject.plan.tile_elements;
  return [
    ...tileAccesses(['4N', 4 * tile], ['3N', 3 * tile], [4 * tile - 7, 3 * tile - 4], '“About”: the levels near the top are not whole.'),
    tileBarriers(subject, '2 log₂ N', 2 * log2(tile)),
    { what: 'Invocations, a tile', formula: 'N/2', said: tile / 2, planned: subject.invocations },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function brentKungRadix(subject) {
  const {
    tile_elements: tile,
    tuning: { radix },
  } = subject.plan;
  return [
    {
      ...tileBarriers(subject, '2 log_k N', (2 * log2(tile)) / log2(radix)),
      why: 'Levels are whole numbers, and one invocation scans the top at once.',
    },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function twiceInOnceOut(subject) {
  const { n, plan } = subject;
  const why =
    plan.dispatches > 1
      ? '“Slightly over”: the sums of tiles, and what lies before each, are read and written too.'
      : 'A single tile needs no sums first.';
  return traffic(subject, ['2N', 2 * n], ['N', n], why);
}

/** Barriers as each work-item runs into them. @param {Subject} subject @param {string} formula @param {number} said @returns {Prediction} */
function barrierInstructions({ plan, invocations }, formula, said) {
  return {
    what: 'Barrier instructions of all work-items',
    formula,
    said,
    planned: plan.cost.barriers * invocations,
    why: 'The source gives an order of magnitude, without its constant.',
  };
}

/** @param {Subject} subject @returns {Prediction[]} */
function reduceThenScan(subject) {
  const { n, plan } = subject;
  const block = plan.tile_elements;
  return [
    {
      what: DISPATCHES,
      formula: 'log_M N',
      said: log2(n) / log2(block),
      planned: plan.dispatches,
      why: 'Every level but the last is reduced and scanned: 2⌈log_M N⌉ − 1.',
    },
    ...twiceInOnceOut(subject),
    barrierInstructions(subject, 'O(N log₂ M)', n * log2(block)),
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function twoLevel(subject) {
  const { n, plan, invocations, elementBytes } = subject;
  const blocks = plan.tuning.blocks;
  return [
    { what: DISPATCHES, formula: '3', said: 3, planned: plan.dispatches },
    { what: 'Scratch memory, bytes', formula: 'C elements', said: blocks * elementBytes, planned: plan.scratch_bytes },
    ...twiceInOnceOut(subject),
    barrierInstructions(subject, 'O(N log₂ G)', n * log2(invocations)),
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function nakano({ plan, n, elementBytes }) {
  const m = log2(n);
  const applications = { what: APPLICATIONS, planned: plan.cost.applications };
  const space = { what: 'Work space, elements', planned: plan.scratch_bytes / elementBytes };
  return [
    {
      ...applications,
      formula: '2n − m − 2, m = log₂ n, the loops as printed',
      said: 2 * n - m - 2,
      why: 'The first stage’s loop runs one interval too far: aₜ holds 2ᵗ − 1 sums, as the text says.',
    },
    { ...applications, formula: '2n − 2m − 1', said: 2 * n - 2 * m - 1 },
    { ...space, formula: '2ᵐ − m, as printed', said: n - m, why: 'The sum of all 2ᵗ − 1 for t from 1 to m − 1 is one less.' },
    { ...space, formula: '2ᵐ − m − 1', said: n - m - 1 },
    {
      what: DISPATCHES,
      formula: '2(m − 1) + 1',
      said: 2 * m - 1,
      planned: plan.dispatches,
      why: 'The last element is joined by the invocation before it, not in a step of its own.',
    },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function nakanoSequential({ plan, n, elementBytes }) {
  const k = Math.min(plan.tuning.k, n);
  return [
    {
      what: 'Work space, elements',
      formula: 'k',
      said: k,
      planned: plan.scratch_bytes / elementBytes,
      why: 'The levels of a group of k elements hold k − log₂ k − 1.',
    },
    {
      what: DISPATCHES,
      formula: '(n/k)(2 log₂ k − 1)',
      said: (n / k) * (2 * log2(k) - 1),
      planned: plan.dispatches,
      why: 'No group has a step for its last element alone.',
    },
  ];
}

/** @param {Subject} subject @returns {Prediction[]} */
function singlePass(subject) {
  const { n, plan } = subject;
  return [{ what: DISPATCHES, formula: '1', said: 1, planned: plan.dispatches }, ...traffic(subject, ['n', n], ['n', n])];
}

/** By algorithm id; the others' sources print no formula. @type {Record<string, (subject: Subject) => Prediction[]>} */
export const PREDICTIONS = {
  sequential,
  'hillis-steele': horn,
  'reduce-downsweep': reduceDownsweep,
  hybrid,
  'naive-tiles': naiveTiles,
  blelloch,
  'kogge-stone': koggeStone,
  sklansky,
  'brent-kung': brentKung,
  'brent-kung-in-place': brentKung,
  'brent-kung-radix': brentKungRadix,
  'reduce-then-scan': reduceThenScan,
  'two-level': twoLevel,
  nakano,
  'nakano-sequential': nakanoSequential,
  subgroup: twiceInOnceOut,
  'cache-blocked': twiceInOnceOut,
  chained: singlePass,
  'look-back': singlePass,
  'look-back-fallback': singlePass,
};
