/**
 * Collects runs that start at the same time into a burst, and submits the burst as a whole. A submission, an error scope and a readback each
 * take the browser as long as a short scan takes the device. The runs of a burst share all three.
 */

import { badArgument } from '../shared/arguments.ts';
import { ScanLabError, messageOf } from '../shared/errors.ts';
import { MAP_READ, USAGE } from '../shared/flags.ts';
import { BUFFERS_REQUIRED, scoped } from '../shared/runner.ts';
import { keptRunsOf } from './kept-runs.ts';
import type { Failure } from './kept-runs.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';

export type Commands = {
  task: Task;
  /** The approximate number of bytes that the commands access. */
  bytes: number;
  /** The number of words that `record` copies into `readback`; null if the run does not wait until the device has executed its commands. */
  words: number | null;
  /** The device's errors about the buffers that the commands use. `record` adds the errors about bindings. */
  failures: Failure[];
  /**
   * @param readback the buffer for the words of all runs; null if no run copies words
   * @param offset of this run's words in `readback`, in bytes
   * @param failures receives the device's errors about the bindings of the commands
   */
  record: (encoder: GPUCommandEncoder, readback: GPUBuffer | null, offset: number, failures: Failure[]) => void;
  /** Called when the commands are submitted. */
  onSubmitted?: () => void;
};
type Entry = Commands & { resolve: (words: Uint32Array) => void; reject: (failure: unknown) => void };

/** The maximum number of runs per submission: the device begins with the first runs while the page records later ones. */
export const MOST_RUNS = 8;
/** The maximum number of bytes that several runs of a burst access. A slow device might not execute a longer burst before the watchdog ends it. */
const MOST_BYTES = 2 ** 25;
/** The size of a readback buffer is a multiple of this number. There are then few different sizes, so a cached buffer often fits. */
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
  #open: Entry[] = [];
  #bytes = 0;

  constructor(session: CoreSession) {
    this.#session = session;
    this.#kept = keptRunsOf(session);
  }

  /**
   * Adds commands to the open burst, in the order of the calls. A microtask submits the burst, unless it is full earlier.
   * @returns the words that were read back
   */
  add(commands: Commands): Promise<Uint32Array> {
    if (this.#bytes + commands.bytes > MOST_BYTES) this.flush();
    return new Promise((resolve, reject) => {
      if (this.#open.length === 0) queueMicrotask(() => this.flush());
      this.#open.push({ ...commands, resolve, reject });
      this.#bytes += commands.bytes;
      if (this.#open.length === MOST_RUNS || this.#bytes > MOST_BYTES) this.flush();
    });
  }

  /** Submits the waiting runs, so that later submissions come after them. */
  flush() {
    this.#bytes = 0;
    const entries = this.#open.splice(0);
    if (entries.length === 0) return;
    this.#submit(entries).catch((failure) => entries.forEach(({ reject }) => reject(failure)));
  }

  async #submit(entries: Entry[]) {
    const { device } = this.#session;
    const ofReadback: Failure[] = [];
    const words = entries.reduce((sum, entry) => sum + (entry.words ?? 0), 0);
    const bytes = READBACK_BYTES * Math.ceil((4 * words) / READBACK_BYTES);
    const readback = words ? this.#kept.takeBuffer('readback', bytes, USAGE.mapRead | USAGE.copyTarget, ofReadback) : null;
    let isRead = false;
    try {
      const recorded: (Entry & { start: number })[] = [];
      const { failure } = scoped(device, REFUSED, () => {
        const encoder = device.createCommandEncoder();
        let start = 0;
        for (const entry of entries) {
          try {
            entry.task.check();
            entry.record(encoder, readback, 4 * start, entry.failures);
            recorded.push({ ...entry, start });
          } catch (error) {
            entry.reject(error);
          }
          start += entry.words ?? 0;
        }
        if (recorded.length > 0) device.queue.submit([encoder.finish()]);
      });
      recorded.forEach(({ onSubmitted }) => onSubmitted?.());
      if (recorded.length === 0) return;
      const waiting = recorded.filter((entry) => entry.words !== null);
      const done = readback ? readOf(readback, words) : workDone(device, waiting.length);
      const accepted = refusals(recorded, [...ofReadback, failure]).then((errors) => {
        errors?.forEach((error, rank) => error && recorded[rank].reject(error));
        // Resolves runs that do not wait. For a rejected run, this has no effect.
        for (const { words: own, resolve } of recorded) if (own === null) resolve(new Uint32Array(0));
      });
      const [, [read]] = await this.#session.watchSoon(recorded[0].task, Promise.all([accepted, Promise.allSettled([done])]));
      if (read.status === 'rejected') {
        throw new ScanLabError('device-lost', `The device must exist until its run has ended; ${messageOf(read.reason)}`);
      }
      isRead = true;
      for (const { start, words: own, resolve } of waiting) resolve(read.value.subarray(start, start + Number(own)));
    } finally {
      if (readback && isRead) this.#kept.giveBuffer(readback);
      else readback?.destroy();
    }
  }
}

/** The error for commands that the device refuses. */
export const REFUSED = { validation: (reason: string) => badArgument(`${BUFFERS_REQUIRED}; ${reason}`) };

/**
 * The error of each run if the device has refused the submission; null if the device has accepted it. A device refuses a submission as a
 * whole. A run then gets the error about its own buffers, or else the first error of another run.
 * @param shared the device's errors about the readback buffer and the submission
 */
async function refusals(runs: Pick<Commands, 'failures'>[], shared: Failure[]): Promise<(ScanLabError | null)[] | null> {
  const all = await Promise.all([...shared, ...runs.flatMap(({ failures }) => failures)]);
  if (all.every((error) => error === null)) return null;
  const own = await Promise.all(runs.map(({ failures }) => firstOf(failures)));
  const first = own.find((error) => error !== null) ?? (await firstOf(shared));
  const ofAnother = first && new ScanLabError(first.code, `One of ${runs.length} runs that started together was refused: ${first.message}`);
  return own.map((error) => error ?? (runs.length > 1 ? ofAnother : first));
}

async function firstOf(failures: Failure[]) {
  return (await Promise.all(failures)).find((one) => one !== null) ?? null;
}

export async function throwFirst(failures: Failure[]) {
  const failure = await firstOf(failures);
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
