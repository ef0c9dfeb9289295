/** Runs on buffers of the device. The kernels access the caller's buffers if these can be bound, else copies of them. */

import { badArgument } from '../shared/arguments.ts';
import { DeviceWords, intrinsic } from '../shared/device-words.ts';
import { ScanLabError } from '../shared/errors.ts';
import { USAGE } from '../shared/flags.ts';
import { scoped } from '../shared/runner.ts';
import { withAttached } from './array-scan.ts';
import { REFUSED, burstsOf, throwFirst } from './bursts.ts';
import { keptRunsOf, makeBuffer } from './kept-runs.ts';
import { compile } from './prepare.ts';
import { trialInputOnDevice } from './device-trial-input.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Elements, PreparedPort } from '../types.ts';
import type { Commands } from './bursts.ts';
import type { Failure, KeptRunner } from './kept-runs.ts';
import type { Compiled, Wanted } from './prepare.ts';

/** An input, with its name in the request. */
type Input = { name: string; words: DeviceWords | Elements | undefined };
/** Buffers by the names of ports. */
export type Buffers = Record<string, GPUBuffer>;
/** Called once, when the device has the commands that fill the outputs. */
export type OnSubmitted = (outputs: Buffers, count?: number) => void;
/** A run. `request` is a text that identifies it. `given` has the caller's outputs. The keys of `inputs` and `given` are names of ports. */
type DeviceRun = { wanted: Wanted; request: string; inputs: Record<string, Input>; given: Buffers };
/** A run that can be recorded again at once, since its kernels access the caller's buffers only. */
export type Repeatable = {
  run: DeviceRun;
  key: string;
  revision: number;
  kept: KeptRunner;
  runner: Compiled['runner'];
  bound: Buffers;
  bytes: number;
  /** Whether an aborted run can be repeated: a run in place overwrites its input. */
  keepsInput: boolean;
};

/** The group of tasks whose outputs are used before they are known to be right. These tasks run concurrently. */
export const SUBMITTED = {};
export const groupOf = (onSubmitted: OnSubmitted | undefined) => onSubmitted && SUBMITTED;

const WORKING_USAGE = USAGE.copySource | USAGE.copyTarget | USAGE.storage;
/** All usages except mapping and queries. */
const OUTPUT_USAGE = WORKING_USAGE | USAGE.index | USAGE.vertex | USAGE.uniform | USAGE.indirect;
/** The maximum number of words of an array that are uploaded at a time, 4 MiB. */
const UPLOAD_WORDS = 2 ** 20;

const isBindable = (buffer: GPUBuffer, bytes: number) =>
  (Number(intrinsic(buffer, 'usage')) & USAGE.storage) > 0 && Number(intrinsic(buffer, 'size')) >= bytes;

/**
 * Executes a run. If the device aborts the run for a cause that later plans avoid, repeats it with a new plan. A run whose outputs were passed
 * on is not repeated: results computed from them would stay wrong.
 */
export async function runOnDevice(
  session: CoreSession,
  task: Task,
  run: DeviceRun,
  onSubmitted?: OnSubmitted,
): Promise<{ outputs: Buffers; count?: number; repeat?: Repeatable }> {
  const kept = keptRunsOf(session);
  let unsaid: OnSubmitted | null = onSubmitted ?? null;
  const announce: OnSubmitted = (outputs, count) => {
    const call = unsaid;
    unsaid = null;
    // In a microtask, an exception of the callback counts as an uncaught exception of the page.
    if (call && !task.stopped) queueMicrotask(() => call(outputs, count));
  };
  const arrays = Object.values(run.inputs).flatMap(({ name, words }) => (words instanceof DeviceWords ? [] : [[name, words]]));
  const made: Buffers = {};
  try {
    return await withAttached(Object.fromEntries(arrays), async () => {
      for (;;) {
        const revision = session.call(() => session.core.revision());
        const key = `${revision} ${run.request}`;
        const runner = kept.take(key, () => compile(session, task, run.wanted, false));
        try {
          const compiled = await compiledOf(runner, task);
          if (!compiled) continue;
          const attempt = new Attempt(session, task, run, runner, compiled, made);
          const { aborted, ...done } = await attempt.run(announce);
          task.check();
          const { direct } = attempt;
          if (!aborted) return { ...done, repeat: direct && { run, key, revision, kept: runner, ...direct } };
          kept.drop(runner);
          const isRepeatable = attempt.keepsInput && (!onSubmitted || unsaid);
          if (!isRepeatable || session.core.revision() === revision) throw aborted;
        } finally {
          kept.release(runner);
        }
      }
    });
  } catch (failure) {
    Object.values(made).forEach((buffer) => buffer.destroy());
    throw failure;
  }
}

