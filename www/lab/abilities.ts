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

/** The segments of a job, in the core's format. */
function segmentsOf({ segmented, headsAsBits, columns, axis }: Pick<Job, 'segmented' | 'headsAsBits' | 'columns' | 'axis'>) {
  return { segmented, ...(headsAsBits && { headsAsBits }), ...(columns && { columns, axis }) };
}

/** The scans that an open device supports, and their limits. */
export class Abilities {
  #session;
  /** Reasons by query; null if the query is supported. They stay valid, since the device does not change. */
  #reasons: Map<string, string | null> = new Map();
  /** The maximum number of elements of segmented scans, by request. */
  #mostElements: Map<string, number> = new Map();
  /** Array entries that fit into one buffer. */
  maxElements;

  constructor(session: CoreSession, maxElements: number) {
    this.#session = session;
    this.maxElements = maxElements;
  }

  /** The reason why a request is not supported, or null. */
  unsupportedReason({ algorithm, operator, type, mode, direction, inPlace, initial, ...segments }: Job): string | null {
    const session = this.#session;
    session.lifetime.check();
    if (algorithm === JAVASCRIPT) {
      try {
        requireSequential({ operator, type });
        return null;
      } catch (failure) {
        return (failure as Error).message;
      }
    }
    const query = { algorithm, operator, type, mode, direction, ...segmentsOf(segments), inPlace, ...(initial && { initial }) };
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

  /** The maximum number of elements that a scan of one buffer has. */
  mostElements(job: Job) {
    const { algorithm, words, segmented, columns, axis } = job;
    // The greatest length of an array in JavaScript.
    if (algorithm === JAVASCRIPT) return Math.floor((2 ** 32 - 1) / words);
    const isFlagged = segmented || (columns > 0 && axis === 1);
    return isFlagged ? this.#mostFlagged(job) : Math.floor(this.maxElements / words);
  }

  /** Fewer elements fit if an algorithm copies the elements together with one flag per element. */
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
