/** Accesses on the time lines of Nakano's machines: a DMM of each workgroup, and the UMM of a pass. Pure: no DOM. */
import { warpAccesses } from './machine.ts';
import type { WarpAccess } from './machine.ts';
import type { Player } from './player.ts';

/** An access of a warp, or a barrier, on a time line. */
type Slot = {
  /** from 0 */
  step: number;
  /** null for a barrier */
  access: WarpAccess | null;
  /** the time unit in which its first request enters the pipeline */
  start: number;
  /** accesses of one round follow each other without a gap */
  round: number;
};
/** Time units until after a step: in its pass on the DMM of the slowest workgroup and on the UMM, and in all passes up to it. */
type Clock = { pass: number; dmm: number; umm: number; allDmm: number; allUmm: number };
/** Slots by machine. */
export type Timeline = { clocks: Clock[]; machines: Map<string, Slot[]> };
type Machine = {
  time: number;
  round: number;
  ends: number;
  slots: Slot[];
  epoch: number;
  next: Map<string, number>;
  rounds: Map<string, number>;
};

/** @param workgroup null for storage */
export function machineKey(pass: number, workgroup: number | null) {
  return workgroup === null ? `${pass}` : `${pass}/${workgroup}`;
}

function newMachine(): Machine {
  return { time: 0, round: -1, ends: 0, slots: [], epoch: 0, next: new Map(), rounds: new Map() };
}

/**
 * The time line of a run in lockstep. A round is one access of every warp that has one, the k-th since the last barrier; its time is the
 * sum of its warps' units plus latency − 1.
 */
export function timelineOf(player: Player, width: number, latency: number): Timeline {
  const machines: Map<string, Machine> = new Map();
  const machine = (key: string) => {
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

/**
 * The round of a warp's access: barriers passed, and accesses since.
 * @param own that of its workgroup
 */
function roundOf(own: Machine, { warp, space }: WarpAccess) {
  const counter = `${warp}/${space ? 1 : 0}`;
  const rank = own.next.get(counter) ?? 0;
  own.next.set(counter, rank + 1);
  return `${own.epoch}/${rank}`;
}

/** @param name of the round */
function place(machine: Machine, name: string, access: WarpAccess, { step, latency }: { step: number; latency: number }) {
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

/** A request in a time unit: its bank, and whether others of its access wait for that bank. */
type Entry = { bank: number; address: number; isConflict: boolean };
/** What enters the pipeline in one time unit. */
export type Unit = { kind: 'unit'; time: number; warp: number; isNow: boolean; step: number; round: number; entries: Entry[] };
/** The units in which the pipeline empties, or a barrier. */
export type Mark = { kind: 'pipeline' | 'barrier'; units: number };

/** The requests of an access by time unit: a bank takes one address at a time, storage one address group. */
export function unitsOfAccess({ space, requests, units }: WarpAccess) {
  const all: Entry[][] = Array.from({ length: units }, () => []);
  const places: Map<number, number> = new Map();
  const key = ({ bank, group }: WarpAccess['requests'][number]) => (space ? group : bank);
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
 * @param step the last one
 * @param window columns at least
 */
export function columnsOf(
  slots: readonly Slot[],
  step: number,
  latency: number,
  { before, after }: { before: number; after: number },
): (Unit | Mark)[] {
  const last = lastSlot(slots, step);
  const columns = (rank: number): (Unit | Mark)[] => {
    const { access, start, round, step: of } = slots[rank];
    if (!access) return [{ kind: 'barrier', units: 0 }];
    const previous = previousAccess(slots, rank);
    const units = unitsOfAccess(access).map((entries, i) => {
      const isNow = of === step;
      return { kind: 'unit', time: start + i, warp: access.warp, isNow, step: of, round, entries } as Unit;
    });
    const isGap = latency > 1 && previous && start > previous.start + (previous.access?.units ?? 0);
    return isGap ? [{ kind: 'pipeline', units: latency - 1 }, ...units] : units;
  };
  const past: (Unit | Mark)[] = [];
  for (let rank = last; rank >= 0 && past.length < before; rank--) past.unshift(...columns(rank));
  const future: (Unit | Mark)[] = [];
  for (let rank = last + 1; rank < slots.length && future.length < after; rank++) future.push(...columns(rank));
  return [...past.slice(-Math.max(before, 1)), ...future.slice(0, after)];
}

/** The access before a slot. */
function previousAccess(slots: readonly Slot[], rank: number) {
  let before = rank - 1;
  while (before >= 0 && !slots[before].access) before--;
  return slots[before];
}

/** The rank of the last slot up to a step; −1 before the first. */
function lastSlot(slots: readonly Slot[], step: number) {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle].step <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What is in each of the pipeline's stages when the last request of a step enters it: units of its round, the latest first. */
export function stagesOf(columns: (Unit | Mark)[], latency: number): (Unit | null)[] {
  const units = columns.flatMap((column) => (column.kind === 'unit' ? [column] : []));
  const now = units.map(({ isNow }) => isNow).lastIndexOf(true);
  return Array.from({ length: latency }, (_, stage) => {
    const unit = units[now - stage];
    return now >= 0 && unit?.round === units[now].round ? unit : null;
  });
}
