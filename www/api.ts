/**
 * The public API of `scanlab.js`: its classes, and the elements that it defines. The build writes this file to `dist/scanlab.d.ts`, and the
 * declarations of the classes, of `types.ts` and of `generated.d.ts` to `dist/scanlab-core.d.ts`. tests/types checks these files.
 */
import type { AdapterDescription, ConformanceProgress, ConformanceReport, ErrorCode, LimitsOf, Point, Progress } from './types.ts';

export type { Explainer } from './lab/explainer.ts';
export type { Forecaster } from './lab/forecaster.ts';
export type { ScanLab } from './lab/lab.ts';
export type { SettingsGrammar } from './lab/settings-grammar.ts';

/** The attributes of `<scan-lab>`. Boolean attributes have the value `''` if they are present. */
export interface ScanLabAttributes {
  /** The subject of the measurement: `scan`, or an operation with its options, such as `compact:density=0.25`. */
  operation?: string;
  /** Ids, each optionally with its tuning: `hillis-steele, hybrid:reduce_steps=9`. */
  algorithms?: string;
  /** Numbers of elements, and ranges of them: `1000, 2^10..2^20`. */
  sizes?: string;
  operator?: string;
  type?: string;
  /** For `operator="custom"`: array entries per element, the identity and the code. The page shows the code before compiling it. */
  words?: string;
  identity?: string;
  combine?: string;
  mode?: string;
  /** Whether scans begin with an initial value: `1` or `0`. */
  initial?: string;
  pattern?: string;
  seed?: string;
  /** Whether uploads and readbacks are also measured: `1` or `0`. */
  transfers?: string;
  /** The metric of the chart. */
  metric?: string;
  /**
   * Shows one view alone, without header or frame: `measure`, `learn`, `experiments`, `numbers`, `check`, `use`, or a part: `chart`, `diagram`.
   */
  view?: string;
  /** The scan of `view="learn"` (or two, separated by a comma) and of `view="diagram"`. */
  algorithm?: string;
  /**
   * With this attribute, `view="learn"` shows the scan step by step. Its value is the part of the address after `step`:
   * `input=harris/at=17`.
   */
  step?: string;
  /** With this attribute, `view="learn"` fits a slide. In Step, its value names the parts that are shown: `controls data tree code machine`. */
  parts?: string;
  /**
   * With this attribute, `view="learn"` shows the path “From a loop to look-back”. Its value is the screen, 1 to 8, or empty for the first.
   */
  path?: string;
  /** With this attribute, `view="learn"` shows an exercise in writing a kernel. Its value is the exercise, or empty for the first one. */
  exercise?: string;
  /** With this attribute, `view="learn"` shows the memory machine. Its value is the part of the address after `machine`: `kernel=sum/n=256`. */
  machine?: string;
  /**
   * With this attribute, `view="learn"` shows the observatory of look-back. Its value is the part of the address after `observatory`:
   * `scan=look-back/tiles=16`.
   */
  observatory?: string;
  /** The one experiment of `view="experiments"`. */
  experiment?: string;
  /** The one application of `view="use"`. */
  application?: string;
  /** The settings of the application: the part of the address after its id, `n=4096/step=scan`. */
  settings?: string;
  /** The numbers of `view="diagram"`, such as `3 1 7 0`. Their count is a power of two. */
  input?: string;
  /** The address of the result file of `view="chart"`. */
  src?: string;
  /** The one or two scans that are shown first. */
  show?: string;
  /** Whose limits the device has: `adapter` (the default) or `guaranteed`, those that WebGPU guarantees. */
  limits?: LimitsOf;
  /** The level of the heading with the element's title, 1 to 5 (default 2). */
  'heading-level'?: string;
  /** The fragment of the address, such as `#learn/blelloch`, selects the view, and is updated when the view changes. */
  'follow-address'?: '';
  /** The query of the address overrides the attributes, and is updated when the user changes a setting. */
  'url-config'?: '';
  /** Start the configured run as soon as the element is near the viewport. */
  autorun?: '';
}

/** The attributes of `<scan-conformance>`, which is `<scan-lab view="check">` with an attribute `run`. */
export interface ScanConformanceAttributes {
  /** The ids of the scans to check. */
  algorithms?: string;
  operators?: string;
  /** `smoke`, `spread` (the default) or `full`. */
  grid?: string;
  /** A part of the grid, such as `2/8`; without `grid`, a part of the full grid. */
  shard?: string;
  /** A single case, as text: `blelloch max u32 exclusive backward heads in-place n=257 random`. */
  case?: string;
  /** Start the configured run once a device is open. */
  run?: string;
  /** Whose limits the device has: `adapter` (the default) or `guaranteed`, those that WebGPU guarantees. */
  limits?: LimitsOf;
  'heading-level'?: string;
  /** The query of the address overrides the attributes. */
  'follow-address'?: '';
}

