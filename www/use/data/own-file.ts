/** Files of the visitor, which stay on this computer. */
import { badArgument } from '../../shared/arguments.ts';
import type { FileControl } from '../types.ts';

/**
 * The control for a file.
 * @param kind a noun for the content
 * @param decode reads the file with a function of the browser
 */
export const ownFile = <T>(
  id: string,
  kind: string,
  { accept, hint }: { accept: string; hint: string },
  decode: (file: File) => Promise<T>,
): FileControl => ({
  kind: 'file',
  id,
  label: `Your ${kind} file`,
  hint: `The file stays on this computer. ${hint}`,
  accept,
  most_bytes: 64 * 2 ** 20,
  async read(file) {
    try {
      return await decode(file);
    } catch {
      throw badArgument(`A ${kind} that this browser can read is required; found “${file.name}” (${file.type || 'of unknown type'}).`);
    }
  },
});
