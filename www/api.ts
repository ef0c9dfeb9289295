/**
 * The public surface of `scanlab.js`: its classes, and the elements that it defines. The build joins what `tsc` declares of the classes, this and
 * the data types of `types.ts` and `generated.d.ts` to `dist/scanlab.d.ts`; tests/types holds it against the built module.
 */
import type { AdapterDescription, ConformanceProgress, ConformanceReport, ErrorCode, Point, Progress } from './types.ts';

export type { Explainer } from './lab/explainer.ts';
export type { Forecaster } from './lab/forecaster.ts';
export type { ScanLab } from './lab/lab.ts';
export type { SettingsGrammar } from './lab/settings-grammar.ts';

/** The attributes of `<scan-lab>`. Those without a value are there or not: `''` where they are. */
export interface ScanLabAttributes {
  /** What is measured: `scan`, or an operation with its options, `compact:density=0.25`. */
  operation?: string;
  /** Ids, each with its tuning if it has one: `hillis-steele, hybrid:reduce_steps=9`. */
  algorithms?: string;
  /** Numbers of elements and ranges of them: `1000, 2^10..2^20`. */
  sizes?: string;
  operator?: string;
  type?: string;
  /** Of `operator="own"`: array entries of one element, its identity and its code, which the page shows before it compiles it. */
  words?: string;
  identity?: string;
  combine?: string;
  mode?: string;
  pattern?: string;
  seed?: string;
  /** Whether uploads and readbacks are measured too: `1` or `0`. */
  transfers?: string;
  /** What the chart draws. */
  metric?: string;
  /** A view alone, without header or frame: `measure`, `learn`, `experiments`, `numbers`, `check`, `use`, or a part: `chart`, `diagram`. */
  view?: string;
  /** The scan of `view="learn"` (or two, with a comma) and of `view="diagram"`. */
  algorithm?: string;
  /** With it `view="learn"` shows the scan step by step; its value is what the address has behind `step`: `input=harris/at=17`. */
  step?: string;
  /** With it `view="learn"` shows the path “From a loop to look-back”; its value is the screen, 1 to 8, or empty for the first. */
  path?: string;
  /** With it `view="learn"` shows the memory machine; its value is what the address has behind `machine`: `of=sum/n=256`. */
  machine?: string;
  /** With it `view="learn"` shows the observatory of look-back, set as the address sets it: `scan=look-back/tiles=16`. */
  observatory?: string;
  /** The one experiment of `view="experiments"`. */
  experiment?: string;
  /** The one application of `view="use"`. */
  application?: string;
  /** With it, what the address has behind the application: `n=4096/step=scan`. */
  settings?: string;
  /** The numbers of `view="diagram"`, as many as a power of two: `3 1 7 0`. */
  input?: string;
  /** The address of the result file of `view="chart"`. */
  src?: string;
  /** The one or two scans that are shown first. */
  show?: string;
  /** The level of its title's heading, 1 to 5 (default 2). */
  'heading-level'?: string;
  /** The address's fragment names the view, and follows it: `#learn/blelloch`. */
  'follow-address'?: '';
  /** The address's query sets what the attributes set, goes before them, and follows what is chosen. */
  'url-config'?: '';
  /** Run what is chosen once the element is near the window. */
  autorun?: '';
}

/** The attributes of `<scan-conformance>`, which is `<scan-lab view="check">` with an attribute `run`. */
export interface ScanConformanceAttributes {
  /** Ids. */
  algorithms?: string;
  operators?: string;
  /** `smoke`, `spread` (the default) or `full`. */
  grid?: string;
  /** A part of the grid, such as `2/8`; of the full one where `grid` is not there. */
  shard?: string;
  /** One case alone, as text: `blelloch max u32 exclusive backward heads in-place n=257 random`. */
  case?: string;
  /** Run what is chosen once a device is open. */
  run?: string;
  'heading-level'?: string;
  /** The address's query sets what the attributes set, and goes before them. */
  'follow-address'?: '';
}

/** `<scan-lab>`: what is chosen is set by its attributes, `ScanLabAttributes`. */
export interface ScanLabElement extends HTMLElement {
  /** The view that is shown alone, or null. */
  view: string | null;
}

/** `<scan-conformance>`: what is chosen is set by its attributes, `ScanConformanceAttributes`. */
export interface ScanConformanceElement extends HTMLElement {}

/** The events of the elements. They bubble. */
export interface ScanLabEventMap {
  /** A device is open. */
  'scanlab-ready': CustomEvent<ReadyDetail>;
  'scanlab-progress': CustomEvent<Progress>;
  /** A point was measured. */
  'scanlab-result': CustomEvent<Point>;
  'scanlab-error': CustomEvent<ErrorDetail>;
  /** A run of Measure, of Check, of an experiment or of an application has ended, or a scan of one's own numbers. */
  'scanlab-end': CustomEvent<EndDetail>;
  /** A question of the path of Learn was answered. */
  'scanlab-answer': CustomEvent<AnswerDetail>;
  /** A run of `<scan-conformance>` goes on: at most four times a second, and after its last case. */
  'scanlab-conformance-progress': CustomEvent<ConformanceProgress>;
  /** A run of `<scan-conformance>` has ended, or was stopped. */
  'scanlab-conformance': CustomEvent<ConformanceReport>;
}

export interface ReadyDetail {
  adapter: AdapterDescription;
}

export interface EndDetail {
  view: 'measure' | 'experiments' | 'numbers' | 'check' | 'use';
  outcome: 'done' | 'cancelled' | 'failed';
  /** The id of the experiment. */
  experiment?: string;
  /** The id of the application. */
  application?: string;
  /** What Measure or the experiment has measured. */
  points?: Point[];
  /** Whether the scan of one's own numbers, or the last result of the application's run, was checked and right. */
  verified?: boolean;
}

export interface AnswerDetail {
  /** The screen's name, which stays when others are added. */
  screen: string;
  question: string;
  answer: string;
  correct: boolean;
  /** Answers to this question since the element was made, with this one. */
  attempts: number;
  /** Screens whose question was answered right in this browser, also on earlier visits. */
  passed: number;
  /** All screens. */
  total: number;
}

export interface ErrorDetail {
  code: ErrorCode | 'unexpected';
  message: string;
}

/** The elements for the types of JSX: docs/embedding.md has the lines for React, Preact and Solid. */
export interface ScanLabJsx {
  'scan-lab': JsxAttributes<ScanLabAttributes>;
  'scan-conformance': JsxAttributes<ScanConformanceAttributes>;
}

/** The attributes of an element of this module, beside those of any element. Numbers are written as texts; those without a value may be true. */
export type JsxAttributes<Attributes> = {
  [Name in keyof Attributes]?: (NonNullable<Attributes[Name]> extends '' ? boolean : string | number) | Attributes[Name];
} & {
  [Name in `data-${string}` | `aria-${string}` | `on${string}`]?: unknown;
} & {
  id?: string;
  class?: string;
  className?: string;
  style?: string | object;
  slot?: string;
  title?: string;
  hidden?: boolean;
  children?: unknown;
  key?: string | number | bigint | null;
  ref?: any;
};

declare global {
  interface HTMLElementTagNameMap {
    'scan-lab': ScanLabElement;
    'scan-conformance': ScanConformanceElement;
  }
  interface HTMLElementEventMap extends ScanLabEventMap {}
  interface DocumentEventMap extends ScanLabEventMap {}
}
