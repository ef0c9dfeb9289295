/** A canvas that an application draws on: as sharp as the screen, in the colours of the page. */
import { h } from '../ui/dom.js';
import { wordOfColor } from './theme.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Fields} Fields */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {import('./types.d.ts').Surface} Surface */

const ASPECT = 1.6;
/** Device pixels of a CSS pixel at most: more would be drawn, not seen. */
const MOST_SCALE = 2;

export class Picture {
  /** What is shown. @type {{ state: State, step: string } | null} */
  #shown = null;
  /** Drawings begun, and the last one that was finished: one that is overtaken is left out. */
  #begun = 0;
  #drawn = 0;

  /** @param {Application} application @param {import('./theme.js').ThemeReader} themes @param {boolean} isSmall */
  constructor(application, themes, isSmall) {
    this.application = application;
    this.themes = themes;
    this.isSmall = isSmall;
    this.canvas = h('canvas', { role: 'img', class: 'use-canvas' });
    // All cards are of one height.
    this.aspect = (isSmall ? null : application.aspect) ?? ASPECT;
    this.canvas.style.aspectRatio = String(this.aspect);
    this.resizes = new ResizeObserver(() => this.draw());
  }

  connect() {
    this.resizes.observe(this.canvas);
  }

  close() {
    this.resizes.disconnect();
  }

  /** @param {State} state @param {string} step @param {string} label its text alternative */
  show(state, step, label) {
    this.#shown = { state, step };
    this.canvas.setAttribute('aria-label', label);
    this.draw();
  }

  draw() {
    const width = this.canvas.clientWidth;
    if (!this.#shown || !width) return;
    const scale = Math.min(MOST_SCALE, globalThis.devicePixelRatio || 1);
    const { state, step } = this.#shown;
    const size = [width * scale, (width / this.aspect) * scale].map(Math.round);
    const rank = ++this.#begun;
    const draw = (/** @type {Fields | null} */ prepared) => {
      if (rank < this.#drawn) return;
      this.#drawn = rank;
      this.#paint(state, step, scale, size, prepared);
    };
    const { prepare } = this.application;
    if (!state.lab || !prepare) return draw(null);
    const image = { width: size[0], height: size[1], theme: this.themes.read(), word: wordOfColor };
    // Of a lost device, which the run reports, the picture stays.
    prepare(image, state.lab, state, step).then(draw, (failure) => {
      if (!(failure instanceof DOMException)) throw failure;
    });
  }

  /** @param {State} state @param {string} step @param {number} scale @param {number[]} size @param {Fields | null} prepared */
  #paint(state, step, scale, [w, h_], prepared) {
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
  }
}

/** Adds an image to what is drawn: words that stay 0 are transparent. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {number} scale @param {Parameters<Surface['pixels']>[0]} paint */
function addPixels(context, width, height, scale, paint) {
  const image = new ImageData(width, height);
  paint({ data: new Uint32Array(image.data.buffer), width, height, scale });
  const layer = new OffscreenCanvas(width, height);
  layer.getContext('2d')?.putImageData(image, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(layer, 0, 0);
  context.restore();
}
