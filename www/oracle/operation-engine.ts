/**
 * The message handler of the oracle of operations. It runs like that of scans, in a worker of its own: a page that measures only scans does not
 * load it.
 */

import { allocate } from '../shared/errors.ts';
import { createOperationCheck } from './operations.ts';
import type { OracleReply } from './engine.ts';
import type { Each, OperationJob } from './operations.ts';

export type OperationMessage =
  | { do: 'begin-operation'; job: OperationJob }
  | { do: 'take-input'; elements: number; each: Each; input: ArrayBuffer; flags?: ArrayBuffer; values?: ArrayBuffer }
  | { do: 'end-input' }
  | { do: 'compare'; stream: number; length: number; output: ArrayBuffer }
  | { do: 'finish' }
  | { do: 'forget' };

export function createEngine() {
  let operation: ReturnType<typeof createOperationCheck> | null = null;

  const begun = () => {
    if (!operation) throw new Error('A check must begin before its first chunk.');
    return operation;
  };

  return async function handle(message: OperationMessage): Promise<OracleReply> {
    switch (message.do) {
      case 'begin-operation':
        operation = allocate(8 * message.job.n + 4 * (message.job.sorted?.length ?? 0), () => createOperationCheck(message.job));
        return {};
      case 'take-input':
        return takeInput(begun(), message);
      case 'end-input':
        return { value: begun().end() };
      case 'compare':
        return {
          value: begun().compare(message.stream, new Uint32Array(message.output, 0, message.length)),
          returned: [message.output],
        };
      case 'finish': {
        const verdict = operation?.finish();
        operation = null;
        return { value: verdict };
      }
      case 'forget':
        operation = null;
        return {};
    }
  };
}

function takeInput(
  check: ReturnType<typeof createOperationCheck>,
  { elements, each, input, flags, values }: Extract<OperationMessage, { do: 'take-input' }>,
): OracleReply {
  const wanted = check.take({
    input: new Uint32Array(input, 0, elements * each.source),
    flags: flags && new Uint32Array(flags, 0, elements * each.flags),
    values: values && new Uint32Array(values, 0, elements * each.values),
  });
  return { value: wanted, returned: [input, flags, values].filter((buffer) => buffer !== undefined) };
}
