/** Where a chart is drawn, as wide as there is room; its library is loaded when it is first wanted. */
import { h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';
import { Redraw } from '../ui/redraw.js';
import { draw } from './draw.js';

/** @typedef {import('./draw.js').Picture} Picture */

/** Narrower than this, a chart is as high as it can be read. */
const NARROW_PX = 480;

export class ChartPlace {
  /** @type {typeof import('../chart/chart.js') | null} */
  library = null;

  /** @param {() => Picture | null} picture what to draw now */
  constructor(picture) {
    this.picture = picture;
    this.place = h('div', { class: 'experiment-chart' });
    this.note = h('p', { class: 'hint', hidden: true });
    this.root = h('div', {}, this.place, this.note);
    this.redraw = new Redraw(this.place, (width) => this.#drawAt(width));
    this.redraw.connect();
  }

  async begin() {
    this.place.replaceChildren();
    try {
      this.library ??= await import('../chart/chart.js');
      this.draw();
    } catch (error) {
      this.note.hidden = false;
      this.note.textContent = `The chart could not be loaded: ${messageOf(error)}.`;
    }
  }

  /** Draws soon; many calls become one drawing. */
  update() {
    this.redraw.soon();
  }

  draw() {
    this.redraw.now();
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    const picture = this.library && width ? this.picture() : null;
    if (!this.library || !picture) return;
    const height = width < NARROW_PX ? 240 : Math.min(360, Math.round(width * 0.45));
    const drawing = draw(this.library, picture, width, height);
    this.library.adoptPlotStyles(drawing, this.place);
    this.place.replaceChildren(h('div', { role: 'img', 'aria-label': picture.label }, drawing));
  }
}
