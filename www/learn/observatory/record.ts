/** Recordings of single-pass scans with small tiles, and the emulator's options for them. Pure: no DOM. */

import { withWorkgroup } from '../step/record.ts';
import type { Recording } from '../../types.ts';
import type { Explainer } from '../../ui/element-types.ts';
import type { EmulatorOptions } from '../../shared/emulator-data.d.ts';
import type { Settings } from './settings.ts';

type Recorder = Pick<Explainer, 'recording'>;

/**
 * Invocations per workgroup. They are fewer than in measured runs, so that more tiles fit into the picture. Deterministic look-back needs at
 * least this number for its two windows.
 */
const WORKGROUP = 64;
/** Elements per invocation: one pack. */
const ITEMS = 4;
export const TILE = WORKGROUP * ITEMS;
/** Tiles per group of deterministic look-back. In memory, the states of groups follow those of all tiles. */
const GROUP = 32;
/** The number of elements of the scan that is recorded, before its tiles and its input are replaced by smaller ones. */
const RECORDED = 4096;
/** The number of invocations that the emulator executes together if the kernel does not use subgroups. */
const LANES = 32;

/** @returns the recording, and its input as `words` */
export function recordTiles(explainer: Recorder, { scan, tiles, subgroup, spins }: Settings): Recording & { words: number[] } {
  const tuning = { items: ITEMS, ...(scan === 'look-back-fallback' && { max_spins: spins }) };
  const device = { subgroupSize: Number(subgroup) || 1, workgroupSize: 256 };
  const whole = explainer.recording(new Int32Array(RECORDED), { algorithm: scan, ...device, tuning });
  const shaders = whole.shaders.map((source) => withWorkgroup(source, WORKGROUP));
  const n = tiles * TILE;
  const words = Array.from({ length: n }, (_, i) => (i % 7) + 1);
  const ofGroups = Math.ceil(tiles / GROUP) * GROUP;
  const states = scan === 'look-back-deterministic' ? ofGroups + Math.ceil(tiles / GROUP) + 1 : tiles;
  const sized: Record<string, number[]> = {
    source: words,
    prefixes: Array(n).fill(0xdeadbeef),
    'scratch 0': Array(2 * states).fill(0),
    'parameters 0': [n, scan === 'look-back-deterministic' ? ofGroups : 0, 0, 0],
  };
  const buffers = whole.buffers.map((buffer) => ({ ...buffer, words: sized[buffer.name] ?? buffer.words }));
  const passes = whole.passes.map((pass) => ({ ...pass, workgroups: [tiles, 1, 1] as [number, number, number] }));
  return { ...whole, shaders, buffers, passes, words };
}

/** The emulator's options for these settings. */
export function optionsOf({ flight, progress, order, schedule, subgroup, stalled, seed }: Settings) {
  return {
    subgroupSize: Number(subgroup) || LANES,
    schedule,
    seed,
    progress,
    workgroupsInFlight: flight,
    startOrder: order,
    // Stalled workgroups have drawn a ticket and done nothing else.
    stall: { percent: stalled, afterAccesses: 1 },
    traceLimit: 2 ** 20,
    races: false,
    idleLimit: 2 ** 12,
  } as EmulatorOptions;
}
