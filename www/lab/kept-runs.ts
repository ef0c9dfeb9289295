/** What a lab keeps on its device for its next runs on buffers: runners, and working buffers. */

import { scoped } from '../shared/runner.ts';
import { ScanLabError } from '../shared/errors.ts';
import type { CoreSession } from './session.ts';
import type { Compiled } from './prepare.ts';

/** Capacity: enough for an application that repeats its runs, and an idle page holds little memory. */
const MOST_RUNNERS = 16;
const MOST_BUFFERS = 64;
const MOST_BYTES = 2 ** 28;

/**
 * A runner that is in use, or kept. Runs of one runner share scratch memory: the device does them in their order.
 * inParts: settles when the runs so far are submitted, where each takes several submissions
 */
export type KeptRunner = { compiled: Promise<Compiled>; bytes: number; users: number; isDropped: boolean; inParts: Promise<unknown> };

/** What the device has found wrong. */
export type Failure = Promise<ScanLabError | null>;

const kept: WeakMap<CoreSession, KeptRuns> = new WeakMap();

export function keptRunsOf(session: CoreSession) {
  const known = kept.get(session);
  if (known) return known;
  const made = new KeptRuns(session.device);
  kept.set(session, made);
  // The device may be the caller's, which stays.
  session.lifetime.onEnd(() => made.end());
  return made;
}

class KeptRuns {
  #device;
  /** By request, the one that was used last at the end. */
  #runners: Map<string, KeptRunner> = new Map();
  /** Working buffers that are not in use, the one that was used last at the end. */
  #idle: GPUBuffer[] = [];

  #refused: WeakSet<GPUBuffer> = new WeakSet();
  #isEnded = false;

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The runner of a request, until it is released. */
  take(key: string, compile: () => Promise<Compiled>): KeptRunner {
    const runner = this.#runners.get(key) ?? this.#compile(compile);
    this.#runners.delete(key);
    this.#runners.set(key, runner);
    runner.users++;
    return runner;
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

  /** Destroys a runner once nothing uses it. */
  drop(runner: KeptRunner) {
    runner.isDropped = true;
    for (const [key, one] of this.#runners) if (one === runner) this.#runners.delete(key);
    if (runner.users > 0) return;
    runner.compiled.then(
      (compiled) => compiled.runner.destroy(),
      () => {},
    );
  }

  /** Destroys all that is not in use, and what is as soon as it is given back. */
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
   * A working buffer.
   * @param failures gets what the device finds wrong with it
   */
  takeBuffer(label: string, size: number, usage: number, failures: Failure[]) {
    const found = this.#idle.findIndex((buffer) => buffer.size === size && buffer.usage === usage);
    if (found >= 0) return this.#idle.splice(found, 1)[0];
    const own: Failure[] = [];
    const buffer = makeBuffer(this.#device, { label, size, usage }, own);
    failures.push(...own);
    // One that the device refuses is no other run's.
    Promise.all(own).then((errors) => {
      if (errors.every((error) => error === null)) return;
      this.#refused.add(buffer);
      this.#idle = this.#idle.filter((one) => one !== buffer);
    });
    return buffer;
  }

  /** What uses it is submitted. */
  giveBuffer(buffer: GPUBuffer) {
    if (this.#isEnded || this.#refused.has(buffer)) return buffer.destroy();
    this.#idle.push(buffer);
    while (this.#idle.length > MOST_BUFFERS || this.#idle.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
      (this.#idle.shift() as GPUBuffer).destroy();
    }
  }
}

/** @param failures gets what the device finds wrong with it */
export function makeBuffer(device: GPUDevice, descriptor: GPUBufferDescriptor & { label: string }, failures: Failure[]) {
  const refused = (reason: string) => noMemory(descriptor.size, `the ${descriptor.label}; the device has none (${reason})`);
  const { value, failure } = scoped(device, { 'out-of-memory': refused, validation: refused }, () => device.createBuffer(descriptor));
  failures.push(failure);
  return value;
}

function noMemory(bytes: number, reason: string) {
  return new ScanLabError('out-of-memory', `${bytes.toLocaleString('en')} bytes were required for ${reason}.`);
}
