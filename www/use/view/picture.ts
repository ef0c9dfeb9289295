/** A canvas that an application draws on: as sharp as the screen, in the colours of the page. */
import { h } from '../../ui/dom.ts';
import { codeOf } from '../../ui/messages.ts';
import { accepted } from '../device/device.ts';
import { layerOf } from '../drawing/draw.ts';
import { openEmulated } from '../device/emulated-device.ts';
import { wordOfColor } from './theme.ts';
import type { DrawnImage, Lab } from '../drawing/image.ts';
import type { Application, Fields, State, Surface } from '../types.ts';
import type { ThemeReader } from './theme.ts';

/** Device pixels, and those of a CSS pixel. */
type Size = { width: number; height: number; scale: number };

const ASPECT = 1.6;
/** In CSS pixels: a narrower picture tells nothing. */
const LEAST_WIDTH = 120;
/** Device pixels of a CSS pixel at most: more would be drawn, not seen. */
const MOST_SCALE = 2;

export class Picture {
  application: Application;
  themes: ThemeReader;
  isSmall;
  onError;
  canvas;
  aspect;
  resizes: ResizeObserver;
  /** What is shown. */
  #shown: { state: State; step: string } | null = null;
  /** Whether something is being prepared to be drawn, and whether what is shown has changed meanwhile. */
  #isPreparing = false;
  #isStale = false;
  /** The canvas's in CSS pixels, as it was observed last: asking for it lays the page out, for each picture. */
  #width: number | null = null;

  /** @param how onError: of drawing */
  constructor(
    application: Application,
    themes: ThemeReader,
    { isSmall, onError }: { isSmall: boolean; onError: (error: unknown) => void },
  ) {
    this.application = application;
    this.themes = themes;
    this.isSmall = isSmall;
    this.onError = onError;
    this.canvas = h('canvas', { role: 'img', class: 'use-canvas' });
    // All cards are of one height.
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

  /** @param label its text alternative */
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

  /** Null where nothing can be seen. */
  get size(): Size | null {
    const width = Math.round(this.#width ?? this.canvas.clientWidth);
    if (width < LEAST_WIDTH) return null;
    const scale = Math.min(MOST_SCALE, globalThis.devicePixelRatio || 1);
    return { width: Math.round(width * scale), height: Math.round((width / this.aspect) * scale), scale };
  }

  /** Draws what is shown, one picture at a time, until it is the last one: on the device of its buffers, or on the emulator. */
  async #prepare() {
    this.#isPreparing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const emulated = this.#shown?.state.lab ? null : await openEmulated();
        // Something newer is drawn in its place.
        if (this.#isStale) continue;
        const { size } = this;
        const shown = this.#shown;
        const lab = shown?.state.lab ?? emulated;
        if (!shown || !size || !lab) break;
        try {
          await this.#drawBy(lab, shown, size);
        } finally {
          emulated?.device.destroy();
        }
      }
    } catch (failure) {
      // The picture stays; the lab reports its loss.
      if (codeOf(failure) !== 'device-lost') this.onError(failure);
    } finally {
      this.#isPreparing = false;
      // A newer one was shown while this one failed.
      if (this.#isStale) this.draw();
    }
  }

  async #drawBy(lab: Lab, shown: { state: State; step: string }, size: Size) {
    const image = { ...size, theme: this.themes.read(), word: wordOfColor };
    const prepared = await accepted(lab.device, () => this.application.prepare(image, lab, shown.state, shown.step));
    try {
      this.#paint(shown, size, prepared);
    } finally {
      closeBitmaps(prepared);
    }
  }

  #paint({ state, step }: { state: State; step: string }, { width: w, height: h_, scale }: Size, prepared: Fields) {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    if (this.canvas.width !== w || this.canvas.height !== h_) Object.assign(this.canvas, { width: w, height: h_ });
    const [width, height] = [w / scale, h_ / scale];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const theme = this.themes.read();
    context.font = `12px ${theme.font}`;
    const add = (drawn: Parameters<Surface['add']>[0]) => drawn && addImage(context, w, h_, drawn);
    const { isSmall } = this;
    this.application.draw({ context, width, height, theme, isSmall, prepared, word: wordOfColor, add }, state, step);
    this.canvas.dataset.drawnOf = state.lab ? 'buffers' : 'arrays';
  }
}

function closeBitmaps(prepared: Fields) {
  for (const field of Object.values(prepared)) if (field instanceof ImageBitmap) field.close();
}

/** Adds an image of device pixels to what is drawn. */
function addImage(context: CanvasRenderingContext2D, width: number, height: number, drawn: DrawnImage) {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(drawn instanceof ImageBitmap ? drawn : layerOf(drawn, width, height), 0, 0);
  context.restore();
}
