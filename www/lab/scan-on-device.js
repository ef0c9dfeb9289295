/** Scans of buffers of the device, with outputs in new buffers. Loaded on first use. */

import { chunkRequest } from './chunks.js';
import { runOnDevice } from './device-data.js';
import { tryOwn } from './own-operator.js';
import { nameOf } from './points.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { Requests } from './requests.js' */

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['scanOnDevice']>} request
 * @returns {Promise<GPUBuffer>}
 */
export async function scanOnDevice(session, { job, words, heads, signal }) {
  return session.run(nameOf('a scan', job), signal, async (task) => {
    await tryOwn(session, task, job);
    const inputs = { input: { name: 'input', words }, flags: { name: 'heads', words: heads } };
    const { outputs } = await runOnDevice(session, task, inputs, async (data) => {
      if (job.n === 0) return data.write('output', new Uint32Array(0));
      await session.withTokenSoon(task, (token) =>
        session.core.scanOnDevice(chunkRequest(job), words.length, heads !== undefined, data, token),
      );
    });
    return /** @type {GPUBuffer} */ (outputs.output);
  });
}
