/** Inputs and outputs of one run, as buffers of the device. */

import { badArgument } from '../shared/arguments.js';
import { DeviceWords } from '../shared/device-words.js';
import { ScanLabError, messageOf } from '../shared/errors.js';
import { withAttached } from './array-scan.js';
/** @import { CoreDeviceData } from 'scanlab-core' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Elements } from '../types.d.ts' */

/** An input, and what the request calls it. @typedef {{ name: string, words: DeviceWords | Elements | undefined }} Input */
/** The inputs by the core's names; `flags` are also the heads of a scan. @typedef {Partial<Record<'input' | 'flags' | 'values', Input>>} Inputs */
/** @typedef {{ output?: GPUBuffer, second?: GPUBuffer }} Outputs */
/** Called once, when the device has the commands that fill the outputs. @typedef {(outputs: Outputs, count?: number) => void} OnSubmitted */

/** Runs whose outputs are used before they are known to be right run concurrently: they are of this group of tasks. */
const SUBMITTED = {};
/** @param {OnSubmitted | undefined} onSubmitted */
export const groupOf = (onSubmitted) => onSubmitted && SUBMITTED;

/** GPUBufferUsage of outputs: COPY_SRC, COPY_DST, INDEX, VERTEX, UNIFORM, STORAGE and INDIRECT, all but mapping and queries. */
const OUTPUT_USAGE = 0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100;
/** Words of an array that are uploaded at a time, 4 MiB. */
const UPLOAD_WORDS = 2 ** 20;

/**
 * Runs on inputs, of which those in arrays are uploaded.
 * @template {number | undefined | void} T
 * @param {CoreSession} session
 * @param {Task} task
 * @param {Inputs} inputs
 * @param {(data: DeviceData) => Promise<T>} work
 * @param {OnSubmitted} [onSubmitted]
 * @returns {Promise<{ result: T, outputs: Outputs }>}
 */
export function runOnDevice(session, task, inputs, work, onSubmitted) {
  const data = new DeviceData(session.device, inputs, onSubmitted && ((...given) => void (task.stopped ?? onSubmitted(...given))));
  const arrays = Object.values(inputs).flatMap(({ name, words }) => (words instanceof DeviceWords ? [] : [[name, words]]));
  return data.run(task, () => withAttached(Object.fromEntries(arrays), () => work(data)));
}

/** Copies inputs into the core's buffers and outputs out of them, as the core asks for. @implements {CoreDeviceData} */
export class DeviceData {
  #device;
  #inputs;
  /** @type {OnSubmitted | null} */
  #onSubmitted;
  /** @type {Outputs} */
  #outputs = {};
  /** What the copies so far have failed with. @type {Promise<ScanLabError | null>[]} */
  #failures = [];
  #hasThrown = false;

  /** @param {GPUDevice} device @param {Inputs} inputs @param {OnSubmitted | null} [onSubmitted] */
  constructor(device, inputs, onSubmitted = null) {
    this.#device = device;
    this.#inputs = inputs;
    this.#onSubmitted = onSubmitted;
  }

  /** @param {'input' | 'flags' | 'values'} input @param {GPUBuffer} buffer */
  copyIn(input, buffer) {
    const { name, words } = this.#inputs[input] ?? {};
    if (words instanceof DeviceWords) {
      const invalid = (/** @type {string} */ reason) =>
        badArgument(`${name} must be a GPUBuffer of this lab's device that is there until its run has ended; ${reason}`);
      this.#watched({ validation: invalid }, () => this.#copy(words.buffer, buffer, 4 * words.length));
    } else if (words) this.#upload(words, buffer);
  }

  /** @param {'output' | 'second'} output @param {GPUBuffer} buffer @param {number} words */
  copyOut(output, buffer, words) {
    this.#create(output, 4 * words, (target) => this.#copy(buffer, target, 4 * words));
  }

