/**
 * Reads numbers from lists, CSV, JSON lists, and the formats that NumPy and the page print. The text comes in pieces, so that a large file is
 * never in memory as one string. A comma may separate two numbers, two groups of digits, or a whole number and its fraction. All commas of a
 * text have one meaning. If more than one meaning remains possible, the text is refused with each reading.
 */
import { NumbersError, Values } from './values.ts';
import type { ArrayOf, NumberType } from './values.ts';

/** The meaning of a comma between digits. */
export type Comma = 'separator' | 'thousands' | 'decimal';
/** A way to read a text, and the resulting value of its first unclear number. */
export type Reading = { comma: Comma; text: string };
/** The marks within numbers that the page prints. `isIndian`: all groups of digits but the last have two digits. */
export type Marks = { group: string; decimal: string; isIndian: boolean };
/** comma: the meaning of commas, which the text determines by default; marks: English by default */
export type TextOptions = { comma?: Comma; marks?: Marks };
type ParsedNumbers<T extends NumberType> = { values: ArrayOf<T>; header: string | null; isTable: boolean };
type Part = { text: string; at: number };

/** Spaces that occur within a number, between groups of three digits. Elsewhere they separate numbers, as other spaces do. */
const INNER_SPACE = '\\u00a0\\u2007-\\u200a\\u202f';
/** A line break, a separator or bracket, or a run of other characters. */
const PIECE = new RegExp(`\\r\\n?|\\n|[,;[\\]]|(?:[^\\s,;[\\]]|[${INNER_SPACE}])+`, 'g');
const INNER = new RegExp(`[${INNER_SPACE}]`);
const NOT_INNER = new RegExp(`[^${INNER_SPACE}]+`, 'g');
const ENDS_APART = new RegExp(`[${INNER_SPACE}]{2}$`);
/** Two spaces separate numbers; one space may separate thousands. */
const SINGLY_SPACED = new RegExp(`[^${INNER_SPACE}]+(?:[${INNER_SPACE}][^${INNER_SPACE}]+)*`, 'g');

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^0x[\da-f]+$/i;
const SPECIAL = /^([+-]?)(nan|inf|infinity|∞)$/i;
/** Groups of three digits with a mark between them that is neither a comma nor a full stop. */
const SPACED = new RegExp(`^[+-]?\\d{1,3}([${INNER_SPACE}'’٬])\\d{3}(?:\\1\\d{3})*(?:\\.\\d*)?(?:e[+-]?\\d+)?$`, 'i');
const SPACED_PAIR = new RegExp(`(?<!\\d)\\d{1,3}[${INNER_SPACE}]\\d{3}(?!\\d)`);
const DOTTED = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/;
const FIRST_GROUP = /^[+-]?[1-9]\d{0,2}$/;
const LAST_GROUP = /^\d{3}(?:\.\d*)?$/;
const FRACTION = /^\d+(?:e[+-]?\d+)?$/i;

