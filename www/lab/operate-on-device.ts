/** Operations on buffers of the device. Loaded on first use. */

import { MAX_U32, checkInteger } from '../shared/arguments.ts';
import { BUFFER_KEYS, checkBuffer, isDeviceBuffer, wordsOfBuffer } from '../shared/device-words.ts';
import { findOperation } from './operation-request.ts';
import { ARRAYS, RESULTS, WORD, checkOperation, warnOfCondition } from './operations.ts';
import { tryOwn } from './own-operator.ts';
import { SECOND_OUTPUTS } from './port-names.ts';
import { ofOperation } from './prepare.ts';
import { groupOf, runOnDevice, trialInput, writeOutputs } from './run-on-device.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { DeviceWords } from '../shared/device-words.ts';
import type { CoreOperation, Elements } from '../types.ts';
import type { Parts, Reader } from './operations.ts';
import type { Buffers, OnSubmitted } from './run-on-device.ts';

/** Inputs in buffers. All except the first may be in arrays. */
const BUFFERS: Reader<DeviceWords | Elements, DeviceWords | Uint32Array> = {
  keys: BUFFER_KEYS,
  elements(name, value, kind, given) {
    if (!isDeviceBuffer(value)) return ARRAYS.elements(name, value, kind, given);
    const { words, ...found } = checkBuffer(name, value, kind ?? WORD, given);
    return { array: words, ...found };
  },
  offsets(name, value, segments, n) {
    if (!isDeviceBuffer(value)) return ARRAYS.offsets(name, value, segments, n);
    const { n: count } = checkBuffer(name, value, WORD, { n: offsetsOf(segments) });
    return wordsOfBuffer(name, value, count);
  },
  flags: (name, value, n) => (isDeviceBuffer(value) ? wordsOfBuffer(name, value, n) : ARRAYS.flags(name, value, n)),
};

/** The number of offsets, if the request states the number of segments. */
const offsetsOf = (segments: unknown) => (segments === undefined ? undefined : checkInteger('segments', segments, 1, MAX_U32 - 1) + 1);

/** @param inputs the first is a buffer */
export async function operateOnDevice(parts: Parts, id: string, inputs: unknown[], options: unknown): Promise<any> {
  const { session, catalogue } = parts;
  const operation = findOperation(catalogue.operations, id);
  const second = SECOND_OUTPUTS[id];
  // If an option has the name of the second output, such as `indices`, it only requests the output, and cannot be a buffer.
  const outputKeys = ['output', ...(second && !operation.options.includes(second) ? [second] : [])];
  const reader = { ...BUFFERS, keys: [...BUFFER_KEYS, ...outputKeys.slice(1)], outputs: outputKeys };
  const checked = checkOperation(parts, operation, inputs, options, reader);
  const { request, operands, inputName, types, operator, outputs: given, signal, onSubmitted } = checked;
  const { input, flags, values, offsets, sorted } = operands;
  const named = {
    input: { name: inputName, words: input },
    flags: { name: 'flags', words: flags },
    values: { name: 'values', words: values },
    offsets: { name: 'offsets', words: offsets },
    sorted: { name: 'sorted', words: sorted },
  };
  const resultOf = (outputs: Buffers, count: number | undefined) =>
    RESULTS[id]({ output: outputs.output, second: outputs[second], count }, types);
  const announce: OnSubmitted | undefined = onSubmitted && ((outputs, count) => onSubmitted(resultOf(outputs, count)));
  const run = { wanted: ofOperation(request, operator ?? {}), request: JSON.stringify(request), inputs: named, given };
  const work = async (task: Task) => {
    warnOfCondition(session, request);
    if (operator) {
      const operand = () => trialInput(session, task, values ?? input, operator.words);
      await tryOwn(session, task, { operator: operator.id, own: operator.own }, operand);
    }
    const isCopy = operation.merges && sorted !== undefined && sorted.length > 0;
    if (request.n === 0 && !isCopy) {
      const { count, ...words } = await operateOnNone(
        session,
        task,
        request,
        values !== undefined || sorted !== undefined,
        offsets?.length,
      );
      const outputs = await writeOutputs(session, given, words);
      if (announce) queueMicrotask(() => announce(outputs, count));
      return resultOf(outputs, count);
    }
    const { outputs, count } = await runOnDevice(session, task, run, announce);
    return resultOf(outputs, count);
  };
  return session.run(() => `${id} of ${request.n?.toLocaleString('en')} elements`, signal, work, groupOf(announce));
}

/**
 * The outputs of an operation on an empty input. The core knows them without a run on the device.
 * @param hasSecond whether there are values or sorted keys, which have no effect
 * @param offsets the number of offsets, if there are any; they have no effect
 */
async function operateOnNone(session: CoreSession, task: Task, request: CoreOperation, hasSecond: boolean, offsets?: number): Promise<any> {
  const none = (length = 0) => new Uint32Array(length);
  const [given, ends] = [hasSecond ? none() : undefined, offsets === undefined ? undefined : none(offsets)];
  const { options } = request;
  const empty = options?.sortedLength === undefined ? request : { ...request, options: { ...options, sortedLength: 0 } };
  const { output, second, count } = await session.withTokenSoon(task, (token) =>
    session.core.operate(empty, none(), undefined, given, ends, token),
  );
  return { output, ...(second && { [SECOND_OUTPUTS[request.operation]]: second }), count };
}
