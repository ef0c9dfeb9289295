/** Evaluates a data flow for its drawing and its description. Pure: no DOM. */

import type { Flow, FlowOperation } from '../types.ts';

/** The indices of the first and the last input that a value combines. */
export type Real = { first: number; last: number };
/** The inputs that a value combines; null for the identity. */
export type Span = Real | null;
/** The numbers of the input, one per column. */
type Input = readonly number[];
/** An operator ⊕ on numbers: its identity, its function, and its title. */
export type Combination = { identity: number; combine: (left: number, right: number) => number; title: string };
export const SUM: Combination = { identity: 0, combine: (left, right) => left + right, title: 'the sum' };

/** A value: its column and row, its operands, and `until`, the row at which its line down the column ends. Row 0 is the input. */
export type Value = {
  column: number;
  row: number;
  until: number;
  span: Span;
  /** the kind of the operation that makes the value; null for an input */
  kind: FlowOperation['kind'] | null;
  operands: Value[];
  /** the value as a number; null if the flow has no input numbers */
  number: number | null;
};

/** A data flow with its values. */
export type Graph = {
  /** the number of elements of the input */
  elements: number;
  columns: number;
  exclusive: boolean;
  /** the labels of the rows below the input */
  labels: string[];
  /** the values of the input, one per column, and then the others */
  values: Value[];
  /** the value of each column of the output; null for the identity */
  results: (Value | null)[];
  /** the counts of steps and applications, for the caption */
  summary: string;
  /** how to read the columns, for the caption */
  reading: string;
  /** the rows in words, and the meaning of the names in them */
  words: { naming: string; rows: string[] };
};

/** Options: the numbers of the input; ⊕ on numbers; the number of elements, if the remaining columns hold identities. */
type Shown = { input?: Input; of?: Combination; elements?: number };

/** All values of a flow: the inputs, then the values in the order of the steps. */
export function flowValues({ columns, steps }: Flow, { input, of = SUM, elements = columns }: Shown = {}): Value[] {
  const current: Value[] = Array.from({ length: columns }, (_, column) => ({
    column,
    row: 0,
    until: 0,
    span: column < elements ? { first: column, last: column } : null,
    kind: null,
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
  // The line of an operand leaves its column at this row if the target is in the same column, else one row above.
  for (const operand of operands) {
    operand.until = Math.max(operand.until, operand.column === operation.target ? row : row - 1);
  }
  const [first = of?.identity, ...others] = operands.map((operand) => Number(operand.number));
  const number = of && first !== undefined ? others.reduce(of.combine, first) : null;
  const { kind, target: column } = operation;
  return { column, row, until: row, span: join(operands.map(({ span }) => span)), kind, operands, number };
}

/** Whether a value is the newest one in its column above the row `before`. */
export function isNewest(values: readonly Value[], { column, row }: Value, before: number) {
  return !values.some((other) => other.column === column && other.row > row && other.row < before);
}

function operandsOf(operation: FlowOperation) {
  if (operation.kind === 'combine') return [operation.left, operation.right];
  return operation.kind === 'copy' ? [operation.from] : [];
}

/**
 * Joins spans to one span.
 * @param spans adjacent, in index order
 */
export function join(spans: readonly Span[]): Span {
  const real = spans.filter((span) => span !== null);
  return real.length ? { first: real[0].first, last: real[real.length - 1].last } : null;
}

export function spanText(span: Span) {
  if (!span) return 'id';
  return span.first === span.last ? `x${span.first}` : `x${span.first}…x${span.last}`;
}

/** The operands of a value in words. Operands within one column have no names, so they are written as a range of inputs. */
export function makingText({ span, kind, operands }: Value) {
  if (kind === 'combine' && operands.length === 1 && span) return `x${span.first} ⊕ … ⊕ x${span.last}`;
  return operands.map((operand) => spanText(operand.span)).join(' ⊕ ');
}

/** The number of applications of ⊕. */
export function countCombines({ steps }: Flow) {
  return steps.flatMap(({ operations }) => operations).filter(({ kind }) => kind === 'combine').length;
}

/** An operation in words. Columns are called a0, a1 …, so that readers do not take them for the inputs x0, x1 …. */
function operationText(operation: FlowOperation) {
  if (operation.kind === 'combine') return `a${operation.target} ← a${operation.left} ⊕ a${operation.right}`;
  return `a${operation.target} ← ${operation.kind === 'copy' ? `a${operation.from}` : 'identity'}`;
}

/** The description of the steps, with one line per step. */
export function flowText({ steps }: Flow) {
  return steps.map(({ label, operations }) => `${label}: ${operations.map(operationText).join(', ')}`);
}

export function graphOf(flow: Flow, shown: Shown = {}): Graph {
  const { columns, exclusive, steps } = flow;
  const values = flowValues(flow, shown);
  const results = values.filter(({ until }) => until > steps.length).sort((left, right) => left.column - right.column);
  return {
    elements: shown.elements ?? columns,
    columns,
    exclusive,
    labels: steps.map(({ label }) => label),
    values,
    results,
    summary: `${steps.length} steps, ${countCombines(flow)} applications of ⊕`,
    reading: 'Each column holds one element and is read downwards',
    words: {
      naming: 'Column 3 is called a3, and so on. All operations of a step read the values from before the step.',
      rows: flowText(flow),
    },
  };
}
