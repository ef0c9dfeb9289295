/** Inputs and outputs of one run, as buffers of the device. */

import { badArgument } from '../shared/arguments.js';
import { DeviceWords, USAGE } from '../shared/device-words.js';
import { ScanLabError, messageOf } from '../shared/errors.js';
/** @import { CoreDeviceData } from 'scanlab-core' */
/** @import { Elements } from '../types.d.ts' */

/** The inputs, by their names in requests. @typedef {Record<string, DeviceWords | Elements | undefined>} Operands */
/** @typedef {{ output?: GPUBuffer, second?: GPUBuffer }} Outputs */

/** What an output may be used for: all that a buffer can which is not mapped. */
const ANY_USAGE = Object.values(USAGE).reduce((all, usage) => all | usage);

/** The names of inputs where the core has others. @type {Record<string, string>} */
const CORE_NAMES = { heads: 'flags' };

/** Copies inputs into the core's buffers and outputs out of them, as the core asks for. @implements {CoreDeviceData} */
export class DeviceData {
  #device;
  #operands;
  /** @type {Outputs} */
  #outputs = {};
  /** What the copies so far have failed with. @type {Promise<ScanLabError | null>[]} */
  #failures = [];

  /** @param {GPUDevice} device @param {Operands} operands */
  constructor(device, operands) {
    this.#device = device;
    this.#operands = operands;
  }

  /** @param {'input' | 'flags' | 'values'} input @param {GPUBuffer} buffer */
  copyIn(input, buffer) {
    const [name, words] = Object.entries(this.#operands).find(([one]) => (CORE_NAMES[one] ?? one) === input) ?? [];
    if (!words) return;
    const invalid = (/** @type {string} */ reason) =>
      badArgument(`${name} must be a GPUBuffer of this lab's device that is there until its run has ended; ${reason}`);
    this.#watched({ validation: invalid }, () => {
      if (words instanceof DeviceWords) this.#copy(words.buffer, buffer, 4 * words.length);
      else this.#device.queue.writeBuffer(buffer, 0, words);
    });
  }

  /** @param {'output' | 'second'} output @param {GPUBuffer} buffer @param {number} words */
  copyOut(output, buffer, words) {
    this.#create(output, 4 * words, (target) => this.#copy(buffer, target, 4 * words));
  }

  /** An output that does not come from the device. @param {'output' | 'second'} output @param {Uint32Array} words */
  write(output, words) {
    this.#create(output, words.byteLength, (target) => this.#device.queue.writeBuffer(target, 0, words));
  }

  /**
   * The outputs of a run, once it is sure that all copies have been accepted. Those of a run that has failed are destroyed.
   * @template T
   * @param {() => Promise<T>} run
   * @returns {Promise<{ result: T, outputs: Outputs }>}
   */
  async run(run) {
    try {
      const result = await run();
      const failure = (await Promise.all(this.#failures)).find((one) => one !== null);
      if (failure) throw failure;
      return { result, outputs: this.#outputs };
    } catch (failure) {
      Object.values(this.#outputs).forEach((buffer) => buffer.destroy());
      throw failure;
    }
  }

  /** @param {'output' | 'second'} output @param {number} bytes @param {(buffer: GPUBuffer) => void} fill */
  #create(output, bytes, fill) {
    const refused = (/** @type {string} */ reason) =>
      new ScanLabError(
        'out-of-memory',
        `A buffer of ${bytes.toLocaleString('en')} bytes was required for the output; the device has none: ${reason}`,
      );
    this.#watched({ 'out-of-memory': refused, validation: refused }, () => {
      const target = this.#device.createBuffer({ label: output, size: bytes, usage: ANY_USAGE });
      this.#outputs[output] = target;
      if (bytes > 0) fill(target);
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