/** `<scan-lab>`. Its attributes, `ScanLabAttributes`, are its settings. */
export interface ScanLabElement extends HTMLElement {
  /** The view that is shown alone, or null. */
  view: string | null;
}

/** `<scan-conformance>`. Its attributes, `ScanConformanceAttributes`, are its settings. */
export interface ScanConformanceElement extends HTMLElement {}

/** The events of the elements. They bubble. */
export interface ScanLabEventMap {
  /** A device is open. */
  'scanlab-ready': CustomEvent<ReadyDetail>;
  'scanlab-progress': CustomEvent<Progress>;
  /** A point was measured. */
  'scanlab-result': CustomEvent<Point>;
  'scanlab-error': CustomEvent<ErrorDetail>;
  /** A run of Measure, of Check, of an experiment or of an application has ended, or a scan of the user's numbers has ended. */
  'scanlab-end': CustomEvent<EndDetail>;
  /** A question of the path of Learn was answered. */
  'scanlab-answer': CustomEvent<AnswerDetail>;
  /** A kernel that the visitor wrote was judged. */
  'scanlab-exercise': CustomEvent<ExerciseDetail>;
  /** A statement for a learning record store: an answer, a judged kernel, or the end of the path or of an exercise. */
  'scanlab-statement': CustomEvent<Statement>;
  /** Progress of a run of `<scan-conformance>`: at most four times per second, and after its last case. */
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
  /** The points that Measure or the experiment has measured. */
  points?: Point[];
  /** Whether the scan of the user's numbers, or the last result of the application's run, was checked and right. */
  verified?: boolean;
}

export interface ExerciseDetail {
  /** The name of the exercise. */
  exercise: string;
  /** Whether the kernel was right in every run and met every goal. */
  passed: boolean;
  /** The limits of the exercise, and the counts of the kernel; empty for a kernel that was wrong. */
  goals: { name: string; required: number; found: number; met: boolean }[];
  /** The number of judged kernels of this exercise since the element was created, including this one. */
  attempts: number;
  /** 1 for a kernel that has passed, else 0. An LMS multiplies it by the maximum number of points. */
  score: number;
  /** The status of a SCORM lesson. */
  status: 'passed' | 'failed';
  /** The xAPI statement, which is also the detail of `scanlab-statement`. */
  statement: Statement;
}

export interface AnswerDetail {
  /** The screen's name, which does not change when other screens are added. */
  screen: string;
  question: string;
  answer: string;
  correct: boolean;
  /** The number of answers to this question since the element was created, including this one. */
  attempts: number;
  /** The number of screens whose question was answered correctly in this browser, also on earlier visits. */
  passed: number;
  /** The number of screens. */
  total: number;
}

/** A statement of xAPI 1.0.3 without `actor`, which the embedding page adds. */
export interface Statement {
  /** `…/answered` or `…/completed`. */
  verb: { id: string; display: { 'en-US': string } };
  /** The question, the exercise or the path. */
  object: {
    objectType: 'Activity';
    /** The address of the object on the site. For a screen of the path, it contains the screen's name. */
    id: string;
    definition: {
      type: string;
      name: { 'en-US': string };
      description?: { 'en-US': string };
      interactionType?: 'choice' | 'long-fill-in';
      /** The answers by their ids. */
      choices?: { id: string; description: { 'en-US': string } }[];
      correctResponsesPattern?: string[];
    };
  };
  result: {
    success: boolean;
    score: { scaled: number; raw?: number; min?: number; max?: number };
    completion?: true;
    /** The id of the chosen answer, or the kernel. */
    response?: string;
  };
  /** In ISO 8601. */
  timestamp: string;
}

export interface ErrorDetail {
  code: ErrorCode | 'unexpected';
  message: string;
}

/** The elements for JSX types. docs/embedding.md has the lines for React, Preact and Solid. */
export interface ScanLabJsx {
  'scan-lab': JsxAttributes<ScanLabAttributes>;
  'scan-conformance': JsxAttributes<ScanConformanceAttributes>;
}

/**
 * The attributes of an element of this module, in addition to those of all elements. A number becomes a text. Boolean attributes may be
 * `true`.
 */
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
