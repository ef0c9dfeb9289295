/** The page's end of the oracle: a worker where the page may have one, else the same work in slices on the main thread. */

import { ScanLabError, loadLazily } from '../shared/errors.js';
/** @import { Channel } from './channel.js' */
/** @import { OracleMessage } from './engine.js' */
/** @import { OracleParts, Scope } from '../core/loader.js' */
/** @import { Watchdog } from '../core/watchdog.js' */

export class OracleClient {
  #scope;
  #parts;
  #watchdog;
  /** Signs of life from the oracle. */
  #steps = 0;
  /** @type {Promise<Channel> | null} */
  #channel = null;
  /** Closes the channel, and ends the wait for one that is not open yet. @type {(error: ScanLabError) => void} */
  #giveUp = () => {};
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
   * @param {ArrayBuffer[]} [transfer] given to the oracle, and put back into the pool when it returns them
   * @returns {Promise<any>}
   */
  async ask(message, transfer = []) {
    const asked = (this.#channel ??= this.#open());
    const channel = await asked;
    const giveUp = () => {
      if (asked === this.#channel) this.stop(silent(this.#watchdog.bound));
    };
    const { value, returned } = await this.#watchdog.watch(channel.send(message, transfer), giveUp, () => this.#steps);
    if (returned && asked === this.#channel) this.#pool.push(...returned);
    return value;
  }

  /** @param {number} bytes @returns {ArrayBuffer} of just that size: one that came back, or a new one */
  takeBuffer(bytes) {
    const at = this.#pool.findIndex((buffer) => buffer.byteLength === bytes);
    return at < 0 ? new ArrayBuffer(bytes) : this.#pool.splice(at, 1)[0];
  }

  /** Frees what the oracle holds between jobs. */
  async rest() {
    this.#pool = [];
    if (this.#channel) await this.ask({ do: 'forget' });
  }

  /** Stops the oracle in the middle of whatever it does; the next question starts another. */
  stop(error = stopped()) {
    this.#giveUp(error);
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
      this.#giveUp = (error) => {
        reject(error);
        // One that is not open yet may open all the same.
        opening.then(
          (channel) => channel.close(error),
          () => {},
        );
      };
    });
    // A file that did not arrive may arrive the next time.
    opened.catch(() => {
      if (this.#channel === opened) this.#channel = null;
    });
    return opened;
  }
}

const stopped = () => new ScanLabError('cancelled', 'The check of the results was stopped.');

/** @param {string} bound */
function silent(bound) {
  // Browsers end workers for want of memory without a word.
  return new ScanLabError(
    'out-of-memory',
    `The worker that checks results must get on within ${bound} (watchdogMs); it did not, so it was stopped. The next check starts another.`,
  );
}
