/** Programs that use the emulator's module must compile with these types. */
import { emulate, exercises, grade, initialize, judge } from '../../dist/scanlab-emulator.js';
import type { Goal, JudgeOptions, KernelResult, KernelRun, NamedEvent, Submission, Verdict } from '../../dist/scanlab-emulator.js';

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

export async function pass(options: JudgeOptions): Promise<Goal[]> {
  const [first] = await exercises();
  const submission: Submission = { exercise: first?.id ?? 'serial', code: first?.solution ?? '', seed: 7 };
  const { passed, goals, failures }: Verdict = await judge(submission, options);
  return passed ? goals.filter(({ met }) => !met) : failures.map(({ kind, n }) => ({ name: kind, required: 0, found: n, met: false }));
}

export async function accesses(): Promise<string[]> {
  const { trace } = await emulate({ ...run, trace: true, traceLimit: 1000 });
  return trace.flatMap(({ kind, variable, word }: NamedEvent) => (word === null ? [] : [`${kind} ${variable}[${word}]`]));
}

export const regrade = (text: string, file: string): Promise<Verdict> => grade(text, { file, seed: 7 });

// @ts-expect-error Only the page itself may trace calls of functions.
export const traced: KernelRun = { ...run, tracedFunctions: ['combine'] };
// @ts-expect-error There is no schedule with this name.
export const wrong: KernelRun = { ...run, schedule: 'parallel' };
