/** Requests to a worker by messages, each of which one message answers. */

import { errorOf } from './errors.ts';
import type { Failure } from './errors.ts';

type Pending = { resolve: (reply: any) => void; reject: (error: Error) => void };
/** Without an id it reports progress; after a fatal failure the worker cannot go on. */
type Answer = { id?: number; reply?: any; failure?: Failure; isFatal?: boolean };

export class WorkerRequests {
  worker: Worker;
  onEnd;
  #pending: Map<number, Pending> = new Map();
  #last = 0;
  /** Why it takes no more. */
  #ended: Error | null = null;

  /**
   * @param worker that has started
   * @param events onStop: it has stopped by itself, or what it
   *   answers cannot be read; onAnswer: it has answered, or made progress; onEnd: it takes no more
   */
  constructor(
    worker: Worker,
    { onStop, onAnswer, onEnd }: { onStop: (reason: string) => void; onAnswer?: () => void; onEnd?: () => void },
  ) {
    this.worker = worker;
    this.onEnd = onEnd;
    worker.onmessage = ({ data }) => {
      onAnswer?.();
      this.#settle(data);
    };
    worker.onerror = ({ message }) => onStop(message ?? 'no reason given');
    worker.onmessageerror = () => onStop('its answer cannot be read');
  }

  /** The reply to a message; rejects with the failure. */
  send(message: unknown, transfer: Transferable[] = []): Promise<any> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const id = ++this.#last;
      this.worker.postMessage({ id, message }, transfer);
      this.#pending.set(id, { resolve, reject });
    });
  }

  #settle({ id, reply, failure, isFatal }: Answer) {
    if (id === undefined) return;
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (!failure) return request?.resolve(reply);
    const error = errorOf(failure);
    request?.reject(error);
    if (isFatal) this.end(error);
  }

  /** Rejects what is not answered. */
  fail(error: Error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  /** Ends the worker, and rejects what is not answered and what is sent later. */
  end(error: Error) {
    if (this.#ended) return;
    this.#ended = error;
    this.worker.terminate();
    this.fail(error);
    this.onEnd?.();
  }
}

/**
 * A function that gives what `open` gives, the same for as long as that is of use.
 * @param open forget: the next call opens it again, as it does where it could not be opened
 */
export function openedOnce<T>(open: (forget: () => void) => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
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
