import { chunkedShape } from './chunks.js';
import { SEQUENTIAL_DEPTH } from '../oracle/cpu-operators.js';
import { ScanLabError } from '../shared/errors.js';
import { operationSupport } from './operation-job.js';
import { planRequest } from './plan-request.js';
import { JAVASCRIPT } from './points.js';
import { requireSequential } from './verify.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { PointJob } from './points.js' */
/** @import { SupportQuery } from './requests.js' */
/** @import { Job, Shape } from './verify.js' */

/** What a query says of segments, as the core takes it. @param {Pick<SupportQuery, 'segmented' | 'headsAsBits' | 'columns' | 'axis'>} query */
function segmentsOf({ segmented, headsAsBits, columns, axis }) {
  return { segmented, ...(headsAsBits && { headsAsBits }), ...(columns && { columns, axis }) };
}

/** The scans that an open device supports, and their limits. */
export class Abilities {
  #session;
  /** Reasons by query, null where supported. The device does not change. @type {Map<string, string | null>} */
  #reasons = new Map();
  /** The most elements of segmented scans, by request. @type {Map<string, number>} */
  #mostElements = new Map();
  /** Array entries that fit into one buffer. */
  maxElements;

  /**
   * @param {CoreSession} session
   * @param {number} maxElements
   */
  constructor(session, maxElements) {
    this.#session = session;
    this.maxElements = maxElements;
  }

  /** The reason why a request is not supported, or null. @param {SupportQuery} query @returns {string | null} */
  unsupportedReason({ algorithm, operator, type, mode, direction, inPlace, ...segments }) {
    const session = this.#session;
    session.lifetime.check();
    if (algorithm === JAVASCRIPT) {
      try {
        requireSequential({ operator, type });
        return null;
      } catch (failure) {
        return /** @type {Error} */ (failure).message;
      }
    }
    const query = { algorithm, operator, type, mode, direction, ...segmentsOf(segments), inPlace };
    const key = JSON.stringify(query);
    const known = this.#reasons.get(key);
    if (known !== undefined) return known;
    const reason = session.call(() => session.core.supports(query)) ?? null;
    this.#reasons.set(key, reason);
    return reason;
  }

  /** @param {Job} job */
  requireSupport(job) {
    const ofOperation = /** @type {PointJob} */ (job).request;
    const reason = ofOperation
      ? this.#session.unsupportedOperation(operationSupport(/** @type {PointJob} */ (job)))
      : this.unsupportedReason(job);
    if (reason) throw new ScanLabError('unsupported', reason);
  }

  /** @param {Job} job */
  requireSize(job) {
    const { algorithm, operator, n } = job;
    // The core knows the buffers of an operation.
    if (/** @type {PointJob} */ (job).request) return;
    const most = this.mostElements(job);
    if (n <= most) return;
    const [required, found] = [most, n].map((count) => count.toLocaleString('en'));
    const where = algorithm === JAVASCRIPT ? 'in JavaScript' : 'on this adapter';
    throw new ScanLabError('too-large', `n must be at most ${required} for ${operator} ${where}; it was ${found}.`);
  }

  /** The most elements that one pass over one buffer scans. @param {Job} job */
  mostElements(job) {
    const { algorithm, words, segmented, columns, axis } = job;
    // The greatest length of an array in JavaScript.
    if (algorithm === JAVASCRIPT) return Math.floor((2 ** 32 - 1) / words);
    const isFlagged = segmented || (columns > 0 && axis === 1);
    return isFlagged ? this.#mostFlagged(job) : Math.floor(this.maxElements / words);
  }

  /** Some algorithms copy the elements with a flag each. @param {Job} job */
  #mostFlagged(job) {
    const request = planRequest({ ...job, n: 1 });
    const key = JSON.stringify(request);
    const most = this.#mostElements.get(key) ?? this.#session.plan(request).most_elements;
    this.#mostElements.set(key, most);
    return most;
  }

  /** @param {Job} job @returns {Shape} */
  shapeOf(job) {
    const most = this.mostElements(job);
    if (job.algorithm !== JAVASCRIPT) {
      return job.n > most ? chunkedShape(this.#session, job, most) : this.#session.plan(planRequest(job));
    }
    return { operator_depth: SEQUENTIAL_DEPTH, tile_elements: job.n, elements_per_invocation: job.n };
  }
}
