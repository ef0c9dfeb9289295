/**
 * A device of WebGPU whose kernels the emulator runs: as much of one as `device.js` asks for. It draws pictures where no GPU is in use, by
 * the kernels that draw them on one. What is submitted is done when something is read.
 */
import { kernelRunner } from './kernel-runner.js';

/** @typedef {import('./kernel-host.js').Command} Command */
/** @typedef {import('./kernel-runner.js').Send} Send */
/** What the drawing of pictures takes of a lab. @typedef {import('../drawing/image.js').Lab} PictureLab */

let lastBuffer = 0;

class EmulatedBuffer {
  id = ++lastBuffer;
  /** What it has when it is mapped. @type {Uint32Array} */
  words = new Uint32Array(0);

  /** @param {EmulatedDevice} device @param {{ size: number, usage: number }} descriptor */
  constructor(device, { size, usage }) {
    this.device = device;
    this.size = size;
    this.usage = usage;
  }

  async mapAsync() {
    this.words = await this.device.read(this.id);
  }

  getMappedRange() {
    return this.words.buffer;
  }

  unmap() {}

  destroy() {
    this.device.tell(['destroy', this.id]);
  }
}

class EmulatedEncoder {
  /** @type {Command[]} */
  commands = [];

  /** @param {EmulatedBuffer} buffer */
  clearBuffer({ id }) {
    this.commands.push(['clear', id]);
  }

  /** @param {EmulatedBuffer} source @param {number} from in bytes @param {EmulatedBuffer} target @param {number} to @param {number} size */
  copyBufferToBuffer(source, from, target, to, size) {
    this.commands.push(['copy', source.id, from / 4, target.id, to / 4, size / 4]);
  }

  beginComputePass() {
    let code = '';
    /** @type {number[]} */
    let buffers = [];
    return {
      setPipeline: (/** @type {{ code: string }} */ pipeline) => (code = pipeline.code),
      setBindGroup: (/** @type {number} */ _, /** @type {{ entries: { resource: { buffer: EmulatedBuffer } }[] }} */ { entries }) =>
        (buffers = entries.map(({ resource }) => resource.buffer.id)),
      dispatchWorkgroups: (/** @type {number} */ workgroups) => this.commands.push(['run', code, workgroups, buffers]),
      end() {},
    };
  }

  finish() {
    return this.commands;
  }
}

const same = (/** @type {any} */ descriptor) => descriptor;

class EmulatedDevice {
  lost = new Promise(() => {});
  // To begin a workgroup takes as long as several of its invocations.
  limits = { maxComputeWorkgroupsPerDimension: 64 };
  createShaderModule = same;
  createBindGroupLayout = same;
  createPipelineLayout = same;
  createBindGroup = same;
  /** What is not done yet. @type {Command[]} */
  #commands = [];
  /** @type {number[]} */
  #buffers = [];

  queue = {
    writeBuffer: (/** @type {EmulatedBuffer} */ { id }, /** @type {number} */ offset, /** @type {import('./arrays.js').Words} */ words) =>
      this.tell(['write', id, offset / 4, new Uint32Array(words.buffer, words.byteOffset, words.length).slice()]),
    submit: (/** @type {Command[][]} */ all) => all.flat().forEach((command) => this.tell(command)),
  };

  /** @param {Send} send */
  constructor(send) {
    this.send = send;
  }

  /** @param {Command} command */
  tell(command) {
    this.#commands.push(command);
  }

  /** @param {number} buffer */
  async read(buffer) {
    return (await this.send(this.#commands.splice(0), buffer)) ?? new Uint32Array(0);
  }

  /** @param {{ size: number, usage: number }} descriptor */
  createBuffer(descriptor) {
    const buffer = new EmulatedBuffer(this, descriptor);
    this.#buffers.push(buffer.id);
    this.tell(['make', buffer.id, descriptor.size / 4]);
    return buffer;
  }

  /** @param {{ compute: { module: { code: string } } }} descriptor */
  createComputePipeline({ compute }) {
    return { code: compute.module.code, getBindGroupLayout: () => ({}) };
  }

  createCommandEncoder() {
    return new EmulatedEncoder();
  }

  pushErrorScope() {}

  async popErrorScope() {
    return null;
  }

  /** Destroys all its buffers. */
  destroy() {
    const commands = this.#buffers.splice(0).map((id) => /** @type {Command} */ (['destroy', id]));
    // The worker may have ended.
    this.send(commands, null).catch(() => {});
  }
}

/** A new device by the emulator, as of a lab, to be destroyed; throws where the emulator cannot be loaded. */
export async function openEmulated() {
  const device = new EmulatedDevice(await kernelRunner());
  return /** @type {PictureLab} */ (/** @type {unknown} */ ({ device, adapter: { isFallback: true } }));
}
