/** The client of an oracle. The oracle runs in a worker if the page allows one, else in slices on the main thread. */

import { ScanLabError, loadLazily } from '../shared/errors.ts';
import type { OracleParts, Scope } from '../lab/loader.ts';
import type { Watchdog } from '../shared/watchdog.ts';
import type { Channel } from './channel.ts';
import type { OracleMessage } from './engine.ts';

export class OracleClient {
  #scope;
  #parts;
  #watchdog;
  /** The number of progress messages from the oracle. */
  #steps = 0;
  #channel: Promise<Channel> | null = null;
  /** Closes the channel, even while it is being opened. */
  #close: (error: ScanLabError) => void = () => {};
  #pool: ArrayBuffer[] = [];

  constructor(scope: Scope, parts: OracleParts, watchdog: Watchdog) {
    this.#scope = scope;
    this.#parts = parts;
    this.#watchdog = watchdog;
  }

  /** @param transfer buffers that are transferred to the oracle, and return to the pool with the reply */
  async ask(message: OracleMessage, transfer: ArrayBuffer[] = []): Promise<any> {
    const opened = (this.#channel ??= this.#open());
    const channel = await opened;
    const onStall = () => {
      if (opened === this.#channel) this.stop(stallError(this.#watchdog.bound));
    };
    const { value, returned } = await this.#watchdog.watch(channel.send(message, transfer), onStall, () => this.#steps);
    if (returned && opened === this.#channel) this.#pool.push(...returned);
    return value;
  }

  /** @returns a buffer of exactly this size, from the pool or new */
  takeBuffer(bytes: number): ArrayBuffer {
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

  #open(): Promise<Channel> {
    const opening = loadLazily('checks results', this.#parts.channel).then(({ openChannel }) =>
      openChannel(this.#scope, this.#parts, () => void this.#steps++),
    );
    const opened = new Promise<Channel>((resolve, reject) => {
      opening.then(resolve, reject);
      this.#close = (error) => {
        reject(error);
        // A channel that is still being opened is closed once it is open.
        opening.then(
          (channel) => channel.close(error),
          () => {},
        );
      };
    });
    // After a failed load, the next request loads the file again.
    opened.catch(() => {
      if (this.#channel === opened) this.#channel = null;
    });
    return opened;
  }
}

const stopError = () => new ScanLabError('cancelled', 'The check of the results was stopped.');

function stallError(bound: string) {
  // If a worker runs out of memory, the browser may end it without an event.
  return new ScanLabError(
    'out-of-memory',
    `The worker that checks results must make progress within ${bound} (watchdogMs); it did not, so it was stopped. The next check starts another.`,
  );
}
