/** What the views of a moment are made of. */
import type { Recording } from '../../types.ts';
import type { Emulated, Schedule } from '../../ui/emulator-data.d.ts';

/** A recording that was played. */
export interface Played extends Emulated {
  recording: Recording;
  subgroupSize: number;
  schedule: Schedule;
}

/** One word of an access. */
export interface Access {
  kind: 'read' | 'write' | 'atomic';
  /** 0 for workgroup memory, else 1 + the rank of the buffer. */
  space: number;
  address: number;
  part: number;
  old: number;
  new: number;
  workgroup: number;
  /** The local invocation index. */
  localIndex: number;
  pc: number;
}

/** An application of ⊕. */
export interface Combination {
  workgroup: number;
  localIndex: number;
  left: number[];
  right: number[];
  result: number[];
}

/** What happens in one step. */
export interface Moment {
  pass: number;
  workgroup: number;
  accesses: Access[];
  combinations: Combination[];
  /** A barrier that was passed, with the memory that it orders: 1 workgroup, 2 storage. */
  barrier: { workgroup: number; orders: number; pc: number } | null;
  dispatch: boolean;
  started: number[];
  ended: number[];
  collectives: { localIndex: number; workgroup: number; argument: number; result: number; pc: number }[];
  /** The program counter of what happens; null where nothing of the program does. */
  pc: number | null;
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
  at: number;
}
