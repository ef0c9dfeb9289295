/** Buffers by number, and kernels on them, which the emulator runs: what commands of an emulated device do, in a worker or on this thread. */

/** The name of a method, and its values. @typedef {[name: 'make' | 'write' | 'clear' | 'copy' | 'run' | 'destroy', ...values: any[]]} Command */

export class KernelHost {
  /** @type {Map<number, Uint32Array>} */
  #buffers = new Map();

  /** @param {import('scanlab-emulator-web').Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
  }

  /** Does commands in their order; throws what is wrong with one, after which the others are not done. @param {Command[]} commands @param {number | null} read the buffer whose words it gives */
  do(commands, read) {
    for (const [name, ...values] of commands) /** @type {any} */ (this)[name](...values);
    return read === null ? null : this.#words(read).slice();
  }

  /** @param {number} buffer */
  #words(buffer) {
    return this.#buffers.get(buffer) ?? new Uint32Array(0);
  }

  /** @param {number} buffer @param {number} words */
  make(buffer, words) {
    this.#buffers.set(buffer, new Uint32Array(words));
  }

  /** @param {number} buffer @param {number} at @param {Uint32Array} words */
  write(buffer, at, words) {
    this.#words(buffer).set(words, at);
  }

  /** @param {number} buffer */
  clear(buffer) {
    this.#words(buffer).fill(0);
  }

  /** @param {number} source @param {number} from @param {number} target @param {number} to @param {number} words */
  copy(source, from, target, to, words) {
    this.#words(target).set(this.#words(source).subarray(from, from + words), to);
  }

  /** @param {string} code @param {number} workgroups @param {number[]} buffers by binding */
  run(code, workgroups, buffers) {
    this.kernels.run(
      code,
      workgroups,
      buffers.map((buffer) => this.#words(buffer)),
    );
  }

  /** @param {number} buffer */
  destroy(buffer) {
    this.#buffers.delete(buffer);
  }
}
