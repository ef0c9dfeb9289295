/** Types of the view Use: the declarations of applications, and the states of the view. */
import type { Elements, ElementType, MeasureOperationRequest, MeasureRequest, Mode } from '../types.ts';
import type { Formats } from '../shared/format.ts';
import type { Marks } from '../shared/numbers/text.ts';
import type { Lab as PictureLab } from './drawing/image.ts';
import type { Work } from './device/work.ts';
import type { Lab, ViewContext } from '../ui/element-types.ts';

export type { Formats } from '../shared/format.ts';
export type { Lab } from '../ui/element-types.ts';

/** The values of controls by their ids: a number for a range, a text for a select or a text field, the result of `read` for a file. */
export type Settings = Record<string, any>;
/** The named parts of an input or of the steps' results: arrays, numbers, and buffers of the device. */
export type Fields = Record<string, any>;

interface ControlBase {
  /** The control's name in the settings and in the address. */
  id: string;
  label: string;
  hint?: string;
}

export interface RangeControl extends ControlBase {
  kind: 'range';
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value in words (default: the number). */
  text?(value: number): string;
}

export interface SelectControl extends ControlBase {
  kind: 'select';
  choices: [value: string, label: string][];
  value: string;
}

/** A text field. If a select has the field's id as a choice, the field is hidden while another choice is selected. */
export interface TextControl extends ControlBase {
  kind: 'text';
  value: string;
  rows?: number;
}

/** A file of the visitor. The address cannot hold it. */
export interface FileControl extends ControlBase {
  kind: 'file';
  accept: string;
  most_bytes: number;
  /** Returns the file's contents; throws `badArgument` with the required and the found value. */
  read(file: File): Promise<unknown>;
}

export type Control = RangeControl | SelectControl | TextControl | FileControl;

/** The number of elements of an application. */
interface Size {
  /** The noun for one element, as in “particle”. */
  unit: string;
  /** The plural (default: `unit` with an s). */
  units?: string;
  least: number;
  most: number;
  /** The initial number on a GPU. */
  gpu: number;
  /** The initial number on a software adapter. It allows at least 5 frames per second. */
  software: number;
  /** The number in the still picture and in the card. */
  still: number;
}

/** The argument of a step: the input, the settings, and the results of earlier steps. */
export interface State {
  n: number;
  settings: Settings;
  /** The id of the chosen scan. */
  scan: string;
  input: any;
  /** The lab of the steps; undefined for a still picture. */
  lab?: Lab;
  /** The results of the steps, or of the reference program. Results of steps may be buffers of the lab's device. */
  found: Fields;
  /** Whether the view shows this state, or a part of it. The view then releases the state when it shows another one. */
  isShown?: boolean;
}

export interface Step {
  id: string;
  title: string;
  /** The work of the step, in one to four sentences. */
  what: string;
  /** The scan or operation of the API that runs, as in “exclusive add of u32”; absent if plain JavaScript prepares the data. */
  by?: string;
  /** Whether the step only submits kernels. Their time is then part of the next step's time. */
  isSubmitted?: boolean;
  /**
   * Runs the step and returns the fields that it adds to `found`; absent if the step only shows existing fields. A field may be the promise
   * of a number: only the end of the run waits for it. Buffers that the step creates with `work` and does not return are destroyed. A step
   * with rounds yields the fields that each round adds or replaces: the picture shows every round, one per frame.
   */
  run?(work: Work, state: State): Promise<Fields> | Fields | AsyncGenerator<Fields, void>;
}

/** The first error of a result. */
export interface Problem {
  /** The name of the array or number. */
  what: string;
  index?: number;
  expected: number | string;
  found: number | string;
}

/** Another method on the GPU, to compare the application with. */
interface Rival {
  title: string;
  /** How the method or its result differs from the application, in one or two sentences. */
  note: string;
  /** Runs the method with the public API. Its time includes upload and readback, like the time of the application. */
  run?(lab: Lab, state: State): Promise<unknown>;
  /** The first error of the result of `run`, given the checked result of the application. */
  check?(result: any, state: State): Problem | null;
  /**
   * Requests for `lab.measure`, which times the application and the rival without upload and readback. An unordered result is checked as a
   * set.
   */
  requests?(
    state: State,
    scan: string,
  ): { application: MeasureOperationRequest | MeasureRequest; rival: MeasureOperationRequest | MeasureRequest };
  /** The data of `requests`, in one sentence, if they differ from the application's. */
  measuredOf?: string;
}

/** A shown picture: its step, its height in CSS pixels, and the device of its buffers. A still picture has no buffers and no device. */
interface Shown {
  step: string;
  height: number;
  device?: GPUDevice;
}

/**
 * A scan of whole numbers in an application. Learn steps through at most 16 of the numbers. They are around the first number that differs
 * from number 0.
 */
