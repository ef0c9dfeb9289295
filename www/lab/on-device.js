/** Scans and operations of buffers of the device: like those of arrays, with outputs in new buffers. Loaded on first use. */

import { DeviceWords, checkBuffer, isDeviceBuffer, wordsOfBuffer } from '../shared/device-words.js';
import { withAttached } from './array-scan.js';
import { chunkRequest } from './chunks.js';
import { DeviceData } from './device-data.js';
import { findOperation } from './operation-request.js';
import { ARRAYS, RESULTS, WORD, checkOperation } from './operations.js';
import { tryOwn } from './own-operator.js';
import { nameOf } from './points.js';
/** @import { CancelToken } from 'scanlab-core' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Elements } from '../types.d.ts' */
/** @import { Parts, Reader } from './operations.js' */
/** @import { Requests } from './requests.js' */

/** Inputs in buffers; those beside the first may be in arrays. @type {Reader<DeviceWords | Elements, DeviceWords | Uint32Array>} */
const BUFFERS = {
  keys: ['type', 'n'],
  elements(name, value, kind, given) {
    if (!isDeviceBuffer(value)) return ARRAYS.elements(name, value, kind, given);
    const { words, ...found } = checkBuffer(name, value, kind ?? WORD, given);
    return { array: words, ...found };
  },
  flags: (name, value, n) => (isDeviceBuffer(value) ? wordsOfBuffer(name, value, n) : ARRAYS.flags(name, value, n)),
};

/**
 * @param {CoreSession} session
 * @param {ReturnType<Requests['scanOnDevice']>} request
 * @returns {Promise<GPUBuffer>}
 */
export async function scanOnDevice(session, { job, words, heads, signal }) {
  return session.run(nameOf('a scan', job), signal, async (task) => {
    await tryOwn(session, task, job);
    const { outputs } = await runWith(session, { input: words, heads }, async (data) => {
      if (job.n === 0) return data.write('output', new Uint32Array(0));
      await session.withToken(task, (token) =>
        session.core.scanOnDevice(chunkRequest(job), words.length, heads !== undefined, data, token),
      );
    });
    return /** @type {GPUBuffer} */ (outputs.output);
  });
}

/**
 * @param {Parts} parts
 * @param {string} id
 * @param {unknown[]} inputs of which the first is a buffer
 * @param {unknown} options
 * @returns {Promise<any>}
 */
export async function operateOnDevice(parts, id, inputs, options) {
  const { session, catalogue } = parts;
  const operation = findOperation(catalogue.operations, id);
  const { request, operands, types, operator, signal } = checkOperation(parts, operation, inputs, options, BUFFERS);
  const { input, flags, values } = operands;
  const what = () => `${id} of ${request.n?.toLocaleString('en')} elements`;
  return session.run(what, signal, async (task) => {
    if (operator) await tryOwn(session, task, { operator: operator.id, own: operator.own });
    const { result: count, outputs } = await runWith(session, { input, flags, values }, (data) =>
      session.withToken(task, (token) =>
        request.n === 0
          ? operateOnNone(session, request, values !== undefined, data, token)
          : session.core.operateOnDevice(JSON.stringify(request), data, token),
      ),
    );
    return RESULTS[id]({ ...outputs, count }, types);
  });
}

/** The outputs of an operation on no elements, which the core knows without the device. @param {CoreSession} session @param {object} request @param {boolean} hasValues @param {DeviceData} data @param {CancelToken} token */
async function operateOnNone(session, request, hasValues, data, token) {
  const none = () => new Uint32Array(0);
  const values = hasValues ? none() : undefined;
  const { output, second, count } = await session.core.operate(JSON.stringify(request), none(), undefined, values, token);
  data.write('output', output);
  if (second) data.write('second', second);
  return count;
}

/**
 * Runs on inputs, of which those in arrays are uploaded.
 * @template T
 * @param {CoreSession} session
 * @param {Record<string, DeviceWords | Elements | undefined>} operands by their names in requests
 * @param {(data: DeviceData) => Promise<T>} run
 */
function runWith(session, operands, run) {
  const arrays = Object.entries(operands).filter(([, operand]) => !(operand instanceof DeviceWords));
  const data = new DeviceData(session.device, operands);
  return withAttached(/** @type {Record<string, Elements | undefined>} */ (Object.fromEntries(arrays)), () => data.run(() => run(data)));
}
