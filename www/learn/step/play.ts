/** Plays recordings on the emulator, with a trace of every access. */
import { loadEmulator } from '../../shared/emulator.ts';
import { stateFormOf } from './record.ts';
import type { Recording } from '../../types.ts';
import type { EmulatorOptions } from '../../shared/emulator-data.d.ts';
import type { Played } from './types.ts';

/** The most events of a trace that fit the memory of a page. */
const MOST_EVENTS = 1 << 19;
/** After this number of accesses without a change, a wait counts as endless. */
const IDLE_LIMIT = 1 << 14;
/** Stalls workgroups after they have drawn a ticket, before they load their tile. */
const STALL = { percent: 30, afterAccesses: 1 };
/** The number of seeds that are tried to stall one of the first workgroups, for which others wait. */
const MOST_SEEDS = 32;
/** The name of ⊕ in shaders. */
const TRACED = ['combine'];

type PlayOptions = {
  /** of ⊕, as words */
  identity: Uint32Array;
  subgroupSize: number;
  schedule: Played['schedule'];
  latency: number;
  /** words per element */
  words: number;
  /** a seed that stalls the wanted workgroup */
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

/** Plays a recording and stalls its first or second workgroup. */
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
