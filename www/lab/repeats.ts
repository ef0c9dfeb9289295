/**
 * Repeats runs whose kernels access the caller's buffers only. The buffers are bound and the kernels compiled, so a repeat only records
 * dispatches. Repeats that start at the same time share one task, since a task costs as much time as a short scan.
 */

import { MOST_RUNS, burstsOf } from './bursts.ts';
import { keptRunsOf } from './kept-runs.ts';
import { SUBMITTED, runOnDevice } from './run-on-device.ts';
import type { Commands } from './bursts.ts';
import type { Repeatable } from './run-on-device.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';

/** A run to repeat. `what` describes it in messages. */
export type Repeat = Repeatable & { what: () => string };
type OnSubmitted = (output: GPUBuffer) => void;
type Entry = {
  repeat: Repeat;
  onSubmitted: OnSubmitted | undefined;
  resolve: (output: GPUBuffer) => void;
  reject: (failure: unknown) => void;
};

const repeats: WeakMap<CoreSession, Repeats> = new WeakMap();

export function repeatsOf(session: CoreSession) {
  const known = repeats.get(session);
  if (known) return known;
  const made = new Repeats(session);
  repeats.set(session, made);
  return made;
}

class Repeats {
  #session;
  #kept;
  #bursts;
  /** The repeats of the next task. If `#tasks` shows that the session got another task since, new repeats do not join it. */
  #next: Entry[] = [];
  #tasks = 0;

  constructor(session: CoreSession) {
    this.#session = session;
    this.#kept = keptRunsOf(session);
    this.#bursts = burstsOf(session);
  }

  /**
   * Adds a repeat. With `onSubmitted`, it joins the next task: the caller uses the output before it is known to be right, so these repeats
   * may run concurrently. Without `onSubmitted`, a repeat is a task by itself.
   */
  add(repeat: Repeat, onSubmitted: OnSubmitted | undefined): Promise<GPUBuffer> {
    return new Promise((resolve, reject) => {
      const entry = { repeat, onSubmitted, resolve, reject };
      if (!onSubmitted) return this.#start([entry]);
      if (this.#tasks !== this.#session.tasks) this.#next = [];
      const entries = this.#next;
      entries.push(entry);
      if (entries.length === MOST_RUNS) this.#next = [];
      if (entries.length === 1) this.#start(entries, SUBMITTED);
    });
  }

  #start(entries: Entry[], group?: object) {
    const work = async (task: Task) => {
      if (this.#next === entries) this.#next = [];
      const revision = this.#revision();
      await Promise.all(entries.map((entry) => this.#run(task, entry, revision)));
    };
    const done = this.#session.run(entries[0].repeat.what, undefined, work, group);
    if (group) this.#tasks = this.#session.tasks;
    done.catch((failure) => entries.forEach(({ reject }) => reject(failure)));
  }

  #revision() {
    return this.#session.call(() => this.#session.core.revision());
  }

  async #run(task: Task, { repeat, onSubmitted, resolve, reject }: Entry, revision: number) {
    try {
      const isCurrent = repeat.revision === revision && this.#kept.retake(repeat.key, repeat.kept);
      resolve(await (isCurrent ? this.#again(task, repeat, onSubmitted) : this.#anew(task, repeat, onSubmitted)));
    } catch (failure) {
      reject(task.stopped ?? this.#session.explain(failure));
    }
  }

  async #again(task: Task, repeat: Repeat, onSubmitted: OnSubmitted | undefined): Promise<GPUBuffer> {
    const { kept, runner, bound, bytes } = repeat;
    const record: Commands['record'] = (encoder, readback, offset, failures) => {
      failures.push(runner.record(encoder, bound));
      if (readback) runner.recordStatus(encoder, readback, offset);
    };
    // In a microtask, an exception of the callback counts as an uncaught exception of the page.
    const announce = onSubmitted && (() => queueMicrotask(() => !task.stopped && onSubmitted(bound.output)));
    try {
      const commands = { task, bytes, words: runner.statusWords, failures: [], record, onSubmitted: announce };
      const aborted = runner.errorOf(await this.#bursts.add(commands));
      if (!aborted) return bound.output;
      this.#kept.drop(kept);
      if (onSubmitted || !repeat.keepsInput || this.#revision() === repeat.revision) throw aborted;
    } catch (failure) {
      runner.clearNext();
      throw failure;
    } finally {
      this.#kept.release(kept);
    }
    return this.#anew(task, repeat, onSubmitted);
  }

  /** Compiles the kernels again, and runs them: the cache released them, or the core now chooses others. */
  async #anew(task: Task, repeat: Repeat, onSubmitted: OnSubmitted | undefined) {
    const { outputs, repeat: made } = await runOnDevice(
      this.#session,
      task,
      repeat.run,
      onSubmitted && (({ output }) => onSubmitted(output)),
    );
    Object.assign(repeat, made);
    return outputs.output;
  }
}
