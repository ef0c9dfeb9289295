/** Draws a data flow: one column per element, one row per step. */
import { h } from '../ui/dom.ts';
import { s } from '../ui/svg.ts';
import { SUM, graphOf, isNewest, makingText, spanText } from './flow.ts';
import type { Flow } from '../types.ts';
import type { Combination, Graph, Value } from './flow.ts';

/** returns the vertical position of the middle of a row, in px */
type Rows = (row: number) => number;
type Options = { id: string; title: string; input?: readonly number[]; of?: Combination };

const COLUMN_PX = 30;
const ROW_PX = 34;
/** The extra height of a row per column that the longest line of the row crosses. It keeps long lines apart. */
const CROSSING_PX = 3;
const LABEL_PX = 116;
const TOP_PX = 28;
const EDGE_PX = 24;
/** If a name at the end of a column has more letters, neighbouring names would overlap, so every second one is lower by LOWER_PX. */
const MAX_LETTERS = 3;
const LOWER_PX = 14;
/** Diagrams with more columns scroll, because their text would be too small. */
const WIDE_COLUMNS = 16;
/** The maximum length of the label of a row. A longer label is cut, and its title has the whole text. */
const MAX_LABEL = 19;
/** A line to a value in its own column bends around the values between by this width. */
const BOW_PX = 22;
const NODE_PX = 8;
/** The box of a number: wide enough for three digits, and narrow enough not to touch neighbouring columns. */
const PILL_PX = { width: 27, height: 17 };
/** The maximum length of a number. A longer number is cut, and its title has all digits. Sums of numbers that a reader types are not longer. */
const MAX_DIGITS = 5;

const x = (column: number) => LABEL_PX + EDGE_PX + column * COLUMN_PX;
/** The vertical positions of the rows: input, steps, result. */
function rowPositions({ columns, labels, values, results }: Graph) {
  const heights = [...labels, ''].map((_, i) => {
    const made = values.filter(({ row }) => row === i + 1);
    const crossed = [
      ...made.flatMap(({ column, operands }) =>
        operands.filter((from) => isNewest(values, from, i + 1)).map((from) => from.column - column),
      ),
      ...results.map((value, column) => (value && i === labels.length ? value.column - column : 0)),
    ];
    return ROW_PX + CROSSING_PX * Math.max(0, ...crossed.map((columns) => Math.abs(columns) - 1));
  });
  const top = TOP_PX + (areLong(inputNames(values.slice(0, columns))) ? LOWER_PX : 0);
  return heights.reduce((rows, height) => [...rows, rows[rows.length - 1] + height], [top]);
}

/**
 * The drawing of a flow with a textual description. A drawing that is too wide scrolls.
 * @param options id: unique within the element; input: the numbers in the drawing, one per column; of: the operator, by default the sum
 */
export function diagram(flow: Flow, { input, of, ...options }: Options) {
  return graphDiagram(graphOf(flow, { input, of }), { ...options, input, of });
}

export function graphDiagram(graph: Graph, { id, title, input, of = SUM }: Options) {
  const { elements, values, results, summary, reading, words } = graph;
  const shown = values.flatMap(({ number }) => (number === null ? [] : [number]));
  const kinds = new Set(values.map(({ kind }) => kind));
  const isShifted = results.some((value, column) => value && value.column !== column);
  const legend = [
    `⊕${shown.length ? `, here ${of.title},` : ''} combines the value from the left with the value from the right`,
    ...(kinds.has('copy') || isShifted ? ['a dashed line is a copy'] : []),
    ...(kinds.has('identity')
      ? [input ? `below the input, a number without lines from above is the identity, ${of.identity}` : 'a square is the identity']
      : []),
    ...(shown.includes(of.identity) && isLong(of.identity) ? [`“id” stands for ${of.identity}`] : []),
    ...(shown.some((number) => number !== of.identity && isLong(number)) ? ['“…” stands for further digits'] : []),
  ];
  // A page may have several diagrams of one scan, so the label contains the input.
  const label = `Data flow of ${title} on ${input ? input.slice(0, elements).join(' ') : `${elements} elements`}`;
  return h(
    'figure',
    { class: 'flow' },
    h('div', { class: 'flow-scroll', tabindex: '0', role: 'region', 'aria-label': label }, drawing(graph, { id, title, of })),
    h('figcaption', { class: 'hint' }, `${summary} on ${elements} elements. ${reading}: ${legend.join(', ')}.`),
    h(
      'details',
      {},
      h('summary', {}, 'The steps in words'),
      h('p', { class: 'hint' }, words.naming),
      h('ol', { class: 'flow-steps' }, ...words.rows.map((row) => h('li', {}, row))),
    ),
  );
}