/** The compiled runner; null if another task compiled it and was stopped meanwhile. */
async function compiledOf({ compiled }: KeptRunner, task: Task) {
  try {
    return await compiled;
  } catch (failure) {
    task.check();
    if (failure instanceof ScanLabError && failure.code === 'cancelled') return null;
    throw failure;
  }
}

/** The elements of an input for the trial of a custom operator. Earlier runs are submitted first, since they may write the input. */
export function trialInput(session: CoreSession, task: Task, input: DeviceWords | Elements, words: number) {
  burstsOf(session).flush();
  return trialInputOnDevice(session, task, input, words);
}

/** Writes the outputs of a run on an empty input. The core knows their words. */
export async function writeOutputs(session: CoreSession, given: Buffers, words: Record<string, Uint32Array>): Promise<Buffers> {
  const { device } = session;
  const failures: Failure[] = [];
  const written = Object.entries(words).map(([label, output]) => {
    const size = output.byteLength;
    if (given[label]) requireOutput(label, given[label], output.length, output.length ? Infinity : 0);
    const buffer = given[label] ?? makeBuffer(device, { label, size, usage: OUTPUT_USAGE }, failures);
    if (size > 0) failures.push(scoped(device, REFUSED, () => device.queue.writeBuffer(buffer, 0, output)).failure);
    return [label, buffer];
  });
  await throwFirst(failures);
  return Object.fromEntries(written);
}

/** @param bytes the number of bytes that kernels access */
function requireOutput(name: string, buffer: GPUBuffer, words: number, bytes: number) {
  const [size, usage, state] = [Number(intrinsic(buffer, 'size')), Number(intrinsic(buffer, 'usage')), intrinsic(buffer, 'mapState')];
  if (state !== 'unmapped') throw badArgument(`${name} must be an unmapped GPUBuffer; it is ${state}.`);
  if (size < 4 * words) throw badArgument(`${name} must be a GPUBuffer of ${4 * words} bytes or more, ${words} words; it has ${size}.`);
  if (!isBindable(buffer, bytes) && !(usage & USAGE.copyTarget))
    throw badArgument(`${name} ${usageRequired('COPY_DST', bytes)}; ${found(buffer)}.`);
}

/**
 * @param usage the usage that a copy requires
 * @param bytes the number of bytes that kernels access
 */
const usageRequired = (usage: string, bytes: number) =>
  `must be a GPUBuffer with the usage ${usage}${bytes === Infinity ? '' : `, or with the usage STORAGE and of ${bytes} bytes or more`}`;

const found = (buffer: GPUBuffer) => `its usage is ${intrinsic(buffer, 'usage')}, its size ${intrinsic(buffer, 'size')}`;

class Attempt {
  #session;
  #task;
  #run;
  #kept;
  #runner;
  #compiled;
  /** Outputs that the run makes. */
  #made;
  /** The buffers that the kernels access, by port. */
  #bound: Buffers = {};
  #uploads: (() => void)[] = [];
  #copiesIn: { from: GPUBuffer; to: GPUBuffer; bytes: number }[] = [];
  #copiesOut: { from: GPUBuffer; to: GPUBuffer; bytes: number }[] = [];
  /** Outputs whose length is the count, and the buffers that hold them. */
  #counted: { port: PreparedPort; from: GPUBuffer }[] = [];
  /** Buffers from the cache, which `#giveBack` returns. */
  #working: Set<GPUBuffer> = new Set();
  #failures: Failure[] = [];
  /** Whether the input is still unchanged after the run. */
  keepsInput = true;
  /** Set if the run has one submission, and its kernels access only the caller's buffers. */
  direct?: Pick<Repeatable, 'runner' | 'bound' | 'bytes' | 'keepsInput'>;

