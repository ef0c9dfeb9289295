/** Matches a run with the data flow of its scan: the invocation and the step that make each value of the diagram. Pure: no DOM. */
import { SUM, flowValues } from '../flow.ts';
import type { Combination, Value } from '../flow.ts';
import type { Flow } from '../../types.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';

/** A value of the diagram that a run makes. */
export type Made = { row: number; column: number; step: number; invocation: number };
export type Match = { flow: Flow; input: number[]; made: Made[] };

/** The parts of a moment that are read. */
type Called = Pick<Moment, 'pass' | 'function' | 'iteration'> & {
  calls: Pick<Moment['calls'][number], 'workgroup' | 'localIndex' | 'arguments' | 'result'>[];
};
type Call = { step: number; order: number; invocation: number; operands: number[]; word: number };

/** Columns of the widest diagram. */
export const MOST_COLUMNS = 32;

/**
 * The flow whose applications are those of a run, or null.
 * @param flowOf gives the flow with a number of columns; it throws if the scan has no flow of this width
 * @param moments of all steps, in order
 * @param of ⊕
 */
export function matchFlow(
  flowOf: (columns: number) => Flow,
  moments: readonly Called[],
  numbers: readonly number[],
  of: Combination = SUM,
): Match | null {
  const groups = groupsOf(moments);
  // A level may be one call per invocation, or all its calls together.
  const turns = groups.flatMap(turnsOf);
  // A tile may be longer than the input. Then identities fill it up.
  for (let columns = 2 ** Math.ceil(Math.log2(Math.max(numbers.length, 2))); columns <= MOST_COLUMNS; columns *= 2) {
    const input = Array.from({ length: columns }, (_, i) => numbers[i] ?? of.identity);
    const flow = flowOf(columns);
    const made = madeIn(flow, input, of, groups) ?? madeIn(flow, input, of, turns);
    if (made) return { flow, input, made };
  }
  return null;
}

/** The calls of each level or round, and of the code between, in the order in which they begin. */
function groupsOf(moments: readonly Called[]) {
  const groups: Map<string, Call[]> = new Map();
  // A workgroup executes the code before a loop and the code after it at one level: these are two visits.
  const places: Map<string, { level: string; visits: Map<string, number> }> = new Map();
  moments.forEach(({ pass, function: name, iteration, calls }, i) => {
    const level = `${name}/${iteration?.rank ?? 0}`;
    for (const { workgroup, localIndex, arguments: operands, result } of calls) {
      const where = `${pass}/${workgroup}`;
      const place = places.get(where) ?? { level: '', visits: new Map<string, number>() };
      places.set(where, place);
      if (place.level !== level) place.visits.set(level, (place.visits.get(level) ?? 0) + 1);
      place.level = level;
      const key = `${pass}/${level}/${place.visits.get(level)}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      // More than the number of invocations in a workgroup.
      group.push({ step: i + 1, order: workgroup * 2 ** 16 + localIndex, invocation: localIndex, operands, word: result[0] });
    }
  });
  return [...groups.values()].map((group) => group.sort((left, right) => left.order - right.order));
}

/** The first calls of all invocations, then their second calls, and so on. */
function turnsOf(group: Call[]): Call[][] {
  const counts: Map<number, number> = new Map();
  const turns: Call[][] = [];
  for (const call of group) {
    const turn = counts.get(call.order) ?? 0;
    counts.set(call.order, turn + 1);
    (turns[turn] ??= []).push(call);
  }
  return turns;
}

/**
 * The values of a flow that the groups make; null if they do not make all of them. Groups before, between and after its rows do other work.
 */
function madeIn(flow: Flow, input: number[], of: Combination, groups: Call[][]): Made[] | null {
  const values = flowValues(flow, { input, of });
  const made: Made[] = [];
  let next = 0;
  for (let row = 1; row <= flow.steps.length; row++) {
    const all = values.filter((value) => value.row === row);
    const sums = all.filter(({ kind }) => kind === 'combine').sort((left, right) => left.column - right.column);
    if (!sums.length) continue;
    let calls: Call[] | null = null;
    while (!calls && next < groups.length) calls = callsOf(sums, groups[next++], flow.columns);
    if (!calls) return null;
    for (const [i, { column, operands }] of sums.entries()) {
      const { step, invocation } = calls[i];
      made.push({ row, column, step, invocation });
      // The invocation that combines two children copies a value to one of them.
      const copies = all.filter(({ kind, column: to }) => kind === 'copy' && operands.some((one) => one.column === to));
      made.push(...copies.map((copy) => ({ row, column: copy.column, step, invocation })));
    }
  }
  return made;
}

/** The call that makes each sum of a row; null if the calls make other values. */
function callsOf(sums: Pick<Value, 'column' | 'number' | 'operands'>[], calls: Call[], columns: number): Call[] | null {
  // Different operands may have one result, such as a maximum.
  const isOf = ({ number, operands }: Pick<Value, 'number' | 'operands'>, call: Call) =>
    number === (call.word | 0) && operands.every((operand, i) => operand.number === (call.operands[i] | 0));
  // If all invocations take part, some of them combine values that are not elements. Then each has a column.
  const inOrder = calls.length === columns ? sums.map(({ column }) => calls[column]) : calls;
  if (inOrder.length !== sums.length) return null;
  if (sums.every((sum, i) => isOf(sum, inOrder[i]))) return inOrder;
  // Invocations with several columns, half a tile apart, are told apart by the values.
  const left = [...inOrder];
  const found = sums.flatMap((sum) => {
    const at = left.findIndex((call) => isOf(sum, call));
    return at < 0 ? [] : left.splice(at, 1);
  });
  return found.length === sums.length ? found : null;
}
