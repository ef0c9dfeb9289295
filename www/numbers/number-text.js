/** Parses numbers from text or CSV in pieces, so that a large file is never in memory as one string. */
import { ARRAY_OF_TYPE } from '../shared/arguments.js';
import { FileError } from './npy.js';

/** @typedef {import('../types.d.ts').ElementType} ElementType */
/** @typedef {import('../types.d.ts').Elements} Elements */
/** @typedef {{ values: Elements, header: string | null }} ParsedNumbers */

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^0x[\da-f]+$/i;
const SPECIAL = /^([+-]?)(nan|inf|infinity)$/i;
/** A value, a separator that may leave a field empty, or a line's end. */
const PIECE = /[^\s,;]+|[,;]|\n/g;
const NAME = /^["'\p{L}_]/u;
/** @type {Record<'u32' | 'i32', [number, number]>} */
const RANGE = { u32: [0, 2 ** 32 - 1], i32: [-(2 ** 31), 2 ** 31 - 1] };
const LONGEST_SHOWN = 40;
const whole = new Intl.NumberFormat('en');

/**
 * The value of a token, or its problem.
 * @param {string} token @param {ElementType} type @returns {number | string}
 */
export function parseValue(token, type) {
  const special = SPECIAL.exec(token);
  if (special && type === 'f32') return special[2].toLowerCase() === 'nan' ? NaN : Number(`${special[1]}1`) / 0;
  if (special) return `“${token}” is no ${type}; only f32 has NaN and infinities`;
  if (!DECIMAL.test(token) && !HEXADECIMAL.test(token)) return `“${shorten(token)}” is not a number`;
  const value = Number(token);
  if (type === 'f32') {
    return Number.isFinite(Math.fround(value)) ? value : `“${shorten(token)}” is outside f32 (±3.40282347e38)`;
  }
  if (!Number.isInteger(value)) return `“${shorten(token)}” is not a whole number, which ${type} needs`;
  const [low, high] = RANGE[type];
  if (value < low || value > high) {
    return `“${shorten(token)}” is outside ${type} (${whole.format(low)} … ${whole.format(high)})`;
  }
  return value;
}

/** @param {string} text */
function shorten(text) {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** A streaming parser: call `push` with texts, then `end`, which returns the array. Throws FileError with line and column. */
export class NumberParser {
  /** @type {{ names: string[], column: number } | null} The first line, while it holds names only. */
  #header = { names: [], column: 1 };
  /** The incomplete piece at the end of the last text, which the next one may continue. */
  #carry = '';
  #offset = 0;
  #lineStart = 0;
  #line = 1;
  /** Whether there was a value since the last separator. */
  #filled = false;
  #length = 0;

  /** @param {ElementType} type */
  constructor(type) {
    this.type = type;
    /** @type {string | undefined} */
    this.header = undefined;
    /** @type {Elements} */
    this.values = new ARRAY_OF_TYPE[type](1024);
  }

  /** @param {string} text */
  push(text) {
    this.#read(this.#carry + text, false);
  }

  /** @returns {ParsedNumbers} */
  end() {
    this.#read(this.#carry, true);
    if (this.#header?.names.length) throw this.#error(this.#header.column, `“${shorten(this.#header.names[0])}” is not a number`);
    if (!this.#length) throw new FileError('there are no numbers here; at least one is required');
    const spare = this.values.length - this.#length;
    return { values: spare ? this.values.slice(0, this.#length) : this.values, header: this.header ?? null };
  }

  /** @param {string} text @param {boolean} last */
  #read(text, last) {
    this.#carry = '';
    for (const match of text.matchAll(PIECE)) {
      const [piece] = match;
      const end = match.index + piece.length;
      if (piece === '\n') this.#endLine(this.#offset + end);
      else if (piece === ',' || piece === ';') this.#endField(piece, this.#offset + match.index);
      else if (end === text.length && !last) this.#carry = piece;
      else this.#take(piece, this.#offset + match.index);
    }
    this.#offset += text.length - this.#carry.length;
  }

  /** @param {number} next */
  #endLine(next) {
    if (this.#header?.names.length) this.header = this.#header.names.join(' ');
    if (this.header || this.#length) this.#header = null;
    this.#line += 1;
    this.#lineStart = next;
    this.#filled = false;
  }

  /** @param {string} separator @param {number} at */
  #endField(separator, at) {
    if (!this.#filled) throw this.#error(this.#column(at), `an empty field; a number is required before “${separator}”`);
    this.#filled = false;
  }

  /** @param {string} token @param {number} at */
  #take(token, at) {
    this.#filled = true;
    const value = parseValue(token, this.type);
    if (typeof value === 'number') return this.#append(value);
    if (!this.#header || this.#length || !NAME.test(token) || SPECIAL.test(token)) throw this.#error(this.#column(at), value);
    if (!this.#header.names.length) this.#header.column = this.#column(at);
    this.#header.names.push(token);
  }

  /** @param {number} value */
  #append(value) {
    const named = this.#header?.names[0];
    if (this.#header && named) throw this.#error(this.#header.column, `“${shorten(named)}” is not a number`);
    if (this.#length === this.values.length) this.#grow();
    this.values[this.#length] = value;
    this.#length += 1;
  }

  #grow() {
    const larger = new ARRAY_OF_TYPE[this.type](this.values.length * 2);
    larger.set(this.values);
    this.values = larger;
  }

  /** @param {number} at */
  #column(at) {
    return at - this.#lineStart + 1;
  }

  /** @param {number} column @param {string} message */
  #error(column, message) {
    return new FileError(`line ${whole.format(this.#line)}, column ${whole.format(column)}: ${message}`);
  }
}

/** @param {string} text @param {ElementType} type */
export function parseNumbers(text, type) {
  const parser = new NumberParser(type);
  parser.push(text.replace(/^\uFEFF/, ''));
  return parser.end();
}

/**
 * Reads a file as a stream; the page stays responsive meanwhile.
 * @param {Blob} file @param {ElementType} type @param {AbortSignal} [signal]
 */
export async function readNumbers(file, type, signal) {
  const parser = new NumberParser(type);
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    signal?.throwIfAborted();
    parser.push(decoder.decode(piece.value, { stream: true }));
  }
  parser.push(decoder.decode());
  return parser.end();
}
