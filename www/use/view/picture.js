/** A canvas that an application draws on: as sharp as the screen, in the colours of the page. */
import { h } from '../../ui/dom.js';
import { codeOf } from '../../ui/messages.js';
import { layerOf } from '../drawing/draw.js';
import { wordOfColor } from './theme.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Fields} Fields */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Surface} Surface */

const ASPECT = 1.6;
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

  /** @param {Application} application @param {import('./theme.js').ThemeReader} themes @param {{ isSmall: boolean, onError?: (error: unknown) => void }} how onError: of drawing on a device */
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
    const { size } = this;
    if (!this.#shown || !size) return;
    if (!this.#shown.state.lab || !this.application.prepare) return this.#paint(this.#shown, size, null);
    this.#isStale = true;
    if (!this.#isPreparing) void this.#prepare();
  }

  /** Device pixels, and those of a CSS pixel; null where nothing can be seen. */
  get size() {
    const width = Math.round(this.#width ?? this.canvas.clientWidth);
    if (!width) return null;
    const scale = Math.min(MOST_SCALE, globalThis.devicePixelRatio || 1);
    return { width: Math.round(width * scale), height: Math.round((width / this.aspect) * scale), scale };
  }

  /** Draws what is shown on the device, one picture at a time, until it is the last one. */
  async #prepare() {
    this.#isPreparing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const { size } = this;
        const shown = this.#shown;
        if (!shown?.state.lab || !size) break;
        const image = { ...size, theme: this.themes.read(), word: wordOfColor };
        const prepared = await this.application.prepare?.(image, shown.state.lab, shown.state, shown.step);
        try {
          // A still picture has been drawn since, if that is shown.
          if (prepared && this.#shown?.state.lab) this.#paint(shown, size, prepared);
        } finally {
          closeBitmaps(prepared);
        }
      }
    } catch (failure) {
      // The picture stays; the lab reports its loss.
      if (codeOf(failure) !== 'device-lost') this.onError?.(failure);
    } finally {
      this.#isPreparing = false;
      // A newer one was shown while this one failed.
      if (this.#isStale) this.draw();
    }
  }

  /** @param {{ state: State, step: string }} shown @param {{ width: number, height: number, scale: number }} size @param {Fields | null} prepared */
  #paint({ state, step }, { width: w, height: h_, scale }, prepared) {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    if (this.canvas.width !== w || this.canvas.height !== h_) Object.assign(this.canvas, { width: w, height: h_ });
    const [width, height] = [w / scale, h_ / scale];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const theme = this.themes.read();
    context.font = `12px ${theme.font}`;
    const pixels = (/** @type {Parameters<Surface['pixels']>[0]} */ paint) => addPixels(context, w, h_, scale, paint);
    const { isSmall } = this;
    this.application.draw({ context, width, height, theme, isSmall, prepared, word: wordOfColor, pixels }, state, step);
    this.canvas.dataset.drawnOf = prepared ? 'buffers' : 'arrays';
  }
}

/** @param {Fields | undefined} prepared */
function closeBitmaps(prepared) {
  for (const field of Object.values(prepared ?? {})) if (field instanceof ImageBitmap) field.close();
}

/** Adds an image to what is drawn, what `paint` returns or the words that it sets in an image: those that stay 0 are transparent. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {number} scale @param {Parameters<Surface['pixels']>[0]} paint */
function addPixels(context, width, height, scale, paint) {
  /** @type {Uint32Array | null} */
  let own = null;
  const image = {
    get data() {
      return (own ??= new Uint32Array(width * height));
    },
    width,
    height,
    scale,
  };
  const drawn = paint(image) ?? image.data;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(drawn instanceof ImageBitmap ? drawn : layerOf(drawn, width, height), 0, 0);
  context.restore();
}
