/** When a drawing is made anew: soon after its data change, at once where asked, and for every other width of its place. */

const REDRAW_EVERY_MS = 250;

export class Redraw {
  #place;
  #draw;
  #resizes;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** In CSS pixels, that was drawn for; 0 where nobody sees it. */
  #width = 0;

  /** @param {HTMLElement} place @param {(width: number) => void} draw at that many CSS pixels, which are none where nobody sees it */
  constructor(place, draw) {
    this.#place = place;
    this.#draw = draw;
    // A drawing changes the height of its place itself, and another would take what is said of a point from under the pointer.
    this.#resizes = new ResizeObserver(() => {
      if (this.#width !== this.#widthNow) this.soon();
    });
  }

  get #widthNow() {
    return Math.floor(this.#place.clientWidth);
  }

  /** Follows the width from now on. */
  connect() {
    this.#resizes.observe(this.#place);
  }

  /** Draws no more until it is asked to, or connected again: then anew. */
  disconnect() {
    this.#resizes.disconnect();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#width = 0;
  }

  /** Many calls become one drawing. */
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
