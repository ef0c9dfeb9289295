/** Operations on buffers of the device, with outputs in new buffers. Loaded on first use. */

import { BUFFER_KEYS, checkBuffer, isDeviceBuffer, wordsOfBuffer } from '../shared/device-words.js';
import { groupOf, runOnDevice } from './device-data.js';
import { findOperation } from './operation-request.js';
import { ARRAYS, RESULTS, WORD, checkOperation, warnOfCondition } from './operations.js';
import { tryOwn } from './own-operator.js';
import { trialInputOnDevice } from './trial-input.js';
/** @import { CancelToken } from 'scanlab-core' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { DeviceWords } from '../shared/device-words.js' */
/** @import { CoreOperation, Elements } from '../types.d.ts' */
/** @import { DeviceData } from './device-data.js' */
/** @import { Parts, Reader } from './operations.js' */

/** Inputs in buffers; those beside the first may be in arrays. @type {Reader<DeviceWords | Elements, DeviceWords | Uint32Array>} */
const BUFFERS = {
  keys: BUFFER_KEYS,
  elements(name, value, kind, given) {
    if (!isDeviceBuffer(value)) return ARRAYS.elements(name, value, kind, given);
    const { words, ...found } = checkBuffer(name, value, kind ?? WORD, given);
    return { array: words, ...found };
  },
  flags: (name, value, n) => (isDeviceBuffer(value) ? wordsOfBuffer(name, value, n) : ARRAYS.flags(name, value, n)),
};

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
  const { request, operands, inputName, types, operator, signal, onSubmitted } = checkOperation(parts, operation, inputs, options, BUFFERS);
  const { input, flags, values } = operands;
  const named = {
    input: { name: inputName, words: input },
    flags: { name: 'flags', words: flags },
    values: { name: 'values', words: values },
  };
  /** @type {import('./device-data.js').OnSubmitted | undefined} */
  const announce = onSubmitted && ((outputs, count) => onSubmitted(RESULTS[id]({ ...outputs, count }, types)));
  /** @param {import('../core/task.js').Task} task */
  const work = async (task) => {
    warnOfCondition(session, request);
    if (operator) {
      const operand = () => trialInputOnDevice(session, task, values ?? input, operator.words);
      await tryOwn(session, task, { operator: operator.id, own: operator.own }, operand);
    }
    const operate = (/** @type {DeviceData} */ data) =>
      session.withTokenSoon(task, (token) =>
        request.n === 0
          ? operateOnNone(session, request, values !== undefined, data, token)
          : session.core.operateOnDevice(request, data, token),
      );
    const { result: count, outputs } = await runOnDevice(session, task, named, operate, announce);
    return RESULTS[id]({ ...outputs, count }, types);
  };
  return session.run(() => `${id} of ${request.n?.toLocaleString('en')} elements`, signal, work, groupOf(announce));
}

/**
 * The outputs of an operation on no elements, which the core knows without the device.
 * @param {CoreSession} session
 * @param {CoreOperation} request
 * @param {boolean} hasValues
 * @param {DeviceData} data
 * @param {CancelToken} token
 */
async function operateOnNone(session, request, hasValues, data, token) {
  const none = () => new Uint32Array(0);
  const { output, second, count } = await session.core.operate(request, none(), undefined, hasValues ? none() : undefined, token);
  data.write('output', output);
  if (second) data.write('second', second);
  return count;
}