  /** An output that does not come from the device. @param {'output' | 'second'} output @param {Uint32Array} words */
  write(output, words) {
    this.#create(output, words.byteLength, (target) => this.#device.queue.writeBuffer(target, 0, words));
  }

  /** All outputs are there. The run, and the copies, may still fail. @param {number | void} [count] */
  submitted(count) {
    const call = this.#onSubmitted;
    this.#onSubmitted = null;
    // Not within the core, which calls this.
    if (call && !this.#hasThrown) queueMicrotask(() => call(this.#outputs, count ?? undefined));
  }

  /** Whether `submitted` passes the outputs on before the run is known to be right: the core does not repeat such a run. */
  passesOn() {
    return this.#onSubmitted !== null;
  }

  /**
   * The outputs of a run, once all copies are known to have been accepted. Those of a run that has failed or was stopped are destroyed.
   * @template {number | undefined | void} T
   * @param {Pick<Task, 'check'>} task
   * @param {() => Promise<T>} work
   * @returns {Promise<{ result: T, outputs: Outputs }>}
   */
  async run(task, work) {
    try {
      const result = await work();
      this.submitted(result);
      const failure = (await Promise.all(this.#failures)).find((one) => one !== null);
      if (failure) throw failure;
      task.check();
      return { result, outputs: this.#outputs };
    } catch (failure) {
      Object.values(this.#outputs).forEach((buffer) => buffer.destroy());
      throw failure;
    }
  }

  /** @param {'output' | 'second'} output @param {number} bytes @param {(buffer: GPUBuffer) => void} fill */
  #create(output, bytes, fill) {
    const refused = (/** @type {string} */ reason) => noMemory(bytes, `the output; the device has none (${reason})`);
    // A run that is repeated fills the buffer of its first attempt.
    if (!this.#outputs[output]) {
      this.#watched({ validation: refused, 'out-of-memory': refused }, () => {
        this.#outputs[output] = this.#device.createBuffer({ label: output, size: bytes, usage: OUTPUT_USAGE });
      });
    }
    const target = this.#outputs[output];
    // After the failure of the buffer itself, whose reason comes first.
    if (target && bytes > 0) this.#watched({ validation: refused }, () => fill(target));
  }

  /** In slices, each of which is copied: arrays may be resizable, which the queue refuses. @param {Elements} words @param {GPUBuffer} buffer */
  #upload(words, buffer) {
    const refused = (/** @type {string} */ reason) => noMemory(words.byteLength, `an upload; the browser has none (${reason})`);
    this.#watched({ validation: refused }, () => {
      for (let start = 0; start < words.length; start += UPLOAD_WORDS) {
        this.#device.queue.writeBuffer(buffer, 4 * start, words.slice(start, start + UPLOAD_WORDS));
      }
    });
  }

  /** @param {GPUBuffer} from @param {GPUBuffer} to @param {number} bytes */
  #copy(from, to, bytes) {
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
  }

  /**
   * Keeps the error of what is submitted; the core, which calls this, gets none.
   * @param {Partial<Record<GPUErrorFilter, (reason: string) => ScanLabError>>} errors
   * @param {() => void} submit
   */
  #watched(errors, submit) {
    const filters = Object.entries(errors);
    filters.forEach(([filter]) => this.#device.pushErrorScope(/** @type {GPUErrorFilter} */ (filter)));
    /** @type {unknown} */
    let thrown = null;
    try {
      submit();
    } catch (failure) {
      thrown = failure;
      this.#hasThrown = true;
    }
    for (const [, errorOf] of filters.reverse()) {
      const popped = this.#device.popErrorScope().then(
        (error) => error && errorOf(error.message),
        // The device is lost, which the run itself reports.
        () => null,
      );
      this.#failures.push(thrown ? popped.then(() => errorOf(messageOf(thrown))) : popped);
    }
  }
}

/** @param {number} bytes @param {string} reason */
function noMemory(bytes, reason) {
  return new ScanLabError('out-of-memory', `${bytes.toLocaleString('en')} bytes were required for ${reason}.`);
}
