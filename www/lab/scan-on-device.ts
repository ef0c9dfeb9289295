/** Scans of buffers of the device. Loaded on first use. */

import { tryOwn } from './own-operator.ts';
import { planRequest } from './plan-request.ts';
import { nameOf } from './points.ts';
import { ofScan } from './prepare.ts';
import { groupOf, runOnDevice, trialInput, writeOutputs } from './run-on-device.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Requests } from './requests.ts';
import type { OnSubmitted } from './run-on-device.ts';

export async function scanOnDevice(
  session: CoreSession,
  { job, words, heads, outputs: given, signal, onSubmitted }: ReturnType<Requests['scanOnDevice']>,
): Promise<GPUBuffer> {
  const inputs = { input: { name: 'input', words }, heads: { name: 'heads', words: heads } };
  const announce: OnSubmitted | undefined = onSubmitted && (({ output }) => onSubmitted(output));
  const request = planRequest(job);
  const run = { wanted: ofScan(request, job), request: JSON.stringify(request), inputs, given };
  const work = async (task: Task) => {
    await tryOwn(session, task, job, () => trialInput(session, task, words, job.words));
    const { output } =
      job.n === 0
        ? await writeOutputs(session, given, { output: new Uint32Array(0) })
        : (await runOnDevice(session, task, run, announce)).outputs;
    // An exception of the callback is reported as the page's.
    if (job.n === 0 && onSubmitted) queueMicrotask(() => onSubmitted(output));
    return output;
  };
  return session.run(nameOf('a scan', job), signal, work, groupOf(announce));
}
