/** Accesses on Nakano's memory machines: banks, address groups, time units. Pure: no DOM. */

/** @typedef {import('./types.d.ts').Access} Access */

/** A word that invocations request, in its bank and its address group. @typedef {{ address: number, bank: number, group: number, invocations: number[] }} Request */
/**
 * One access of one warp.
 * @typedef {object} WarpAccess
 * @property {number} space 0 for workgroup memory, else 1 + the rank of the buffer
 * @property {number} workgroup
 * @property {number} warp
 * @property {Access['kind']} kind
 * @property {Request[]} requests each address once, in order
 * @property {number} degree addresses in the fullest bank
 * @property {number} groups address groups
 * @property {number} units on its machine
 */

/** The part of an access that machines see. @typedef {Pick<Access, 'kind' | 'space' | 'address' | 'workgroup' | 'localIndex' | 'pc'>} Requested */

/** The accesses of a step by warps of so many lanes. @param {Requested[]} accesses @param {number} width @returns {WarpAccess[]} */
export function warpAccesses(accesses, width) {
  /** @type {Map<string, Requested[]>} */
  const warps = new Map();
  for (const access of accesses) {
    const key = `${access.workgroup}/${Math.floor(access.localIndex / width)}/${access.pc}`;
    const known = warps.get(key);
    if (known) known.push(access);
    else warps.set(key, [access]);
  }
  return [...warps.values()].map((of) => warpAccess(of, width));
}

/** @param {Requested[]} accesses of one warp @param {number} width @returns {WarpAccess} */
function warpAccess(accesses, width) {
  /** @type {Map<number, number[]>} */
  const invocations = new Map();
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
