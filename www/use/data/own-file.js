/** Files of a visitor's own, which stay on this computer. */
import { badArgument } from '../../shared/arguments.js';

/**
 * The control of one.
 * @template T
 * @param {string} id @param {string} kind what it has, in a word @param {{ accept: string, hint: string }} how @param {(file: File) => Promise<T>} decode what the browser reads it by
 * @returns {import('../types.d.ts').FileControl}
 */
export const ownFile = (id, kind, { accept, hint }, decode) => ({
  kind: 'file',
  id,
  label: `A ${kind} of yours`,
  hint: `It stays on this computer. ${hint}`,
  accept,
  most_bytes: 64 * 2 ** 20,
  async read(file) {
    try {
      return await decode(file);
    } catch {
      throw badArgument(`A ${kind} that this browser reads is required; “${file.name}” (${file.type || 'of no type'}) is none.`);
    }
  },
});
