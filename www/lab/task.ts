import type { ScanLabError } from '../shared/errors.ts';

/** A task, as its work sees it. */
export class Task {
  what: () => string;

  /** @param what the description for messages */
  constructor(what: () => string) {
    this.what = what;
  }

  /** The error of the stop, or null. */
  stopped: ScanLabError | null = null;
  /** Set while the work can be interrupted. */
  interrupt: (() => void) | null = null;

  /** Throws if the task was stopped. Call it after every wait. */
  check() {
    if (this.stopped) throw this.stopped;
  }

  stop(error: ScanLabError) {
    this.stopped = error;
    this.interrupt?.();
  }
}
