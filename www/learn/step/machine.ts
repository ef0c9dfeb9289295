/** Accesses on Nakano's memory machines: banks, address groups, time units. Pure: no DOM. */

import type { Access } from './types.ts';

/** A word that invocations request, in its bank and its address group. */
type Request = { address: number; bank: number; group: number; invocations: number[] };
/** One access of one warp. */
export type WarpAccess = {
  /** 0 for workgroup memory, else 1 + the rank of the buffer */
  space: number;
  workgroup: number;
  warp: number;
  kind: Access['kind'];
  /** each address once, in order */
  requests: Request[];
  /** addresses in the fullest bank */
  degree: number;
  /** address groups */
  groups: number;
  /** on its machine */
  units: number;
};

/** The part of an access that machines see. */
export type Requested = Pick<Access, 'kind' | 'space' | 'address' | 'workgroup' | 'localIndex' | 'pc'>;

/** The accesses of a step by warps of so many lanes. */
export function warpAccesses(accesses: Requested[], width: number): WarpAccess[] {
  const warps: Map<string, Requested[]> = new Map();
  for (const access of accesses) {
    const key = `${access.workgroup}/${Math.floor(access.localIndex / width)}/${access.pc}`;
    const known = warps.get(key);
    if (known) known.push(access);
    else warps.set(key, [access]);
  }
  return [...warps.values()].map((of) => warpAccess(of, width));
}

/** @param accesses of one warp */
function warpAccess(accesses: Requested[], width: number): WarpAccess {
  const invocations: Map<number, number[]> = new Map();
  for (const { address, localIndex } of accesses) {
    const known = invocations.get(address);
    if (known) known.push(localIndex);
    else invocations.set(address, [localIndex]);
  }
  const requests = [...invocations]
    .sort(([left], [right]) => left - right)
    .map(([address, of]) => ({ address, bank: address % width, group: Math.floor(address / width), invocations: of }));
  const inBank = Array(width).fill(0);
  for (const { bank } of requests) inBank[bank]++;
  const degree = Math.max(...inBank);
  const groups = new Set(requests.map(({ group }) => group)).size;
  const [{ space, workgroup, localIndex, kind }] = accesses;
  const warp = Math.floor(localIndex / width);
  return { space, workgroup, warp, kind, requests, degree, groups, units: space ? groups : degree };
}
