/** What an experiment is made of, and what comes of it. */
import type { Lab, SettingsGrammar } from '../ui/element-types.d.ts';
import type { Formats } from '../shared/format.js';
import type { CompareOptions, Comparison, Point, Ratio, Tuning, TunedAlgorithm } from '../types.d.ts';

/** Scans that are measured beside each other, at one size after the other. */
export interface Group {
  scans: TunedAlgorithm[];
  /** Numbers of elements, ascending. */
  sizes: number[];
}

/** What the x axis of the chart is: n, or a tuning parameter, where scans that do not have it become level lines. */
export type Axis = 'n' | { parameter: string; title: string; symbol: string; linear?: boolean };

/** What the chart's y axis is. `elements` draws the copy kernel beside the scans. */
export type Measure = 'time' | 'elements';

export interface Experiment {
  id: string;
  title: string;
  /** Who, when and where. */
  source: string;
  question: string;
  axis: Axis;
  measure: Measure;
  groups: Group[];
  /** What a software adapter measures, in about a minute. */
  short: Group[];
  claims: Claim[];
  /** What is other here than where the claims were made. */
  differs: string;
  /** Over what Nakano's limits are drawn beside it. */
  model?: 'n' | 'k';
}

/** n: elements; 'largest' is the largest at which there are the times that the claim needs. */
interface About {
  /** The claim in our words, with its numbers. */
  text: string;
  /** Where it stands, if not where the experiment's source says. */
  source?: string;
}

export type Claim =
  /** At n, `slow` takes `factor` times as long as `fast`. */
  | (About & { kind: 'factor'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number; factor: number; slack?: number })
  /** At n, `fast` takes less time than `slow`. */
  | (About & { kind: 'faster'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number | 'largest' })
  /** From the first size beyond n on, `fast` takes less time than `slow`. */
  | (About & { kind: 'overtakes'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number })
  /** No scan of the experiment is faster at n, but for what does not matter. */
  | (About & { kind: 'fastest'; scan: TunedAlgorithm; n: number | 'largest' })
  /** Up to n doubling n costs little; beyond it, much. */
  | (About & { kind: 'knee'; scan: TunedAlgorithm; n: number })
  /** The times that `slow` takes as long as `fast` are more at the largest n than at the least. */
  | (About & { kind: 'grows'; fast: TunedAlgorithm; slow: TunedAlgorithm })
  /** From some value of the parameter on, more of it gains nothing; where `by` is given, it does so there. */
  | (About & { kind: 'levels-off'; scan: string; parameter: string; by?: number; within?: number })
  /** The copy kernel's speed, as a share of 1, that the scan comes to. */
  | (About & { kind: 'share'; scan: TunedAlgorithm; n: number | 'largest'; share: number; slack?: number })
  /** The source leaves open which of two is faster. */
  | (About & { kind: 'open'; left: TunedAlgorithm; right: TunedAlgorithm; n: number | 'largest' });

/** What was measured of one scan of an experiment. */
export interface Outcome {
  scan: TunedAlgorithm;
  n: number;
  point: Point;
}

/** `found` is the answer to what a source leaves open. */
export type Finding = 'held' | 'not-held' | 'cannot-tell' | 'found';

export interface Judgement {
  finding: Finding;
  /** The outcome in a sentence or two, numbers included. */
  text: string;
}

export type Compare = (left: Point, right: Point, options: CompareOptions) => Promise<Comparison>;

/** An experiment as this adapter can run it. */
export interface Form {
  groups: Group[];
  shortened: boolean;
  /** Sizes that are too large for it. */
  left_out: number[];
  /** Why it cannot run some of the scans. */
  refused: string[];
  points: number;
  /** A guess, in s. */
  duration_s: number;
}

export type { Tuning, TunedAlgorithm, Point, Ratio };

/** What the experiments need of the element. */
export interface ExperimentsContext {
  formats: Formats;
  titleOf(id: string): string;
  /** The device, opened if it is not. */
  getLab(): Promise<Lab>;
  /** The device, if it is open. */
  lab(): Lab | null;
  compare: Compare;
  settings: SettingsGrammar;
}
