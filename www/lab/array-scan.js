/** Scans and checks of the caller's arrays, whose buffers may be detached at any time. */

import { ARRAY_OF_TYPE, bitsOf, requireThere } from '../shared/arguments.js';
import { chunkRequest } from './chunks.js';
import { ScanLabError, allocate, loadLazily } from '../shared/errors.js';
import { readFlags } from './heads.js';
import { tryOwn } from './own-operator.js';
import { nameOf } from './points.js';
import { trialInputOf } from './trial-input.js';
import { verifyChunks } from './verify.js';
/** @import { Elements } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Requests } from './requests.js' */
/** @import { Shape, Verification } from './verify.js' */

/** Arrays of this length and more are scanned by long-scan.js, which is loaded on first use. */
const LONG_BYTES = 2 ** 23;

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['scan']>} request
 * @param {number} most elements that one buffer holds
 * @returns {Promise<Elements>}
 */
export async function scanArray(session, { job, array, heads, signal }, most) {
  if (job.n > most && job.columns && job.axis === 0) throw tooLongForColumns(job.n, most);
  const isLong = job.n > most || array.byteLength >= LONG_BYTES;
  // Loaded before the task is queued, so that the download does not block the queue.
  const long = isLong
    ? await session.lifetime.guard(
        loadLazily('scans long arrays', () => import('./long-scan.js')),
        { signal },
      )
    : null;
  return session.run(nameOf('a scan', job), signal, (task) =>
    withAttached({ input: array, heads }, async () => {
      const words = bitsOf(array);
      await tryOwn(session, task, job, () => trialInputOf(words, job.words));
      if (long) return new ARRAY_OF_TYPE[job.type](await long.scanLong(session, task, job, most, { words, heads }));
      const result = allocate(array.byteLength, () => new ARRAY_OF_TYPE[job.type](array.length));
      if (array.length === 0) return result;
      await session.withTokenSoon(task, (token) => session.core.scan(chunkRequest(job), words, bitsOf(result), heads, token));
      return result;
    }),
  );
}

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['verify']>} request
 * @param {Shape} shape
 * @returns {Promise<Verification>}
 */
export async function verifyArrays(session, { job, input, output, heads, signal }, shape) {
  return session.run(nameOf('a check', job), signal, (task) =>
    withAttached({ input, output, heads }, async () => {
      const [from, to] = [bitsOf(input), bitsOf(output)];
      await tryOwn(session, task, job, () => trialInputOf(from, job.words));
      return verifyChunks(session, task, job, shape, (start, inputs, outputs, flags) => {
        if (flags) readFlags(/** @type {Uint32Array} */ (heads), job.headsAsBits, start, flags);
        const at = start * job.words;
        inputs.set(from.subarray(at, at + inputs.length));
        outputs.set(to.subarray(at, at + outputs.length));
      });
    }),
  );
}

/** @param {number} n @param {number} most */
function tooLongForColumns(n, most) {
  const [required, found] = [most, n].map((count) => count.toLocaleString('en'));
  return new ScanLabError(
    'too-large',
    `A scan along axis 0 requires an input that fits one buffer of this device, ${required} elements; it has ${found}.`,
  );
}

/**
 * Runs the work. If an array is detached, before or during it, that is the error, whatever the work ended with.
 * @template T
 * @param {Record<string, Elements | undefined>} arrays by name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withAttached(arrays, work) {
  requireThere(arrays);
  try {
    return await work();
  } finally {
    requireThere(arrays);
  }
}
