/**
 * What the element `<scan-lab>` needs of the module that defines it, and the types its parts share.
 */
import type { Explainer, ScanLab, ScanLabEventMap } from '../api.d.ts';
import type { AdapterDescription, Catalogue, ElementType, Mode, PlanRequest, Point, Tuning } from '../types.d.ts';

import type { Formats } from '../shared/format.js';
import type { LabHolder } from './lab-holder.js';
import type { Notices } from './notices.js';

export type { Explainer } from '../api.d.ts';
export type { LineMetric, Metric } from '../shared/measures.js';
export type { Catalogue, PlanRequest } from '../types.d.ts';
/** An open lab, as the element uses it. */
export type Lab = ScanLab;
/** What opens labs; `scanlab.js` is checked against it. */
export type LabClass = Omit<typeof ScanLab, 'prototype'>;

/** Sends an event of the element, by its name without the prefix. */
export type Emit = <K extends keyof ScanLabEventMap>(
  name: K extends `scanlab-${infer Name}` ? Name : never,
  detail: ScanLabEventMap[K]['detail'],
) => void;

/** What a view needs of the element that shows it. */
export interface ViewContext {
  element: HTMLElement;
  api: Api;
  catalogue: Catalogue;
  formats: Formats;
  holder: LabHolder;
  notices: Notices;
  emit: Emit;
  /** Whether the element shows this view alone. */
  alone: boolean;
  /** Whether the address's query sets what the attributes set. */
  followsQuery: boolean;
  /** What the address, or else an attribute, sets. */
  setting(name: string): string | null;
  titleOf(id: string): string;
  /** Shows another view. */
  go(view: string, ...parts: string[]): void;
  /** Has the address name what of the view is shown. */
  setParts(parts: string[]): void;
  /** Shows a failure. */
  report(error: unknown): void;
  /** Shows what is wrong with what an attribute or the address asks for, or with null nothing. */
  reportSetting(name: string, problem: string | null): void;
  /** Closes a lab that is of no more use. */
  dropLab(): void;
  /** Sets the levels of the headings of what is added later. */
  setLevels(root: Element): void;
  /** A scan of n elements as Measure has it. */
  request(algorithm: string, n: number): PlanRequest;
  /** The run that Measure shows. */
  run(): Run | null;
}

/** One of the element's views. */
export interface View {
  root: HTMLElement;
  /** What it does now. */
  running?: unknown;
  /** What a lost device has interrupted. */
  interrupted?: unknown;
  /** Shows a part that the address names. */
  show?(parts: string[]): void;
  /** A device was opened or lost, or a measurement has begun or ended. */
  update?(): void;
  /** No device could be opened. */
  notOpened?(error: unknown): void;
  /** Goes on with what was interrupted; false where nothing was. */
  resume?(): boolean;
  /** The element is in a document. */
  connect?(): void;
  /** The element has left it: what runs ends. */
  close(): void;
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
  planner(): Pick<Explainer, 'plan' | 'shaders' | 'formulas'>;
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
  /** Sets the levels of the headings of what is added later. */
  setLevels(root: Element): void;
  titleOf(id: string): string;
}

/** What the module that defines the element gives it. */
export interface Api {
  ScanLab: LabClass;
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

/** A sweep's outcome. One from a file says by which browser and version it was measured; without these, it was here. */
export interface Run {
  config: SweepConfig;
  adapter: AdapterDescription | null;
  points: Point[];
  date: Date;
  browser?: string;
  version?: string;
  file?: string;
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
  line: 'solid' | 'dashed' | 'bound' | 'predicted';
}