function drawing(graph: Graph, { id, title, of }: { id: string; title: string; of: Combination }) {
  const { elements, columns, labels, values, results, summary } = graph;
  const rows = rowPositions(graph);
  const y = (row: number) => rows[row];
  const ends = resultLabels(results, y(labels.length + 1) + 10, of);
  const [width, height] = [x(columns - 1) + EDGE_PX, Math.max(...ends.map(({ baseline }) => baseline)) + 12];
  const made = values.filter(({ kind }) => kind);
  return s(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      class: columns > WIDE_COLUMNS ? 'wide' : '',
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-desc`,
    },
    s('title', { id: `${id}-title` }, `Data flow of ${title} on ${elements} elements`),
    s('desc', { id: `${id}-desc` }, `${summary}. The steps in words follow below.`),
    s('g', { class: 'bands' }, ...labels.map((_, i) => band(y(i + 1), width)).filter((_, i) => i % 2 === 0)),
    s('g', { class: 'rails' }, ...values.filter(({ row, until }) => until > row).map((value) => rail(value, y))),
    s('g', { class: 'wires' }, ...wires(graph, y)),
    s(
      'g',
      { class: 'labels' },
      ...labels.map((label, i) => text(0, y(i + 1) + 4, cut(label), 'start', label)),
      text(0, y(0) - 6, 'input', 'start'),
      text(0, y(labels.length + 1) + 8, graph.exclusive ? 'exclusive scan' : 'inclusive scan', 'start'),
    ),
    s(
      'g',
      { class: 'ends' },
      ...inputLabels(values.slice(0, columns), y(0) - 6, of),
      ...ends.map(({ left, baseline, name, whole }) => text(left, baseline, name, 'middle', whole)),
    ),
    s('g', { class: 'nodes' }, ...made.map((value) => node(value, y, of))),
  );
}

function band(middle: number, width: number) {
  return s('rect', { x: 0, y: middle - ROW_PX / 2, width, height: ROW_PX });
}

function rail({ column, row, until }: Value, y: Rows) {
  return s('line', { x1: x(column), y1: y(row), x2: x(column), y2: y(until) });
}

function wires({ labels, values, results }: Graph, y: Rows) {
  const wire = (from: Value, { column, row, kind }: Pick<Value, 'column' | 'row' | 'kind'>) => {
    const name = { class: kind === 'copy' ? 'copied' : 'wire' };
    const isNew = isNewest(values, from, row);
    const [start, end] = [y(isNew && from.column !== column ? row - 1 : from.row), y(row)];
    if (from.column !== column) return [s('line', { ...name, x1: x(from.column), y1: start, x2: x(column), y2: end })];
    // The line of the column joins the value with the next one. A bow leads past other values.
    const bow = `M${x(column)} ${start}Q${x(column) - BOW_PX} ${(start + end) / 2} ${x(column)} ${end}`;
    return isNew ? [] : [s('path', { ...name, d: bow })];
  };
  return [
    ...values.flatMap((value) => value.operands.flatMap((operand) => wire(operand, value))),
    ...results.flatMap((value, column) => (value ? wire(value, { column, row: labels.length + 1, kind: 'copy' }) : [])),
  ];
}

function node(value: Value, y: Rows, of: Combination) {
  const { column, row, span, number } = value;
  const [cx, cy] = [x(column), y(row)];
  const shapes = {
    combine: () => [
      s('circle', { cx, cy, r: NODE_PX }),
      s('path', { d: `M${cx - NODE_PX} ${cy}h${2 * NODE_PX}M${cx} ${cy - NODE_PX}v${2 * NODE_PX}` }),
    ],
    copy: () => [s('circle', { cx, cy, r: 4 })],
    identity: () => [
      s('rect', { x: cx - NODE_PX, y: cy - NODE_PX, width: 2 * NODE_PX, height: 2 * NODE_PX }),
      text(cx, cy + 4, 'id', 'middle'),
    ],
  };
  const kind = value.kind ?? 'copy';
  const from = makingText(value);
  const title = s('title', {}, `column ${column}: ${from ? `${from} = ` : ''}${spanText(span)}${number === null ? '' : ` = ${number}`}`);
  return s(
    'g',
    { class: number === null ? kind : `${kind} numbered`, 'data-node': `${row}/${column}` },
    title,
    ...(number === null ? shapes[kind]() : pill(cx, cy, shortened(number, of))),
  );
}

/** The rounded box that shows a value at its operation. */
function pill(cx: number, cy: number, name: string) {
  return [
    s('rect', {
      x: cx - PILL_PX.width / 2,
      y: cy - PILL_PX.height / 2,
      width: PILL_PX.width,
      height: PILL_PX.height,
      rx: PILL_PX.height / 2,
    }),
    text(cx, cy + 4, name, 'middle'),
  ];
}

/** A number as a short text. For example, the identity of the minimum has many digits. */
function shortened(number: number, { identity }: Combination) {
  if (!isLong(number)) return `${number}`;
  return number === identity ? 'id' : `${`${number}`.slice(0, MAX_DIGITS - 1)}…`;
}

function isLong(number: number) {
  return `${number}`.length > MAX_DIGITS;
}

/** Whether names at the ends of columns would overlap if they were in one line. */
function areLong(names: string[]) {
  return names.some((name) => name.length > MAX_LETTERS);
}

/** The names at the tops of the columns if the diagram has no numbers. */
function inputNames(inputs: Value[]) {
  return inputs.map(({ span }) => (span && span.first === span.last ? `x${span.first}` : endText(span)));
}

function inputLabels(inputs: Value[], baseline: number, of: Combination) {
  const names = inputNames(inputs);
  const raised = areLong(names) ? LOWER_PX : 0;
  return inputs.map(({ column, number }) =>
    number === null
      ? text(x(column), baseline - (column % 2) * raised, names[column], 'middle')
      : text(x(column), baseline, shortened(number, of), 'middle', `${number}`),
  );
}

/** The labels of the result. A column that holds the identity has no value. */
function resultLabels(results: Graph['results'], baseline: number, of: Combination) {
  const names = results.map((value) => (value && value.number !== null ? shortened(value.number, of) : endText(value?.span ?? null)));
  const lowered = areLong(names) ? LOWER_PX : 0;
  return results.map((value, column) => ({
    left: x(column),
    baseline: baseline + (column % 2) * lowered,
    name: names[column],
    whole: value && value.number !== null ? `${value.number}` : names[column],
  }));
}

function endText(span: Value['span']) {
  if (!span) return 'id';
  return span.first === span.last ? `${span.first}` : `${span.first}–${span.last}`;
}

function cut(label: string) {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label;
}

/** @param whole the whole content, if `content` is cut */
function text(left: number, baseline: number, content: string, anchor: string, whole = content) {
  return s('text', { x: left, y: baseline, 'text-anchor': anchor }, content, ...(whole === content ? [] : [s('title', {}, whole)]));
}
