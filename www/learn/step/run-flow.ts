/** Makes the data flow of a run from its applications of ⊕. Pure: no DOM. */
import { isNewest, makingText, spanText } from '../flow.ts';
import { MOST_COLUMNS } from './flow-match.ts';
import { isDisordered, joined } from './marks.ts';
import { phaseText } from './words.ts';
import type { Graph, Real, Value } from '../flow.ts';
import type { Made } from './flow-match.ts';
import type { Call } from './marks.ts';

/** The maximum number of columns if a column is several elements. It allows four columns per tile, as in the lesson, and fits beside the code. */
const PACKED_COLUMNS = 16;

/** A span, the first application that makes it, and the spans that the application joins. */
type Making = { span: Real; spans: Real[]; call: Call };

/** A shown value and the application that makes it. */
type ShownMaking = { value: Value; call: Call };

/**
 * The graph of a run, with the steps that make its values. It is null if no application makes a value, if the applications do not make the
 * output, or if operands are swapped.
 * @param calls the applications of the run, in order
 * @param numberOf returns the number of a span; null if elements are not numbers
 */
export function runFlow(
  calls: readonly Call[],
  { elements, mode }: { elements: number; mode: 'inclusive' | 'exclusive' },
  numberOf: (span: Real) => number | null,
): { graph: Graph; made: Made[]; note: string } | null {
  if (calls.some(isDisordered)) return null;
  // A column is a power of two of elements, so that columns begin where packs and tiles begin.
  let unit = 1;
  if (elements > MOST_COLUMNS) while (Math.ceil(elements / unit) > PACKED_COLUMNS) unit *= 2;
  const columnOf = (index: number) => Math.floor(index / unit);
  const endOf = (column: number) => Math.min((column + 1) * unit, elements) - 1;
  const inputs: Value[] = Array.from({ length: columnOf(elements - 1) + 1 }, (_, column) => {
    const span = { first: column * unit, last: endOf(column) };
    return { column, row: 0, until: 0, span, kind: null, operands: [], number: unit > 1 ? null : numberOf(span) };
  });

  const makings = makingsOf(calls);
  const shown: Map<string, Value> = new Map();
  /** The shown values that spans consist of; null if a value is missing. Values that begin or end within a column are not shown. */
  const valuesOf = (spans: Real[] = []): Value[] | null => {
    const all = spans.map((span) => {
      const value = shown.get(keyOf(span));
      if (value) return [value];
      if (columnOf(span.first) === columnOf(span.last)) return [inputs[columnOf(span.last)]];
      return valuesOf(makings.get(keyOf(span))?.spans);
    });
    return spans.length && !all.includes(null) ? [...new Set(all.flatMap((values) => values ?? []))] : null;
  };

  const newest = [...inputs];
  const made: ShownMaking[] = [];
  for (const { span, spans, call } of makings.values()) {
    const column = columnOf(span.last);
    if (span.first % unit || span.last !== endOf(column)) continue;
    const operands = valuesOf(spans);
    if (!operands) return null;
    const row = 1 + Math.max(newest[column].row, ...operands.map((operand) => operand.row));
    const value: Value = { column, row, until: row, span, kind: 'combine', operands, number: numberOf(span) };
    newest[column] = value;
    shown.set(keyOf(span), value);
    made.push({ value, call });
  }
  if (!made.length) return null;

  const results: Graph['results'] = [];
  for (const { column } of inputs) {
    const last = mode === 'exclusive' ? column * unit - 1 : endOf(column);
    const values = last < 0 ? [null] : valuesOf([{ first: 0, last }]);
    if (values?.length !== 1) return null;
    results.push(values[0]);
  }
  const graph = { elements, columns: inputs.length, exclusive: mode === 'exclusive', results, ...rowsOf(inputs, results, made) };
  return {
    graph,
    made: made.map(({ value: { row, column }, call }) => ({ row, column, step: call.moment.step, invocation: call.localIndex })),
    note: noteOf(unit),
  };
}

/** The rows of a graph: their labels, values and description. */
function rowsOf(inputs: Value[], results: Graph['results'], made: ShownMaking[]) {
  const values = [...inputs, ...made.map(({ value }) => value)];
  const height = Math.max(...values.map(({ row }) => row));
  lengthen(values, results, height);
  const rows = Array.from({ length: height }, (_, i) => made.filter(({ value }) => value.row === i + 1));
  const labels = rows.map((row) => labelOf(row.map(({ call }) => call)));
  const textOf = ({ value }: ShownMaking) => `${spanText(value.span)} ← ${makingText(value)}`;
  return {
    labels,
    values,
    summary: `${height} rows, ${made.length} values`,
    reading: 'Columns are read downwards',
    words: {
      naming: 'The combination of the elements x0 to x3 is called x0…x3, and so on.',
      rows: rows.map((row, i) => `${labels[i]}: ${row.map(textOf).join(', ')}`),
    },
  };
}

/** @param unit elements per column */
function noteOf(unit: number) {
  return [
    'This is the data flow of this run. Its kernels have other tiles or another order of sums than the diagram of the lesson.',
    'Each value is in the column of its last element. A value that is made twice is drawn once.',
    'Values that lead to no prefix are left out.',
    ...(unit > 1 ? [`Each column holds ${unit} elements. Values that begin or end within a column are left out.`] : []),
  ].join(' ');
}

function keyOf({ first, last }: Real) {
  return `${first}–${last}`;
}

/** The makings of the spans that lead to prefixes, in order, by span. Other spans are left out, because no prefix depends on them. */
function makingsOf(calls: readonly Call[]): Map<string, Making> {
  const makings: Map<string, Making> = new Map();
  for (const call of calls) {
    const spans = joined(call);
    const { result: span } = call;
    if (spans && span && !makings.has(keyOf(span))) makings.set(keyOf(span), { span, spans, call });
  }
  const used: Set<Making> = new Set();
  const use = (span: Real) => {
    const making = makings.get(keyOf(span));
    if (!making || used.has(making)) return;
    used.add(making);
    making.spans.forEach(use);
  };
  for (const { span } of makings.values()) if (!span.first) use(span);
  return new Map([...makings].filter(([, making]) => used.has(making)));
}

/** Lengthens the line of each value down its column to the last row that reads the value before the column has a newer value. */
function lengthen(values: Value[], results: Graph['results'], height: number) {
  const read = (value: Value, column: number, row: number) => {
    // The line to a reader in another column leaves the value's column one row above the reader.
    if (isNewest(values, value, row)) value.until = Math.max(value.until, value.column === column ? row : row - 1);
  };
  for (const { operands, column, row } of values) for (const operand of operands) read(operand, column, row);
  results.forEach((value, column) => value && read(value, column, height + 1));
}

/** The label of a row: the functions of the kernel that make it, with the level or the round. */
function labelOf(calls: Call[]) {
  const texts = calls.map(({ moment: { function: name, iteration } }) => `${phaseText(name)}${iteration ? ` ${iteration.index}` : ''}`);
  return [...new Set(texts)].join(', ');
}
