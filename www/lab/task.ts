import type { ScanLabError } from '../shared/errors.ts';

/** The part of a task that its work uses. */
export class Task {
  what: () => string;

  /** @param what the description for messages */
  constructor(what: () => string) {
    this.what = what;
  }

  /** The error that has stopped the task, or null. */
  stopped: ScanLabError | null = null;
  /** Interrupts the work; null while the work cannot be interrupted. */
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
