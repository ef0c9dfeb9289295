/** Runs the kernels of the memory machine on the emulator. */
import texts from 'shader-texts';
import { loadEmulator, strideTime, sumTime } from '../../shared/emulator.ts';
import { expectedScan, formOf } from '../step/operators.ts';
import { copyRun, isRight, numbers, patternRun, sumRun, treeRun } from './kernels.ts';
import { STATEMENTS } from './formulas.ts';
import { EXAMPLE, PATTERNS } from './settings.ts';
import type { Machine } from '../../shared/memory-machine.ts';
import type { Tuning } from '../../types.ts';
import type { Explainer } from '../../ui/element-types.ts';
import type { Emulated, Round } from '../../shared/emulator-data.d.ts';
import type { Run } from './kernels.ts';
import type { Settings } from './settings.ts';

export type MachineName = 'dmm' | 'umm';
/** A run on a machine, the largest number of invocations in one of its passes, and the expected time in time units, if known. */
export type Planned = { run: Run; machine: MachineName; p: number; expected: number | null };
/** The times of a run on both machines, its rounds if they are requested, and whether its output is right. */
export type Counted = { dmm: number; umm: number; rounds: Round[]; isRight: boolean };

/** The maximum number of events of a trace that is drawn. */
const MOST_EVENTS = 1 << 17;
/** The number of invocations per workgroup that every WebGPU device allows. */
const MOST_INVOCATIONS = 256;
/** The smallest group of the scan by groups. */
const LEAST_GROUP = 256;
const COPY = 'machine/copy.wgsl';
const SUM = 'machine/sum.wgsl';
const TREE = 'machine/tree-scan.wgsl';

export function isScan(kernel: string) {
  return !PATTERNS.some(({ id }) => id === kernel);
}

/** The runs of the chosen kernel: one per machine. */
export async function planned(explainer: Explainer, settings: Settings): Promise<Planned[]> {
  await loadEmulator();
  const { kernel, p, w, l, n } = settings;
  const on = (machine: MachineName, run: Run, expected: number | null) => ({
    run,
    machine,
    p,
    expected,
  });
  if (kernel === EXAMPLE) {
    const known = w === 4;
    return [
      { ...on('dmm', patternRun(settings, false), known ? l + 2 : null), p: 8 },
      { ...on('umm', patternRun(settings, true), known ? l + 4 : null), p: 8 },
    ];
  }
  if (kernel === 'contiguous' || kernel === 'stride') {
    const s = kernel === 'stride' ? settings.s : 1;
    return [
      on('dmm', patternRun(settings, false), strideTime(n, p, w, l, s, false)),
      on('umm', patternRun(settings, true), strideTime(n, p, w, l, s, true)),
    ];
  }
  if (kernel === 'sum') {
    const steps = sumTime(n, p, w, l);
    return [
      // In addition to the sum, the kernel copies all numbers to workgroup memory, and reads the sum there.
      on('dmm', sumRun(texts[SUM], settings, false), steps + strideTime(n, p, w, l, 1, false) + l),
      on('umm', sumRun(texts[SUM], settings, true), steps),
    ];
  }
  if (kernel === 'tree') return [on('umm', treeRun(texts[TREE], settings), null)];
  return [scanRun(explainer, kernel, settings)];
}

function scanRun(explainer: Explainer, algorithm: string, { n, p, w }: Settings, tuning: Tuning = {}): Planned {
  const input = Int32Array.from(numbers(n));
  const recording = explainer.recording(input, { algorithm, subgroupSize: w, workgroupSize: Math.min(p, MOST_INVOCATIONS), tuning });
  const expected = [...expectedScan(formOf('add'), [...input], 'inclusive')];
  const sizes = recording.shaders.map((source) => Number(/const WORKGROUP_SIZE: u32 = (\d+)u;/.exec(source)?.[1] ?? 1));
  const threads = recording.passes.map(({ shader, workgroups: [x, y, z] }) => x * y * z * sizes[shader]);
  const run = { ...recording, expected: { buffer: recording.output, words: expected } };
  return { run, machine: 'umm', p: Math.max(...threads), expected: null };
}

export async function count({ run }: Planned, { w, l }: Settings, traced: boolean = false): Promise<Counted> {
  const options = { subgroupSize: w, memoryMachine: { width: w, latency: l }, traceLimit: MOST_EVENTS };
  const { Player, emulate } = await loadEmulator();
  if (!traced) return counted(run, emulate(run, options), []);
  const player = new Player(run, options);
  const [played, rounds] = [player.emulated(), player.rounds()];
  player.free();
  return counted(run, played, rounds);
}

function counted(run: Run, played: Emulated, rounds: Round[]): Counted {
  const sum = (name: MachineName) => played.reports.reduce((total, { costs }) => total + costs[name], 0);
  return { dmm: sum('dmm'), umm: sum('umm'), rounds, isRight: isRight(run, played) };
}

/** The counts that are shown beside a statement of Nakano's paper, or the problem that prevents them. */
export type Beside = { dmm: number | null; umm: number | null; value: number; p: number; problem: string | null };

/** @returns the counts, in the order of the statements */
export async function* counts(explainer: Explainer, settings: Settings): AsyncGenerator<[id: string, beside: Beside], void, void> {
  const { n, p, w, l } = settings;
  const machine = { n, p, w, l, k: LEAST_GROUP };
  const runOf = (run: Run) => count({ run, machine: 'umm', p, expected: null }, settings);
  const copy = await runOf(copyRun(texts[COPY], settings));
  const access = await runOf(patternRun({ ...settings, kernel: 'contiguous' }, false));
  // The copy reads and writes, so one access takes half of its time.
  const contiguous = strideTime(n, p, w, l, 1, false);
  yield ['contiguous', { dmm: access.dmm, umm: copy.umm / 2, value: contiguous, p, problem: null }];
  const inStorage = await runOf(sumRun(texts[SUM], settings, true));
  const inWorkgroup = await runOf(sumRun(texts[SUM], settings, false));
  const sums = { dmm: inWorkgroup.dmm - contiguous - l, umm: inStorage.umm, p, problem: null };
  yield ['sum-steps', { ...sums, value: sumTime(n, p, w, l) }];
  for (const id of ['sum', 'least']) yield [id, { ...sums, value: timeOf(id, machine) }];
  for (const [id, algorithm] of [
    ['naive', 'hillis-steele'],
    ['optimal', 'nakano'],
    ['groups', 'nakano-sequential'],
  ]) {
    if (id === 'groups' && n <= LEAST_GROUP) {
      yield [id, { dmm: null, umm: null, value: NaN, p, problem: `n must be more than k = ${LEAST_GROUP}` }];
      continue;
    }
    const plan = scanRun(explainer, algorithm, settings, id === 'groups' ? { k: LEAST_GROUP } : {});
    const { umm } = await count(plan, settings);
    yield [id, { dmm: null, umm, value: timeOf(id, { ...machine, p: plan.p }), p: plan.p, problem: null }];
  }
}

function timeOf(id: string, machine: Machine) {
  return STATEMENTS.find((one) => one.id === id)?.time?.(machine) ?? NaN;
}
