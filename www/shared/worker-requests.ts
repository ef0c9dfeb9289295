/** Sends requests to a worker as messages. One message answers each request. */

import { errorOf } from './errors.ts';
import type { Failure } from './errors.ts';

type Pending = { resolve: (reply: any) => void; reject: (error: Error) => void };
/** An answer of the worker. Without an id, it reports progress. After a fatal failure, the worker cannot continue. */
type Answer = { id?: number; reply?: any; failure?: Failure; isFatal?: boolean };

export class WorkerRequests {
  worker: Worker;
  onEnd;
  #pending: Map<number, Pending> = new Map();
  #last = 0;
  /** The error of all requests after the end; null before. */
  #ended: Error | null = null;

  /**
   * @param worker has started
   * @param events onStop: the worker has stopped by itself, or its answer cannot be read; onAnswer: it has answered, or made progress; onEnd:
   *   no more requests are accepted
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

  /** The reply to a message. Rejects with the worker's failure. */
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

  /** Rejects all unanswered requests. */
  fail(error: Error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  /** Ends the worker, and rejects all unanswered and later requests. */
  end(error: Error) {
    if (this.#ended) return;
    this.#ended = error;
    this.worker.terminate();
    this.fail(error);
    this.onEnd?.();
  }
}

/**
 * A function that calls `open` once. It returns the same result until `open` fails or calls `forget`; the next call then opens again.
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
