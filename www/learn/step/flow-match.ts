/** Matches a run with the data flow of its scan. Finds the invocation and the step that make each value of the diagram. Pure: no DOM. */
import { flowValues } from '../flow.ts';
import type { Span, Value } from '../flow.ts';
import type { Flow } from '../../types.ts';
import type { Call } from './marks.ts';

/** A value of a diagram, by its row and column, with the step and the invocation that make it. */
export type Made = { row: number; column: number; step: number; invocation: number };

/** The maximum number of columns of a diagram. */
export const MOST_COLUMNS = 32;

/**
 * The flow whose applications are those of a run, and its values; null if no flow matches.
 * @param flowOf returns the flow with a number of columns; throws if the scan has no such flow
 */
export function matchFlow(flowOf: (columns: number) => Flow, calls: readonly Call[], elements: number) {
  const groups = groupsOf(calls);
  // A row of the flow may be all calls of a level, or only one call per invocation.
  const turns = groups.flatMap(turnsOf);
  // A tile may be longer than the input. Then the flow has more columns, which hold identities.
  for (let columns = 2 ** Math.ceil(Math.log2(Math.max(elements, 2))); columns <= MOST_COLUMNS; columns *= 2) {
    const flow = flowOf(columns);
    const made = madeIn(flow, elements, groups) ?? madeIn(flow, elements, turns);
    if (made) return { flow, made };
  }
  return null;
}

/** A key that sorts the invocations of a pass, workgroup by workgroup. A workgroup has fewer than 2¹⁶ invocations. */
function orderOf({ workgroup, localIndex }: Call) {
  return workgroup * 2 ** 16 + localIndex;
}

/** The calls in groups: one group per level or round, and per stretch of code between, in the order of their first calls. */
function groupsOf(calls: readonly Call[]) {
  const groups: Map<string, Call[]> = new Map();
  // The code before a loop and the code after it have the same level 0, so each visit of a level is a separate group.
  const places: Map<string, { level: string; visits: Map<string, number> }> = new Map();
  for (const call of calls) {
    const { pass, function: name, iteration } = call.moment;
    const level = `${name}/${iteration?.index ?? 0}`;
    const where = `${pass}/${call.workgroup}`;
    const place = places.get(where) ?? { level: '', visits: new Map<string, number>() };
    places.set(where, place);
    if (place.level !== level) place.visits.set(level, (place.visits.get(level) ?? 0) + 1);
    place.level = level;
    const key = `${pass}/${level}/${place.visits.get(level)}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(call);
  }
  return [...groups.values()].map((group) => group.sort((left, right) => orderOf(left) - orderOf(right)));
}

/** Splits a group into turns: the first calls of all invocations, then their second calls, and so on. */
function turnsOf(group: Call[]): Call[][] {
  const counts: Map<number, number> = new Map();
  const turns: Call[][] = [];
  for (const call of group) {
    const turn = counts.get(orderOf(call)) ?? 0;
    counts.set(orderOf(call), turn + 1);
    (turns[turn] ??= []).push(call);
  }
  return turns;
}

/**
 * The values of a flow, each with the call that makes it; null if the groups do not make all values in the order of the rows. Other groups may
 * precede, separate or follow those that make rows.
 */
function madeIn(flow: Flow, elements: number, groups: Call[][]): Made[] | null {
  const values = flowValues(flow, { elements });
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
      const { moment, localIndex: invocation } = calls[i];
      const { step } = moment;
      made.push({ row, column, step, invocation });
      // The invocation that combines the values of two children also copies a value to one of the children.
      const copies = all.filter(({ kind, column: to }) => kind === 'copy' && operands.some((one) => one.column === to));
      made.push(...copies.map((copy) => ({ row, column: copy.column, step, invocation })));
    }
  }
  return made;
}

/** The calls that make the sums of a row, in the order of the sums; null if the calls make other values. */
function callsOf(sums: Value[], calls: Call[], columns: number): Call[] | null {
  const isOf = ({ operands }: Value, call: Call) => operands.every(({ span }, i) => isSame(span, call.operands[i]));
  // If there is one invocation per column, only the invocations at the columns of the sums count.
  const inOrder = calls.length === columns ? sums.map(({ column }) => calls[column]) : calls;
  if (inOrder.length !== sums.length) return null;
  if (sums.every((sum, i) => isOf(sum, inOrder[i]))) return inOrder;
  // An invocation may have several columns, half a tile apart. Then the order of calls differs, and calls are found by their operands.
  const left = [...inOrder];
  const found = sums.flatMap((sum) => {
    const at = left.findIndex((call) => isOf(sum, call));
    return at < 0 ? [] : left.splice(at, 1);
  });
  return found.length === sums.length ? found : null;
}

function isSame(one: Span, other: Span) {
  return one?.first === other?.first && one?.last === other?.last;
}
