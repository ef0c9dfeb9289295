/**
 * Types of the element `<scan-lab>` and of its parts.
 */
import type { ScanLab, ScanLabEventMap } from '../api.ts';
import type {
  AdapterDescription,
  Catalogue,
  ElementType,
  Operator,
  CustomOperatorSettings,
  PlanRequest,
  Point,
  SweepConfig,
} from '../types.ts';

import type { Formats } from '../shared/format.ts';
import type { LabHolder } from './lab-holder.ts';
import type { Notices } from './notices.ts';

export type { Explainer, SettingsGrammar } from '../api.ts';
export type { LineMetric, Metric } from '../shared/measures.ts';
export type { Catalogue, PlanRequest, SweepConfig } from '../types.ts';
/** An open lab, as the element uses it. */
export type Lab = ScanLab;
/** The class that opens labs; `scanlab.js` is checked against it. */
export type LabClass = Omit<typeof ScanLab, 'prototype'>;

/** Dispatches an event of the element, by its name without the prefix `scanlab-`. */
export type Emit = <K extends keyof ScanLabEventMap>(
  name: K extends `scanlab-${infer Name}` ? Name : never,
  detail: ScanLabEventMap[K]['detail'],
) => void;

/** The parts of the element that a view uses. */
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
  /** Whether settings in the query of the page's address replace those of the attributes. */
  followsQuery: boolean;
  /** Whether the view starts by itself once the element is in or near the visible part of the page. */
  autoruns: boolean;
  /** The value of a setting: from the address, or else from an attribute. */
  setting(name: string): string | null;
  titleOf(id: string): string;
  /** Shows another view. */
  go(view: string, ...parts: string[]): void;
  /** Sets the parts of the address that name the content of the view. */
  setParts(parts: string[]): void;
  /** Shows a failure. */
  report(error: unknown): void;
  /** Replaces the problems of a setting, and reports them. */
  reportSetting(name: string, problems: string[]): void;
  /** Closes a lab that is lost. */
  dropLab(): void;
  /** Sets the levels of headings in content that is added later. */
  setLevels(root: Element): void;
  /** A request for a scan of n elements with the settings of Measure. */
  request(algorithm: string, n: number): PlanRequest;
  /** The run that Measure shows. */
  run(): Run | null;
}

/** One of the element's views. */
export interface View {
  root: HTMLElement;
  /** The measurement in progress. */
  running?: unknown;
  /** The measurement that a lost device has interrupted. */
  interrupted?: unknown;
  /** The title of the shown part, for the title of the page; undefined if the view shows no single part. */
  readonly title?: string;
  /** Shows a part that the address names. */
  show?(parts: string[]): void;
  /** Called when a device was opened or lost, or a measurement began or ended. */
  update?(): void;
  /** Called when no device could be opened. */
  notOpened?(error: unknown): void;
  /** Resumes the interrupted measurement; false if no measurement was interrupted. */
  resume?(): boolean;
  /** Starts the configured run. Resolves with the reason if it did not start. */
  start?(): Promise<unknown>;
  /** Called when the element is added to a document. */
  connect?(): void;
  /** Called when the element is removed. Ends all running work. */
  close(): void;
}

/** The parts of the element that a chart uses. */
export interface ChartContext {
  formats: Formats;
  titleOf(id: string): string;
  /** For predictions and crossovers. */
  holder: Pick<LabHolder, 'lab' | 'held' | 'api' | 'work' | 'begin' | 'end'>;
  /** Whether this page measured the shown run. */
  measuredHere(): boolean;
}

/** The parts of the module that the element uses. */
export interface Api {
  ScanLab: LabClass;
}

/** A sweep with its points. Only a run from a result file has `browser`, `version`, and the file's name in `file`. */
export interface Run {
  config: SweepConfig;
  adapter: AdapterDescription | null;
  points: Point[];
  date: Date;
  browser?: string;
  version?: string;
  file?: string;
  /** The name that the user gave the run. */
  name?: string;
}

/** The data part of a SweepConfig. */
export type DataSettings = Pick<SweepConfig, 'operator' | 'custom' | 'type' | 'mode' | 'initial' | 'pattern' | 'seed' | 'transfers'>;

/** The definition of a custom operator in an address, an attribute or a file. */
export type OwnTexts = Partial<Record<'type' | 'words' | 'identity' | 'combine', string>>;

/** The editor of a custom operator. */
export interface OwnEditor {
  root: HTMLElement;
  /** The last valid operator. */
  readonly operator: Operator | null;
  readonly elementType: ElementType;
  readonly settings: CustomOperatorSettings;
  /** Reads the texts, and shows problems. Returns null if a text is invalid, or if the user has not yet accepted code from outside: see `apply`. */
  check(): Operator | null;
  /** Sets texts from an address, an attribute or a file, and returns their problems. The user must accept the code by a button. */
  apply(texts: OwnTexts): string[];
  /** Shows the problem that a scan found with the operator. Returns false if the error concerns something else. */
  showError(error: unknown): boolean;
}

/** One line of the chart. */
export interface Series {
  id: string;
  title: string;
  light: string;
  dark: string;
  /** The marker of its points; empty for none. */
  symbol: string;
  line: 'solid' | 'dashed' | 'bound' | 'predicted';
}
