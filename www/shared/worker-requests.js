/** Requests to a worker by messages, each of which one message answers. */

/** @typedef {{ resolve: (reply: any) => void, reject: (failure: unknown) => void }} Pending */
/** Without an id it reports progress; after a fatal failure the worker cannot go on. @typedef {{ id?: number, reply?: any, failure?: any, isFatal?: boolean }} Answer */

export class WorkerRequests {
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #last = 0;
  /** Why it takes no more. @type {{ failure: unknown } | null} */
  #ended = null;

  /** @param {Worker} worker that has started @param {{ onStop: (event: ErrorEvent) => void, onAnswer?: () => void, onEnd?: () => void }} events onStop: it has stopped by itself; onAnswer: it has answered, or made progress; onEnd: it takes no more */
  constructor(worker, { onStop, onAnswer, onEnd }) {
    this.worker = worker;
    this.onEnd = onEnd;
    worker.onmessage = ({ data }) => {
      onAnswer?.();
      this.#settle(data);
    };
    worker.onerror = onStop;
  }

  /** How many are not answered. */
  get size() {
    return this.#pending.size;
  }

  /** The reply to a message; rejects with the failure. @param {unknown} message @param {Transferable[]} [transfer] @returns {Promise<any>} */
  send(message, transfer = []) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended.failure);
      const id = ++this.#last;
      this.worker.postMessage({ id, message }, transfer);
      this.#pending.set(id, { resolve, reject });
    });
  }

  /** @param {Answer} answer */
  #settle({ id, reply, failure, isFatal }) {
    if (id === undefined) return;
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (failure === undefined) request?.resolve(reply);
    else request?.reject(failure);
    if (isFatal) this.end(failure);
  }

  /** Rejects what is not answered. @param {unknown} failure */
  fail(failure) {
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
  }

  /** Ends the worker, and rejects what is not answered and what is sent later. @param {unknown} failure */
  end(failure) {
    if (this.#ended) return;
    this.#ended = { failure };
    this.worker.terminate();
    this.fail(failure);
    this.onEnd?.();
  }
}
