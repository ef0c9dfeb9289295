/** Types of the view Use: what an application declares, and what the view makes of it. */
import type { Elements, ElementType, MeasureOperationRequest, MeasureRequest, Mode } from '../types.ts';
import type { Formats } from '../shared/format.ts';
import type { Marks } from '../shared/numbers/text.ts';
import type { Lab as PictureLab } from './drawing/image.ts';
import type { Work } from './device/work.ts';
import type { Lab, ViewContext } from '../ui/element-types.ts';

export type { Formats } from '../shared/format.ts';
export type { Lab } from '../ui/element-types.ts';

/** The values of an application's controls by their ids: numbers of ranges, texts of selects and texts, what `read` gave for files. */
export type Settings = Record<string, any>;
/** The parts of an input or of the results of steps: arrays, numbers and buffers of the device by name. */
export type Fields = Record<string, any>;

interface ControlBase {
  /** Its name in settings and in the address. */
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

/** It is hidden where a select has its id as a choice and another one is chosen. */
export interface TextControl extends ControlBase {
  kind: 'text';
  value: string;
  rows?: number;
}

/** A file of the visitor's. The address cannot hold it. */
export interface FileControl extends ControlBase {
  kind: 'file';
  accept: string;
  /** The largest file. */
  most_bytes: number;
  /** The file's contents; throws `badArgument` with what was required and found. */
  read(file: File): Promise<unknown>;
}

export type Control = RangeControl | SelectControl | TextControl | FileControl;

/** How many elements an application takes. */
export interface Size {
  /** One of them, as in “particle”. */
  unit: string;
  /** Several of them (default: with an s). */
  units?: string;
  least: number;
  most: number;
  /** At first, on a GPU. */
  gpu: number;
  /** At first, on a software adapter: at 5 frames a second or more. */
  software: number;
  /** In the still picture and in the card. */
  still: number;
}

/** The argument of a step: the input, the settings, and what earlier steps have made. */
export interface State {
  n: number;
  settings: Settings;
  /** The id of the chosen scan. */
  scan: string;
  input: any;
  /** The lab whose steps have made it; none of a still picture. */
  lab?: Lab;
  /** The results of the steps, or of the reference program; those of the steps may be buffers of the lab's device. */
  found: Fields;
  /** Whether the view shows it, or a part of it, and releases it when it shows another. */
  isShown?: boolean;
}

export interface Step {
  id: string;
  title: string;
  /** Its work, in one sentence. */
  what: string;
  /** The scan or operation of the API that runs, as in “exclusive add of u32”; none where plain JavaScript prepares the data. */
  by?: string;
  /**
   * Whether it only runs kernels, whose time is a part of the next step's.
   */
  isSubmitted?: boolean;
  /**
   * The fields that it adds to `found`; absent where it only shows those that are there. A promise of a number stands for what is read when the run ends: no later
   * step waits for it. Other buffers that it makes by `work` are destroyed. A step that goes round by round yields the fields that each round
   * adds or replaces: the picture shows every round, a frame each.
   */
  run?(work: Work, state: State): Promise<Fields> | Fields | AsyncGenerator<Fields, void>;
}

/** The first wrong place of a result. */
export interface Problem {
  /** The name of the array or number. */
  what: string;
  index?: number;
  expected: number | string;
  found: number | string;
}

/** The GPU's other way. */
interface Rival {
  title: string;
  /** How its result differs, in one sentence. */
  note: string;
  /** Runs it by the public API; its time has upload and readback, as the application's. */
  run?(lab: Lab, state: State): Promise<unknown>;
  /** The first wrong place of what `run` gave, by the checked result of the application. */
  check?(result: any, state: State): Problem | null;
  /** The requests by which `lab.measure` times the application and the rival, without upload and readback. A result in no order is checked as a set. */
  requests?(
    state: State,
    scan: string,
  ): { application: MeasureOperationRequest | MeasureRequest; rival: MeasureOperationRequest | MeasureRequest };
  /** The data of `requests`, in one sentence, where they are not like the application's. */
  measuredOf?: string;
}

/** A picture that is shown: its step, its height in CSS pixels, and the device of its buffers, which a still picture has not. */
export interface Shown {
  step: string;
  height: number;
  device?: GPUDevice;
}

/** A scan of whole numbers that an application runs; so many of them are stepped through as the emulator takes, where they begin to differ. */
export interface SteppedScan {
  /** The kind of its numbers, as in “flags”. */
  of: string;
  /** By default those of `scan`. */
  operator?: string;
  mode?: Mode;
  numbers(state: State): ArrayLike<number>;
}

/** An application: its data and its steps; everything else is the view's. */
export interface Application {
  id: string;
  title: string;
  /** One sentence on what it teaches. */
  teaches: string;
  /** Its sources, with the section. */
  source: string[];
  /** The scans and operations that it is made of. */
  madeOf: string;
  controls: Control[];
  size: Size;
  /** Its scan, where any algorithm may be chosen. */
  scan?: { operator: string; type: ElementType; mode: Mode; segmented?: boolean };
  /** The controls that the input is made of (default: all). */
  inputs?: string[];
  /** The same input for the same settings, of arrays, records, numbers and texts; throws `badArgument` with what was required and found. marks: those of numbers in the settings' texts (default: English). */
  input(settings: Settings, n: number, marks?: Marks): any;
  /** In their order; the last one shows the result. */
  steps: Step[];
  /**
   * All that the steps make, by a plain JavaScript program of another method. For a check it runs in a worker, with structured clones of the
   * input and of the settings without files; for a still picture on the page's thread.
   */
  reference(input: any, settings: Settings): Fields;
  /** The reference's method, as in “Array.filter”. */
  method: string;
  /** The first place where the steps' results are wrong, or null. */
  compare(found: Fields, wanted: Fields, state: State, lab: Lab): Problem | null | Promise<Problem | null>;
  rival?: Rival;
  /** Width by height of the picture (default 1.6). */
  aspect?: number;
  /** The step that its card shows (default: the last). */
  cardStep?: string;
  /**
   * The `image` of a step, drawn on the lab's device, and what else `draw` needs: of the steps' results in buffers, or, for a still picture, of
   * the reference program's in arrays. Its commands are submitted before it returns.
   */
  prepare(image: PreparedImage, lab: PictureLab, state: State, step: string): Promise<Fields>;
  /** Draws over the image what a canvas draws, such as texts. */
  draw?(surface: Surface, state: State, step: string): void;
  /** The result in words, as in “1,200 of 4,096 particles kept”; it is also the picture's text alternative. */
  describe(state: State, formats: Formats): string;
  /** The ranges that follow a handle which is dragged over the picture, or moved by arrow keys. It does not reach what a step draws `below`, in CSS pixels. */
  drag?: { label: string; x?: string; y?: string; below?(step: string): number };
  /** A place of the picture in words; each coordinate is from 0 to 1. */
  hover?(state: State, x: number, y: number, formats: Formats, shown: Shown): string | null | Promise<string>;
  /** The settings after so many seconds of animation. */
  animate?: { label: string; at(settings: Settings, seconds: number): Settings };
  /** Its scan for Learn › Step, where the emulator runs it. */
  stepped?: SteppedScan;
  /** Its scans on small data by the public API, in ten lines, and what the last one logs. */
  code: string;
  prints: string;
}

/** Colours of the page as canvases take them. */
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
  /** The same as texts. */
  rampText: string[];
}

/** The image that is to be drawn, in device pixels. */
export interface PreparedImage {
  width: number;
  height: number;
  /** Device pixels of a CSS pixel. */
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
  /** In CSS pixels, which the context's units are. */
  width: number;
  height: number;
  theme: Theme;
  /** Whether it is a card's small picture, which has no text. */
  isSmall: boolean;
}

/** A run of all steps, and its check. */
export interface Outcome {
  state: State;
  /** By step, in ms, from when the device has done the step before to when it has done this, as the page sees it, so that short steps may end together; none of a step that only submits. */
  times: { id: string; ms: number }[];
  total_ms: number;
  /** Whether it is the first of its lab, which compiles shaders. */
  isFirst?: boolean;
  /** Undefined where this run was not checked. */
  check?: { problem: Problem | null; ms: number };
}

export type UseContext = ViewContext;
export type { Elements };