  constructor(session: CoreSession, task: Task, run: DeviceRun, runner: KeptRunner, compiled: Compiled, made: Buffers) {
    this.#session = session;
    this.#task = task;
    this.#run = run;
    this.#kept = keptRunsOf(session);
    this.#runner = runner;
    this.#compiled = compiled;
    this.#made = made;
  }

  async run(announce: OnSubmitted): Promise<{ outputs: Buffers; count?: number; aborted?: ScanLabError }> {
    const { runner, ports } = this.#compiled;
    try {
      this.#task.check();
      ports.forEach((port) => this.#bind(port));
      // A scan in place may copy its input to the caller's output.
      const isDirect = this.#working.size === 0 && this.#copiesIn.length === 0 && Object.keys(this.#made).length === 0;
      if (runner.parts === 1 && isDirect) {
        this.direct = { runner, bound: this.#bound, bytes: this.#bytes, keepsInput: this.keepsInput };
      }
      const { count } = this.#bound;
      const outputs = { ...this.#made, ...this.#run.given };
      const onSubmitted = () => {
        if (count) return;
        announce(outputs);
        // Later uses of these buffers are ordered after this run.
        this.#giveBack();
      };
      const read = await (runner.parts === 1 ? this.#submit(undefined, onSubmitted) : this.#inParts(onSubmitted));
      const aborted = runner.errorOf(read.subarray(0, runner.statusWords));
      if (aborted) return { outputs, aborted };
      if (!count) return { outputs };
      const found = read[runner.statusWords];
      await this.#copyCounted(found, announce);
      return { outputs: { ...this.#made, ...this.#run.given }, count: found };
    } catch (failure) {
      runner.clearNext();
      this.#working.forEach((buffer) => buffer.destroy());
      this.#working.clear();
      throw failure;
    } finally {
      this.#giveBack();
    }
  }

  /** The approximate number of bytes that the run accesses. */
  get #bytes() {
    return this.#compiled.ports.reduce((sum, port) => sum + port.bytes, 0);
  }

  /** Decides which buffer the kernels access for a port. */
  #bind(port: PreparedPort) {
    const { name, isInput, isOutput, words, countedWords, bytes } = port;
    const { inputs, given } = this.#run;
    if (name === 'count') {
      this.#bound.count = this.#take(name, 4, WORKING_USAGE);
      return;
    }
    const input = isInput ? inputs[isOutput ? 'input' : name] : undefined;
    if (!isOutput) {
      this.#bound[name] = this.#inputOf(input as Input, bytes);
      return;
    }
    if (given[name]) requireOutput(name, given[name], words, bytes);
    const isCounted = countedWords !== null;
    const target = given[name] ?? (isCounted ? undefined : this.#output(name, words));
    const isDirect = target && isBindable(target, bytes);
    const bound = isDirect ? target : this.#take(name, bytes, WORKING_USAGE);
    this.#bound[name] = bound;
    if (!isDirect) {
      if (isCounted) this.#counted.push({ port, from: bound });
      else if (target) this.#copiesOut.push({ from: bound, to: target, bytes: 4 * words });
    }
    // A run in place has one port for input and output.
    if (input?.words instanceof DeviceWords) {
      this.keepsInput = target !== input.words.buffer;
      if (bound !== input.words.buffer) this.#copyIn(input.name, input.words, bound, bytes);
    }
  }

  /** @param bytes the number of bytes that kernels access */
  #inputOf({ name, words }: Input, bytes: number) {
    if (words instanceof DeviceWords && isBindable(words.buffer, bytes)) return words.buffer;
    const working = this.#take(name, bytes, WORKING_USAGE);
    if (words instanceof DeviceWords) this.#copyIn(name, words, working, bytes);
    else if (words) this.#uploads.push(() => upload(this.#session.device.queue, words, working));
    return working;
  }

  /** @param bytes the number of bytes that kernels access */
  #copyIn(name: string, { buffer, length }: DeviceWords, to: GPUBuffer, bytes: number) {
    if (!(Number(intrinsic(buffer, 'usage')) & USAGE.copySource))
      throw badArgument(`${name} ${usageRequired('COPY_SRC', bytes)}; ${found(buffer)}.`);
    this.#copiesIn.push({ from: buffer, to, bytes: 4 * length });
  }

  /** Makes an output. A repetition of the run uses the output of the first attempt. */
  #output(label: string, words: number) {
    this.#made[label] ??= makeBuffer(this.#session.device, { label, size: 4 * words, usage: OUTPUT_USAGE }, this.#failures);
    return this.#made[label];
  }

  #take(label: string, bytes: number, usage: number) {
    const buffer = this.#kept.takeBuffer(label, bytes, usage, this.#failures);
    this.#working.add(buffer);
    return buffer;
  }

  /** Returns buffers to the cache after the commands that use them are submitted. */
  #giveBack() {
    this.#working.forEach((buffer) => this.#kept.giveBuffer(buffer));
    this.#working.clear();
  }

