/** Types of the data that the views of a moment show. */
import type { Recording } from '../../types.ts';
import type { Emulated, Schedule } from '../../shared/emulator-data.d.ts';
import type { Player } from '../../shared/scanlab-emulator-web.d.ts';

/** A recording that was played. */
export interface Played extends Emulated {
  /** of its trace */
  player: Player;
  recording: Recording;
  subgroupSize: number;
  schedule: Schedule;
  /** Plays another recording in the same way. */
  again: (recording: Recording) => Player;
}

/** The settings of the address and of the controls. */
export interface Settings {
  /** The id of a preset, or numbers. */
  input: string;
  operator: string;
  mode: 'inclusive' | 'exclusive';
  schedule: Schedule;
  /** 0: chosen by the scan. */
  subgroup: number;
  /** The largest size, if subgroup sizes of the device vary. */
  largestSubgroup?: number;
  workgroup: number;
  /** Banks of the memory machine, and the length of its pipeline. */
  latency: number;
  /** The id of the break; empty for none. */
  broken: string;
  /** The number of completed steps; null: the step at which a run opens. */
  at: number | null;
}
