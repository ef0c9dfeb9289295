/** Scans of buffers of the device. Loaded on first use. */

import { tryOwn } from './own-operator.js';
import { planRequest } from './plan-request.js';
import { nameOf } from './points.js';
import { ofScan } from './prepare.js';
import { groupOf, runOnDevice, writeOutputs } from './run-on-device.js';
import { trialInputOnDevice } from './trial-input.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { Requests } from './requests.js' */

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['scanOnDevice']>} checked
 * @returns {Promise<GPUBuffer>}
 */
export async function scanOnDevice(session, { job, words, heads, outputs: given, signal, onSubmitted }) {
  const inputs = { input: { name: 'input', words }, heads: { name: 'heads', words: heads } };
  /** @type {import('./run-on-device.js').OnSubmitted | undefined} */
  const announce = onSubmitted && (({ output }) => onSubmitted(output));
  const request = planRequest(job);
  const run = { wanted: ofScan(request, job), request: JSON.stringify(request), inputs, given };
  /** @param {import('../core/task.js').Task} task */
  const work = async (task) => {
    await tryOwn(session, task, job, () => trialInputOnDevice(session, task, words, job.words));
    const { output } =
      job.n === 0
        ? await writeOutputs(session, given, { output: new Uint32Array(0) })
        : (await runOnDevice(session, task, run, announce)).outputs;
    // What it throws is the page's.
    if (job.n === 0 && onSubmitted) queueMicrotask(() => onSubmitted(output));
    return output;
  };
  return session.run(nameOf('a scan', job), signal, work, groupOf(announce));
}
