/** The same cases as prepared runs, recorded into an encoder of the page's, whose outputs must be right as well. */
import { ARRAY_OF_TYPE } from '../shared/arguments.js';
import { MAP_READ, USAGE } from '../shared/flags.js';

/** @typedef {import('../types.d.ts').Elements} Elements */
/** @typedef {import('../types.d.ts').ElementType} ElementType */
/** @typedef {import('../types.d.ts').PrepareRequest} PrepareRequest */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */

/** Records runs on a lab's device. Cases of one form and length, which follow one another, share a preparation. */
export class Recorder {
  #lab;
  #key = '';
  /** @type {import('../types.d.ts').PreparedRun | null} */
  #run = null;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  /**
   * The words of all outputs, by name.
   * @param {PrepareRequest} request @param {Record<string, Elements | undefined>} inputs those of an in-place scan by its `output`
   * @returns {Promise<Record<string, Uint32Array>>}
   */
  async run(request, inputs) {
    const { device } = this.#lab;
    const run = await this.#prepare(request);
    const buffers = /** @type {Record<string, number>} */ (run.requirements.buffers);
    const isGiven = (/** @type {string} */ name) => inputs[name] !== undefined;
    const made = Object.entries(buffers).map(([name, bytes]) => [name, bufferOf(device, bytes, inputs[name])]);
    const outputs = Object.keys(buffers).filter((name) => !isGiven(name) || name === 'output');
    const staging = outputs.map((name) => device.createBuffer({ size: buffers[name], usage: USAGE.mapRead | USAGE.copyTarget }));
    const given = Object.fromEntries(made);
    try {
      const encoder = device.createCommandEncoder();
      run.record(encoder, given);
      outputs.forEach((name, i) => encoder.copyBufferToBuffer(given[name], 0, staging[i], 0, buffers[name]));
      device.queue.submit([encoder.finish()]);
      await Promise.all([run.check(), ...staging.map((buffer) => buffer.mapAsync(MAP_READ))]);
      return Object.fromEntries(outputs.map((name, i) => [name, new Uint32Array(staging[i].getMappedRange().slice(0))]));
    } finally {
      for (const buffer of [...Object.values(given), ...staging]) buffer.destroy();
    }
  }

  /** @param {PrepareRequest} request */
  async #prepare(request) {
    const key = JSON.stringify(request);
    if (this.#run && this.#key === key) return this.#run;
    this.end();
    this.#run = await this.#lab.prepare(request);
    this.#key = key;
    return this.#run;
  }

  end() {
    this.#run?.destroy();
    this.#run = null;
  }
}

/** The first elements of an output. @template {ElementType} T @param {Uint32Array} words @param {number} n @param {T} type */
export const elementsOf = (words, n, type) => new ARRAY_OF_TYPE[type](/** @type {ArrayBuffer} */ (words.buffer), 0, n);

/** @param {GPUDevice} device @param {number} size @param {Elements | undefined} elements */
function bufferOf(device, size, elements) {
  const buffer = device.createBuffer({ size, usage: USAGE.storage | USAGE.copySource, mappedAtCreation: elements !== undefined });
  if (!elements) return buffer;
  const words = new Uint32Array(elements.buffer, elements.byteOffset, elements.length);
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}
