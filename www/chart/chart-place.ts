/** Draws a chart as wide as its container. The code of charts is loaded on first use. */
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { Redraw } from '../ui/redraw.ts';
import { adoptStyles } from '../ui/styles.ts';
import styles from './chart-place.css';
import type { ChartOptions, Drawing } from './draw.ts';

/** The data to draw, and the options that do not depend on the container. */
export type Picture = Pick<Drawing, 'points' | 'series' | 'bound'> &
  Pick<ChartOptions, 'sizes' | 'isLinear' | 'xLabel' | 'yLabel' | 'xFormat' | 'yFormat' | 'boundIsLow' | 'label'>;

/** Below this width, a chart has a fixed height. */
const NARROW_PX = 480;

export class ChartPlace {
  picture: () => Picture | null;
  place;
  note;
  root;
  redraw: Redraw;
  library: typeof import('./chart.ts') | null = null;

  /** @param picture returns the data to draw; null if there is nothing to draw */
  constructor(picture: () => Picture | null) {
    this.picture = picture;
    this.place = h('div', { class: 'chart-area' });
    this.note = h('p', { class: 'hint', hidden: true });
    this.root = h('div', {}, this.place, this.note);
    this.redraw = new Redraw(this.place, (width) => this.#drawAt(width));
    this.redraw.connect();
  }

  async begin() {
    adoptStyles(this.place, styles);
    this.place.replaceChildren();
    try {
      this.library ??= await import('./chart.ts');
      this.draw();
    } catch (error) {
      this.note.hidden = false;
      this.note.textContent = `The chart could not be loaded: ${messageOf(error)}.`;
    }
  }

  update() {
    this.redraw.soon();
  }

  draw() {
    this.redraw.now();
  }

  /** @param width in CSS pixels */
  #drawAt(width: number) {
    const picture = this.library && width ? this.picture() : null;
    if (!this.library || !picture) return;
    const height = width < NARROW_PX ? 240 : Math.min(360, Math.round(width * 0.45));
    const { points, series, bound, ...options } = picture;
    const drawing = this.library.drawChart(
      { points, series, bound, predicted: [], unresolvable: null },
      { ...options, width, height, background: 'var(--surface)', color: ({ light, dark }) => `light-dark(${light}, ${dark})` },
    );
    this.library.placeDrawing(this.place, drawing);
  }
}
