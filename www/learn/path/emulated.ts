/** Runs the kernel of a tile on the emulator in every order of execution, unchanged or with a part left out. */
import { loadEmulator, mutations } from '../../shared/emulator.ts';
import { broken } from '../step/break.ts';
import { expectedScan, firstWrong, stepped, wordsOf } from '../step/operators.ts';
import { play } from '../step/play.ts';
import { recordRun } from '../step/record.ts';
import { DEFAULTS, SCHEDULES } from '../step/settings.ts';
import type { Algorithm, Catalogue } from '../../types.ts';
import type { Explainer } from '../../ui/element-types.ts';
import type { Schedule } from '../../shared/emulator-data.d.ts';
import type { Operator, Wrong } from '../step/operators.ts';

/** A kernel, and the id of the break that changes it; empty for no change. */
export type Kernel = { algorithm: string; broken: string };
/** The outcome of a run in one order of execution. */
export type Outcome = { schedule: Schedule; label: string; output: number[]; expected: number[]; wrong: Wrong | null; races: number };

/** Lanes per subgroup. They are fewer than the numbers, so that there are several subgroups, whose order matters. */
const SUBGROUP = 4;

/** @param workgroup invocations per workgroup; with it, a tile is as long as the numbers */
export async function outcomes(
  { catalogue, explainer }: { catalogue: Catalogue; explainer: Explainer },
  numbers: readonly number[],
  { algorithm: id, broken: change }: Kernel,
  workgroup: number,
): Promise<Outcome[]> {
  await loadEmulator();
  const algorithm = catalogue.algorithms.find((one) => one.id === id) as Algorithm;
  const operator = stepped(catalogue.operators).find((one) => one.id === DEFAULTS.operator) as Operator;
  const settings = { ...DEFAULTS, workgroup, subgroup: SUBGROUP };
  const whole = recordRun(explainer, { algorithm, operator, settings }, [...numbers]).recording;
  const recording = change ? broken(whole, change, id, mutations)?.recording : whole;
  if (!recording) throw new Error(`this kernel has no part “${change}”`);
  const expected = expectedScan(operator, numbers, settings.mode);
  const all: Outcome[] = [];
  for (const { value: schedule, label } of SCHEDULES) {
    const identity = wordsOf(operator.type, operator.identity);
    const { buffers, findings, player } = await play(recording, {
      identity,
      words: operator.words,
      schedule,
      subgroupSize: SUBGROUP,
      latency: DEFAULTS.latency,
    });
    player.free();
    const output = [...Int32Array.from(buffers[recording.output].slice(0, numbers.length))];
    const wrong = firstWrong(expected, buffers[recording.output]);
    all.push({ schedule, label, output, expected: [...new Int32Array(expected.buffer)], wrong, races: findings.length });
  }
  return all;
}

export function outcomeText({ wrong, races, output, expected }: Outcome) {
  if (wrong)
    return `The output is wrong from element ${wrong.index} on, counted from 0: ${output[wrong.index]}, not ${expected[wrong.index]}.`;
  return races ? 'The output is right in this order, but accesses race.' : 'The output is right, and no accesses race.';
}

/** A summary of the runs in all orders of execution, in words. */
export function togetherText(all: readonly Outcome[]) {
  const wrong = all.find((one) => one.wrong);
  if (wrong) return `In the order “${wrong.label}”, the output is wrong from element ${wrong.wrong?.index} on.`;
  if (all.some(({ races }) => races))
    return 'The output is right in all these orders, but accesses race: it may be wrong in another order.';
  return `The output is right in all ${all.length} orders, and no accesses race.`;
}
