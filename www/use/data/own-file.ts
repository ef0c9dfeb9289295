/** Files of a visitor's own, which stay on this computer. */
import { badArgument } from '../../shared/arguments.ts';
import type { FileControl } from '../types.ts';

/**
 * The control of one.
 * @param kind what it has, in a word
 * @param decode what the browser reads it by
 */
export const ownFile = <T>(
  id: string,
  kind: string,
  { accept, hint }: { accept: string; hint: string },
  decode: (file: File) => Promise<T>,
): FileControl => ({
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
