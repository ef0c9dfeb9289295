/** Runs cases as prepared runs, recorded into a command encoder of the page. Their outputs must be right, like those of calls. */
import { ARRAY_OF_TYPE } from '../shared/arguments.ts';
import { MAP_READ, USAGE } from '../shared/flags.ts';
import type { ElementType, Elements, PrepareRequest, PreparedRun } from '../types.ts';
import type { Lab } from '../ui/element-types.ts';

/** Records prepared runs on a lab's device. Successive cases with the same request share one prepared run. */
export class Recorder {
  #lab;
  #key = '';
  #run: PreparedRun | null = null;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /**
   * Runs a request once.
   * @param inputs by buffer name; the input of an in-place scan is its `output`
   * @returns the words of all outputs, by name
   */
  async run(request: PrepareRequest, inputs: Record<string, Elements | undefined>): Promise<Record<string, Uint32Array>> {
    const { device } = this.#lab;
    const run = await this.#prepare(request);
    const buffers = run.requirements.buffers as Record<string, number>;
    const isGiven = (name: string) => inputs[name] !== undefined;
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
      for (const buffer of [...Object.values<GPUBuffer>(given), ...staging]) buffer.destroy();
    }
  }

  async #prepare(request: PrepareRequest) {
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

/** The first n elements of an output. */
export const elementsOf = <T extends ElementType>(words: Uint32Array, n: number, type: T) =>
  new ARRAY_OF_TYPE[type](words.buffer as ArrayBuffer, 0, n);

function bufferOf(device: GPUDevice, size: number, elements: Elements | undefined) {
  const buffer = device.createBuffer({ size, usage: USAGE.storage | USAGE.copySource, mappedAtCreation: elements !== undefined });
  if (!elements) return buffer;
  const words = new Uint32Array(elements.buffer, elements.byteOffset, elements.length);
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}
