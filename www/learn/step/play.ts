/** Plays recordings on the emulator, with a trace of every access. */
import { loadEmulator } from '../../shared/emulator.ts';
import { stateFormOf } from './record.ts';
import type { Recording } from '../../types.ts';
import type { EmulatorOptions } from '../../shared/emulator-data.d.ts';
import type { Played } from './types.ts';

/** The maximum number of events of a trace, so that it fits into the memory of a page. */
const MOST_EVENTS = 1 << 19;
/** A wait counts as endless after this number of accesses that change nothing. */
const IDLE_LIMIT = 1 << 14;
/** Stalls some workgroups after their first access, in which they draw a ticket. */
const STALL = { percent: 30, afterAccesses: 1 };
/** The maximum number of seeds that are tried until one of the first two workgroups stalls, for which others wait. */
const MOST_SEEDS = 32;
/** The name of ⊕ in shaders. */
const TRACED = ['combine'];

type PlayOptions = {
  /** the identity of ⊕, as words */
  identity: Uint32Array;
  subgroupSize: number;
  schedule: Played['schedule'];
  latency: number;
  /** words per element */
  words: number;
  /** the seed that determines which workgroups stall; without it, no workgroup stalls */
  stalling?: number;
  /** further options of the emulator */
  options?: EmulatorOptions;
};

export async function play(recording: Recording, asked: PlayOptions): Promise<Played> {
  const { identity, subgroupSize, schedule, latency, words, stalling } = asked;
  const { Player } = await loadEmulator();
  const options: EmulatorOptions = {
    ...asked.options,
    subgroupSize,
    schedule,
    memoryMachine: { latency },
    traceLimit: MOST_EVENTS,
    tracedFunctions: TRACED,
    idleLimit: IDLE_LIMIT,
    ...(stalling === undefined ? {} : { progress: 'none', seed: stalling, stall: STALL }),
  };
  const again = (other: Recording) => new Player(other, options, identity, stateFormOf(other, words));
  const player = again(recording);
  return { ...player.emulated(), player, recording, subgroupSize, schedule, again };
}

/** Plays a recording in which one of the first two workgroups stalls. */
export async function playStalled(recording: Recording, options: PlayOptions) {
  let played = await play(recording, { ...options, stalling: 1 });
  for (let stalling = 2; stalling <= MOST_SEEDS && !isEarly(played); stalling++) {
    played.player.free();
    played = await play(recording, { ...options, stalling });
  }
  return played;
}

function isEarly({ reports }: Played) {
  return reports.some(({ unfinished }) => unfinished.length && unfinished[0] < 2);
}
