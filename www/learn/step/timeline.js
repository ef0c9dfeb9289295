/** Accesses on the time lines of Nakano's machines: a DMM of each workgroup, and the UMM of a pass. Pure: no DOM. */
import { warpAccesses } from './machine.js';

/** @typedef {import('./machine.js').WarpAccess} WarpAccess */
/** @typedef {import('./player.js').Player} Player */

/**
 * An access of a warp, or a barrier, on a time line.
 * @typedef {object} Slot
 * @property {number} step from 0
 * @property {WarpAccess | null} access null for a barrier
 * @property {number} start the time unit in which its first request enters the pipeline
 * @property {number} round accesses of one round follow each other without a gap
 */
/** Time units until after a step: in its pass on the DMM of the slowest workgroup and on the UMM, and in all passes up to it. */
/** @typedef {{ pass: number, dmm: number, umm: number, allDmm: number, allUmm: number }} Clock */
/** Slots by machine. @typedef {{ clocks: Clock[], machines: Map<string, Slot[]> }} Timeline */
/** @typedef {{ time: number, round: number, ends: number, slots: Slot[], epoch: number, next: Map<string, number>, rounds: Map<string, number> }} Machine */

/** @param {number} pass @param {number | null} workgroup null for storage */
export function machineKey(pass, workgroup) {
  return workgroup === null ? `${pass}` : `${pass}/${workgroup}`;
}

/** @returns {Machine} */
function newMachine() {
  return { time: 0, round: -1, ends: 0, slots: [], epoch: 0, next: new Map(), rounds: new Map() };
}

/**
 * The time line of a run in lockstep. A round is one access of every warp that has one, the k-th since the last barrier; its time is the
 * sum of its warps' units plus latency − 1.
 * @param {Player} player @param {number} width @param {number} latency @returns {Timeline}
 */
export function timelineOf(player, width, latency) {
  /** @type {Map<string, Machine>} */
  const machines = new Map();
  const machine = (/** @type {string} */ key) => {
    const known = machines.get(key) ?? newMachine();
    machines.set(key, known);
    return known;
  };
  let [pass, dmm, umm, doneDmm, doneUmm] = [-1, 0, 0, 0, 0];
  const clocks = player.starts.map((first, step) => {
    const { pass: at, accesses, barrier } = player.requests(step);
    if (at !== pass) [pass, doneDmm, doneUmm, dmm, umm] = [at, doneDmm + dmm, doneUmm + umm, 0, 0];
    if (barrier !== null) {
      const of = machine(machineKey(pass, barrier));
      of.epoch++;
      of.next.clear();
      of.slots.push({ step, access: null, start: of.ends, round: of.round });
      // Storage is that of all workgroups: it has the barriers of one that is alone.
      const all = machine(machineKey(pass, null));
      if (player.workgroupsOf(pass) === 1) all.slots.push({ step, access: null, start: all.ends, round: all.round });
    } else {
      for (const access of warpAccesses(accesses, width)) {
        const own = machine(machineKey(pass, access.workgroup));
        const all = access.space ? machine(machineKey(pass, null)) : own;
        place(all, roundOf(own, access), access, { step, latency });
        if (access.space) umm = all.time;
        else dmm = Math.max(dmm, all.time);
      }
    }
    return { pass, dmm, umm, allDmm: doneDmm + dmm, allUmm: doneUmm + umm };
  });
  return { clocks, machines: new Map([...machines].map(([key, { slots }]) => [key, slots])) };
}

/** The round of a warp's access: barriers passed, and accesses since. @param {Machine} own that of its workgroup @param {WarpAccess} access */
function roundOf(own, { warp, space }) {
  const counter = `${warp}/${space ? 1 : 0}`;
  const rank = own.next.get(counter) ?? 0;
  own.next.set(counter, rank + 1);
  return `${own.epoch}/${rank}`;
}

