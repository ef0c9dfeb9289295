/** Evaluates a data flow for its drawing and its description. Pure: no DOM. */

/** @typedef {import('../types.d.ts').Flow} Flow */
/** @typedef {import('../types.d.ts').FlowOperation} FlowOperation */

/** The inputs that a value combines, first to last; null for the identity. @typedef {{ first: number, last: number } | null} Span */
/** The input's numbers, if the flow is shown with values; ⊕ is then their sum. @typedef {readonly number[]} Input */

/** One value: its column and row, its operands, and the last row that reads it. Row 0 is the input. */
/**
 * @typedef {object} Value
 * @property {number} column
 * @property {number} row
 * @property {number} until
 * @property {Span} span
 * @property {FlowOperation | null} operation null for an input
 * @property {Value[]} operands
 * @property {number | null} number the value, if the input is given
 */

/**
 * Every value of a flow in the order of the steps, inputs first.
 * @param {Flow} flow @param {Input} [input] @returns {Value[]}
 */
export function flowValues({ columns, steps }, input) {
  /** @type {Value[]} */
  const current = Array.from({ length: columns }, (_, column) => ({
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
    const made = operations.map((operation) => madeBy(operation, i + 1, current, Boolean(input)));
    for (const value of made) current[value.column] = value;
    values.push(...made);
  });
  for (const value of current) value.until = steps.length + 1;
  return values;
}

/** @param {FlowOperation} operation @param {number} row @param {Value[]} current @param {boolean} counts @returns {Value} */
function madeBy(operation, row, current, counts) {
  const operands = operandsOf(operation).map((column) => current[column]);
  // A value for another column leaves its own one row before.
  for (const operand of operands) {
    operand.until = Math.max(operand.until, operand.column === operation.target ? row : row - 1);
  }
  const number = counts ? operands.reduce((sum, operand) => sum + Number(operand.number), 0) : null;
  return { column: operation.target, row, until: row, span: join(operands.map(({ span }) => span)), operation, operands, number };
}

/** @param {FlowOperation} operation */
function operandsOf(operation) {
  if (operation.kind === 'combine') return [operation.left, operation.right];
  return operation.kind === 'copy' ? [operation.from] : [];
}

/** @param {Span[]} spans in order, each beginning where the one before ends @returns {Span} */
function join(spans) {
  const real = spans.filter((span) => span !== null);
  return real.length ? { first: real[0].first, last: real[real.length - 1].last } : null;
}

/** @param {Span} span */
export function spanText(span) {
  if (!span) return 'id';
  return span.first === span.last ? `x${span.first}` : `x${span.first}…x${span.last}`;
}

/** The number of applications of ⊕. @param {Flow} flow */
export function countCombines({ steps }) {
  return steps.flatMap(({ operations }) => operations).filter(({ kind }) => kind === 'combine').length;
}

/** @param {FlowOperation} operation columns are called a, so that they are not taken for inputs */
function operationText(operation) {
  if (operation.kind === 'combine') return `a${operation.target} ← a${operation.left} ⊕ a${operation.right}`;
  return `a${operation.target} ← ${operation.kind === 'copy' ? `a${operation.from}` : 'identity'}`;
}

/** The description of the steps, one line each. @param {Flow} flow */
export function flowText({ steps }) {
  return steps.map(({ label, operations }) => `${label}: ${operations.map(operationText).join(', ')}`);
}
