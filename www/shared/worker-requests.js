/** Requests to a worker by messages, each of which one message answers. */

import { errorOf } from './errors.js';

/** @typedef {{ resolve: (reply: any) => void, reject: (error: Error) => void }} Pending */
/** Without an id it reports progress; after a fatal failure the worker cannot go on. @typedef {{ id?: number, reply?: any, failure?: import('./errors.js').Failure, isFatal?: boolean }} Answer */

export class WorkerRequests {
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #last = 0;
  /** Why it takes no more. @type {Error | null} */
  #ended = null;

  /**
   * @param {Worker} worker that has started
   * @param {{ onStop: (reason: string) => void, onAnswer?: () => void, onEnd?: () => void }} events onStop: it has stopped by itself, or what it
   *   answers cannot be read; onAnswer: it has answered, or made progress; onEnd: it takes no more
   */
  constructor(worker, { onStop, onAnswer, onEnd }) {
    this.worker = worker;
    this.onEnd = onEnd;
    worker.onmessage = ({ data }) => {
      onAnswer?.();
      this.#settle(data);
    };
    worker.onerror = ({ message }) => onStop(message ?? 'no reason given');
    worker.onmessageerror = () => onStop('its answer cannot be read');
  }

  /** The reply to a message; rejects with the failure. @param {unknown} message @param {Transferable[]} [transfer] @returns {Promise<any>} */
  send(message, transfer = []) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
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
    if (!failure) return request?.resolve(reply);
    const error = errorOf(failure);
    request?.reject(error);
    if (isFatal) this.end(error);
  }

  /** Rejects what is not answered. @param {Error} error */
  fail(error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  /** Ends the worker, and rejects what is not answered and what is sent later. @param {Error} error */
  end(error) {
    if (this.#ended) return;
    this.#ended = error;
    this.worker.terminate();
    this.fail(error);
    this.onEnd?.();
  }
}

/**
 * A function that gives what `open` gives, the same for as long as that is of use.
 * @template T
 * @param {(forget: () => void) => Promise<T>} open forget: the next call opens it again, as it does where it could not be opened
 * @returns {() => Promise<T>}
 */
export function openedOnce(open) {
  /** @type {Promise<T> | null} */
  let opened = null;
  return () => {
    if (opened) return opened;
    const forget = () => {
      if (opened === opening) opened = null;
    };
    const opening = open(forget);
    opening.catch(forget);
    opened = opening;
    return opening;
  };
}
