/** Programs with the emulator's module must be of these types. */
import { emulate, initialize } from '../../dist/scanlab-emulator.js';
import type { KernelResult, KernelRun } from '../../dist/scanlab-emulator.js';

const run: KernelRun = {
  code: '@compute @workgroup_size(1) fn main() {}',
  workgroups: [2, 1],
  buffers: { 0: Uint32Array.of(1), 2: new Float32Array(4) },
  schedule: 'random',
  progress: 'fair',
  stall: { percent: 10 },
};

export async function find(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  await initialize({ wasm: bytes });
  const { buffers, findings, outcome, costs, counters }: KernelResult = await emulate(run);
  const first: number | undefined = buffers[0]?.[0];
  const lines = findings.flatMap(({ kind, places }) => places.map(({ line }) => `${kind} ${line}`));
  return [outcome, `${first} ${costs.dmm} ${counters.length}`, ...lines];
}

// @ts-expect-error a trace is what the page steps through
export const traced: KernelRun = { ...run, trace: true };
// @ts-expect-error an order of accesses that does not exist
export const wrong: KernelRun = { ...run, schedule: 'parallel' };
