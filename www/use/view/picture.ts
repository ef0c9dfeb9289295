/** A canvas that an application draws on, with the resolution of the screen and the colours of the page. */
import { h } from '../../ui/dom.ts';
import { ScanLabError, messageOf } from '../../shared/errors.ts';
import { fetchFile } from '../../shared/inlined.ts';
import { codeOf } from '../../ui/messages.ts';
import { accepted } from '../device/device.ts';
import { drop, hold } from '../device/arrays.ts';
import { STILL_FILES } from './still-files.ts';
import { wordOfColor } from './theme.ts';
import type { Lab } from '../drawing/image.ts';
import type { Application, Fields, State } from '../types.ts';
import type { ThemeReader } from './theme.ts';

/** Device pixels, and the number of device pixels per CSS pixel. */
type Size = { width: number; height: number; scale: number };

const ASPECT = 1.6;
/** The minimum width in CSS pixels: a narrower picture shows too little. */
const LEAST_WIDTH = 120;
/** The maximum number of device pixels per CSS pixel, since more would not be visible, and of device pixels across, the limit of textures. */
const [MOST_SCALE, MOST_PIXELS] = [2, 8192];

/** A separate device that draws still pictures: they need neither the core nor the lab's device. */
let opening: Promise<Lab | null> | null = null;

export class Picture {
  application: Application;
  themes: ThemeReader;
  isSmall;
  onStill;
  onError;
  canvas;
  aspect;
  resizes: ResizeObserver;
  /** The shown state and step. */
  #shown: { state: State; step: string } | null = null;
  /** Whether a picture is being prepared, and whether the state has changed meanwhile. */
  #isPreparing = false;
  #isStale = false;
  /** The observed width of the canvas in CSS pixels. To query it would lay the page out for each picture. */
  #width: number | null = null;

  /** @param how onStill: a file is shown, which has no step and no settings; onError: drawing failed */
  constructor(
    application: Application,
    themes: ThemeReader,
    { isSmall, onStill, onError }: { isSmall: boolean; onStill?: () => void; onError: (error: unknown) => void },
  ) {
    this.application = application;
    this.themes = themes;
    this.isSmall = isSmall;
    this.onStill = onStill;
    this.onError = onError;
    this.canvas = h('canvas', { role: 'img', class: 'use-canvas' });
    // All cards have the same height.
    this.aspect = (isSmall ? null : application.aspect) ?? ASPECT;
    this.canvas.style.aspectRatio = String(this.aspect);
    this.resizes = new ResizeObserver(([{ contentRect }]) => {
      this.#width = contentRect.width;
      this.draw();
    });
  }

  connect() {
    this.resizes.observe(this.canvas);
  }

  close() {
    this.resizes.disconnect();
    this.#width = null;
  }

  /** Shows a step of a state. @param label the picture's text alternative */
  show(state: State, step: string, label: string) {
    this.#shown = { state, step };
    this.canvas.setAttribute('aria-label', label);
    this.draw();
  }

  draw() {
    if (!this.#shown || !this.size) return;
    this.#isStale = true;
    if (!this.#isPreparing) void this.#prepare();
  }

  /** Whether the canvas shows a file, which has no settings. */
  get isFile() {
    return this.canvas.dataset.drawnOf === 'file';
  }

  /** The size of the drawing; null if the canvas is too narrow. */
  get size(): Size | null {
    const width = Math.round(this.#width ?? this.canvas.clientWidth);
    if (width < LEAST_WIDTH) return null;
    const scale = Math.min(MOST_SCALE, globalThis.devicePixelRatio || 1, MOST_PIXELS / width);
    return { width: Math.round(width * scale), height: Math.round((width / this.aspect) * scale), scale };
  }

  /** Draws the state, one picture at a time, until the latest is drawn: on the device of its buffers, on another device, or from a file. */
  async #prepare() {
    this.#isPreparing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const lab = this.#shown?.state.lab ?? (await stillLab());
        // A newer state is drawn instead.
        if (this.#isStale) continue;
        const { size } = this;
        const shown = this.#shown;
        if (!shown || !size) break;
        if (lab) await this.#drawBy(lab, shown, size);
        else await this.#drawFile(size);
      }
    } catch (failure) {
      // The picture stays, and the lab reports its loss.
      if (codeOf(failure) !== 'device-lost') this.onError(failure);
    } finally {
      this.#isPreparing = false;
      // A newer state arrived while this one failed.
      if (this.#isStale) this.draw();
    }
  }

  async #drawBy(lab: Lab, shown: { state: State; step: string }, size: Size) {
    const image = { ...size, theme: this.themes.read(), word: wordOfColor };
    const { device } = lab;
    const { input, found } = shown.state;
    // A run holds its arrays itself. Those of a still picture are held while it is drawn.
    const arrays = shown.state.lab ? {} : { input, found };
    hold(device, arrays);
    try {
      const prepared = await accepted(device, () => this.application.prepare(image, lab, shown.state, shown.step));
      this.#paint(shown, size, prepared);
    } finally {
      drop(device, arrays);
    }
  }

  #paint({ state, step }: { state: State; step: string }, size: Size, prepared: Fields) {
    const context = this.#cleared(size);
    const { image } = prepared;
    if (image instanceof ImageData) context.putImageData(image, 0, 0);
    else context.drawImage(image, 0, 0);
    if (image instanceof ImageBitmap) image.close();
    const { scale } = size;
    const [width, height] = [size.width / scale, size.height / scale];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const theme = this.themes.read();
    context.font = `12px ${theme.font}`;
    this.application.draw?.({ context, width, height, theme, isSmall: this.isSmall, prepared }, state, step);
    this.canvas.dataset.drawnOf = state.lab ? 'buffers' : 'arrays';
  }

  /** Draws the file of a still picture, as wide as the canvas. */
  async #drawFile(size: Size) {
    const image = await loadStill(this.application.id);
    const context = this.#cleared(size);
    context.drawImage(image, 0, 0, size.width, (size.width * image.height) / image.width);
    image.close();
    this.canvas.dataset.drawnOf = 'file';
    this.canvas.setAttribute('aria-label', `${this.application.title}, a still picture`);
    this.onStill?.();
  }

  #cleared({ width, height }: Size) {
    const context = this.canvas.getContext('2d') as CanvasRenderingContext2D;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  }
}

async function loadStill(id: string) {
  try {
    const response = await fetchFile(STILL_FILES[id]);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await createImageBitmap(await response.blob());
  } catch (failure) {
    const found = `it could not be loaded: ${messageOf(failure)}`;
    throw new ScanLabError('unsupported', `Without a GPU, the file of a still picture is required; ${found}.`, { cause: failure });
  }
}

/** The device of still pictures, or null if no GPU is available. The next call tries again. */
function stillLab(): Promise<Lab | null> {
  return (opening ??= openStill().then((lab) => {
    if (!lab) opening = null;
    return lab;
  }));
}

async function openStill(): Promise<Lab | null> {
  try {
    const device = await (await navigator.gpu?.requestAdapter())?.requestDevice();
    if (!device) return null;
    void device.lost.then(() => (opening = null));
    // A still picture is seldom drawn, so its pixels are read back on any device.
    return { device, adapter: { isFallback: true } };
  } catch {
    return null;
  }
}
