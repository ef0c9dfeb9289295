/**
 * Nakano's memory machines (2012): p threads access a memory of width w and latency l through a pipeline. The discrete machine (DMM) models
 * workgroup memory, and the unified machine (UMM) models device memory. For the accesses below, both machines take the same time. Times are the
 * paper's O-terms with all constants 1. Pure: no DOM.
 */

import type { ParsedSize, SizeRules } from '../types.ts';

/** A machine that scans n elements. k: elements per group of the sequential-parallel scan */
export type Machine = { n: number; p: number; w: number; l: number; k: number };
export type LimitName = 'bandwidth' | 'latency' | 'reduction';
export type Inputs = Record<'p' | 'w' | 'l' | 'k', string>;
/** in time units */
type Times = Record<LimitName, number>;
export type Access = { id: string; title: string; place: string; formulas: Record<LimitName, string>; times: (machine: Machine) => Times };

/** Roughly a current device: the width of a subgroup, a latency of several hundred cycles, and enough threads to hide it. */
export const DEFAULT_MACHINE = Object.freeze({ p: 2 ** 16, w: 32, l: 400, k: 2 ** 18 });
export const INPUTS = ['p', 'w', 'l', 'k'] as const;
const MAX = 2 ** 32;

export const ACCESSES: readonly Access[] = [
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

/** The access patterns of scans, by algorithm id. */
const OF_SCANS: Readonly<Record<string, string>> = { 'hillis-steele': 'naive', nakano: 'optimal', 'nakano-sequential': 'groups' };

/** The access pattern of a scan whose time the paper states; undefined for other scans. */
export function accessOf(algorithm: string) {
  const id = Object.hasOwn(OF_SCANS, algorithm) ? OF_SCANS[algorithm] : '';
  return ACCESSES.find((access) => access.id === id);
}

/** @param id of an access pattern */
export function accessBy(id: string) {
  return ACCESSES.find((access) => access.id === id) as Access;
}

/** The lower bounds of a scan, §5 and Theorem 1. */
export function limits({ n, p, w, l }: Machine): Times {
  return { bandwidth: n / w, latency: (n * l) / p, reduction: l * Math.log2(n) };
}

export function totalTime({ bandwidth, latency, reduction }: Times) {
  return bandwidth + latency + reduction;
}

/** The largest limits; several if they are equal. */
export function dominating(times: Times): LimitName[] {
  const most = Math.max(...Object.values(times));
  return (Object.keys(times) as LimitName[]).filter((name) => times[name] === most);
}

/** The least k for which groups cost no more than the limits, up to a constant: §7. */
export function leastGroup({ p, w, l }: Machine) {
  return Math.min(p * Math.log2(p), w * l * Math.log2(w * l));
}

/**
 * A machine from typed texts, or the errors by field.
 * @param parseSize the core's parser of sizes
 */
export function parseMachine(
  texts: Inputs,
  parseSize: (size: string, rules: SizeRules) => ParsedSize,
): { machine: Omit<Machine, 'n'> | null; errors: Partial<Inputs> } {
  const errors: Partial<Inputs> = {};
  const machine: Omit<Machine, 'n'> = { ...DEFAULT_MACHINE };
  for (const name of INPUTS) {
    const size = parseSize(texts[name].trim(), { limit: MAX });
    if ('value' in size && size.value >= 1) machine[name] = size.value;
    else errors[name] = `${name} must be a whole number from 1 to 2^32, like ${DEFAULT_MACHINE[name]}; found “${texts[name]}”`;
  }
  if (!errors.p && !errors.w && machine.p < machine.w) {
    errors.p = `p must be at least w = ${machine.w}, since threads are grouped in warps of w; found ${machine.p}`;
  }
  return { machine: Object.keys(errors).length ? null : machine, errors };
}

/** The reason why Corollary 1 does not apply to a machine, or null. */
export function groupProblem({ n, p, k }: Machine) {
  return p <= k && k <= n ? null : 'Corollary 1 requires p ≤ k ≤ n';
}
