/** Failures of the emulator's module, for a page and for a worker. */
import { ScanLabError, messageOf } from './errors.ts';

/** A position in the text of the options, which the caller does not see. */
const POSITION = / at line \d+ column \d+$/;

/** The error of a failure of the emulator. A trap is a fault of the emulator, and not of its caller. */
export function emulatorError(failure: unknown) {
  const isTrap = failure instanceof WebAssembly.RuntimeError;
  return new ScanLabError(isTrap ? 'unsupported' : 'bad-argument', messageOf(failure).replace(POSITION, ''), { cause: failure });
}
