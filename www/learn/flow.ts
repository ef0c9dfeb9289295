/** Evaluates a data flow for its drawing and its description. Pure: no DOM. */

import type { Flow, FlowOperation } from '../types.ts';

/** The first and the last input that a value combines; null for the identity. */
type Span = { first: number; last: number } | null;
/** The numbers of the input, if the flow is shown with values. */
type Input = readonly number[];
/** ⊕ on numbers. */
export type Combination = { identity: number; combine: (left: number, right: number) => number; title: string };
export const SUM: Combination = { identity: 0, combine: (left, right) => left + right, title: 'the sum' };

/** One value: its column and row, its operands, and the last row that reads it. Row 0 is the input. */
export type Value = {
  column: number;
  row: number;
  until: number;
  span: Span;
  /** null for an input */
  operation: FlowOperation | null;
  operands: Value[];
  /** the value, if there is an input */
  number: number | null;
};

/** All values of a flow: the inputs, then the values in the order of the steps. */
export function flowValues({ columns, steps }: Flow, input?: Input, of: Combination = SUM): Value[] {
  const current: Value[] = Array.from({ length: columns }, (_, column) => ({
    column,
    row: 0,
    until: 0,
    span: { first: column, last: column },
    operation: null,
    operands: [],
    number: input ? input[column] : null,
  }));
  const values = [...current];
  steps.forEach(({ operations }, i) => {
    const made = operations.map((operation) => madeBy(operation, i + 1, current, input ? of : null));
    for (const value of made) current[value.column] = value;
    values.push(...made);
  });
  for (const value of current) value.until = steps.length + 1;
  return values;
}

function madeBy(operation: FlowOperation, row: number, current: Value[], of: Combination | null): Value {
  const operands = operandsOf(operation).map((column) => current[column]);
  // A line to another column leaves its own column one row before.
  for (const operand of operands) {
    operand.until = Math.max(operand.until, operand.column === operation.target ? row : row - 1);
  }
  const [first = of?.identity, ...others] = operands.map((operand) => Number(operand.number));
  const number = of && first !== undefined ? others.reduce(of.combine, first) : null;
  return { column: operation.target, row, until: row, span: join(operands.map(({ span }) => span)), operation, operands, number };
}

function operandsOf(operation: FlowOperation) {
  if (operation.kind === 'combine') return [operation.left, operation.right];
  return operation.kind === 'copy' ? [operation.from] : [];
}

/** @param spans in order: each begins at the end of the one before */
function join(spans: Span[]): Span {
  const real = spans.filter((span) => span !== null);
  return real.length ? { first: real[0].first, last: real[real.length - 1].last } : null;
}

export function spanText(span: Span) {
  if (!span) return 'id';
  return span.first === span.last ? `x${span.first}` : `x${span.first}…x${span.last}`;
}

/** The number of applications of ⊕. */
export function countCombines({ steps }: Flow) {
  return steps.flatMap(({ operations }) => operations).filter(({ kind }) => kind === 'combine').length;
}

/** @param operation its columns are called a, so that readers do not take them for inputs */
function operationText(operation: FlowOperation) {
  if (operation.kind === 'combine') return `a${operation.target} ← a${operation.left} ⊕ a${operation.right}`;
  return `a${operation.target} ← ${operation.kind === 'copy' ? `a${operation.from}` : 'identity'}`;
}

/** The description of the steps, one line each. */
export function flowText({ steps }: Flow) {
  return steps.map(({ label, operations }) => `${label}: ${operations.map(operationText).join(', ')}`);
}
