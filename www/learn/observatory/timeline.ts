/** Derives from a trace what each workgroup of a single-pass scan did, and when. Pure: no DOM. */
import type { EventKind, TracedPass } from '../../shared/emulator-data.d.ts';

/** A read of a tile's state in a look-back. The state was empty, an aggregate or a prefix. */
type Look = { time: number; found: 'empty' | 'aggregate' | 'prefix'; tile: number };
/** A workgroup, with the times at which each part of its work began and ended. A time is null if the part did not happen. */
export type Row = {
  workgroup: number;
  /** the index of its tile, which its ticket determined */
  tile: number | null;
  start: number;
  end: number | null;
  load: [number, number] | null;
  /** the time at which the aggregate was published */
  aggregate: number | null;
  /** the time at which the prefix was published */
  prefix: number | null;
  store: [number, number] | null;
  /** the reads of states, ordered by time and predecessor */
  looks: Look[];
  /** the number of windows that its look-back read */
  windows: number;
  /** the number of reads at which the nearest missing state was empty */
  waits: number;
  /** the number of predecessors that its look-back passed */
  depth: number;
  /** its fallbacks: the tiles of other workgroups that it reduced */
  fallbacks: { time: number; tile: number }[];
};
/** A trace: its events, with `words` words each; the kinds of events by their numbers; and the passes. */
type Traced = { events: Uint32Array; words: number; kinds: EventKind[]; passes: Pick<TracedPass, 'workgroup_size' | 'rounds'>[] };
export type Timeline = { rows: Row[]; end: number };

const [AGGREGATE, PREFIX] = [1, 2];

/**
 * The timeline of a trace.
 * @param names the names of the recording's buffers
 * @param latency the time units per access
 */
export function timelineOf(
  { events, words, kinds, passes }: Traced,
  { tiles, tileWords, names, latency }: { tiles: number; tileWords: number; names: string[]; latency: number },
): Timeline {
  const [pass] = passes;
  const size = pass.workgroup_size.reduce((product, one) => product * one, 1);
  const timeOf = clock(pass.rounds, latency);
  const rows: Map<number, Row> = new Map();
  const rowOf = (workgroup: number) => rows.get(workgroup) as Row;
  for (let at = 0; at < events.length; at += words) {
    const [head, step, invocation, , address, old, new_] = events.subarray(at, at + words);
    const [kind, time] = [kinds[head & 0xff], timeOf(step)];
    if (kind === 'workgroup-start') rows.set(invocation, begun(invocation, time));
    else if (kind === 'workgroup-end') rowOf(invocation).end = time;
    const space = (head >> 8) & 0xff;
    if (!space || (kind !== 'read' && kind !== 'write' && kind !== 'atomic')) continue;
    const row = rowOf(Math.floor(invocation / size));
    const name = names[space - 1];
    if (name === 'source') read(row, time, Math.floor(address / tileWords));
    else if (name === 'prefixes') row.store = span(row.store, time);
    else if (name === 'scratch 1' && address === 0 && row.tile === null) row.tile = old % tiles;
    else if (name === 'scratch 0') state(row, time, { address, old, new: new_ }, tiles);
  }
  for (const row of rows.values()) summarize(row);
  return {
    rows: [...rows.values()].sort((left, right) => (left.tile ?? Infinity) - (right.tile ?? Infinity) || left.workgroup - right.workgroup),
    end: events.length ? timeOf(events[events.length - words + 1]) + 1 : 0,
  };
}

/**
 * Returns a function from a step of the trace to its time on the memory machine (Nakano 2012). The accesses of a round enter the pipeline one
 * after another, and a round takes the latency once. If the trace has no rounds, each access waits for the previous one.
 */
function clock(rounds: readonly number[], latency: number) {
  if (rounds.length === 0) return (step: number) => step * latency;
  let round = 0;
  return (step: number) => {
    while (round + 1 < rounds.length && rounds[round + 1] <= step) round++;
    return step + round * (latency - 1);
  };
}

function begun(workgroup: number, start: number): Row {
  const parts = { end: null, load: null, aggregate: null, prefix: null, store: null };
  return { workgroup, tile: null, start, ...parts, looks: [], windows: 0, waits: 0, depth: 0, fallbacks: [] };
}

function span(before: [number, number] | null, time: number): [number, number] {
  return before ? [before[0], time] : [time, time];
}

/** Notes a read of an element of the workgroup's own tile, or of a tile that the workgroup reduces in a fallback. */
function read(row: Row, time: number, tile: number) {
  if (tile === row.tile) row.load = span(row.load, time);
  else if (row.fallbacks.at(-1)?.tile !== tile) row.fallbacks.push({ time, tile });
}

function state(row: Row, time: number, { address, old, new: new_ }: { address: number; old: number; new: number }, tiles: number) {
  // A state has two words, its halves. The states of groups follow those of tiles.
  const tile = address >> 1;
  if (old !== new_) {
    const flag = (new_ >> 16) & 3;
    if (tile !== row.tile) return;
    if (flag === AGGREGATE) row.aggregate ??= time;
    if (flag === PREFIX) row.prefix ??= time;
  } else if (!(address & 1) && tile < tiles && tile !== row.tile) {
    const flag = (old >> 16) & 3;
    row.looks.push({ time, tile, found: flag === PREFIX ? 'prefix' : flag === AGGREGATE ? 'aggregate' : 'empty' });
  }
}

function summarize(row: Row) {
  const { tile, looks } = row;
  if (tile === null || !looks.length) return;
  // A window reads several states at the same time. The state of the nearest predecessor decides.
  const nearest: Map<number, Look> = new Map();
  for (const look of looks) {
    const known = nearest.get(look.time);
    if (!known || look.tile > known.tile) nearest.set(look.time, look);
  }
  const all = [...nearest.values()];
  row.waits = all.filter(({ found }) => found === 'empty').length;
  row.windows = all.length - row.waits;
  const reached = looks.filter(({ found }) => found === 'prefix').map((look) => look.tile);
  const met = looks.filter(({ found }) => found !== 'empty').map((look) => look.tile);
  if (met.length) row.depth = tile - (reached.length ? Math.max(...reached) : Math.min(...met));
}

/** The parts of a row in drawing order. */
export function partsOf(row: Row, last: number) {
  const { start, load, aggregate, prefix, store, end } = row;
  const until = end ?? last;
  const bounds = [
    { part: 'load', from: load?.[0] ?? null },
    { part: 'scan', from: load ? load[1] + 1 : null },
    { part: 'look-back', from: row.looks[0]?.time ?? null },
    { part: 'store', from: store?.[0] ?? null },
  ].filter(({ from }) => from !== null);
  const parts = bounds.map(({ part, from }, i) => ({ part, from: Number(from), to: Number(bounds[i + 1]?.from ?? until) }));
  const waiting = { part: 'start', from: start, to: parts[0]?.from ?? until };
  return { parts: [waiting, ...parts].filter(({ from, to }) => to > from), marks: { aggregate, prefix } };
}
