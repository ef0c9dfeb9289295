import type { ScanLabError } from '../shared/errors.ts';

/** A task, as its work sees it. */
export class Task {
  what: () => string;

  /** @param what its description for messages */
  constructor(what: () => string) {
    this.what = what;
  }

  /** The reason for which it was stopped. */
  stopped: ScanLabError | null = null;
  /** Set while something can be interrupted. */
  interrupt: (() => void) | null = null;

  /** Throws if the task was stopped; to be called after every wait. */
  check() {
    if (this.stopped) throw this.stopped;
  }

  stop(error: ScanLabError) {
    this.stopped = error;
    this.interrupt?.();
  }
}
