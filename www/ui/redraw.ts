/** Schedules redrawing: soon after a change of the data, at once on request, and when the width of the place changes. */

const REDRAW_EVERY_MS = 250;

export class Redraw {
  #place;
  #draw;
  #resizes;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;
  /** The width of the last drawing in CSS pixels; 0 if the place was not displayed. */
  #width = 0;

  /** @param draw gets the width in CSS pixels, 0 if the place is not displayed */
  constructor(place: HTMLElement, draw: (width: number) => void) {
    this.#place = place;
    this.#draw = draw;
    // Only changes of the width count. A drawing changes the height itself, and a redraw would close the tip under the pointer.
    this.#resizes = new ResizeObserver(() => {
      if (this.#width !== this.#widthNow) this.soon();
    });
  }

  get #widthNow() {
    return Math.floor(this.#place.clientWidth);
  }

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

  /** Schedules a drawing. Further calls before the drawing have no effect. */
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
