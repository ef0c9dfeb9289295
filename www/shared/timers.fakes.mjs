/** Stand-ins for the browser's timers. */

/** A task of the real event loop. */
export const tick = (ms = 0) => new Promise((resume) => setTimeout(resume, ms));

/** Waits until the condition holds, but for a limited time only. */
export async function until(isSo) {
  for (let turn = 0; turn < 200 && !isSo(); turn += 1) await tick(5);
}

/** Work that never ends. */
export const NEVER = () => {
  NEVER.begun += 1;
  return new Promise(() => {});
};
/** The number of calls since the last fake core was created. */
NEVER.begun = 0;

/** Waits until this number of calls hang. */
export const hanging = (works = 1) => until(() => NEVER.begun >= works);

/** Timers whose time passes only when a test advances the time. */
export class FakeTimers {
  now = 0;
  /** @type {Map<number, { due: number, action: () => void }>} */
  waiting = new Map();
  #last = 0;
  setTimeout = (action, delay) => {
    this.waiting.set(++this.#last, { due: this.now + delay, action });
    return this.#last;
  };
  clearTimeout = (timer) => void this.waiting.delete(timer);

  /** Lets time pass as in a page that is awake: all other work runs between two timers. */
  async advance(ms) {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.waiting].filter(([, { due }]) => due <= end).sort(([, left], [, right]) => left.due - right.due);
      if (!next) break;
      this.now = next[1].due;
      this.#fire(next);
      await tick();
    }
    this.now = end;
    await tick();
  }

  /** Lets time pass as while the machine sleeps: each timer that became due meanwhile fires once afterwards. */
  async sleep(ms) {
    this.now += ms;
    for (const one of [...this.waiting].filter(([, { due }]) => due <= this.now)) this.#fire(one);
    await tick();
  }

  #fire([timer, { action }]) {
    this.waiting.delete(timer);
    action();
  }
}
