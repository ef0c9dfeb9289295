/**
 * Nakano's memory machines (2012): p threads access a memory of width w and latency l through a pipeline. The discrete one (DMM) models
 * workgroup memory, the unified one (UMM) device memory; for the scans here both take the same time. Times are the paper's O-terms with
 * constants of one. Pure: no DOM.
 */
/** @import { ParsedSize, SizeRules } from '../types.d.ts' */
/** k: elements of a group of the sequential-parallel scan. @typedef {{ n: number, p: number, w: number, l: number, k: number }} Machine */
/** @typedef {'bandwidth' | 'latency' | 'reduction'} LimitName */
/** @typedef {Record<'p' | 'w' | 'l' | 'k', string>} Inputs */
/** @typedef {Record<LimitName, number>} Times in time units */
/** @typedef {{ id: string, title: string, place: string, formulas: Record<LimitName, string>, times: (machine: Machine) => Times }} Access */

/** Roughly a current device: the width of a subgroup, a latency of several hundred cycles, enough threads to hide it. */
export const DEFAULT_MACHINE = Object.freeze({ p: 2 ** 16, w: 32, l: 400, k: 2 ** 18 });
export const INPUTS = /** @type {const} */ (['p', 'w', 'l', 'k']);
const MAX = 2 ** 32;

/** @type {readonly Access[]} */
export const ACCESSES = [
  {
    id: 'contiguous',
    title: 'Contiguous access to n elements',
    place: '§3, Lemma 1',
    formulas: { bandwidth: 'n/w', latency: 'nl/p', reduction: 'l' },
    times: ({ n, p, w, l }) => ({ bandwidth: n / w, latency: (n * l) / p, reduction: l }),
  },
  {
    id: 'naive',
    title: 'Naive scan',
    place: '§6, Lemma 3; its l log n from §1',
    formulas: { bandwidth: '(n log n)/w', latency: '(n l log n)/p', reduction: 'l log n' },
    times: ({ n, p, w, l }) => ({ bandwidth: (n * Math.log2(n)) / w, latency: (n * l * Math.log2(n)) / p, reduction: l * Math.log2(n) }),
  },
  {
    id: 'optimal',
    title: 'Optimal scan',
    place: '§7, Theorem 2',
    formulas: { bandwidth: 'n/w', latency: 'nl/p', reduction: 'l log n' },
    times: limits,
  },
  {
    id: 'groups',
    title: 'Sequential-parallel scan',
    place: '§7, Corollary 1',
    formulas: { bandwidth: 'n/w', latency: 'nl/p', reduction: '(n l log k)/k' },
    times: ({ n, p, w, l, k }) => ({ bandwidth: n / w, latency: (n * l) / p, reduction: (n * l * Math.log2(k)) / k }),
  },
];

/** The access patterns of scans, by algorithm id. @type {Readonly<Record<string, string>>} */
const OF_SCANS = { 'hillis-steele': 'naive', nakano: 'optimal', 'nakano-sequential': 'groups' };

/** The access pattern whose time the paper has for a scan; undefined for other scans. @param {string} algorithm */
export function accessOf(algorithm) {
  const id = Object.hasOwn(OF_SCANS, algorithm) ? OF_SCANS[algorithm] : '';
  return ACCESSES.find((access) => access.id === id);
}

/** The lower bounds of a scan, §5 and Theorem 1. @param {Machine} machine @returns {Times} */
export function limits({ n, p, w, l }) {
  return { bandwidth: n / w, latency: (n * l) / p, reduction: l * Math.log2(n) };
}

/** @param {Times} times */
export function totalTime({ bandwidth, latency, reduction }) {
  return bandwidth + latency + reduction;
}

/** The largest limits; several where they are equal. @param {Times} times @returns {LimitName[]} */
export function dominating(times) {
  const most = Math.max(...Object.values(times));
  return /** @type {LimitName[]} */ (Object.keys(times)).filter((name) => times[name] === most);
}

/** The least k for which the groups cost no more than the limits, up to a constant: §7. @param {Machine} machine */
export function leastGroup({ p, w, l }) {
  return Math.min(p * Math.log2(p), w * l * Math.log2(w * l));
}

/**
 * A machine from typed texts, or the errors by field.
 * @param {Inputs} texts
 * @param {(size: string, rules: SizeRules) => ParsedSize} parseSize as the core reads sizes
 * @returns {{ machine: Omit<Machine, 'n'> | null, errors: Partial<Inputs> }}
 */
export function parseMachine(texts, parseSize) {
  /** @type {Partial<Inputs>} */
  const errors = {};
  /** @type {Omit<Machine, 'n'>} */
  const machine = { ...DEFAULT_MACHINE };
  for (const name of INPUTS) {
    const size = parseSize(texts[name].trim(), { limit: MAX });
    if ('value' in size && size.value >= 1) machine[name] = size.value;
    else errors[name] = `${name} must be a whole number from 1 to 2^32, like ${DEFAULT_MACHINE[name]}; found “${texts[name]}”`;
  }
  if (!errors.p && !errors.w && machine.p < machine.w) {
    errors.p = `p must be at least w = ${machine.w}, for threads come in warps of w; found ${machine.p}`;
  }
  return { machine: Object.keys(errors).length ? null : machine, errors };
}

/** The reason why Corollary 1 does not apply to a machine, or null. @param {Machine} machine */
export function groupProblem({ n, p, k }) {
  return p <= k && k <= n ? null : 'Corollary 1 takes p ≤ k ≤ n';
}
