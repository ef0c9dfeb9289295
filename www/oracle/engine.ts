/**
 * The message handler of the oracle of scans. It runs in a worker. If a page's security policy forbids workers, it runs on the main thread, and `pause`
 * yields to the page.
 */

import { allocate } from '../shared/errors.ts';
import { createCheck } from './check.ts';
import { timeSequential } from './timing.ts';
import type { ElementType, Elements } from '../types.ts';
import type { CheckJob, Verdict } from './check.ts';
import type { OperationMessage } from './operation-engine.ts';
import type { SequentialScan } from './sequential.ts';

/** `length` and `start` count array entries. In `push` and `allocate`, `flags` is the number of head flags. */
type ScanMessage =
  | { do: 'begin'; job: CheckJob }
  | { do: 'push'; type: ElementType; length: number; input: ArrayBuffer; output: ArrayBuffer; flags?: number; heads?: ArrayBuffer }
  | { do: 'finish' }
  | { do: 'allocate'; type: ElementType; length: number; flags: number }
  | { do: 'fill'; type: ElementType; start: number; length: number; input: ArrayBuffer }
  | { do: 'fill-heads'; start: number; length: number; heads: ArrayBuffer }
  | { do: 'time'; scan: SequentialScan; leastSamples: number }
  | { do: 'verify-own'; job: CheckJob }
  | { do: 'forget' };
/** The messages of both oracles. Each oracle handles its own. */
export type OracleMessage = ScanMessage | OperationMessage;
export type Arrays = { input: Elements; output: Elements; heads?: Uint32Array };
/** returned: the buffers of the message, which the client reuses */
export type OracleReply = { value?: unknown; returned?: ArrayBuffer[] };

const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
const SLICE_ELEMENTS = 2 ** 16;

export function createEngine(pause: () => Promise<void> | void) {
  let check: ReturnType<typeof createCheck> | null = null;
  /** The arrays of a timed scan. */
  let timed: Arrays | null = null;

  const arrays = () => {
    if (!timed) throw new Error('The arrays must be allocated before they are used.');
    return timed;
  };

  return async function handle(message: ScanMessage): Promise<OracleReply> {
    switch (message.do) {
      case 'begin':
        check = createCheck(message.job);
        return {};
      case 'push': {
        if (!check) throw new Error('A check must begin before its first chunk.');
        return pushChunk(check, message);
      }
      case 'finish': {
        const verdict = check?.finish();
        check = null;
        return { value: verdict };
      }
      case 'allocate':
        timed = makeArrays(message);
        return {};
      case 'fill':
        arrays().input.set(new ARRAYS[message.type](message.input, 0, message.length), message.start);
        return { returned: [message.input] };
      case 'fill-heads':
        arrays().heads?.set(new Uint32Array(message.heads, 0, message.length), message.start);
        return { returned: [message.heads] };
      case 'time': {
        return { value: await timeSequential(message.scan, arrays(), message.leastSamples, pause) };
      }
      case 'verify-own':
        return { value: await verifyOwn(message.job, arrays(), pause) };
      case 'forget':
        check = timed = null;
        return {};
    }
  };
}

function pushChunk(
  check: ReturnType<typeof createCheck>,
  { type, length, input, output, flags = 0, heads }: Extract<ScanMessage, { do: 'push' }>,
): OracleReply {
  const flagsOf = heads && new Uint32Array(heads, 0, flags);
  const right = check.push(new ARRAYS[type](input, 0, length), new ARRAYS[type](output, 0, length), flagsOf);
  return { value: right, returned: heads ? [input, output, heads] : [input, output] };
}

function makeArrays({ type, length, flags }: Extract<ScanMessage, { do: 'allocate' }>): Arrays {
  const make = () => new ARRAYS[type](length);
  return allocate(8 * length + 4 * flags, () => {
    const arrays = { input: make(), output: make() };
    return flags === 0 ? arrays : { ...arrays, heads: new Uint32Array(flags) };
  });
}

async function verifyOwn(job: CheckJob, { input, output, heads }: Arrays, pause: () => Promise<void> | void): Promise<Verdict> {
  const check = createCheck(job);
  const { n = 0, direction } = job;
  const words = n === 0 ? 1 : input.length / n;
  for (let done = 0; done < n; done += SLICE_ELEMENTS) {
    const length = Math.min(SLICE_ELEMENTS, n - done);
    const start = direction === 'backward' ? n - done - length : done;
    const [from, to] = [start * words, (start + length) * words];
    if (!check.push(input.subarray(from, to), output.subarray(from, to), heads?.subarray(start, start + length))) break;
    await pause();
  }
  return check.finish();
}
