/** Scans of buffers of the device. Loaded on first use. */

import { tryOwn } from './own-operator.ts';
import { planRequest } from './plan-request.ts';
import { nameOf } from './points.ts';
import { ofScan } from './prepare.ts';
import { repeatsOf } from './repeats.ts';
import { groupOf, runOnDevice, trialInput, writeOutputs } from './run-on-device.ts';
import type { DeviceScan } from './device-scans.ts';
import type { Repeat } from './repeats.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Requests } from './requests.ts';
import type { OnSubmitted } from './run-on-device.ts';

type Checked = ReturnType<Requests['scanOnDevice']>;

/** The repeats of scans that an earlier run has compiled and bound. */
const repeats: WeakMap<DeviceScan, Repeat> = new WeakMap();

export function scanOnDevice(session: CoreSession, { scan, signal, onSubmitted }: Checked): Promise<GPUBuffer> {
  const repeat = repeats.get(scan);
  if (repeat && !signal) return repeatsOf(session).add(repeat, onSubmitted);
  const { job, words, heads, initial, outputs: given } = scan;
  const inputs = {
    input: { name: 'input', words },
    heads: { name: 'heads', words: heads },
    initial: { name: 'initial', words: initial },
  };
  const announce: OnSubmitted | undefined = onSubmitted && (({ output }) => onSubmitted(output));
  const request = planRequest(job);
  const run = { wanted: ofScan(request, job), request: JSON.stringify(request), inputs, given };
  const work = async (task: Task) => {
    await tryOwn(session, task, job, () => trialInput(session, task, words, job.words));
    if (job.n === 0) {
      const { output } = await writeOutputs(session, given, { output: new Uint32Array(0) });
      // In a microtask, an exception of the callback counts as an uncaught exception of the page.
      if (onSubmitted) queueMicrotask(() => onSubmitted(output));
      return output;
    }
    const { outputs, repeat: made } = await runOnDevice(session, task, run, announce);
    if (made) repeats.set(scan, { ...made, what });
    return outputs.output;
  };
  const what = nameOf('a scan', job);
  return session.run(what, signal, work, groupOf(announce));
}
