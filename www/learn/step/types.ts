/** Types of played runs and of the settings of Step. */
import type { Recording } from '../../types.ts';
import type { Emulated, Schedule } from '../../shared/emulator-data.d.ts';
import type { Player } from '../../shared/scanlab-emulator-web.d.ts';

/** A recording that was played. */
export interface Played extends Emulated {
  /** the player of the trace */
  player: Player;
  recording: Recording;
  subgroupSize: number;
  schedule: Schedule;
  /** Plays another recording with the same options. */
  again: (recording: Recording) => Player;
}

/** The settings of Step, which the address and the controls contain. */
export interface Settings {
  /** The id of a preset, or numbers with commas. */
  input: string;
  operator: string;
  mode: 'inclusive' | 'exclusive';
  schedule: Schedule;
  /** Lanes per subgroup; 0 if the scan determines the number. */
  subgroup: number;
  /** The largest subgroup size, if the subgroup sizes of the device vary. */
  largestSubgroup?: number;
  workgroup: number;
  /** The latency of the memory machine, which is the length of its pipeline, in time units. */
  latency: number;
  /** The id of the break; empty for none. */
  broken: string;
  /** The number of completed steps; null for the step at which a run opens. */
  at: number | null;
}
