/** Buffers by number, and kernels on them, which the emulator runs: what commands of an emulated device do, in a worker or on this thread. */

import type { Kernels } from 'scanlab-emulator-web';

/** The name of a method, and its values. */
export type Command = [name: 'make' | 'write' | 'clear' | 'copy' | 'run' | 'destroy', ...values: any[]];

export class KernelHost {
  kernels: Kernels;
  #buffers: Map<number, Uint32Array> = new Map();

  constructor(kernels: Kernels) {
    this.kernels = kernels;
  }

  /**
   * Does commands in their order; throws what is wrong with one, after which the others are not done.
   * @param read the buffer whose words it gives
   */
  do(commands: Command[], read: number | null) {
    for (const [name, ...values] of commands) (this as any)[name](...values);
    return read === null ? null : this.#words(read).slice();
  }

  #words(buffer: number) {
    return this.#buffers.get(buffer) ?? new Uint32Array(0);
  }

  make(buffer: number, words: number) {
    this.#buffers.set(buffer, new Uint32Array(words));
  }

  write(buffer: number, at: number, words: Uint32Array) {
    this.#words(buffer).set(words, at);
  }

  clear(buffer: number) {
    this.#words(buffer).fill(0);
  }

  copy(source: number, from: number, target: number, to: number, words: number) {
    this.#words(target).set(this.#words(source).subarray(from, from + words), to);
  }

  /** @param buffers by binding */
  run(code: string, workgroups: number, buffers: number[]) {
    this.kernels.run(
      code,
      workgroups,
      buffers.map((buffer) => this.#words(buffer)),
    );
  }

  destroy(buffer: number) {
    this.#buffers.delete(buffer);
  }
}
