import type { ScanLabError } from '../shared/errors.ts';

/** A task, from the view of its work. */
export class Task {
  what: () => string;

  /** @param what its description for messages */
  constructor(what: () => string) {
    this.what = what;
  }

  /** The reason of its stop. */
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
