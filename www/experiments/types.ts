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
 * The x axis of the chart: n, the share of elements that a compaction selects, or a tuning parameter. Scans without the parameter have
 * horizontal lines.
 */
export type Axis = 'n' | 'share' | { parameter: string; title: string; symbol: string; linear?: boolean };

/** The y axis of the chart. With `elements`, the chart also contains the copy kernel. */
export type Measure = 'time' | 'elements';

export interface Experiment {
  id: string;
  title: string;
  /** The source: authors, year and section. */
  source: string;
  question: string;
  axis: Axis;
  measure: Measure;
  /** The measured operation, which contains the scans. By default only the scans are measured. */
  operation?: 'compact' | 'neighbours';
  /** Whether the readback of the output is also measured and drawn. */
  readback?: boolean;
  groups: Group[];
  /** The groups for software adapters, which take about a minute in total. */
  short: Group[];
  claims: Claim[];
  /** Counted costs of the scans, shown before the claims. */
  counts?: readonly TreeCounts[];
  /** Differences from the measurements of the source. */
  differs: string;
  /** Links to more about the subject: addresses within the page, and the texts of the links. */
  more?: { address: string; text: string }[];
  /** The x axis of a chart of Nakano's limits. */
  model?: 'n' | 'k';
}

/** The members of all claims. In a claim, `n` is a number of elements; 'largest' is the largest size with all times that the claim needs. */
interface About {
  /** The claim, paraphrased, with its numbers. */
  text: string;
  /** Its source, if it differs from that of the experiment. */
  source?: string;
}

/** Counts of a scan of one tile by a tree. `tests/tree_scans.rs` counts them in plans and kernels, and writes `tree-counts.json`. */
export interface TreeCounts {
  scan: TunedAlgorithm;
  /** The length of the longest chain of applications. */
  depth: number;
  applications: number;
  barriers: number;
  /** The largest number of invocations that read one value in a step. */
  fan_out: number;
  /** The largest number of lanes, out of 32, that access one bank. */
  conflicts: number;
}

export type Claim =
  /** At n, `slow` takes `factor` times as long as `fast`. */
  | (About & { kind: 'factor'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number; factor: number; slack?: number })
  /** At n, `fast` takes less time than `slow`. */
  | (About & { kind: 'faster'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number | 'largest' })
  /** From the first size beyond n on, `fast` takes less time than `slow`. */
  | (About & { kind: 'overtakes'; fast: TunedAlgorithm; slow: TunedAlgorithm; n: number })
  /** The claim of `overtakes`, with the fastest tuning of `fast` at each size. */
  | (About & { kind: 'best-overtakes'; fast: string; slow: TunedAlgorithm; n: number })
  /** Every value of the parameter up to `upTo` gives a shorter time than the value before. */
  | (About & { kind: 'falls'; scan: string; parameter: string; upTo: number; n: number })
  /** At every size, `fast` takes less time than `slow`. */
  | (About & { kind: 'ahead'; fast: TunedAlgorithm; slow: TunedAlgorithm })
  /** The source leaves open which value of a parameter is the fastest. */
  | (About & { kind: 'best'; scan: string; parameter: string })
  /** At n, no scan of the experiment is faster by more than a margin. */
  | (About & { kind: 'fastest'; scan: TunedAlgorithm; n: number | 'largest' })
  /** Up to n elements, the time grows little per doubling of the length. Beyond n, it grows much. */
  | (About & { kind: 'knee'; scan: TunedAlgorithm; n: number })
  /** The time of `slow` divided by that of `fast` is greater at the largest n than at the smallest. */
  | (About & { kind: 'grows'; fast: TunedAlgorithm; slow: TunedAlgorithm })
  /** Larger values of the parameter bring no gain from `by` on, or without `by` from some value before the last on. */
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

/** The outcome of a claim. `found` is the outcome of a comparison that the source leaves open. */
export type Finding = 'held' | 'not-held' | 'inconclusive' | 'found';

export interface Judgement {
  finding: Finding;
  /** The outcome in one or two sentences, with its numbers. */
  text: string;
}

export type Compare = (left: Point, right: Point, options: CompareOptions) => Promise<Comparison>;

/** An experiment as this adapter can run it. */
export interface Form {
  groups: Group[];
  /** The operation of the experiment. */
  operation?: 'compact' | 'neighbours';
  readback?: boolean;
  shortened: boolean;
  /** Sizes that are too large for the adapter. */
  left_out: number[];
  /** The reasons why the adapter does not support some of the scans. */
  refused: string[];
  points: number;
  /** An estimate of the duration of the run, in s. */
  duration_s: number;
}

export type { Tuning, TunedAlgorithm, Point, Ratio };

/** The parts of the element that experiments use. */
export interface ExperimentsContext {
  formats: Formats;
  titleOf(id: string): string;
  /** Opens the lab if necessary. */
  getLab(): Promise<Lab>;
  /** The lab, if it is open. */
  lab(): Lab | null;
  compare: Compare;
  settings: SettingsGrammar;
}
