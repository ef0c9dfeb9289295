/**
 * A device of WebGPU whose kernels the emulator runs: as much of one as `device.ts` asks for. It draws pictures where no GPU is in use, by
 * the kernels that draw them on one. What is submitted is done when something is read.
 */
import { kernelRunner } from './kernel-runner.ts';
import type { Lab } from '../drawing/image.ts';
import type { Words } from './arrays.ts';
import type { Command } from './kernel-host.ts';
import type { Send } from './kernel-runner.ts';

/** What the drawing of pictures takes of a lab. */
type PictureLab = Lab;

let lastBuffer = 0;

class EmulatedBuffer {
  device: EmulatedDevice;
  size;
  usage;
  id = ++lastBuffer;
  /** What it has when it is mapped. */
  words: Uint32Array = new Uint32Array(0);

  constructor(device: EmulatedDevice, { size, usage }: { size: number; usage: number }) {
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
  commands: Command[] = [];

  clearBuffer({ id }: EmulatedBuffer) {
    this.commands.push(['clear', id]);
  }

  /** @param from in bytes */
  copyBufferToBuffer(source: EmulatedBuffer, from: number, target: EmulatedBuffer, to: number, size: number) {
    this.commands.push(['copy', source.id, from / 4, target.id, to / 4, size / 4]);
  }

  beginComputePass() {
    let code = '';
    let buffers: number[] = [];
    return {
      setPipeline: (pipeline: { code: string }) => (code = pipeline.code),
      setBindGroup: (_: number, { entries }: { entries: { resource: { buffer: EmulatedBuffer } }[] }) =>
        (buffers = entries.map(({ resource }) => resource.buffer.id)),
      dispatchWorkgroups: (workgroups: number) => this.commands.push(['run', code, workgroups, buffers]),
      end() {},
    };
  }

  finish() {
    return this.commands;
  }
}

const same = (descriptor: any) => descriptor;

class EmulatedDevice {
  send: Send;
  lost = new Promise(() => {});
  // To begin a workgroup takes as long as several of its invocations.
  limits = { maxComputeWorkgroupsPerDimension: 64 };
  createShaderModule = same;
  createBindGroupLayout = same;
  createPipelineLayout = same;
  createBindGroup = same;
  /** What is not done yet. */
  #commands: Command[] = [];
  #buffers: number[] = [];

  queue = {
    writeBuffer: ({ id }: EmulatedBuffer, offset: number, words: Words) =>
      this.tell(['write', id, offset / 4, new Uint32Array(words.buffer, words.byteOffset, words.length).slice()]),
    submit: (all: Command[][]) => all.flat().forEach((command) => this.tell(command)),
  };

  constructor(send: Send) {
    this.send = send;
  }

  tell(command: Command) {
    this.#commands.push(command);
  }

  async read(buffer: number) {
    return (await this.send(this.#commands.splice(0), buffer)) ?? new Uint32Array(0);
  }

  createBuffer(descriptor: { size: number; usage: number }) {
    const buffer = new EmulatedBuffer(this, descriptor);
    this.#buffers.push(buffer.id);
    this.tell(['make', buffer.id, descriptor.size / 4]);
    return buffer;
  }

  createComputePipeline({ compute }: { compute: { module: { code: string } } }) {
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
    const commands = this.#buffers.splice(0).map((id) => ['destroy', id] as Command);
    // The worker may have ended.
    this.send(commands, null).catch(() => {});
  }
}

/** A new device by the emulator, as of a lab, to be destroyed; throws where the emulator cannot be loaded. */
export async function openEmulated() {
  const device = new EmulatedDevice(await kernelRunner());
  return { device, adapter: { isFallback: true } } as unknown as PictureLab;
}
