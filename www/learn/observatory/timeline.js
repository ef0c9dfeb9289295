/** What each workgroup of a single-pass scan did, and when, from its trace. Pure: no DOM. */
import { EVENT, WORDS } from '../step/player.js';

/** @typedef {import('../../ui/emulator-data.d.ts').Emulated} Emulated */
/** Where a look-back read a state: empty, an aggregate or a prefix. @typedef {{ step: number, found: 'empty' | 'aggregate' | 'prefix', tile: number }} Look */
/**
 * A workgroup, with the steps at which it began and ended a part of its work; null where it did not.
 * @typedef {object} Row
 * @property {number} workgroup
 * @property {number | null} tile the rank of its ticket
 * @property {number} start
 * @property {number | null} end
 * @property {[number, number] | null} load
 * @property {number | null} aggregate published
 * @property {number | null} prefix published
 * @property {[number, number] | null} store
 * @property {Look[]} looks by step and predecessor
 * @property {number} windows that it looked back
 * @property {number} waits reads at which the nearest missing state was empty
 * @property {number} depth predecessors that its look-back reached
 * @property {{ step: number, tile: number }[]} fallbacks tiles of others that it reduced
 */
/** @typedef {{ rows: Row[], steps: number, tileWords: number }} Timeline */

const [AGGREGATE, PREFIX] = [1, 2];

/**
 * @param {Emulated} played @param {{ tiles: number, tileWords: number, names: string[] }} of names of the recording's buffers
 * @returns {Timeline}
 */
export function timelineOf(played, { tiles, tileWords, names }) {
  const { events, passes } = played;
  const [pass] = passes;
  const size = pass.workgroup_size.reduce((product, one) => product * one, 1);
  /** @type {Map<number, Row>} */
  const rows = new Map();
  const rowOf = (/** @type {number} */ workgroup) => /** @type {Row} */ (rows.get(workgroup));
  for (let at = 0; at < events.length; at += WORDS) {
    const [head, step, invocation, , address, old, new_] = events.subarray(at, at + WORDS);
    const kind = head & 0xff;
    if (kind === EVENT.start) rows.set(invocation, begun(invocation, step));
    else if (kind === EVENT.finish) rowOf(invocation).end = step;
    const space = (head >> 8) & 0xff;
    if (!space || (kind !== EVENT.read && kind !== EVENT.write && kind !== EVENT.atomic)) continue;
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

/** @param {number} workgroup @param {number} start @returns {Row} */
function begun(workgroup, start) {
  const parts = { end: null, load: null, aggregate: null, prefix: null, store: null };
  return { workgroup, tile: null, start, ...parts, looks: [], windows: 0, waits: 0, depth: 0, fallbacks: [] };
}

/** @param {[number, number] | null} before @param {number} step @returns {[number, number]} */
function span(before, step) {
  return before ? [before[0], step] : [step, step];
}

/** A read of the input: of its own tile, or of that of another, which it reduces. @param {Row} row @param {number} step @param {number} tile */
function read(row, step, tile) {
  if (tile === row.tile) row.load = span(row.load, step);
  else if (row.fallbacks.at(-1)?.tile !== tile) row.fallbacks.push({ step, tile });
}

/** @param {Row} row @param {number} step @param {{ address: number, old: number, new: number }} access @param {number} tiles */
function state(row, step, { address, old, new: new_ }, tiles) {
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

/** @param {Row} row */
function summarize(row) {
  const { tile, looks } = row;
  if (tile === null || !looks.length) return;
  // Of the invocations that look back together, the nearest predecessor decides.
  /** @type {Map<number, Look>} */
  const nearest = new Map();
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

/** The parts of a row that are drawn, in order. @param {Row} row @param {number} steps */
export function partsOf(row, steps) {
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
