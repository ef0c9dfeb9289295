/** Caches runners and scratch buffers of a lab's device for later runs on buffers. */

import { scoped } from '../shared/runner.ts';
import { ScanLabError } from '../shared/errors.ts';
import type { CoreSession } from './session.ts';
import type { Compiled } from './prepare.ts';

/** The capacity of the cache: enough for a program that repeats its runs. It bounds the memory of an idle page. */
const MOST_RUNNERS = 16;
const MOST_BUFFERS = 64;
const MOST_BYTES = 2 ** 28;

/**
 * A runner that is in use or cached. Runs of one runner share scratch memory, so the device executes them in order. `inParts` settles when
 * all earlier runs of several submissions are submitted.
 */
export type KeptRunner = { compiled: Promise<Compiled>; bytes: number; users: number; isDropped: boolean; inParts: Promise<unknown> };

/** An error that the device reports, or null. */
export type Failure = Promise<ScanLabError | null>;

const kept: WeakMap<CoreSession, KeptRuns> = new WeakMap();

export function keptRunsOf(session: CoreSession) {
  const known = kept.get(session);
  if (known) return known;
  const made = new KeptRuns(session.device);
  kept.set(session, made);
  // The caller's device stays open, so this cache must destroy its buffers.
  session.lifetime.onEnd(() => made.end());
  return made;
}

class KeptRuns {
  #device;
  /** Cached runners by request, the most recently used last. */
  #runners: Map<string, KeptRunner> = new Map();
  /** Scratch buffers that are not in use, the most recently used last. */
  #idle: GPUBuffer[] = [];

  #refused: WeakSet<GPUBuffer> = new WeakSet();
  #isEnded = false;

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Takes the runner of a request. The runner stays in use until `release`. */
  take(key: string, compile: () => Promise<Compiled>): KeptRunner {
    const runner = this.#runners.get(key) ?? this.#compile(compile);
    this.#use(key, runner);
    return runner;
  }

  /** Takes a runner again, until `release`. Returns false if the runner is no longer cached. */
  retake(key: string, runner: KeptRunner): boolean {
    if (this.#runners.get(key) !== runner) return false;
    this.#use(key, runner);
    return true;
  }

  #use(key: string, runner: KeptRunner) {
    this.#runners.delete(key);
    this.#runners.set(key, runner);
    runner.users++;
  }

  #compile(compile: () => Promise<Compiled>) {
    const made: KeptRunner = { compiled: compile(), bytes: 0, users: 0, isDropped: false, inParts: Promise.resolve() };
    made.compiled.then(
      ({ runner }) => {
        made.bytes = runner.requirements.scratchBytes;
        this.#evict();
      },
      () => this.drop(made),
    );
    return made;
  }

  release(runner: KeptRunner) {
    runner.users--;
    if (runner.isDropped) this.drop(runner);
  }

  /** Removes a runner from the cache, and destroys it once no run uses it. */
  drop(runner: KeptRunner) {
    runner.isDropped = true;
    for (const [key, one] of this.#runners) if (one === runner) this.#runners.delete(key);
    if (runner.users > 0) return;
    runner.compiled.then(
      (compiled) => compiled.runner.destroy(),
      () => {},
    );
  }

  /** Destroys all runners and buffers, those in use as soon as they are returned. */
  end() {
    this.#isEnded = true;
    [...this.#runners.values()].forEach((runner) => this.drop(runner));
    this.#idle.splice(0).forEach((buffer) => buffer.destroy());
  }

  #evict() {
    for (const runner of [...this.#runners.values()]) {
      const bytes = [...this.#runners.values()].reduce((sum, one) => sum + one.bytes, 0);
      if (this.#runners.size > MOST_RUNNERS || bytes > MOST_BYTES) this.drop(runner);
    }
  }

  /**
   * Takes a cached buffer, or makes one.
   * @param size in bytes
   * @param failures receives the device's errors about a new buffer
   */
  takeBuffer(label: string, size: number, usage: number, failures: Failure[]) {
    const found = this.#idle.findIndex((buffer) => buffer.size === size && buffer.usage === usage);
    if (found >= 0) return this.#idle.splice(found, 1)[0];
    const own: Failure[] = [];
    const buffer = makeBuffer(this.#device, { label, size, usage }, own);
    failures.push(...own);
    // A buffer that the device refused is not reused.
    Promise.all(own).then((errors) => {
      if (errors.every((error) => error === null)) return;
      this.#refused.add(buffer);
      this.#idle = this.#idle.filter((one) => one !== buffer);
    });
    return buffer;
  }

  /** Returns a buffer to the cache. Call this once all commands that use the buffer are submitted. */
  giveBuffer(buffer: GPUBuffer) {
    if (this.#isEnded || this.#refused.has(buffer)) return buffer.destroy();
    this.#idle.push(buffer);
    while (this.#idle.length > MOST_BUFFERS || this.#idle.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
      (this.#idle.shift() as GPUBuffer).destroy();
    }
  }
}

/** @param failures receives the device's errors about the buffer */
export function makeBuffer(device: GPUDevice, descriptor: GPUBufferDescriptor & { label: string }, failures: Failure[]) {
  const refused = (reason: string) => noMemory(descriptor.size, `the ${descriptor.label}; the device has none (${reason})`);
  const { value, failure } = scoped(device, { 'out-of-memory': refused, validation: refused }, () => device.createBuffer(descriptor));
  failures.push(failure);
  return value;
}

function noMemory(bytes: number, reason: string) {
  return new ScanLabError('out-of-memory', `${bytes.toLocaleString('en')} bytes were required for ${reason}.`);
}
