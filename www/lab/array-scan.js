/** Scans and checks of arrays that somebody else owns, who may give their memory away at any time. */

import { ARRAY_OF_TYPE, bitsOf, requireThere } from '../shared/arguments.js';
import { chunkRequest } from './chunks.js';
import { allocate, loadLazily } from '../shared/errors.js';
import { nameOf } from './points.js';
import { verifyChunks } from './verify.js';
/** @import { Elements } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Requests } from './requests.js' */
/** @import { Shape, Verification } from './verify.js' */

/** From this length on, scans of arrays have a module of their own. */
const LONG_BYTES = 2 ** 23;

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['scan']>} asked
 * @param {number} most elements of a scan in one piece
 * @returns {Promise<Elements>}
 */
export async function scanArray(session, { job, array, heads, signal }, most) {
  const isLong = job.n > most || array.byteLength >= LONG_BYTES;
  // Before its turn, so that nobody waits for the network behind it.
  const long = isLong
    ? await session.lifetime.guard(
        loadLazily('scans long arrays', () => import('./long-scan.js')),
        { signal },
      )
    : null;
  return session.run(nameOf('a scan', job), signal, (task) =>
    whileThere({ input: array, heads }, async () => {
      const words = bitsOf(array);
      if (long) return new ARRAY_OF_TYPE[job.type](await long.scanLong(session, task, job, most, { words, heads }));
      const result = allocate(array.byteLength, () => new ARRAY_OF_TYPE[job.type](array.length));
      if (array.length === 0) return result;
      await session.withToken(task, (token) => session.core.scan(chunkRequest(job), words, bitsOf(result), heads, token));
      return result;
    }),
  );
}

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['verify']>} asked
 * @param {Shape} shape
 * @returns {Promise<Verification>}
 */
export async function verifyArrays(session, { job, input, output, heads, signal }, shape) {
  return session.run(nameOf('a check', job), signal, (task) =>
    whileThere({ input, output, heads }, () => {
      const [from, to] = [bitsOf(input), bitsOf(output)];
      return verifyChunks(session, task, job, shape, (start, inputs, outputs, flags) => {
        if (flags) flags.set(/** @type {Uint32Array} */ (heads).subarray(start, start + flags.length));
        const at = start * job.words;
        inputs.set(from.subarray(at, at + inputs.length));
        outputs.set(to.subarray(at, at + outputs.length));
      });
    }),
  );
}

/**
 * Whatever comes of reading an array whose memory has gone, that is what was wrong.
 * @template T
 * @param {Record<string, Elements | undefined>} arrays by name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function whileThere(arrays, work) {
  requireThere(arrays);
  try {
    return await work();
  } finally {
    requireThere(arrays);
  }
}