/** @param {Machine} machine @param {string} name of the round @param {WarpAccess} access @param {{ step: number, latency: number }} when */
function place(machine, name, access, { step, latency }) {
  const known = machine.rounds.get(name);
  const round = known ?? machine.rounds.size;
  // The pipeline empties once between two rounds.
  if (known === undefined) machine.rounds.set(name, round);
  if (known === undefined && machine.round >= 0) machine.ends += latency - 1;
  machine.slots.push({ step, access, start: machine.ends, round });
  machine.ends += access.units;
  machine.time += access.units + (known === undefined ? latency - 1 : 0);
  machine.round = round;
}

/** A request in a time unit: its bank, and whether others of its access wait for that bank. @typedef {{ bank: number, address: number, isConflict: boolean }} Entry */
/** What enters the pipeline in one time unit. @typedef {{ kind: 'unit', time: number, warp: number, isNow: boolean, step: number, round: number, entries: Entry[] }} Unit */
/** The units in which the pipeline empties, or a barrier. @typedef {{ kind: 'pipeline' | 'barrier', units: number }} Mark */

/** The requests of an access by time unit: a bank takes one address at a time, storage one address group. @param {WarpAccess} access */
export function unitsOfAccess({ space, requests, units }) {
  /** @type {Entry[][]} */
  const all = Array.from({ length: units }, () => []);
  /** @type {Map<number, number>} */
  const places = new Map();
  const key = (/** @type {WarpAccess['requests'][number]} */ { bank, group }) => (space ? group : bank);
  for (const request of requests) {
    const of = key(request);
    // Addresses ascend, so groups do: a group's unit is its rank; a bank's is how many it has taken.
    const unit = space ? (places.get(of) ?? places.size) : (places.get(of) ?? 0);
    places.set(of, space ? unit : unit + 1);
    const isConflict = !space && requests.filter(({ bank }) => bank === request.bank).length > 1;
    all[unit].push({ bank: request.bank, address: request.address, isConflict });
  }
  return all;
}

/**
 * The columns of a part of a time line, around the last slot that has happened.
 * @param {readonly Slot[]} slots @param {number} step the last one @param {number} latency @param {{ before: number, after: number }} window columns at least
 * @returns {(Unit | Mark)[]}
 */
export function columnsOf(slots, step, latency, { before, after }) {
  const last = lastSlot(slots, step);
  /** @param {number} rank @returns {(Unit | Mark)[]} */
  const columns = (rank) => {
    const { access, start, round, step: of } = slots[rank];
    if (!access) return [{ kind: 'barrier', units: 0 }];
    const previous = previousAccess(slots, rank);
    const units = unitsOfAccess(access).map((entries, i) => {
      const isNow = of === step;
      return /** @type {Unit} */ ({ kind: 'unit', time: start + i, warp: access.warp, isNow, step: of, round, entries });
    });
    const isGap = latency > 1 && previous && start > previous.start + (previous.access?.units ?? 0);
    return isGap ? [{ kind: 'pipeline', units: latency - 1 }, ...units] : units;
  };
  /** @type {(Unit | Mark)[]} */
  const past = [];
  for (let rank = last; rank >= 0 && past.length < before; rank--) past.unshift(...columns(rank));
  /** @type {(Unit | Mark)[]} */
  const future = [];
  for (let rank = last + 1; rank < slots.length && future.length < after; rank++) future.push(...columns(rank));
  return [...past.slice(-Math.max(before, 1)), ...future.slice(0, after)];
}

/** The access before a slot. @param {readonly Slot[]} slots @param {number} rank */
function previousAccess(slots, rank) {
  let before = rank - 1;
  while (before >= 0 && !slots[before].access) before--;
  return slots[before];
}

/** The rank of the last slot up to a step; −1 before the first. @param {readonly Slot[]} slots @param {number} step */
function lastSlot(slots, step) {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle].step <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What is in each of the pipeline's stages when the last request of a step enters it: units of its round, the latest first. @param {(Unit | Mark)[]} columns @param {number} latency @returns {(Unit | null)[]} */
export function stagesOf(columns, latency) {
  const units = columns.flatMap((column) => (column.kind === 'unit' ? [column] : []));
  const now = units.map(({ isNow }) => isNow).lastIndexOf(true);
  return Array.from({ length: latency }, (_, stage) => {
    const unit = units[now - stage];
    return now >= 0 && unit?.round === units[now].round ? unit : null;
  });
}
