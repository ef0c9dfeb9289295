/** Scans of buffers of the device, with outputs in new buffers. Loaded on first use. */

import { chunkRequest } from './chunks.js';
import { groupOf, runOnDevice } from './device-data.js';
import { tryOwn } from './own-operator.js';
import { nameOf } from './points.js';
import { trialInputOnDevice } from './trial-input.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { Requests } from './requests.js' */

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['scanOnDevice']>} request
 * @returns {Promise<GPUBuffer>}
 */
export async function scanOnDevice(session, { job, words, heads, signal, onSubmitted }) {
  const inputs = { input: { name: 'input', words }, flags: { name: 'heads', words: heads } };
  /** @type {import('./device-data.js').OnSubmitted | undefined} */
  const announce = onSubmitted && (({ output }) => onSubmitted(output));
  /** @param {import('../core/task.js').Task} task */
  const work = async (task) => {
    await tryOwn(session, task, job, () => trialInputOnDevice(session, task, words, job.words));
    const scan = async (/** @type {import('./device-data.js').DeviceData} */ data) => {
      if (job.n === 0) return data.write('output', new Uint32Array(0));
      await session.withTokenSoon(task, (token) =>
        session.core.scanOnDevice(chunkRequest(job), words.length, heads !== undefined, data, token),
      );
    };
    const { outputs } = await runOnDevice(session, task, inputs, scan, announce);
    return /** @type {GPUBuffer} */ (outputs.output);
  };
  return session.run(nameOf('a scan', job), signal, work, groupOf(announce));
}
