/** Draws a data flow: one column per element, one row per step. */
import { h } from '../ui/dom.ts';
import { SUM, countCombines, flowText, flowValues, spanText } from './flow.ts';
import type { Flow } from '../types.ts';
import type { Combination, Value } from './flow.ts';

/** the middle of a row, in px */
type Rows = (row: number) => number;
type Options = { id: string; title: string; input?: readonly number[]; of?: Combination };

const COLUMN_PX = 30;
const ROW_PX = 34;
/** Extra height of a row per column that a line crosses. It keeps long lines apart. */
const CROSSING_PX = 3;
const LABEL_PX = 116;
const TOP_PX = 28;
const EDGE_PX = 24;
/** Longer names of results would overlap, so every second one is set lower by this. */
const MAX_LETTERS = 3;
const LOWER_PX = 14;
const NODE_PX = 8;
/** Wide enough for three digits, and narrow enough for neighbouring columns. */
const PILL_PX = { width: 27, height: 17 };
/** Longer numbers are cut in their places, and whole in the titles of these. Sums of the numbers that a reader can type are not longer. */
const MAX_DIGITS = 5;
const SVG = 'http://www.w3.org/2000/svg';

function s(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const x = (column: number) => LABEL_PX + EDGE_PX + column * COLUMN_PX;
/** Vertical positions of the rows: input, steps, result. */
function rowPositions({ steps }: Flow, values: Value[]) {
  const heights = steps.map((_, i) => {
    const crossed = values
      .filter(({ row }) => row === i + 1)
      .flatMap(({ column, operands }) => operands.map((from) => Math.abs(from.column - column)));
    return ROW_PX + CROSSING_PX * Math.max(0, ...crossed.map((columns) => columns - 1));
  });
  return [...heights, ROW_PX].reduce((rows, height) => [...rows, rows[rows.length - 1] + height], [TOP_PX]);
}

/**
 * The drawing, with a textual description, in a region that scrolls if it is too wide.
 * @param options id: unique within the element; input: the numbers that the flow is shown with, one per column; of: ⊕, by default the sum
 */
export function diagram(flow: Flow, { id, title, input, of = SUM }: Options) {
  const summary = `${flow.steps.length} steps, ${countCombines(flow)} applications of ⊕`;
  const values = flowValues(flow, input, of);
  const shown = values.flatMap(({ number }) => (number === null ? [] : [number]));
  const kinds = new Set(flow.steps.flatMap(({ operations }) => operations.map(({ kind }) => kind)));
  const legend = [
    `⊕${input ? `, here ${of.title},` : ''} combines the value from the left with the value from the right`,
    ...(kinds.has('copy') ? ['a dashed line is a copy'] : []),
    ...(kinds.has('identity')
      ? [input ? `below the input, a number without lines from above is the identity, ${of.identity}` : 'a square is the identity']
      : []),
    ...(shown.includes(of.identity) && isLong(of.identity) ? [`“id” stands for ${of.identity}`] : []),
    ...(shown.some((number) => number !== of.identity && isLong(number)) ? ['“…” stands for further digits'] : []),
  ];
  const steps = flowText(flow).map((step) => h('li', {}, step));
  // Ids must be unique, since a page may have several diagrams of one scan.
  const label = `Data flow of ${title} on ${input ? input.join(' ') : `${flow.columns} elements`}`;
  return h(
    'figure',
    { class: 'flow' },
    h(
      'div',
      { class: 'flow-scroll', tabindex: '0', role: 'region', 'aria-label': label },
      drawing(flow, values, { id, title, of }, summary),
    ),
    h(
      'figcaption',
      { class: 'hint' },
      `${summary} on ${flow.columns} elements. Each column holds one element and is read downwards: ${legend.join(', ')}.`,
    ),
    h(
      'details',
      {},
      h('summary', {}, 'The steps in words'),
      h('p', { class: 'hint' }, 'Column 3 is called a3, and so on. All operations of a step read the values from before the step.'),
      h('ol', { class: 'flow-steps' }, ...steps),
    ),
  );
}

function drawing(flow: Flow, values: Value[], { id, title, of }: { id: string; title: string; of: Combination }, summary: string) {
  const rows = rowPositions(flow, values);
  const y = (row: number) => rows[row];
  const results = resultLabels(values, flow, y, of);
  const [width, height] = [x(flow.columns - 1) + EDGE_PX, Math.max(...results.map(({ baseline }) => baseline)) + 12];
  const made = values.filter(({ operation }) => operation);
  return s(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': `${id}-title ${id}-desc` },
    s('title', { id: `${id}-title` }, `Data flow of ${title} on ${flow.columns} elements`),
    s('desc', { id: `${id}-desc` }, `${summary}. The steps in words follow below.`),
    s('g', { class: 'bands' }, ...flow.steps.map((_, i) => band(y(i + 1), width)).filter((_, i) => i % 2 === 0)),
    s('g', { class: 'rails' }, ...values.filter(({ row, until }) => until > row).map((value) => rail(value, y))),
    s('g', { class: 'wires' }, ...made.flatMap((value) => wires(value, y))),
    s(
      'g',
      { class: 'labels' },
      ...flow.steps.map(({ label }, i) => text(0, y(i + 1) + 4, label, 'start')),
      text(0, y(0) - 6, 'input', 'start'),
      text(0, y(flow.steps.length + 1) + 8, flow.exclusive ? 'exclusive scan' : 'inclusive scan', 'start'),
    ),
    s(
      'g',
      { class: 'ends' },
      ...values
        .slice(0, flow.columns)
        .map(({ column, number }) =>
          number === null
            ? text(x(column), y(0) - 6, `x${column}`, 'middle')
            : text(x(column), y(0) - 6, shortened(number, of), 'middle', `${number}`),
        ),
      ...results.map(({ left, baseline, name, whole }) => text(left, baseline, name, 'middle', whole)),
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

/** Lines from other columns cross in the row above. */
function wires({ column, row, operation, operands }: Value, y: Rows) {
  return operands
    .filter((operand) => operand.column !== column)
    .map((operand) =>
      s('line', {
        class: operation?.kind === 'copy' ? 'copied' : 'wire',
        x1: x(operand.column),
        y1: y(row - 1),
        x2: x(column),
        y2: y(row),
      }),
    );
}

function node({ column, row, span, operation, operands, number }: Value, y: Rows, of: Combination) {
  const [cx, cy] = [x(column), y(row)];
  const from = operands.map((operand) => spanText(operand.span)).join(' ⊕ ');
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
  const kind = operation?.kind ?? 'copy';
  const title = s('title', {}, `column ${column}: ${from ? `${from} = ` : ''}${spanText(span)}${number === null ? '' : ` = ${number}`}`);
  return s(
    'g',
    { class: number === null ? kind : `${kind} numbered`, 'data-node': `${row}/${column}` },
    title,
    ...(number === null ? shapes[kind]() : pill(cx, cy, shortened(number, of))),
  );
}

/** The pill that shows a value at its operation. */
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

/** A number in a narrow place. The identity of the minimum, for example, is a long number. */
function shortened(number: number, { identity }: Combination) {
  if (!isLong(number)) return `${number}`;
  return number === identity ? 'id' : `${`${number}`.slice(0, MAX_DIGITS - 1)}…`;
}

function isLong(number: number) {
  return `${number}`.length > MAX_DIGITS;
}

/** The labels of the result. */
function resultLabels(values: Value[], { steps }: Flow, y: Rows, of: Combination) {
  const last = values.filter(({ until }) => until === steps.length + 1);
  const names = last.map(({ span, number }) => (number === null ? endText(span) : shortened(number, of)));
  const staggered = names.some((name) => name.length > MAX_LETTERS);
  return last.map(({ column, number }, i) => ({
    left: x(column),
    baseline: y(steps.length + 1) + 10 + (staggered && column % 2 ? LOWER_PX : 0),
    name: names[i],
    whole: number === null ? names[i] : `${number}`,
  }));
}

function endText(span: Value['span']) {
  if (!span) return 'id';
  return span.first === span.last ? `${span.first}` : `${span.first}–${span.last}`;
}

/** @param whole the content, if it is cut */
function text(left: number, baseline: number, content: string, anchor: string, whole = content) {
  return s('text', { x: left, y: baseline, 'text-anchor': anchor }, content, ...(whole === content ? [] : [s('title', {}, whole)]));
}
