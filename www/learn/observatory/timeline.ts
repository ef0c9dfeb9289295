/** What each workgroup of a single-pass scan did, and when, from its trace. Pure: no DOM. */
import type { EventKind, TracedPass } from '../../ui/emulator-data.d.ts';

/** Where a look-back read a state: empty, an aggregate or a prefix. */
type Look = { step: number; found: 'empty' | 'aggregate' | 'prefix'; tile: number };
/** A workgroup, with the steps at which it began and ended a part of its work; null where it did not. */
export type Row = {
  workgroup: number;
  /** the rank of its ticket */
  tile: number | null;
  start: number;
  end: number | null;
  load: [number, number] | null;
  /** published */
  aggregate: number | null;
  /** published */
  prefix: number | null;
  store: [number, number] | null;
  /** by step and predecessor */
  looks: Look[];
  /** that it looked back */
  windows: number;
  /** reads at which the nearest missing state was empty */
  waits: number;
  /** predecessors that its look-back reached */
  depth: number;
  /** tiles of others that it reduced */
  fallbacks: { step: number; tile: number }[];
};
/** The events of a trace as the emulator packs them, the kinds by their numbers, and its passes. */
export type Traced = { events: Uint32Array; kinds: EventKind[]; passes: Pick<TracedPass, 'workgroup_size'>[] };
export type Timeline = { rows: Row[]; steps: number; tileWords: number };

/** Words of an event. */
const WORDS = 7;
const [AGGREGATE, PREFIX] = [1, 2];

/** @param of names of the recording's buffers */
export function timelineOf(
  { events, kinds, passes }: Traced,
  { tiles, tileWords, names }: { tiles: number; tileWords: number; names: string[] },
): Timeline {
  const [pass] = passes;
  const size = pass.workgroup_size.reduce((product, one) => product * one, 1);
  const rows: Map<number, Row> = new Map();
  const rowOf = (workgroup: number) => rows.get(workgroup) as Row;
  for (let at = 0; at < events.length; at += WORDS) {
    const [head, step, invocation, , address, old, new_] = events.subarray(at, at + WORDS);
    const kind = kinds[head & 0xff];
    if (kind === 'workgroup-start') rows.set(invocation, begun(invocation, step));
    else if (kind === 'workgroup-end') rowOf(invocation).end = step;
    const space = (head >> 8) & 0xff;
    if (!space || (kind !== 'read' && kind !== 'write' && kind !== 'atomic')) continue;
    const row = rowOf(Math.floor(invocation / size));
    const name = names[space - 1];
    if (name === 'source') read(row, step, Math.floor(address / tileWords));
    else if (name === 'prefixes') row.store = span(row.store, step);
    else if (name === 'scratch 1' && address === 0 && row.tile === null) row.tile = old % tiles;
    else if (name === 'scratch 0') state(row, step, { address, old, new: new_ }, tiles);
  }
  for (const row of rows.values()) summarize(row);
  const steps = events.length ? events[events.length - WORDS + 1] + 1 : 0;
  return {
    rows: [...rows.values()].sort((left, right) => (left.tile ?? Infinity) - (right.tile ?? Infinity) || left.workgroup - right.workgroup),
    steps,
    tileWords,
  };
}

function begun(workgroup: number, start: number): Row {
  const parts = { end: null, load: null, aggregate: null, prefix: null, store: null };
  return { workgroup, tile: null, start, ...parts, looks: [], windows: 0, waits: 0, depth: 0, fallbacks: [] };
}

function span(before: [number, number] | null, step: number): [number, number] {
  return before ? [before[0], step] : [step, step];
}

/** A read of the input: of its own tile, or of that of another, which it reduces. */
function read(row: Row, step: number, tile: number) {
  if (tile === row.tile) row.load = span(row.load, step);
  else if (row.fallbacks.at(-1)?.tile !== tile) row.fallbacks.push({ step, tile });
}

function state(row: Row, step: number, { address, old, new: new_ }: { address: number; old: number; new: number }, tiles: number) {
  // Two halves a state; those of groups are behind those of tiles.
  const tile = address >> 1;
  if (old !== new_) {
    const flag = (new_ >> 16) & 3;
    if (tile !== row.tile) return;
    if (flag === AGGREGATE) row.aggregate ??= step;
    if (flag === PREFIX) row.prefix ??= step;
  } else if (!(address & 1) && tile < tiles && tile !== row.tile) {
    const flag = (old >> 16) & 3;
    row.looks.push({ step, tile, found: flag === PREFIX ? 'prefix' : flag === AGGREGATE ? 'aggregate' : 'empty' });
  }
}

function summarize(row: Row) {
  const { tile, looks } = row;
  if (tile === null || !looks.length) return;
  // Of the invocations that look back together, the nearest predecessor decides.
  const nearest: Map<number, Look> = new Map();
  for (const look of looks) {
    const known = nearest.get(look.step);
    if (!known || look.tile > known.tile) nearest.set(look.step, look);
  }
  const all = [...nearest.values()];
  row.waits = all.filter(({ found }) => found === 'empty').length;
  row.windows = all.length - row.waits;
  const reached = looks.filter(({ found }) => found === 'prefix').map((look) => look.tile);
  const met = looks.filter(({ found }) => found !== 'empty').map((look) => look.tile);
  if (met.length) row.depth = tile - (reached.length ? Math.max(...reached) : Math.min(...met));
}

/** The parts of a row that are drawn, in order. */
export function partsOf(row: Row, steps: number) {
  const { start, load, aggregate, prefix, store, end } = row;
  const until = end ?? steps;
  const bounds = [
    { part: 'load', from: load?.[0] ?? null },
    { part: 'scan', from: load ? load[1] + 1 : null },
    { part: 'look-back', from: row.looks[0]?.step ?? null },
    { part: 'store', from: store?.[0] ?? null },
  ].filter(({ from }) => from !== null);
  const parts = bounds.map(({ part, from }, i) => ({ part, from: Number(from), to: Number(bounds[i + 1]?.from ?? until) }));
  const waiting = { part: 'start', from: start, to: parts[0]?.from ?? until };
  return { parts: [waiting, ...parts].filter(({ from, to }) => to > from), marks: { aggregate, prefix } };
}
