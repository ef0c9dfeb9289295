/** Accesses on Nakano's memory machines: banks, address groups, time units. Pure: no DOM. */

/** @typedef {import('./types.d.ts').Access} Access */

/** A word that lanes request, in its bank and its address group. @typedef {{ address: number, bank: number, group: number, lanes: number[] }} Request */
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

/** The part of an access that machines see. @typedef {Pick<Access, 'kind' | 'space' | 'address' | 'workgroup' | 'lane' | 'pc'>} Requested */

/** The accesses of a step by warps of so many lanes. @param {Requested[]} accesses @param {number} width @returns {WarpAccess[]} */
export function warpAccesses(accesses, width) {
  /** @type {Map<string, Requested[]>} */
  const warps = new Map();
  for (const access of accesses) {
    const key = `${access.workgroup}/${Math.floor(access.lane / width)}/${access.pc}`;
    const known = warps.get(key);
    if (known) known.push(access);
    else warps.set(key, [access]);
  }
  return [...warps.values()].map((of) => warpAccess(of, width));
}

/** @param {Requested[]} accesses of one warp @param {number} width @returns {WarpAccess} */
function warpAccess(accesses, width) {
  /** @type {Map<number, number[]>} */
  const lanes = new Map();
  for (const { address, lane } of accesses) {
    const known = lanes.get(address);
    if (known) known.push(lane);
    else lanes.set(address, [lane]);
  }
  const requests = [...lanes]
    .sort(([left], [right]) => left - right)
    .map(([address, of]) => ({ address, bank: address % width, group: Math.floor(address / width), lanes: of }));
  const inBank = Array(width).fill(0);
  for (const { bank } of requests) inBank[bank]++;
  const degree = Math.max(...inBank);
  const groups = new Set(requests.map(({ group }) => group)).size;
  const [{ space, workgroup, lane, kind }] = accesses;
  const warp = Math.floor(lane / width);
  return { space, workgroup, warp, kind, requests, degree, groups, units: space ? groups : degree };
}
