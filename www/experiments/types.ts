/** Types of experiments and of their results. */
import type { Lab, SettingsGrammar } from '../ui/element-types.ts';
import type { Formats } from '../shared/format.ts';
import type { CompareOptions, Comparison, Point, Ratio, Tuning, TunedAlgorithm } from '../types.ts';

/** Scans that are measured interleaved, one size after another. */
interface Group {
  scans: TunedAlgorithm[];
  /** Numbers of elements, ascending. */
  sizes: number[];
  /** For compactions: the shares of selected elements, ascending (default: half). */
  shares?: number[];
}

/**
 * The x axis of the chart: n, the share of elements that a compaction selects, or a tuning parameter. Scans without the parameter are level
 * lines.
 */
export type Axis = 'n' | 'share' | { parameter: string; title: string; symbol: string; linear?: boolean };

/** The y axis of the chart. `elements` also draws the copy kernel. */
export type Measure = 'time' | 'elements';

export interface Experiment {
  id: string;
  title: string;
  /** Authors, year and section. */
  source: string;
  question: string;
  axis: Axis;
  measure: Measure;
  /** The measured operation, which contains the scans. By default only the scans are measured. */
  operation?: 'compact' | 'neighbours';
  /** Whether the readback of the output is also measured and drawn. */
  readback?: boolean;
  groups: Group[];
  /** The form for software adapters, which takes about a minute. */
  short: Group[];
  claims: Claim[];
  /** Counted costs of the scans, shown before the claims. */
  counts?: readonly TreeCounts[];
  /** Differences from the measurements of the source. */
  differs: string;
  /** More about it on the page: addresses within the page, and the words of the links. */
  more?: { address: string; text: string }[];
  /** The x axis of a chart of Nakano's limits. */
  model?: 'n' | 'k';
}

/** n: elements; 'largest' is the largest size with all times that the claim needs. */
interface About {
  /** The claim in our words, with its numbers. */
  text: string;
  /** Its source, if it differs from that of the experiment. */
  source?: string;
}

/** Counts of a scan of one tile by a tree. `tests/tree_scans.rs` counts them in plans and kernels, and writes `tree-counts.json`. */
export interface TreeCounts {
  scan: TunedAlgorithm;
  /** The longest chain of applications. */
  depth: number;
  applications: number;
  barriers: number;
  /** The most invocations that read one value in a step. */
  fan_out: number;
  /** The most lanes of 32 that access one bank. */
  conflicts: number;
}

export type Claim =
  /** At n, `slow` takes `factor` times as long as `fast`. */
  | (About & { kind: 'factor'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number; factor: number; slack?: number })
  /** At n, `fast` takes less time than `slow`. */
  | (About & { kind: 'faster'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number | 'largest' })
  /** From the first size beyond n on, `fast` takes less time than `slow`. */
  | (About & { kind: 'overtakes'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number })
  /** As `overtakes`, with the best tuning of `fast` at each size. */
  | (About & { kind: 'best-overtakes'; fast: string; slow: TunedAlgorithm; n: number })
  /** Every value of the parameter up to `upTo` gives a shorter time than the value before. */
  | (About & { kind: 'falls'; scan: string; parameter: string; upTo: number; n: number })
  /** At every size, `fast` takes less time than `slow`. */
  | (About & { kind: 'ahead'; fast: TunedAlgorithm; slow: TunedAlgorithm })
  /** The source leaves open which value of a parameter is the fastest. */
  | (About & { kind: 'best'; scan: string; parameter: string })
  /** No scan of the experiment is faster at n by more than a margin. */
  | (About & { kind: 'fastest'; scan: TunedAlgorithm; n: number | 'largest' })
  /** Up to n, doubling n costs little; beyond n, much. */
  | (About & { kind: 'knee'; scan: TunedAlgorithm; n: number })
  /** The ratio of `slow`'s time to `fast`'s is greater at the largest n than at the smallest. */
  | (About & { kind: 'grows'; fast: TunedAlgorithm; slow: TunedAlgorithm })
  /** From some value of the parameter on, or from `by` on, larger values bring no gain. */
  | (About & { kind: 'levels-off'; scan: string; parameter: string; by?: number; within?: number; n?: number })
  /** The scan reaches this share of the copy kernel's speed. */
  | (About & { kind: 'share'; scan: TunedAlgorithm; n: number | 'largest'; share: number; slack?: number })
  /** The time of the scan does not depend on the share of selected elements. */
  | (About & { kind: 'level'; scan: TunedAlgorithm })
  /** With the readback of the output, the time grows with the share of selected elements. */
  | (About & { kind: 'rises'; scan: TunedAlgorithm })
  /** The output of the compaction is not in the order of its input. */
  | (About & { kind: 'reorders'; scan: TunedAlgorithm })
  /** Not every run of the compaction has the same output. */
  | (About & { kind: 'differs'; scan: TunedAlgorithm })
  /** The source leaves open which of two scans is faster. */
  | (About & { kind: 'open'; left: TunedAlgorithm; right: TunedAlgorithm; n: number | 'largest' });

/** A point of an experiment. */
export interface Outcome {
  scan: TunedAlgorithm;
  n: number;
  /** For compactions: the share of selected elements. */
  share?: number;
  point: Point;
}

/** `found` is the result of a comparison that a source leaves open. */
export type Finding = 'held' | 'not-held' | 'inconclusive' | 'found';

export interface Judgement {
  finding: Finding;
  /** The outcome in a sentence or two, numbers included. */
  text: string;
}

export type Compare = (left: Point, right: Point, options: CompareOptions) => Promise<Comparison>;

/** An experiment as this adapter can run it. */
export interface Form {
  groups: Group[];
  /** That of the experiment. */
  operation?: 'compact' | 'neighbours';
  readback?: boolean;
  shortened: boolean;
  /** Sizes that are too large for the adapter. */
  left_out: number[];
  /** The reasons why the adapter does not support some of the scans. */
  refused: string[];
  points: number;
  /** An estimate, in s. */
  duration_s: number;
}

export type { Tuning, TunedAlgorithm, Point, Ratio };

/** The parts of the element that experiments use. */
export interface ExperimentsContext {
  formats: Formats;
  titleOf(id: string): string;
  /** The device, which this opens if necessary. */
  getLab(): Promise<Lab>;
  /** The device, if it is open. */
  lab(): Lab | null;
  compare: Compare;
  settings: SettingsGrammar;
}