const NAME = /^["'\p{L}_]/u;
/** The beginning of a unit after a name. */
const UNIT = /^\(/;
/** NumPy and similar libraries print a name before the bracket or the number, such as `array(`, and keywords after it. */
const CALL = /^(?:(?:np|numpy|jnp|torch)\.)?(?:array|asarray|tensor|u?int(?:8|16|32|64)|float(?:16|32|64))\(/i;
const KEYWORD = /^(?:dtype|device)=[\w.:'"<>|=]+$/;
/** Consoles print a name and a length before the bracket, such as `Int32Array(4)`. */
const LENGTH = /^(?:Ui|I)nt(?:8|16|32)Array\(\d+\)$|^Float(?:32|64)Array\(\d+\)$/;
const OMISSION = /^(?:\.{3}|…|⋯)$/;
/** The beginning of the table that the page makes of a scan. */
const TABLE = /^(?:[^\t\r\n]*(?:\r\n?|\n)){0,3}Index\tInput\tResult[^\S\r\n]*(?:\r\n?|\n)/;
/** The maximum number of characters of the table's heading. */
const LONGEST_HEADING = 4096;

const RANGE: Record<'u32' | 'i32', [number, number]> = { u32: [0, 2 ** 32 - 1], i32: [-(2 ** 31), 2 ** 31 - 1] };
const LONGEST_SHOWN = 40;
/** The maximum number of numbers that a message lists. */
const MOST_SHOWN = 4;
const LONGEST_PIECE = 4096;
const LONGEST_ROW = 1 << 16;
/** The length of the pieces in which a text is read: the stack of regular expressions is limited. */
const PUSHED = 1 << 16;
/** The maximum number of groups in a number. The largest f32 has 13 groups of three digits. */
const MOST_GROUPS = 16;
const MOST_NAMES = 100;
const MOST_BRACKETS = 64;
const ENGLISH: Marks = { group: ',', decimal: '.', isIndian: false };
const whole = new Intl.NumberFormat('en');

const isFloat = (type: NumberType) => type === 'f32' || type === 'f64';

/** The value of a token, or its problem. */
function parseValue(token: string, type: NumberType): number | string {
  const text = plain(token);
  const special = SPECIAL.exec(text);
  if (special && isFloat(type)) return special[2].toLowerCase() === 'nan' ? NaN : Number(`${special[1]}1`) / 0;
  if (special) return `“${shorten(token)}” is not of type ${type}; only f32 has NaN and infinities`;
  if (!DECIMAL.test(text) && !HEXADECIMAL.test(text)) return problemOf(token, text);
  const value = Number(text);
  if (type === 'f64') return Number.isFinite(value) ? value : `“${shorten(token)}” is outside f64 (±1.79769313e308)`;
  if (type === 'f32') {
    return Number.isFinite(Math.fround(value)) ? value : `“${shorten(token)}” is outside f32 (±3.40282347e38)`;
  }
  if (!Number.isInteger(value)) return `“${shorten(token)}” is not a whole number, which ${type} needs`;
  const [low, high] = RANGE[type as 'u32' | 'i32'];
  if (value < low || value > high) {
    return `“${shorten(token)}” is outside ${type} (${whole.format(low)} … ${whole.format(high)})`;
  }
  return value;
}

/** @param text the token with plain digits */
function problemOf(token: string, text: string) {
  if (OMISSION.test(text)) return `“${token}” stands for numbers that were left out; all are required`;
  const problem = `“${shorten(token)}” is not a number`;
  return DOTTED.test(text) ? `${problem}; where its full stops separate thousands, write ${text.replaceAll('.', '')}` : problem;
}

/** A token with ASCII digits, a hyphen as the minus sign, and no marks between thousands except commas and full stops. */
function plain(token: string) {
  if (DECIMAL.test(token)) return token;
  const text = token
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[^\P{Nd}\d]/gu, asciiDigit)
    .replaceAll('\u2212', '-')
    .replaceAll('٫', '.');
  const mark = SPACED.exec(text)?.[1];
  return mark ? text.replaceAll(mark, '') : text;
}

/** In every script, the digits from 0 to 9 are consecutive. */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return `${code - zero}`;
}

/** A token in the form that messages quote, without invisible characters. */
function shorten(text: string) {
  const seen = text.replace(/[\p{Cc}\uFFFD]/gu, (char) => `\\x${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);
  return seen.length > LONGEST_SHOWN ? `${seen.slice(0, LONGEST_SHOWN)}…` : seen;
}

/** Whether texts that were joined by commas are the digit groups of one number. */
function areThousands(texts: string[], marks: Marks) {
  const [first, last] = [texts[0], texts[texts.length - 1]];
  if (!FIRST_GROUP.test(first) || !LAST_GROUP.test(last)) return false;
  const middle = texts.slice(1, -1);
  return middle.every((text) => /^\d{3}$/.test(text)) || (marks.isIndian && middle.every((text) => /^\d\d$/.test(text)));
}

/** Whether texts that were joined by a comma are a whole number and its fraction. */
function isFraction([before, after, ...more]: string[]) {
  return !more.length && (/^[+-]?\d+$/.test(before) || DOTTED.test(before)) && FRACTION.test(after);
}

/** @param last the word before the last item */
function listed(items: string[], last: string) {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`;
}

/** A streaming parser: call `push` with texts, then `end`, which returns the array. Throws NumbersError with line and column. */
export class NumberParser<T extends NumberType> {
  type: T;
  comma;
  marks;
  header: string | undefined;
  /** Whether the text is the page's table. Then only the column Input is read. */
  isTable;
  values: Values<T>;
  /** The first line, as long as it has only names. */
  #header: { names: string[]; column: number } | null = { names: [], column: 1 };
  /** The beginning of the text, until it is known whether it is the page's table; null afterwards. */
  #beginning: string | null = '';
  /** The incomplete row at the end of the last text of a table. */
  #row = '';
  /** The incomplete piece at the end of the last text, which the next text may continue. */
  #carry = '';
  /** Whether a run of numbers with inner spaces was cut, and continues in the carry. */
  #isCut = false;
  #offset = 0;
  #lineStart = 0;
  #line = 1;
  /** Whether there was a value since the last separator. */
  #filled = false;
  /** Numbers joined by commas without spaces, until their end is known. */
  #parts: Part[] = [];
  /** The end of the last part, or of the comma that follows it, and whether a comma follows. */
  #end = -1;
  #hasComma = false;
  /** Whether there was a comma since the last number, and whether numbers have other separators than commas. */
  #isAfterComma = false;
  #hasOtherSeparator = false;
  /** The meanings that the text's commas and full stops may still have. */
  #could = { thousands: true, decimal: true };
  /** The problem of a token that is a number only if full stops separate thousands. */
  #dotted: NumbersError | null = null;
  /** The first number with several readings. */
  #unclear: { texts: string[]; line: number; column: number } | null = null;
  /** The open brackets. */
  #brackets: { mark: '[' | '('; line: number; column: number; hasComma: boolean; hasSemicolon: boolean }[] = [];

  constructor(type: T, { comma, marks = ENGLISH }: TextOptions = {}) {
    this.type = type;
    this.comma = comma;
    this.marks = marks;
    if (comma) this.#could = { thousands: false, decimal: false };
    this.header = undefined;
    this.isTable = false;
    this.values = new Values(type);
  }

  push(text: string) {
    if (this.#beginning === null) return this.#pushInputs(text);
    this.#beginning = `${this.#beginning}${text}`.replace(/^\uFEFF/, '');
    if (this.#beginning.length > LONGEST_HEADING || TABLE.test(this.#beginning)) this.#begin();
  }

  end(): ParsedNumbers<T> {
    this.#begin();
    this.#read(this.#carry + inputsOf(this.#row), true);
    this.#flush();
    if (this.#header?.names.length) throw this.#error(this.#header.column, `“${shorten(this.#header.names[0])}” is not a number`);
    const [open] = this.#brackets;
    if (open) throw at(open, `“${open.mark}” is not closed; “${open.mark === '[' ? ']' : ')'}” is required`);
    if (this.#dotted && !this.#could.decimal) throw this.#dotted;
    if (!this.values.length && !this.#dotted) throw new NumbersError('there are no numbers here; at least one is required');
    this.#refuseUnclear();
    return { values: this.values.all(), header: this.header ?? null, isTable: this.isTable };
  }

  /** The meaning of commas with which the text must be read again; null if it need not be. */
  get otherwise(): Comma | null {
    return this.#dotted ? 'decimal' : null;
  }

  /** Reads the beginning. In the page's table, numbers have the marks of the page's language. */
  #begin() {
    const beginning = this.#beginning ?? '';
    this.#beginning = null;
    const heading = TABLE.exec(beginning.slice(0, LONGEST_HEADING))?.[0] ?? '';
    if (heading) {
      const { group, decimal } = this.marks;
      this.isTable = true;
      this.comma = decimal === ',' ? 'decimal' : group === ',' ? 'thousands' : 'separator';
      this.#could = { thousands: false, decimal: false };
      this.#read(heading.replace(/[^\r\n]/g, ' '), false);
    }
    this.#pushInputs(beginning.slice(heading.length));
  }

  #pushInputs(text: string) {
    if (!this.isTable) return this.#read(this.#carry + text, false);
    const rows = this.#row + text;
    const end = Math.max(rows.lastIndexOf('\n'), rows.lastIndexOf('\r')) + 1;
    this.#row = rows.slice(end);
    this.#read(this.#carry + inputsOf(rows.slice(0, end)), false);
    if (this.#row.length > LONGEST_ROW)
      throw this.#error(1, `a row of the table must have at most ${whole.format(LONGEST_ROW)} characters`);
  }

  #read(text: string, last: boolean) {
    this.#carry = '';
    for (const match of text.matchAll(PIECE)) {
      const [piece] = match;
      const start = this.#offset + match.index;
      const end = start + piece.length;
      if (!last && match.index + piece.length === text.length && !/^[\n,;[\]]$/.test(piece)) this.#carry = piece;
      else if (piece === ',') this.#takeComma(start);
      else if (/^[\r\n]/.test(piece)) this.#endLine(end);
      else if (piece === ';') this.#takeSemicolon(start);
      else if (piece === '[') this.#open('[', start);
      else if (piece === ']') this.#close('[', start);
      else this.#takeRun(piece, start);
    }
    this.#offset += text.length - this.#carry.length;
    if (this.#carry.length > LONGEST_PIECE) this.#shortenCarry();
  }

  /** Takes the complete numbers of a long carry. */
  #shortenCarry() {
    const run = this.#carry;
    const start = this.#offset;
    const pieces = [...run.matchAll(NOT_INNER)];
    for (const { 0: text, index } of pieces) this.#requireShort(text, start + index);
    const last = [...run.matchAll(SINGLY_SPACED)].pop();
    if (!last || ENDS_APART.test(run)) this.#takeCarry(run.length);
    else if (last[0].length <= LONGEST_PIECE) this.#takeCarry(last.index);
    // The last piece may continue. The piece before it may be a group of the same number.
    else this.#takeCarry(pieces[pieces.length - 2].index, pieces[pieces.length - 1].index);
  }

  /**
   * Takes the numbers that begin in the carry before a position.
   * @param end the position
   * @param known the end of the complete pieces of the carry
   */
  #takeCarry(end: number, known: number = end) {
    if (!end) return;
    const run = this.#carry;
    this.#takeRun(run.slice(0, known), this.#offset, end);
    this.#carry = run.slice(end);
    this.#offset += end;
  }

  /**
   * Takes the numbers of a run between separators, brackets and ordinary spaces. Inner spaces may separate the numbers.
   * @param end of the part of the run that is taken
   */
  #takeRun(run: string, start: number, end: number = run.length) {
    if (!INNER.test(run)) return this.#takePiece(run, start);
    for (const { 0: text, index } of run.matchAll(SINGLY_SPACED)) {
      if (index >= end) return;
      const part = { text, at: start + index };
      const wasCut = this.#isCut;
      this.#isCut = index + text.length > end;
      // A text that was too long for the carry is longer than any number.
      if (!wasCut && !this.#isCut && SPACED.test(plainMinus(text))) this.#takePart(part);
      else {
        this.#refuseSpaced(part);
        for (const piece of text.matchAll(NOT_INNER)) if (index + piece.index < end) this.#takePiece(piece[0], part.at + piece.index);
      }
    }
  }

  #takePiece(text: string, start: number) {
    this.#requireShort(text, start);
    this.#takePart({ text, at: start });
  }

  #requireShort(text: string, start: number) {
    if (text.length > LONGEST_PIECE) throw this.#error(this.#column(start), `“${shorten(text)}” is not a number`);
  }

  /** Refuses groups of three digits if the space between them may separate thousands or numbers. */
  #refuseSpaced({ text, at: start }: Part) {
    const pair = SPACED_PAIR.exec(text);
    if (!pair) return;
    const [left, right] = pair[0].match(/\d+/g) ?? [];
    throw this.#error(
      this.#column(start + pair.index),
      `“${pair[0]}” can be read as ${left}${right} or as ${left} and ${right}: write “${left}${right}”, or “${left} ${right}” with an ordinary space`,
    );
  }

  #takePart(part: Part) {
    const isJoined = this.#hasComma && part.at === this.#end;
    if (!isJoined) this.#flush();
    this.#filled = true;
    if (this.#parts.length === MOST_GROUPS) {
      // No number has more groups, so the commas separate numbers.
      this.#could = { thousands: false, decimal: false };
      this.#flush();
    }
    this.#parts.push(part);
    this.#end = part.at + part.text.length;
    this.#hasComma = false;
    if (this.#isList) this.#flush();
  }

  #takeComma(start: number) {
    this.#requireFilled(',', start);
    const bracket = this.#brackets[this.#brackets.length - 1];
    if (bracket) bracket.hasComma = true;
    // Commas that separate names of columns separate numbers too.
    if (this.#header?.names.length) this.#could = { thousands: false, decimal: false };
    this.#hasComma = start === this.#end;
    if (this.#hasComma) this.#end = start + 1;
    else this.#flush();
    if (!this.#parts.length) this.#isAfterComma = true;
  }

  #takeSemicolon(start: number) {
    this.#requireFilled(';', start);
    this.#flush();
    const bracket = this.#brackets[this.#brackets.length - 1];
    if (bracket) bracket.hasSemicolon = true;
  }

  #requireFilled(separator: string, start: number) {
    if (!this.#filled) {
      this.#flush();
      throw this.#error(this.#column(start), `an empty field; a number is required before “${separator}”`);
    }
    this.#filled = false;
  }

  #endLine(next: number) {
    this.#flush();
    if (this.#header?.names.length) this.header = this.#header.names.join(' ');
    if (this.header || this.values.length) this.#header = null;
    this.#line += 1;
    this.#lineStart = next;
    this.#filled = false;
  }

  #open(mark: '[' | '(', start: number) {
    this.#flush();
    // The bracket holds the unit of a column.
    if (this.#header?.names.length) return;
    if (this.#brackets.length === MOST_BRACKETS) throw this.#error(this.#column(start), `at most ${MOST_BRACKETS} brackets may be open`);
    this.#brackets.push({ mark, line: this.#line, column: this.#column(start), hasComma: false, hasSemicolon: false });
    this.#filled = false;
  }

  #close(mark: '[' | '(', start: number) {
    this.#flush();
    if (this.#header?.names.length) return;
    const bracket = this.#brackets.pop();
    const found = mark === '[' ? ']' : ')';
    if (bracket?.mark !== mark) throw this.#error(this.#column(start), `“${found}” is not opened; “${mark}” is required before it`);
    // A list of JSON or Python has commas between its numbers. The page prints an element of several words with semicolons.
    if (bracket.hasComma && !bracket.hasSemicolon) this.#could = { thousands: false, decimal: false };
    this.#filled = true;
    this.#hasComma = false;
  }

  /** Takes the numbers whose end is now known. */
  #flush() {
    const parts = this.#parts;
    if (!parts.length) return;
    const isBeforeComma = this.#hasComma;
    this.#parts = [];
    this.#hasComma = false;
    if (this.values.length && !this.#isAfterComma) this.#hasOtherSeparator = true;
    if (this.comma === 'thousands' || this.comma === 'decimal') this.#takeMarked(parts, this.comma);
    else {
      if (!this.#isList) this.#judge(parts);
      for (const part of parts) this.#take(part);
    }
    this.#isAfterComma = isBeforeComma;
  }

  /** Whether every comma is known to separate numbers. */
  get #isList() {
    return this.comma === undefined ? !this.#could.thousands && !this.#could.decimal : this.comma === 'separator';
  }

  /** Excludes the meanings of commas and full stops that these numbers do not allow. */
  #judge(parts: Part[]) {
    if (parts.length === 1 && !parts[0].text.includes('.')) return;
    const texts = parts.map(({ text }) => plain(text));
    const could = this.#could;
    if (texts.length > 1) {
      could.thousands &&= areThousands(texts, this.marks);
      could.decimal &&= isFraction(texts);
    } else if (texts[0].includes('.') && DECIMAL.test(texts[0])) could.decimal &&= DOTTED.test(texts[0]);
    if (this.#unclear || (!could.thousands && !could.decimal)) return;
    // Full stops may separate the thousands of a single number if the page's language does so, or if the type has no fractions.
    if (texts.length === 1 && !(DOTTED.test(texts[0]) && (this.#hasDotGroups || !isFloat(this.type)))) return;
    this.#unclear = { texts, line: this.#line, column: this.#column(parts[0].at) };
  }

  /** Whether the page separates thousands by full stops. */
  get #hasDotGroups() {
    return this.marks.group === '.';
  }

  #refuseUnclear() {
    if (this.comma || this.#dotted || !this.#unclear) return;
    const { texts, ...place } = this.#unclear;
    const { thousands, decimal } = this.#could;
    const isWhole = !isFloat(this.type);
    const readings: Reading[] = [];
    if (texts.length === 1) {
      if (decimal) readings.push({ comma: 'decimal', text: texts[0].replaceAll('.', '') }, { comma: 'separator', text: texts[0] });
    } else {
      if (thousands) readings.push({ comma: 'thousands', text: texts.join('') });
      // Integer types have no fractions: their commas separate numbers, unless another mark does.
      if (decimal && (!isWhole || (!thousands && this.#hasOtherSeparator))) {
        readings.push({ comma: 'decimal', text: `${texts[0].replaceAll('.', '')}.${texts[1]}` });
      }
      const shown = texts.length > MOST_SHOWN ? [...texts.slice(0, MOST_SHOWN - 2), '…', texts[texts.length - 1]] : texts;
      if (readings.length) readings.push({ comma: 'separator', text: listed(shown, 'and') });
    }
    if (!readings.length) return;
    const found = listed(
      readings.map(({ text }) => `as ${text}`),
      'or',
    );
    const single = readings.filter(({ comma }) => comma !== 'separator').map(({ text }) => `“${text}”`);
    const spaced = `“${shorten(texts.join(', '))}” with a space after ${texts.length > 2 ? 'each' : 'the'} comma`;
    // With a fourth digit after the full stop, the digits cannot be a group of three.
    const written = texts.length === 1 ? `“${readings[0].text}” or “${readings[1].text}0”` : `${single.join(', ')}, or ${spaced}`;
    throw at(place, `“${shorten(texts.join(','))}” can be read ${found}: write ${written}`, readings);
  }

  /** Takes a number with commas that are known to separate thousands or a fraction. */
  #takeMarked(parts: Part[], comma: 'thousands' | 'decimal') {
    const [{ text, at: start }] = parts;
    const texts = parts.map((part) => plain(part.text));
    const hasDots = comma === 'decimal' && texts[0].includes('.') && (DECIMAL.test(texts[0]) || DOTTED.test(texts[0]));
    if (parts.length === 1 && !hasDots) return this.#take(parts[0]);
    const isRight =
      comma === 'thousands' ? areThousands(texts, this.marks) : parts.length === 1 ? DOTTED.test(texts[0]) : isFraction(texts);
    if (!isRight) {
      const shown = parts.length === 1 ? text : parts.map((part) => part.text).join(',');
      throw this.#error(this.#column(start), `“${shorten(shown)}” is not a number whose commas ${WHAT_COMMAS_DO[comma]}`);
    }
    const [first, ...others] = comma === 'thousands' ? [texts.join('')] : texts;
    this.#take({ text: comma === 'thousands' ? first : [first.replaceAll('.', ''), ...others].join('.'), at: start });
  }

  #take({ text, at: start }: Part) {
    const value = parseValue(text, this.type);
    if (typeof value === 'number') return this.#append(value);
    if (this.#header?.names.length || !/[(=)]/.test(text)) return this.#refuse(text, start, value);
    if (LENGTH.test(text)) return;
    const call = CALL.exec(text)?.[0] ?? '';
    if (call) this.#open('(', start + call.length - 1);
    const closed = this.#brackets.some(({ mark }) => mark === '(') ? (/\)*$/.exec(text)?.[0].length ?? 0) : 0;
    const token = text.slice(call.length, text.length - closed);
    const isKeyword = this.#brackets[this.#brackets.length - 1]?.mark === '(' && KEYWORD.test(token);
    if (token && !isKeyword) this.#takeToken(token, start + call.length);
    for (let i = 0; i < closed; i++) this.#close('(', start + text.length - closed + i);
    this.#filled = true;
  }

  #takeToken(token: string, start: number) {
    const value = parseValue(token, this.type);
    if (typeof value === 'number') this.#append(value);
    else this.#refuse(token, start, value);
  }

  /** A token that is not a number may be a name in the first line. */
  #refuse(token: string, start: number, problem: string) {
    const dotted = this.#could.decimal ? null : this.#dotted;
    const error = dotted ?? this.#error(this.#column(start), problem);
    if (this.#hasDotGroups && this.#could.decimal && DOTTED.test(plain(token))) {
      this.#dotted ??= error;
      return;
    }
    const isName = NAME.test(token) || (this.#header?.names.length && UNIT.test(token));
    if (!this.#header || this.values.length || this.#brackets.length || !isName || SPECIAL.test(token)) throw error;
    if (!this.#header.names.length) this.#header.column = this.#column(start);
    if (this.#header.names.length < MOST_NAMES) this.#header.names.push(token);
  }

  #append(value: number) {
    const named = this.#header?.names[0];
    if (this.#header && named) throw this.#error(this.#header.column, `“${shorten(named)}” is not a number`);
    this.values.append(value);
  }

  #column(start: number) {
    return start - this.#lineStart + 1;
  }

  #error(column: number, message: string) {
    return at({ line: this.#line, column }, message);
  }
}

const WHAT_COMMAS_DO = { thousands: 'separate thousands', decimal: 'are before fractions' };

function at({ line, column }: { line: number; column: number }, message: string, readings?: Reading[]) {
  return new NumbersError(`line ${whole.format(line)}, column ${whole.format(column)}: ${message}`, readings);
}

function plainMinus(text: string) {
  return text.replaceAll('\u2212', '-');
}

/** The numbers of a text; throws NumbersError. */
export function parseNumbers<T extends NumberType>(text: string, type: T, options: TextOptions = {}): ParsedNumbers<T> {
  const parse = (comma: Comma | undefined) => {
    const parser = new NumberParser(type, { ...options, comma });
    for (let at = 0; at < text.length; at += PUSHED) parser.push(text.slice(at, at + PUSHED));
    const parsed = parser.end();
    return parser.otherwise ? null : parsed;
  };
  return parse(options.comma) ?? (parse('decimal') as ParsedNumbers<T>);
}

/** Rows of the page's table, with spaces in place of all columns except Input, so that positions stay the same. */
function inputsOf(rows: string) {
  const blank = (text: string) => ' '.repeat(text.length);
  return rows.replace(/[^\r\n]+/g, (row) => {
    const [index, input, ...more] = row.split('\t');
    return input === undefined ? row : [blank(index), input, ...more.map(blank)].join('\t');
  });
}