  /**
   * Submits a part of the run (default: the whole run), with the copies before and after it.
   * @returns after the last part, the status words of the run, and its count if it has one
   */
  #submit(part: number | undefined, onSubmitted?: () => void): Promise<Uint32Array> {
    const { runner } = this.#compiled;
    const { count } = this.#bound;
    const isFirst = !part;
    const isLast = part === undefined || part === runner.parts - 1;
    const words = isLast ? runner.statusWords + (count ? 1 : 0) : 0;
    const bytes = part === undefined ? this.#bytes : Infinity;
    const recordAll: Commands['record'] = (encoder, readback, offset, failures) => {
      if (isFirst) {
        this.#uploads.forEach((write) => write());
        this.#copiesIn.forEach((copy) => record(encoder, copy));
      }
      failures.push(runner.record(encoder, this.#bound, part));
      if (!isLast) return;
      // No other run will use the new outputs.
      if (Object.values(this.#made).some((buffer) => Object.values(this.#bound).includes(buffer))) runner.forget();
      this.#copiesOut.forEach((copy) => record(encoder, copy));
      if (!readback) return;
      runner.recordStatus(encoder, readback, offset);
      if (count) encoder.copyBufferToBuffer(count, 0, readback, offset + 4 * runner.statusWords, 4);
    };
    return this.#wait({ bytes, words, record: recordAll, onSubmitted });
  }

  /**
   * Submits the run part by part, each part after the device has executed the previous one. The page's watchdog counts each part as a step.
   * Other runs of the runner come before the first part or after the last.
   */
  async #inParts(onSubmitted: () => void) {
    const before = this.#runner.inParts;
    const work = async () => {
      await before;
      const { runner } = this.#compiled;
      try {
        for (let part = 0; part < runner.parts - 1; part++) {
          this.#task.check();
          await this.#submit(part);
        }
        this.#task.check();
        return await this.#submit(runner.parts - 1, onSubmitted);
      } catch (failure) {
        // The parts leave scratch memory in an undefined state, so it is cleared before the next run begins.
        runner.clearNext();
        throw failure;
      }
    };
    const done = work();
    this.#runner.inParts = done.catch(() => {});
    return done;
  }

  /** Copies the outputs up to the length that the count gives. */
  async #copyCounted(count: number, announce: OnSubmitted) {
    const { given } = this.#run;
    const copies = this.#counted.map(({ port: { name, countedWords }, from }) => {
      const words = count * Number(countedWords);
      return { from, to: given[name] ?? this.#output(name, words), bytes: 4 * words };
    });
    const onSubmitted = () => announce({ ...this.#made, ...given }, count);
    if (copies.length === 0) return onSubmitted();
    const recordAll = (encoder: GPUCommandEncoder) => copies.forEach((copy) => record(encoder, copy));
    await this.#wait({ bytes: 0, words: null, record: recordAll, onSubmitted });
  }

  /** Submits commands, and waits for them. They fail if the device has reported an error about this run's buffers. */
  #wait(commands: Omit<Commands, 'task' | 'failures'>) {
    const failures = this.#failures;
    this.#failures = [];
    return burstsOf(this.#session).add({ ...commands, task: this.#task, failures });
  }
}

function record(encoder: GPUCommandEncoder, { from, to, bytes }: { from: GPUBuffer; to: GPUBuffer; bytes: number }) {
  if (bytes > 0) encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
}

/** Uploads an array in slices. Each slice is copied first, since the queue refuses arrays on resizable buffers. */
function upload(queue: GPUQueue, words: Elements, buffer: GPUBuffer) {
  for (let start = 0; start < words.length; start += UPLOAD_WORDS) {
    queue.writeBuffer(buffer, 4 * start, words.slice(start, start + UPLOAD_WORDS));
  }
}
