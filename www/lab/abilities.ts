import { chunkedShape } from './chunks.ts';
import { SEQUENTIAL_DEPTH } from '../oracle/cpu-operators.ts';
import { ScanLabError } from '../shared/errors.ts';
import { operationSupport } from './operation-job.ts';
import { planRequest } from './plan-request.ts';
import { JAVASCRIPT } from './points.ts';
import { requireSequential } from './verify.ts';
import type { CoreSession } from './session.ts';
import type { PointJob } from './points.ts';
import type { Job, Shape } from './verify.ts';

/** The scans that an open device supports, and their limits. */
export class Abilities {
  #session;
  /** The reason per query; null if the query is supported. The entries stay valid, since the device does not change. */
  #reasons: Map<string, string | null> = new Map();
  /** The maximum number of elements of scans with head flags or along rows, by plan request. */
  #mostElements: Map<string, number> = new Map();
  /** The number of array entries that fit into one buffer of the device. */
  maxElements;

  constructor(session: CoreSession, maxElements: number) {
    this.#session = session;
    this.maxElements = maxElements;
  }

  /** The reason why a request is not supported; null if it is supported. */
  unsupportedReason(job: Job): string | null {
    const session = this.#session;
    session.lifetime.check();
    if (job.algorithm === JAVASCRIPT) {
      try {
        requireSequential(job);
        return null;
      } catch (failure) {
        return (failure as Error).message;
      }
    }
    const query = planRequest({ ...job, n: 0, tuning: {} });
    const key = JSON.stringify(query);
    const known = this.#reasons.get(key);
    if (known !== undefined) return known;
    const reason = session.call(() => session.core.supports(query)) ?? null;
    this.#reasons.set(key, reason);
    return reason;
  }

  requireSupport(job: Job) {
    const ofOperation = (job as PointJob).request;
    const reason = ofOperation ? this.#session.unsupportedOperation(operationSupport(job as PointJob)) : this.unsupportedReason(job);
    if (reason) throw new ScanLabError('unsupported', reason);
  }

  requireSize(job: Job) {
    const { algorithm, operator, n } = job;
    // The core checks the buffers of an operation.
    if ((job as PointJob).request) return;
    const most = this.mostElements(job);
    if (n <= most) return;
    const [required, found] = [most, n].map((count) => count.toLocaleString('en'));
    const where = algorithm === JAVASCRIPT ? 'in JavaScript' : 'on this adapter';
    throw new ScanLabError('too-large', `n must be at most ${required} for ${operator} ${where}; it was ${found}.`);
  }

  /** The maximum number of elements of a scan in one buffer, or in one array of JavaScript. */
  mostElements(job: Job) {
    const { algorithm, words, segmented, columns, axis } = job;
    // 2³² − 1 is the maximum length of an array in JavaScript.
    if (algorithm === JAVASCRIPT) return Math.floor((2 ** 32 - 1) / words);
    const isFlagged = segmented || (columns > 0 && axis === 1);
    return isFlagged ? this.#mostFlagged(job) : Math.floor(this.maxElements / words);
  }

  /** The maximum for scans with flags, from a plan: an algorithm may copy each element together with its flag, so fewer elements fit. */
  #mostFlagged(job: Job) {
    const request = planRequest({ ...job, n: 1 });
    const key = JSON.stringify(request);
    const most = this.#mostElements.get(key) ?? this.#session.plan(request).most_elements;
    this.#mostElements.set(key, most);
    return most;
  }

  shapeOf(job: Job): Shape {
    const most = this.mostElements(job);
    if (job.algorithm !== JAVASCRIPT) {
      return job.n > most ? chunkedShape(this.#session, job, most) : this.#session.plan(planRequest(job));
    }
    return { operator_depth: SEQUENTIAL_DEPTH, tile_elements: job.n, elements_per_invocation: job.n };
  }
}
