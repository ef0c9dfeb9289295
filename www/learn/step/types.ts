/** What the views of a moment are made of. */
import type { Recording } from '../../types.ts';
import type { Emulated, Schedule } from '../../ui/emulator-data.d.ts';
import type { Player } from '../../ui/scanlab-emulator-web.d.ts';

/** A recording that was played. */
export interface Played extends Emulated {
  /** of its trace */
  player: Player;
  recording: Recording;
  subgroupSize: number;
  schedule: Schedule;
}

/** What the address and the controls set. */
export interface Settings {
  /** The id of a preset, or numbers. */
  input: string;
  operator: string;
  mode: 'inclusive' | 'exclusive';
  schedule: Schedule;
  /** 0: chosen by the scan. */
  subgroup: number;
  /** Where the subgroups of a device vary. */
  largestSubgroup?: number;
  workgroup: number;
  /** Banks and the length of the pipeline of the memory machine. */
  latency: number;
  /** What is broken; empty for nothing. */
  broken: string;
  /** The number of steps that have happened; null: where a run opens. */
  at: number | null;
}
