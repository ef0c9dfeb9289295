/** Matches a run with the data flow of its scan: the invocation and the step that make each value of the diagram. Pure: no DOM. */
import { flowValues } from '../flow.ts';
import type { Span, Value } from '../flow.ts';
import type { Flow } from '../../types.ts';
import type { Call } from './marks.ts';

/** A value of a diagram that a run makes. */
export type Made = { row: number; column: number; step: number; invocation: number };

/** Columns of the widest diagram. */
export const MOST_COLUMNS = 32;

/**
 * The flow whose applications are those of a run, or null.
 * @param flowOf gives the flow with a number of columns; it throws if the scan has no flow of this width
 */
export function matchFlow(flowOf: (columns: number) => Flow, calls: readonly Call[], elements: number) {
  const groups = groupsOf(calls);
  // A level may be one call per invocation, or all its calls together.
  const turns = groups.flatMap(turnsOf);
  // A tile may be longer than the input. Then identities fill it up.
  for (let columns = 2 ** Math.ceil(Math.log2(Math.max(elements, 2))); columns <= MOST_COLUMNS; columns *= 2) {
    const flow = flowOf(columns);
    const made = madeIn(flow, elements, groups) ?? madeIn(flow, elements, turns);
    if (made) return { flow, made };
  }
  return null;
}

/** The number of an invocation in a pass, in the order of workgroups. A workgroup has fewer than 2¹⁶ invocations. */
function orderOf({ workgroup, localIndex }: Call) {
  return workgroup * 2 ** 16 + localIndex;
}

/** The calls of each level or round, and of the code between, in the order in which they begin. */
function groupsOf(calls: readonly Call[]) {
  const groups: Map<string, Call[]> = new Map();
  // The code before a loop and the code after it have the same level, but are two visits.
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

/** The first calls of all invocations, then their second calls, and so on. */
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
 * The values of a flow that the groups make; null if they do not make all of them. Groups before, between and after its rows do other work.
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
      // The invocation that combines two children copies a value to one of them.
      const copies = all.filter(({ kind, column: to }) => kind === 'copy' && operands.some((one) => one.column === to));
      made.push(...copies.map((copy) => ({ row, column: copy.column, step, invocation })));
    }
  }
  return made;
}

/** The call that makes each sum of a row; null if the calls make other values. */
function callsOf(sums: Value[], calls: Call[], columns: number): Call[] | null {
  const isOf = ({ operands }: Value, call: Call) => operands.every(({ span }, i) => isSame(span, call.operands[i]));
  // If each column has an invocation, some invocations combine values that are not elements.
  const inOrder = calls.length === columns ? sums.map(({ column }) => calls[column]) : calls;
  if (inOrder.length !== sums.length) return null;
  if (sums.every((sum, i) => isOf(sum, inOrder[i]))) return inOrder;
  // An invocation may have several columns, half a tile apart. Their calls are told apart by the values.
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
