/** A document with visibility. */
export class FakePage extends EventTarget {
  hidden = false;

  /** @param {boolean} hidden */
  turn(hidden) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
