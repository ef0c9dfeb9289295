/** Accesses on Nakano's memory machines: banks, address groups, time units. Pure: no DOM. */

/** @typedef {import('./types.d.ts').Access} Access */
/** @typedef {import('./player.js').Player} Player */

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

/** The accesses of a step by warps of so many lanes. @param {Access[]} accesses @param {number} width @returns {WarpAccess[]} */
export function warpAccesses(accesses, width) {
  /** @type {Map<string, Access[]>} */
  const warps = new Map();
  for (const access of accesses) {
    const key = `${access.workgroup}/${Math.floor(access.lane / width)}/${access.pc}`;
    const known = warps.get(key);
    if (known) known.push(access);
    else warps.set(key, [access]);
  }
  return [...warps.values()].map((of) => warpAccess(of, width));
}

/** @param {Access[]} accesses of one warp @param {number} width @returns {WarpAccess} */
function warpAccess(accesses, width) {
  /** @type {Map<number, number[]>} */
  const lanes = new Map();
  for (const { address, lane } of accesses) lanes.set(address, [...(lanes.get(address) ?? []), lane]);
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

/** Time units until after a step: in its pass on the DMM of the slowest workgroup and on the UMM, and in all passes up to it. */
/** @typedef {{ pass: number, dmm: number, umm: number, allDmm: number, allUmm: number }} Clock */

/**
 * The clock after each step of a run in lockstep. A round is one access of every warp that has one, the k-th since the last barrier; its
 * time is the sum of its warps' units plus latency − 1.
 * @param {Player} player @param {number} width @param {number} latency @returns {Clock[]}
 */
export function clocks(player, width, latency) {
  let [doneDmm, doneUmm] = [0, 0];
  let pass = -1;
  /** @type {Map<number, { time: number, epoch: number, next: Map<string, number>, rounds: Set<string> }>} */
  let workgroups = new Map();
  /** @type {Set<string>} */
  let rounds = new Set();
  let [dmm, umm] = [0, 0];
  return player.starts.map((_, step) => {
    const moment = player.moment(step);
    if (moment.pass !== pass || moment.dispatch) {
      [doneDmm, doneUmm, dmm, umm] = [doneDmm + dmm, doneUmm + umm, 0, 0];
      [pass, workgroups, rounds] = [moment.pass, new Map(), new Set()];
    }
    const of = (/** @type {number} */ workgroup) => {
      const known = workgroups.get(workgroup) ?? { time: 0, epoch: 0, next: new Map(), rounds: new Set() };
      workgroups.set(workgroup, known);
      return known;
    };
    // An access that a barrier makes itself is no request of warps.
    for (const { space, workgroup, warp, units } of moment.barrier ? [] : warpAccesses(moment.accesses, width)) {
      const state = of(workgroup);
      const counter = `${warp}/${space ? 1 : 0}`;
      const rank = state.next.get(counter) ?? 0;
      state.next.set(counter, rank + 1);
      const round = `${state.epoch}/${rank}`;
      const known = space ? rounds : state.rounds;
      const time = units + (known.has(round) ? 0 : latency - 1);
      known.add(round);
      if (space) umm += time;
      else state.time += time;
      dmm = Math.max(dmm, state.time);
    }
    if (moment.barrier) {
      const state = of(moment.barrier.workgroup);
      state.epoch++;
      state.next.clear();
    }
    return { pass, dmm, umm, allDmm: doneDmm + dmm, allUmm: doneUmm + umm };
  });
}
