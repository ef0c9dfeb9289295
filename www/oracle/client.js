/** The client of the oracle, which runs in a worker where the page allows one, else in slices on the main thread. */

import { ScanLabError, loadLazily } from '../shared/errors.js';
/** @import { Channel } from './channel.js' */
/** @import { OracleMessage } from './engine.js' */
/** @import { OracleParts, Scope } from '../core/loader.js' */
/** @import { Watchdog } from '../shared/watchdog.js' */

export class OracleClient {
  #scope;
  #parts;
  #watchdog;
  /** Progress messages of the oracle. */
  #steps = 0;
  /** @type {Promise<Channel> | null} */
  #channel = null;
  /** Closes the channel, also while it is being opened. @type {(error: ScanLabError) => void} */
  #close = () => {};
  /** @type {ArrayBuffer[]} */
  #pool = [];

  /** @param {Scope} scope @param {OracleParts} parts @param {Watchdog} watchdog */
  constructor(scope, parts, watchdog) {
    this.#scope = scope;
    this.#parts = parts;
    this.#watchdog = watchdog;
  }

  /**
   * @param {OracleMessage} message
   * @param {ArrayBuffer[]} [transfer] transferred to the oracle, and put back into the pool when it returns them
   * @returns {Promise<any>}
   */
  async ask(message, transfer = []) {
    const opened = (this.#channel ??= this.#open());
    const channel = await opened;
    const onStall = () => {
      if (opened === this.#channel) this.stop(stallError(this.#watchdog.bound));
    };
    const { value, returned } = await this.#watchdog.watch(channel.send(message, transfer), onStall, () => this.#steps);
    if (returned && opened === this.#channel) this.#pool.push(...returned);
    return value;
  }

  /** @param {number} bytes @returns {ArrayBuffer} of exactly that size, from the pool or new */
  takeBuffer(bytes) {
    const at = this.#pool.findIndex((buffer) => buffer.byteLength === bytes);
    return at < 0 ? new ArrayBuffer(bytes) : this.#pool.splice(at, 1)[0];
  }

  /** Frees the memory that the oracle holds between jobs. */
  async rest() {
    this.#pool = [];
    if (this.#channel) await this.ask({ do: 'forget' });
  }

  /** Stops the oracle at once; the next request starts another. */
  stop(error = stopError()) {
    this.#close(error);
    this.#channel = null;
    this.#pool = [];
  }

  /** @returns {Promise<Channel>} */
  #open() {
    const opening = loadLazily('checks results', this.#parts.channel).then(({ openChannel }) =>
      openChannel(this.#scope, this.#parts, () => void this.#steps++),
    );
    const opened = new Promise((resolve, reject) => {
      opening.then(resolve, reject);
      this.#close = (error) => {
        reject(error);
        // A channel that is being opened is closed afterwards.
        opening.then(
          (channel) => channel.close(error),
          () => {},
        );
      };
    });
    // A file that could not be loaded is requested again.
    opened.catch(() => {
      if (this.#channel === opened) this.#channel = null;
    });
    return opened;
  }
}

const stopError = () => new ScanLabError('cancelled', 'The check of the results was stopped.');

/** @param {string} bound */
function stallError(bound) {
  // Browsers end workers that run out of memory without an event.
  return new ScanLabError(
    'out-of-memory',
    `The worker that checks results must make progress within ${bound} (watchdogMs); it did not, so it was stopped. The next check starts another.`,
  );
}
