/**
 * The types of ScanLab's JavaScript side: what `scanlab.js` exports (the public contract),
 * and the plain data that it gets from the compiled Rust core (whose module is declared in `scanlab-core.d.ts`).
 */

export type ElementType = 'u32' | 'i32' | 'f32';
export type Mode = 'inclusive' | 'exclusive';
export type Direction = 'forward' | 'backward';
export type Elements = Uint32Array | Int32Array | Float32Array;
/** Values of an algorithm's tuning parameters by name. */
export type Tuning = Record<string, number>;

export type ErrorCode =
  | 'webgpu-unavailable'
  | 'insecure-context'
  | 'no-adapter'
  | 'device-lost'
  | 'out-of-memory'
  | 'too-large'
  | 'unsupported'
  | 'bad-argument'
  | 'cancelled';

export interface OpenOptions {
  powerPreference?: 'high-performance' | 'low-power';
  /** Use subgroup operations where the adapter has them (default true). */
  subgroups?: boolean;
  /** Use timestamp queries where the adapter has them (default true). */
  timestamps?: boolean;
}

export interface AdapterDescription {
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  /** A software (CPU) adapter: right, but its times say nothing about a GPU. */
  isFallback: boolean;
  subgroups: { min: number; max: number } | null;
  timestamps: boolean;
  /** The limits of the device that was opened, by their WebGPU names. */
  limits: Record<string, number>;
}

export interface TuningParameter {
  name: string;
  title: string;
  min: number;
  max: number;
  default: number;
}

export interface Algorithm {
  id: string;
  title: string;
  family: string;
  /** One line for people. */
  summary: string;
  paper: string;
  work: string;
  depth: string;
  traffic: string;
  /** What it needs of the device beyond core WebGPU, e.g. `subgroups`. */
  needs: string[];
  tuning: TuningParameter[];
}

export interface Operator {
  id: string;
  title: string;
  types: ElementType[];
  /** Array entries per element. */
  words: number;
  commutative: boolean;
  /** The identity by element type, as text (JSON has no infinity). */
  identity: Partial<Record<ElementType, string[]>>;
}

export interface Pattern {
  id: string;
  title: string;
}

export interface ScanRequest {
  algorithm?: string;
  operator?: string;
  mode?: Mode;
  direction?: Direction;
  heads?: Uint32Array;
  tuning?: Tuning;
  signal?: AbortSignal;
}

export interface MeasureRequest {
  /** An algorithm's id, or `javascript` for the sequential scan on the CPU. */
  algorithm: string;
  operator?: string;
  type?: ElementType;
  mode?: Mode;
  n: number;
  pattern?: string;
  /** 0 … 2³² − 1. */
  seed?: number;
  tuning?: Tuning;
}

export interface SweepRequest extends Omit<MeasureRequest, 'algorithm' | 'n' | 'tuning'> {
  algorithms: string[];
  /** Numbers of elements. */
  sizes: number[];
  /** Tuning by algorithm id. */
  tuning?: Record<string, Tuning>;
}

export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** Points finished, and in all. */
  done: number;
  total: number;
  algorithm: string;
  n: number;
  /** What is happening to this point now. */
  stage: 'preparing' | 'timing' | 'verifying' | 'finished';
}

export interface Mismatch {
  /** Index of the first wrong element, in elements. */
  index: number;
  /** The words of the element, as the array's type shows them. */
  expected: number[];
  found: number[];
  tile: number;
  /** The invocation of the tile's workgroup that owns the element. */
  lane: number;
  /** The tolerance where the type is f32 and the operator rounds, else 0. */
  tolerance: number;
}

export interface Point {
  algorithm: string;
  operator: string;
  type: ElementType;
  mode: Mode;
  n: number;
  pattern: string;
  seed: number;
  tuning: Tuning;
  verified: boolean;
  mismatch: Mismatch | null;
  timer: 'timestamp' | 'wall';
  /** Time of one scan in each sample, in ns; empty where the output was wrong. */
  samples_ns: number[];
  /** Samples thrown away: wrong output or an impossible span. */
  samples_voided: number;
  /** Scans per sample. */
  repeats: number;
  median_ns: number | null;
  elements_per_s: number | null;
  /** Counting each element read once and written once. */
  bytes_per_s: number | null;
  dispatches: number;
  scratch_bytes: number;
  /** Why the point was not measured, or null. */
  skipped: string | null;
}

/** What a plan says of itself, without a GPU. */
export interface PlanDescription {
  algorithm: string;
  tuning: Tuning;
  dispatches: number;
  scratch_bytes: number;
  tile_elements: number;
  elements_per_invocation: number;
  /** The longest chain of operator applications on the way to one output element. */
  operator_depth: number;
  cost: Cost;
  passes: { shader: string; entry_point: string; workgroups: number; cost: PassCost }[];
}

/** Counts over all invocations, exact unless the plan's `is_least`: elements of storage buffers, applications of the operator, barriers a workgroup. */
export interface PassCost {
  reads: number;
  writes: number;
  applications: number;
  barriers: number;
}

/** What a whole plan costs. */
export interface Cost extends PassCost {
  dispatches: number;
  workgroups: number;
  /** The longest chain of operator applications on the way to one output element. */
  depth: number;
  scratch_bytes: number;
  /** Whether a run may cost more reads, applications and barriers than these. */
  is_least: boolean;
}
