/** @import { ScanLabError } from '../shared/errors.js' */

/** A task, as its work sees it. */
export class Task {
  /** @param {() => string} what its description for messages */
  constructor(what) {
    this.what = what;
  }

  /** @type {ScanLabError | null} The reason for which it was stopped. */
  stopped = null;
  /** @type {(() => void) | null} Set while something can be interrupted. */
  interrupt = null;

  /** Throws if the task was stopped; to be called after every wait. */
  check() {
    if (this.stopped) throw this.stopped;
  }

  /** @param {ScanLabError} error */
  stop(error) {
    this.stopped = error;
    this.interrupt?.();
  }
}
