/** A document that says whether it is hidden. */
export class FakePage extends EventTarget {
  hidden = false;

  /** @param {boolean} hidden */
  turn(hidden) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
