/** What the emulator gives back, and what the views of a moment are made of. */
import type { Recording } from '../../types.d.ts';

/** A dispatch of a trace. */
export interface TracedPass {
  entry_point: string;
  workgroup_size: [number, number, number];
  workgroups: [number, number, number];
  /** The line of each program counter, from 1; 0 for none. */
  lines: number[];
  /** The function of each program counter, by its rank. */
  function_of: number[];
  functions: string[];
  variables: { name: string; function: string; ty: string }[];
  /** Variables of workgroup memory: name, first word, words. */
  workgroup_memory: [string, number, number][];
  /** Variables of bound buffers: name, rank of the buffer. */
  buffers: [string, number][];
  first_event: number;
}

/** An access of a finding, or a place where an invocation is. */
export interface Place {
  line: number;
  function: string;
  pc: number;
  workgroup: number;
  invocation: number;
  action: string;
}

/** Something that a kernel does wrong. */
export interface Finding {
  kind: string;
  pass: number;
  entry_point: string;
  variable: string;
  address: number;
  places: Place[];
  count: number;
}

export interface PassReport {
  entry_point: string;
  outcome: 'completed' | 'stalled' | 'endless';
  /** Workgroups that did not end, by rank. */
  unfinished: number[];
  costs: { dmm: number; umm: number };
}

export interface Summary {
  /** After the last dispatch, and before the first. */
  buffers: number[][];
  initial: number[][];
  findings: Finding[];
  messages: string[];
  reports: PassReport[];
  passes: TracedPass[];
}

/** A recording that was played. */
export interface Played extends Summary {
  recording: Recording;
  events: Uint32Array;
  values: Uint32Array;
  subgroupSize: number;
  schedule: Schedule;
}

export type Schedule = 'lockstep' | 'round-robin' | 'reversed' | 'random' | 'serial';

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
  /** The invocation in its workgroup. */
  lane: number;
  pc: number;
}

/** An application of ⊕. */
export interface Combination {
  workgroup: number;
  lane: number;
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
  collectives: { lane: number; workgroup: number; argument: number; result: number; pc: number }[];
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
