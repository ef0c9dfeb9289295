/**
 * Submits runs that start at once together. A submission, an error scope and a readback each take the browser as long as a short scan takes
 * the device, and the runs of a burst share them.
 */

import { badArgument } from '../shared/arguments.ts';
import { ScanLabError, messageOf } from '../shared/errors.ts';
import { MAP_READ, USAGE } from '../shared/flags.ts';
import { BUFFERS_REQUIRED, scoped } from '../shared/runner.ts';
import { keptRunsOf } from './kept-runs.ts';
import type { Failure } from './kept-runs.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';

/** A run's commands. */
export type Commands = {
  task: Task;
  /** The bytes that they access, about. */
  bytes: number;
  /** The words that `record` copies for the host; null where the run does not wait until the device has executed its commands. */
  words: number | null;
  /** @param offset of its words in `readback`, in bytes; `readback` is null where no run has any */
  record: (encoder: GPUCommandEncoder, readback: GPUBuffer | null, offset: number) => void;
  /** Called once they are submitted. */
  onSubmitted?: () => void;
};
type Entry = Commands & { resolve: (words: Uint32Array) => void; reject: (failure: unknown) => void };

/** The device begins with the first runs while the page records the next ones. */
const MOST_RUNS = 8;
/** Longer submissions would keep a slow device from answering in time, and gain little. */
const MOST_BYTES = 2 ** 25;
/** Readback buffers of few sizes are kept. */
const READBACK_BYTES = 256;

const bursts: WeakMap<CoreSession, Bursts> = new WeakMap();

export function burstsOf(session: CoreSession) {
  const known = bursts.get(session);
  if (known) return known;
  const made = new Bursts(session);
  bursts.set(session, made);
  return made;
}

class Bursts {
  #session;
  #kept;
  /** Runs that are not submitted yet. */
  #open: Entry[] = [];
  #bytes = 0;

  constructor(session: CoreSession) {
    this.#session = session;
    this.#kept = keptRunsOf(session);
  }

  /**
   * Submits commands with those of the runs that start in the same microtasks, in their order.
   * @returns the words that were read back
   */
  add(commands: Commands): Promise<Uint32Array> {
    if (this.#bytes + commands.bytes > MOST_BYTES) this.#flush();
    return new Promise((resolve, reject) => {
      if (this.#open.length === 0) queueMicrotask(() => this.#flush());
      this.#open.push({ ...commands, resolve, reject });
      this.#bytes += commands.bytes;
      if (this.#open.length === MOST_RUNS || this.#bytes > MOST_BYTES) this.#flush();
    });
  }

  #flush() {
    this.#bytes = 0;
    const entries = this.#open.splice(0);
    if (entries.length === 0) return;
    this.#submit(entries).catch((failure) => entries.forEach(({ reject }) => reject(failure)));
  }

  async #submit(entries: Entry[]) {
    const { device } = this.#session;
    const failures: Failure[] = [];
    const words = entries.reduce((sum, entry) => sum + (entry.words ?? 0), 0);
    const bytes = READBACK_BYTES * Math.ceil((4 * words) / READBACK_BYTES);
    const readback = words ? this.#kept.takeBuffer('readback', bytes, USAGE.mapRead | USAGE.copyTarget, failures) : null;
    const recorded: (Entry & { start: number })[] = [];
    const { failure } = scoped(device, refusedOf(entries.length), () => {
      const encoder = device.createCommandEncoder();
      let start = 0;
      for (const entry of entries) {
        try {
          entry.task.check();
          entry.record(encoder, readback, 4 * start);
          recorded.push({ ...entry, start });
        } catch (error) {
          entry.reject(error);
        }
        start += entry.words ?? 0;
      }
      device.queue.submit([encoder.finish()]);
    });
    recorded.forEach(({ onSubmitted }) => onSubmitted?.());
    const accepted = throwFirst([...failures, failure]);
    const [waiting, others] = [recorded.filter((entry) => entry.words !== null), recorded.filter((entry) => entry.words === null)];
    for (const { resolve, reject } of others) accepted.then(() => resolve(new Uint32Array(0)), reject);
    const done = readback ? readOf(readback, words) : workDone(device, waiting.length);
    const [refused, read] = await this.#session.watchSoon(entries[0].task, Promise.allSettled([accepted, done]));
    if (readback && refused.status === 'fulfilled' && read.status === 'fulfilled') this.#kept.giveBuffer(readback);
    else readback?.destroy();
    if (refused.status === 'rejected') throw refused.reason;
    if (read.status === 'rejected') {
      throw new ScanLabError('device-lost', `The device must be there until its run has ended; ${messageOf(read.reason)}`);
    }
    for (const { start, words: own, resolve } of waiting) resolve(read.value.subarray(start, start + Number(own)));
  }
}

/** The error of commands that the device refuses. A submission that has one is refused as a whole. */
export const refusedOf = (runs: number) => ({
  validation: (reason: string) =>
    badArgument(`${BUFFERS_REQUIRED}; ${runs > 1 ? `of ${runs} runs that started at once, one has another: ` : ''}${reason}`),
});

export async function throwFirst(failures: Failure[]) {
  const failure = (await Promise.all(failures)).find((one) => one !== null);
  if (failure) throw failure;
}

async function workDone({ queue }: GPUDevice, runs: number) {
  if (runs > 0) await queue.onSubmittedWorkDone();
  return new Uint32Array(0);
}

async function readOf(readback: GPUBuffer, words: number) {
  await readback.mapAsync(MAP_READ);
  const read = new Uint32Array(readback.getMappedRange().slice(0, 4 * words));
  readback.unmap();
  return read;
}
