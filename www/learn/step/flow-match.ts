/** Matches a run with the data flow of its scan: the invocation and the step that make each value of the diagram. Pure: no DOM. */
import { flowValues } from '../flow.ts';
import type { Flow } from '../../types.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';

/** A value of the diagram that a run makes. */
export type Made = { row: number; column: number; step: number; invocation: number };
export type Match = { flow: Flow; input: number[]; made: Made[] };

/** The parts of a moment that are read. */
type Called = Pick<Moment, 'pass' | 'function' | 'iteration'> & {
  calls: Pick<Moment['calls'][number], 'workgroup' | 'localIndex' | 'result'>[];
};
type Call = { step: number; order: number; invocation: number; word: number };

/** Columns of the widest diagram. */
export const MOST_COLUMNS = 32;

/**
 * The flow whose applications are those of a run, or null.
 * @param flowOf gives the flow with a number of columns; it throws if the scan has no flow of this width
 * @param moments of all steps, in order
 */
export function matchFlow(flowOf: (columns: number) => Flow, moments: readonly Called[], numbers: readonly number[]): Match | null {
  const groups = groupsOf(moments);
  // A tile may be longer than the input. Then identities fill it up.
  for (let columns = 2 ** Math.ceil(Math.log2(Math.max(numbers.length, 2))); columns <= MOST_COLUMNS; columns *= 2) {
    const input = Array.from({ length: columns }, (_, i) => numbers[i] ?? 0);
    const flow = flowOf(columns);
    const made = madeIn(flow, input, groups);
    if (made) return { flow, input, made };
  }
  return null;
}

/** The calls of each level or round, in the order in which the levels begin. */
function groupsOf(moments: readonly Called[]) {
  const groups: Map<string, Call[]> = new Map();
  moments.forEach(({ pass, function: name, iteration, calls }, i) => {
    if (!calls.length) return;
    const key = `${pass}/${name}/${iteration?.rank ?? 0}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    for (const { workgroup, localIndex, result } of calls) {
      // More than the number of invocations in a workgroup.
      group.push({ step: i + 1, order: workgroup * 2 ** 16 + localIndex, invocation: localIndex, word: result[0] });
    }
  });
  return [...groups.values()].map((group) => group.sort((left, right) => left.order - right.order));
}

/**
 * The values of a flow that the groups make; null if they do not make all of them. Groups before, between and after its rows do other work.
 */
function madeIn(flow: Flow, input: number[], groups: Call[][]): Made[] | null {
  const values = flowValues(flow, input);
  const made: Made[] = [];
  let next = 0;
  for (let row = 1; row <= flow.steps.length; row++) {
    const all = values.filter((value) => value.row === row);
    const sums = all.filter(({ operation }) => operation?.kind === 'combine').sort((left, right) => left.column - right.column);
    if (!sums.length) continue;
    // If all invocations take part, some of them combine values that are not elements. Then each has a column.
    const callOf = (calls: Call[], i: number) => calls[calls.length === flow.columns ? sums[i].column : i];
    const isOf = (calls: Call[]) =>
      [sums.length, flow.columns].includes(calls.length) && sums.every(({ number }, i) => number === (callOf(calls, i).word | 0));
    while (next < groups.length && !isOf(groups[next])) next++;
    if (next === groups.length) return null;
    const calls = groups[next++];
    sums.forEach(({ column, operands }, i) => {
      const { step, invocation } = callOf(calls, i);
      made.push({ row, column, step, invocation });
      // The invocation that combines two children copies a value to one of them.
      const copies = all.filter(({ operation, column: to }) => operation?.kind === 'copy' && operands.some((one) => one.column === to));
      made.push(...copies.map((copy) => ({ row, column: copy.column, step, invocation })));
    });
  }
  return made;
}