export interface SteppedScan {
  /** The noun for the numbers, as in “flags”. */
  of: string;
  /** Default: the operator of `scan`. */
  operator?: string;
  mode?: Mode;
  numbers(state: State): ArrayLike<number>;
}

/** An application: its data and its steps. The view does everything else. */
export interface Application {
  id: string;
  title: string;
  /** One sentence on what the application teaches. */
  teaches: string;
  /** The sources of the application, each with its section. */
  source: string[];
  /** The scans and operations that the application contains. */
  madeOf: string;
  controls: Control[];
  size: Size;
  /** The scan of the application, if the user may choose the algorithm. */
  scan?: { operator: string; type: ElementType; mode: Mode; segmented?: boolean };
  /** The controls that the input depends on (default: all). */
  inputs?: string[];
  /**
   * The input for the settings: arrays, records, numbers and texts. Equal settings give equal input. Throws `badArgument` with the required
   * and the found value. marks: the group and decimal marks of numbers in texts (default: English).
   */
  input(settings: Settings, n: number, marks?: Marks): any;
  /** The steps in order. The last step shows the result. */
  steps: Step[];
  /**
   * All results of the steps, from a plain JavaScript program with another method. A check runs the program in a worker, with structured
   * clones of the input and of the settings without files. A still picture runs it on the page's thread.
   */
  reference(input: any, settings: Settings): Fields;
  /** The reference's method, as in “Array.filter”. */
  method: string;
  /** The first error of the steps' results, or null. */
  compare(found: Fields, wanted: Fields, state: State, lab: Lab): Problem | null | Promise<Problem | null>;
  rival?: Rival;
  /** The width of the picture divided by its height (default 1.6). */
  aspect?: number;
  /** The step that the application's card shows (default: the last). */
  cardStep?: string;
  /**
   * The `image` of a step, drawn on the lab's device, and the other data that `draw` needs. The steps' results are in buffers; for a still
   * picture, the reference program's results are in arrays. All commands are submitted before the promise is returned.
   */
  prepare(image: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields>;
  /** Draws over the image on the 2D canvas: texts, for example. */
  draw?(surface: Surface, state: State, step: string): void;
  /** The result in words, as in “1,200 of 4,096 particles selected”. It is also the picture's text alternative. */
  describe(state: State, formats: Formats): string;
  /**
   * The ids of the range controls that follow a handle. The user drags the handle over the picture, or moves it with arrow keys. `below` is
   * the height of a step's lowest part, in CSS pixels, which the handle does not reach.
   */
  drag?: { label: string; x?: string; y?: string; below?(step: string): number };
  /** A description of a position in the picture. Each coordinate is from 0 to 1. */
  hover?(state: State, x: number, y: number, formats: Formats, shown: Shown): string | null | Promise<string>;
  /** The settings after a number of seconds of animation. */
  animate?: { label: string; at(settings: Settings, seconds: number): Settings };
  /** The scan that Learn › Step shows; the emulator runs it. */
  stepped?: SteppedScan;
  /** A program of about ten lines that runs the scans on small data with the public API. `prints` is the output of its last line. */
  code: string;
  prints: string;
}

/** Colours of the page in the form that canvases need. */
export interface Theme {
  surface: string;
  panel: string;
  text: string;
  muted: string;
  line: string;
  accent: string;
  good: string;
  bad: string;
  /** Colours of categories. */
  series: string[];
  font: string;
  isDark: boolean;
  /** 256 colours from first to last, as words of an image. */
  ramp: Uint32Array;
  /** The same colours as CSS texts. */
  rampText: string[];
}

/** The size in device pixels and the colours of an image that is to be drawn. */
export interface PreparedImage {
  width: number;
  height: number;
  /** Device pixels per CSS pixel, along one axis. */
  scale: number;
  theme: Theme;
  /** A colour as a word of an image. */
  word(color: string): number;
}

/** The surface on which an application draws. */
export interface Surface {
  /** The fields that the application has prepared. */
  prepared: Fields;
  context: CanvasRenderingContext2D;
  /** In CSS pixels, the units of the context. */
  width: number;
  height: number;
  theme: Theme;
  /** Whether the picture is a card's small picture, which has no text. */
  isSmall: boolean;
}

/** A run of all steps, and its check. */
export interface Outcome {
  state: State;
  /**
   * The time of each step: from the previous step's end on the device to the step's own end, as the page observes these ends. Short steps
   * may end together. A step that only submits has no time.
   */
  times: { id: string; ms: number }[];
  total_ms: number;
  /** Whether the run is the first of its lab. A first run also compiles shaders. */
  isFirst?: boolean;
  /** Undefined if this run was not checked. */
  check?: { problem: Problem | null; ms: number };
}

export type UseContext = ViewContext;
export type { Elements };
