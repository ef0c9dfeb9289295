/**
 * What the element `<scan-lab>` needs of the module that defines it, and the types its parts share.
 */
import type {
  AdapterDescription, Algorithm, Calibration, CompareOptions, Comparison, Crossover, CrossoverRequest, Elements, ElementType, Direction, ErrorCode, Flow, InputRequest, JoinedShader, MeasureRequest, Mismatch,
  Mode, OpenOptions, Operator, Pattern, PlanDescription, Point, RunOptions, ScanRequest, SweepRequest, Tuning,
} from './types.d.ts';

import type { ChartPanel } from './chart-panel.js';
import type { Formats } from './format.js';
import type { LabHolder } from './lab-holder.js';

export interface Catalogue {
  algorithms: readonly Algorithm[];
  operators: readonly Operator[];
  patterns: readonly Pattern[];
  /** The app's. */
  version: string;
}

/** Algorithms explained without running them. */
export interface Explainer {
  flow(algorithm: string, columns: number): Flow;
  plan(request: PlanRequest): PlanDescription;
  shaders(request: PlanRequest): JoinedShader[];
}

export type PlanRequest = Pick<MeasureRequest, 'algorithm' | 'operator' | 'type' | 'mode' | 'direction' | 'segmented' | 'tuning' | 'n'>;

export interface SupportQuery {
  algorithm: string;
  operator?: string;
  type?: ElementType;
  mode?: Mode;
  direction?: Direction;
  segmented?: boolean;
}

export interface Verdict {
  verified: boolean;
  mismatch: Mismatch | null;
}

/** An open lab, as the element uses it. */
export interface Lab {
  readonly adapter: AdapterDescription;
  readonly algorithms: readonly Algorithm[];
  readonly operators: readonly Operator[];
  supports(query: SupportQuery): string | null;
  scan<T extends Elements>(input: T, request: ScanRequest): Promise<T>;
  verify(input: Elements, output: Elements, request: ScanRequest): Promise<Verdict>;
  measure(request: MeasureRequest, options?: RunOptions): Promise<Point>;
  sweep(request: SweepRequest, options?: RunOptions): AsyncIterable<Point>;
  crossover(request: CrossoverRequest, options?: RunOptions): Promise<Crossover>;
  plan(request: PlanRequest): PlanDescription;
  shaders(request: PlanRequest): JoinedShader[];
  input(request: InputRequest): Elements;
  /** What `auto` goes by since a calibration. */
  readonly calibration: Calibration | null;
  calibrate(options?: Pick<RunOptions, 'signal'>): Promise<Calibration>;
  forgetCalibration(): void;
  close(): void;
  /** Array entries that fit into one buffer. */
  readonly maxElements: number;
  /** Resolves when the device is lost; never when the lab is closed. */
  readonly lost: Promise<{ message: string }>;
}

export interface LabClass {
  /** Without a GPU. */
  compare(left: Point, right: Point, options?: CompareOptions): Promise<Comparison>;
  open(options?: OpenOptions): Promise<Lab>;
  /** Known without a GPU. */
  catalogue(): Promise<Catalogue>;
  /** For a device that grants what every one does. */
  explainer(): Promise<Explainer>;
}

/** What a chart needs of the element. */
export interface ChartContext {
  formats: Formats;
  titleOf(id: string): string;
  /** Plans what is predicted, and finds crossovers. */
  holder: Pick<LabHolder, 'lab' | 'api'>;
  /** Why nothing else should be measured now, or null. */
  busy(): string | null;
  /** Whether what is shown was measured by this page. */
  measuredHere(): boolean;
}

/** What the panel about scans needs of the element. */
export interface PanelContext {
  catalogue: Catalogue;
  formats: Formats;
  explainer: Explainer;
  /** The open device, or else the explainer. */
  planner(): Pick<Explainer, 'plan' | 'shaders'>;
  /** The open device, if there is one; and one that is opened for this. */
  lab(): Lab | null;
  openLab(): Promise<Lab>;
  /** Why nothing else should be measured now, or null. */
  busy(): string | null;
  /** A scan of n elements as the page's settings have it. */
  request(algorithm: string, n: number): PlanRequest;
  /** The last sweep. */
  run(): { config: SweepConfig; points: Point[] } | null;
  makeChart(id: string): ChartPanel;
  titleOf(id: string): string;
}

export type LabErrorClass = new (code: ErrorCode, message: string) => Error & { code: ErrorCode };

/** What the module that defines the element gives it. */
export interface Api {
  ScanLab: LabClass;
  ScanLabError: LabErrorClass;
}

/** Everything a sweep is made of; what Run reads from the controls. */
export interface SweepConfig {
  algorithms: string[];
  sizes: number[];
  operator: string;
  type: ElementType;
  mode: Mode;
  pattern: string;
  seed: number;
  tuning: Record<string, Tuning>;
  /** Whether uploads and readbacks are measured too. */
  transfers?: boolean;
}

/** The data part of a SweepConfig. */
export type DataSettings = Pick<SweepConfig, 'operator' | 'type' | 'mode' | 'pattern' | 'seed' | 'transfers'>;

/** One line of the chart. */
export interface Series {
  id: string;
  title: string;
  light: string;
  dark: string;
  /** The shape of its points; none where it has a line alone. */
  symbol: string;
  line: 'solid' | 'dashed' | 'roof' | 'predicted';
}

/** What the chart draws against n, and the parts of the whole way. */
export type Metric = LineMetric | 'transfers';
export type LineMetric = 'elements' | 'bytes' | 'time' | 'share' | 'speedup';
