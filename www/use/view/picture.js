/** A canvas that an application draws on: as sharp as the screen, in the colours of the page. */
import { h } from '../../ui/dom.js';
import { codeOf } from '../../ui/messages.js';
import { accepted } from '../device/device.js';
import { layerOf } from '../drawing/draw.js';
import { openEmulated } from '../device/emulated-device.js';
import { wordOfColor } from './theme.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Fields} Fields */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Surface} Surface */

/** Device pixels, and those of a CSS pixel. @typedef {{ width: number, height: number, scale: number }} Size */

const ASPECT = 1.6;
/** In CSS pixels: a narrower picture tells nothing. */
const LEAST_WIDTH = 120;
/** Device pixels of a CSS pixel at most: more would be drawn, not seen. */
const MOST_SCALE = 2;

export class Picture {
  /** What is shown. @type {{ state: State, step: string } | null} */
  #shown = null;
  /** Whether something is being prepared to be drawn, and whether what is shown has changed meanwhile. */
  #isPreparing = false;
  #isStale = false;
  /** The canvas's in CSS pixels, as it was observed last: asking for it lays the page out, for each picture. @type {number | null} */
  #width = null;

  /** @param {Application} application @param {import('./theme.js').ThemeReader} themes @param {{ isSmall: boolean, onError: (error: unknown) => void }} how onError: of drawing */
  constructor(application, themes, { isSmall, onError }) {
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

  /** @param {State} state @param {string} step @param {string} label its text alternative */
  show(state, step, label) {
    this.#shown = { state, step };
    this.canvas.setAttribute('aria-label', label);
    this.draw();
  }

  draw() {
    if (!this.#shown || !this.size) return;
    this.#isStale = true;
    if (!this.#isPreparing) void this.#prepare();
  }

  /** Null where nothing can be seen. @returns {Size | null} */
  get size() {
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

  /** @param {import('../drawing/image.js').Lab} lab @param {{ state: State, step: string }} shown @param {Size} size */
  async #drawBy(lab, shown, size) {
    const image = { ...size, theme: this.themes.read(), word: wordOfColor };
    const prepared = await accepted(lab.device, () => this.application.prepare(image, lab, shown.state, shown.step));
    try {
      this.#paint(shown, size, prepared);
    } finally {
      closeBitmaps(prepared);
    }
  }

  /** @param {{ state: State, step: string }} shown @param {Size} size @param {Fields} prepared */
  #paint({ state, step }, { width: w, height: h_, scale }, prepared) {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    if (this.canvas.width !== w || this.canvas.height !== h_) Object.assign(this.canvas, { width: w, height: h_ });
    const [width, height] = [w / scale, h_ / scale];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const theme = this.themes.read();
    context.font = `12px ${theme.font}`;
    const add = (/** @type {Parameters<Surface['add']>[0]} */ drawn) => drawn && addImage(context, w, h_, drawn);
    const { isSmall } = this;
    this.application.draw({ context, width, height, theme, isSmall, prepared, word: wordOfColor, add }, state, step);
    this.canvas.dataset.drawnOf = state.lab ? 'buffers' : 'arrays';
  }
}

/** @param {Fields} prepared */
function closeBitmaps(prepared) {
  for (const field of Object.values(prepared)) if (field instanceof ImageBitmap) field.close();
}

/** Adds an image of device pixels to what is drawn. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {import('../drawing/image.js').DrawnImage} drawn */
function addImage(context, width, height, drawn) {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(drawn instanceof ImageBitmap ? drawn : layerOf(drawn, width, height), 0, 0);
  context.restore();
}
