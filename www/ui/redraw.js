/** Schedules redrawing: shortly after data change, at once on request, and when the width of the place changes. */

const REDRAW_EVERY_MS = 250;

export class Redraw {
  #place;
  #draw;
  #resizes;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** The width of the last drawing in CSS pixels; 0 if the place was not displayed. */
  #width = 0;

  /** @param {HTMLElement} place @param {(width: number) => void} draw with the width in CSS pixels, 0 if the place is not displayed */
  constructor(place, draw) {
    this.#place = place;
    this.#draw = draw;
    // Only changes of the width count: a drawing changes the height itself, and redrawing would close the tip under the pointer.
    this.#resizes = new ResizeObserver(() => {
      if (this.#width !== this.#widthNow) this.soon();
    });
  }

  get #widthNow() {
    return Math.floor(this.#place.clientWidth);
  }

  /** Starts to observe the width. */
  connect() {
    this.#resizes.observe(this.#place);
  }

  /** Stops observing, and drops a scheduled drawing. */
  disconnect() {
    this.#resizes.disconnect();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#width = 0;
  }

  /** Schedules a drawing; calls until then share it. */
  soon() {
    this.#timer ??= setTimeout(() => this.now(), REDRAW_EVERY_MS);
  }

  now() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#width = this.#widthNow;
    this.#draw(this.#width);
  }
}
