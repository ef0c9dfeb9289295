/** Failures of the emulator's module, for a page and for a worker. */
import { short } from './arguments.ts';
import { ScanLabError, messageOf } from './errors.ts';

/** A position in the text of the options, which the caller does not see. */
const POSITION = / at line \d+ column \d+$/;
/** The maximum number of characters of a message. serde and naga quote values and names in full. */
const MAX_MESSAGE = 1000;

/** The error of a failure of the emulator. A trap is a fault of the emulator, not of its caller. */
export function emulatorError(failure: unknown) {
  const isTrap = failure instanceof WebAssembly.RuntimeError;
  const message = short(messageOf(failure).replace(POSITION, ''), MAX_MESSAGE);
  return new ScanLabError(isTrap ? 'unsupported' : 'bad-argument', message, { cause: failure });
}
