import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Formats } from '../format.ts';
import { NumberParser, parseNumbers } from './text.ts';

const NBSP = '\u00a0';
const NARROW = '\u202f';
const THIN = '\u2009';
const GERMAN = { marks: new Formats('de').marks };

const numbers = (text, type = 'u32', options = undefined) => [...parseNumbers(text, type, options).values];

/** The readings that a text is refused with. */
function readings(text, type, options) {
  try {
    return `read: ${numbers(text, type, options).join(' ')}`;
  } catch (error) {
    assert.equal(error.constructor.name, 'NumbersError', text);
    return error.readings.map((one) => one.text);
  }
}

test('values are separated by commas, semicolons, blanks or lines', () => {
  assert.deepEqual(numbers('1, 2;3 4\t5\n6\r\n7\r8'), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(numbers('1 , 2 ;3,\n4,\n'), [1, 2, 3, 4]);
  assert.deepEqual(numbers('\uFEFF1'), [1]);
});

test('commas without spaces separate where they can do nothing else', () => {
  for (const [text, type, expected] of [
    ['3,1,7,0,4,1,6,3', 'u32', [3, 1, 7, 0, 4, 1, 6, 3]],
    ['3,1,7,0', 'f32', [3, 1, 7, 0]],
    ['0,5', 'u32', [0, 5]],
    ['100, 200', 'u32', [100, 200]],
    ['1,2,3\n4,5,6', 'f32', [1, 2, 3, 4, 5, 6]],
    ['1.5,2.5', 'f32', [1.5, 2.5]],
    ['1e3,2', 'f32', [1000, 2]],
    ['1,-2', 'i32', [1, -2]],
    ['0x10,5', 'u32', [16, 5]],
    ['NaN,5', 'f32', [NaN, 5]],
    // One number shows the meaning of all commas, before and after it.
    ['17,345\n9,1,2', 'u32', [17, 345, 9, 1, 2]],
    ['9,1,2\n17,345', 'u32', [9, 1, 2, 17, 345]],
    ['0,5\n1.25,2', 'f32', [0, 5, 1.25, 2]],
    ['from,to\n1,2\n100,200', 'u32', [1, 2, 100, 200]],
    ['12,34,567', 'u32', [12, 34, 567]],
    [Array(40).fill('100').join(','), 'u32', Array(40).fill(100)],
    ['[1,234]', 'u32', [1, 234]],
  ]) {
    assert.deepEqual(numbers(text, type), expected, text);
  }
});

test('a text that can be read in several ways is refused with each of them', () => {
  for (const [text, type, expected] of [
    ['1,234', 'u32', ['1234', '1 and 234']],
    ['100,200,300', 'u32', ['100200300', '100, 200 and 300']],
    ['100,200,300,400,500', 'u32', ['100200300400500', '100, 200, … and 500']],
    ['1,234, 5,678', 'u32', ['1234', '1 and 234']],
    ['3, 1,234, 7', 'i32', ['1234', '1 and 234']],
    ['1,234\t5', 'u32', ['1234', '1 and 234']],
    ['-1,234\n5', 'i32', ['-1234', '-1 and 234']],
    ['1,234', 'f32', ['1234', '1.234', '1 and 234']],
    ['1,234.5', 'f32', ['1234.5', '1 and 234.5']],
    ['1,234; 0.5', 'f32', ['1234', '1 and 234']],
    ['0,5', 'f32', ['0.5', '0 and 5']],
    ['3, 1,5, 7', 'f32', ['1.5', '1 and 5']],
    ['1,5; 2,5; 3', 'f32', ['1.5', '1 and 5']],
    ['1,5; 2,5; 3', 'u32', ['1.5', '1 and 5']],
    ['1,5\t2,5', 'u32', ['1.5', '1 and 5']],
    ['1,5\n2,5\n', 'f32', ['1.5', '1 and 5']],
    ['1,5\n2,5\n', 'u32', ['1.5', '1 and 5']],
    ['1,5e3\n2', 'f32', ['1.5e3', '1 and 5e3']],
    ['78.000; 5', 'u32', ['78000', '78.000']],
    ['1.234,5', 'f32', ['1234.5', '1.234 and 5']],
    [`1${NARROW}234,5`, 'f32', ['1234.5', '1234 and 5']],
    ['[1,2; 3,4]', 'f32', ['1.2', '1 and 2']],
    ['1,5', 'f64', ['1.5', '1 and 5']],
  ]) {
    assert.deepEqual(readings(text, type), expected, `${text} of ${type}`);
  }
  assert.throws(() => parseNumbers('7\n1,234', 'u32'), {
    message: 'line 2, column 1: “1,234” can be read as 1234 or as 1 and 234: write “1234”, or “1, 234” with a space after the comma',
  });
  assert.throws(() => parseNumbers('1,234', 'f32'), {
    message: /can be read as 1234, as 1\.234 or as 1 and 234: write “1234”, “1\.234”, or “1, 234” with a space after the comma$/,
  });
});

test('what a refusal says to write is read', () => {
  for (const [text, expected] of [
    ['1234', [1234]],
    ['1.234', [1.234]],
    ['1, 234', [1, 234]],
    ['100, 200, 300', [100, 200, 300]],
  ]) {
    assert.deepEqual(numbers(text, 'f64'), expected);
  }
});

test('a chosen reading is that of all commas', () => {
  for (const [text, type, comma, expected] of [
    ['1,234\t5; 6,789', 'u32', 'thousands', [1234, 5, 6789]],
    ['1,234\t5', 'u32', 'separator', [1, 234, 5]],
    ['1,5; 2,5, 3', 'f32', 'decimal', [1.5, 2.5, 3]],
    ['1.234,5; 2.000', 'f32', 'decimal', [1234.5, 2000]],
    ['100,200', 'u32', 'separator', [100, 200]],
  ]) {
    assert.deepEqual(numbers(text, type, { comma }), expected, text);
  }
  for (const [text, comma, message] of [
    ['1,234; 2,5', 'thousands', /^line 1, column 8: “2,5” is not a number whose commas separate thousands$/],
    ['1,5 1,2,3', 'decimal', /^line 1, column 5: “1,2,3” is not a number whose commas are before fractions$/],
    ['1,5 0.5', 'decimal', /“0\.5” is not a number whose commas/],
  ]) {
    assert.throws(() => numbers(text, 'f32', { comma }), { message }, text);
  }
  assert.throws(() => numbers('1,5; 2', 'u32', { comma: 'decimal' }), { message: /“1\.5” is not a whole number/ });
});

test('spaces of other kinds separate thousands between groups of three digits, else numbers', () => {
  assert.deepEqual(numbers(`1${NBSP}234${NBSP}567 12${NARROW}345 1${THIN}000`), [1234567, 12345, 1000]);
  assert.deepEqual(numbers(`3${NBSP}1${NBSP}7${NBSP}${NBSP}8,${NBSP}9`), [3, 1, 7, 8, 9]);
  assert.deepEqual(numbers(`1${NBSP}234${NBSP}${NBSP}5${NBSP}678`), [1234, 5678]);
  assert.deepEqual(numbers(`−1${NARROW}234.5 1'234 1’234`, 'f32'), [-1234.5, 1234, 1234]);
  assert.throws(() => numbers(`7 100${NBSP}200${NBSP}3`), {
    message: /^line 1, column 3: “100.200” can be read as 100200 or as 100 and 200: write “100200”, or “100 200” with an ordinary space$/,
  });
});

test('lists of JSON, Python and NumPy are read, and what consoles print', () => {
  for (const [text, type, expected] of [
    ['[1, 2, 3]', 'u32', [1, 2, 3]],
    ['[[1, 2], [3, 4]]', 'u32', [1, 2, 3, 4]],
    ['[[1,2],[3,4],]', 'f32', [1, 2, 3, 4]],
    ['[1. 2. 3.]', 'f32', [1, 2, 3]],
    ['[ 1.e+00 -2.5e-01\n  nan  inf]', 'f32', [1, -0.25, NaN, Infinity]],
    ['array([1., 2.], dtype=float32)', 'f32', [1, 2]],
    ['array([[1, 2],\n       [3, 4]], dtype=uint32)', 'u32', [1, 2, 3, 4]],
    ["tensor([1., 2.], device='cuda:0', dtype=torch.float64)", 'f32', [1, 2]],
    ['[np.int64(3), np.int64(4)]', 'u32', [3, 4]],
    ['Uint32Array(3) [ 1, 2, 3 ]', 'u32', [1, 2, 3]],
    ['[1; 2] [3; 4]', 'u32', [1, 2, 3, 4]],
  ]) {
    assert.deepEqual(numbers(text, type), expected, text);
  }
  for (const [text, message] of [
    ['[1, 2', /^line 1, column 1: “\[” is not closed; “\]” is required$/],
    ['1\n2]', /^line 2, column 2: “\]” is not opened/],
    ['array([1, 2)', /“\)” is not opened; “\(” is required/],
    ['[1, , 2]', /column 5: an empty field/],
    ['[0 1 ... 8 9]', /column 6: “\.\.\.” stands for numbers that were left out; all are required/],
    ['(5)', /“\(5\)” is not a number/],
    ['{"a": [1]}', /“\{"a":” is not a number/],
    ['[]', /no numbers here/],
    ['['.repeat(65), /at most 64 brackets/],
  ]) {
    assert.throws(() => parseNumbers(text, 'u32'), { message }, text);
  }
});

test('what the page prints is read back, in every language', () => {
  const values = [0, 5, -7, 1234, -1_234_567, 16_777_216];
  for (const locale of ['en', 'de', 'fr', 'de-CH', 'hi', 'sv', 'es', 'ar-EG', 'fa', 'he', 'pt']) {
    const formats = new Formats(locale);
    const { marks } = formats;
    const table = (column) =>
      `${formats.count(column.length, 'element')}\nIndex\tInput\tResult\n${column.map((value, i) => `${formats.integer(i)}\t${formats.entry(value)}\t${formats.entry(2 * value)}`).join('\n')}\n`;
    const whole = parseNumbers(table(values), 'i32', { marks });
    assert.deepEqual([[...whole.values], whole.isTable], [values, true], locale);
    const floats = [...values, 0.5, -1234.5, 2 ** 100, Infinity, -Infinity, NaN];
    assert.deepEqual(
      [...parseNumbers(table(floats), 'f32', { marks }).values],
      [...Float32Array.from(floats, (x) => Number(x.toPrecision(9)))],
      locale,
    );
    // A printed number by itself is read, or refused as unclear. It is never read as another number.
    for (const value of floats) {
      const printed = formats.entry(value);
      const found = readings(printed, 'f32', { marks });
      const rounded = Number(value.toPrecision(9));
      const plain = String(Math.fround(rounded));
      assert.ok(
        found === `read: ${plain}` || (Array.isArray(found) && found.some((text) => Number(text) === rounded)),
        `${locale} ${printed}: ${found}`,
      );
    }
  }
  assert.deepEqual(numbers('Index\tInput\tResult\n0\t[1; 2]\t[1; 2]\n1\t[1,234; 4]\t[4; 6]'), [1, 2, 1234, 4]);
  assert.throws(() => numbers('First and last 8 of 100 elements\nIndex\tInput\tResult\n0\t1\t1\n⋯\n99\t1\t100'), {
    message: /^line 4, column 1: “⋯” stands for numbers that were left out/,
  });
});

test('full stops separate thousands where the page’s language has them do so', () => {
  assert.deepEqual(numbers('1.234 5', 'u32', GERMAN), [1234, 5]);
  assert.deepEqual(numbers('1.234.567', 'f32', GERMAN), [1234567]);
  assert.deepEqual(numbers('1.234 0.5', 'f64', GERMAN), [1.234, 0.5]);
  assert.deepEqual(readings('1.234', 'f32', GERMAN), ['1234', '1.234']);
  assert.throws(() => numbers('1.234', 'f32', GERMAN), { message: /can be read as 1234 or as 1\.234: write “1234” or “1\.2340”$/ });
  assert.deepEqual(numbers('1.2340', 'f64', GERMAN), [1.234]);
  assert.throws(() => numbers('1.234 0.5', 'u32', GERMAN), { message: /“1\.234” is not a whole number/ });
  assert.throws(() => numbers('1.234.567', 'u32'), { message: /“1\.234\.567” is not a number; .* write 1234567$/ });
});

test('each type takes its own values, to the ends of its range', () => {
  assert.deepEqual(numbers('0 4294967295 1e3 1.0 0xff +5'), [0, 2 ** 32 - 1, 1000, 1, 255, 5]);
  assert.deepEqual(numbers('-2147483648 −2147483647 2147483647', 'i32'), [-(2 ** 31), 1 - 2 ** 31, 2 ** 31 - 1]);
  assert.deepEqual(numbers('NaN inf -Infinity −∞ -0 .5 1e-3', 'f32'), [NaN, Infinity, -Infinity, -Infinity, -0, 0.5, Math.fround(1e-3)]);
  assert.deepEqual(numbers('0.1 1e300', 'f64'), [0.1, 1e300]);
});

test('errors name line, column and what was found', () => {
  const bad = [
    ['1,2\n3,x', 'u32', /^line 2, column 3: “x” is not a number/],
    ['10 -1', 'u32', /^line 1, column 4: “-1” is outside u32 \(0 … 4,294,967,295\)/],
    ['4294967296', 'u32', /outside u32/],
    ['2147483648', 'i32', /outside i32 \(-2,147,483,648 … 2,147,483,647\)/],
    ['1.5', 'i32', /“1\.5” is not a whole number, which i32 needs/],
    ['1 nan', 'u32', /^line 1, column 3: “nan” is not of type u32; only f32 has NaN/],
    ['1e39', 'f32', /outside f32/],
    ['1e309', 'f64', /outside f64/],
    ['1,,2', 'u32', /^line 1, column 3: an empty field/],
    ['1,x,,2', 'u32', /^line 1, column 3: “x” is not a number/],
    ['1\n,2', 'u32', /^line 2, column 1: an empty field/],
    ['1\r,2', 'u32', /^line 2, column 1: an empty field/],
    ['abc', 'u32', /^line 1, column 1: “abc” is not a number/],
    ['a 1', 'u32', /^line 1, column 1: “a” is not a number/],
    ['1\na', 'u32', /^line 2, column 1: “a”/],
    ['# 1', 'u32', /^line 1, column 1: “#”/],
    ['1 \u0001\uFFFD', 'u32', /“\\x01\\xfffd” is not a number/],
    ['', 'u32', /no numbers here; at least one/],
    ['names only\n', 'u32', /no numbers here/],
  ];
  for (const [text, type, message] of bad) assert.throws(() => parseNumbers(text, type), { message }, text);
});

test('a long token is not repeated whole, and none is kept beyond a length', () => {
  assert.throws(
    () => parseNumbers(`1 ${'z'.repeat(1000)}`, 'u32'),
    ({ message }) => message.length < 120,
  );
  const parser = new NumberParser('u32');
  assert.throws(
    () => {
      for (let i = 0; i < 10; i += 1) parser.push('z'.repeat(1000));
    },
    { message: /^line 1, column 1: “z+…” is not a number$/ },
  );
});

test('a first line of names is a header', () => {
  const { values, header } = parseNumbers('"a" value\n1 2', 'u32');
  assert.deepEqual([...values], [1, 2]);
  assert.equal(header, '"a" value');
  assert.equal(parseNumbers('1 2', 'u32').header, null);
  assert.deepEqual(numbers('time [s], length (m)\n1, 2'), [1, 2]);
});

test('pieces may end anywhere', () => {
  for (const [text, type, expected] of [
    ['head\n12, 345;\n-6.5e1 7\n', 'f32', [12, 345, -65, 7]],
    [`[[1,2],\r\n[3,4]] 1${NBSP}234${NBSP}567 ${NBSP}5`, 'u32', [1, 2, 3, 4, 1234567, 5]],
    ['array([1., -2.], dtype=float32)', 'f32', [1, -2]],
  ]) {
    for (let at = 0; at <= text.length; at += 1) {
      const parser = new NumberParser(type);
      parser.push(text.slice(0, at));
      parser.push(text.slice(at));
      assert.deepEqual([...parser.end().values], expected, `split at ${at}`);
    }
  }
  const parser = new NumberParser('u32');
  for (const char of '1\n22 x') parser.push(char);
  assert.throws(() => parser.end(), { message: /^line 2, column 4: “x”/ });
});

test('no-break spaces separate any number of numbers, in a text and in pieces', () => {
  const sevens = Array(3000).fill('7');
  const pieces = (text, length) => {
    const parser = new NumberParser('u32');
    for (let at = 0; at < text.length; at += length) parser.push(text.slice(at, at + length));
    return [...parser.end().values];
  };
  for (const [text, expected] of [
    [sevens.join(NBSP), sevens.map(Number)],
    [`${sevens.join(NBSP)}${NBSP}${NBSP}1${NBSP}234`, [...sevens.map(Number), 1234]],
    [`${NBSP.repeat(5000)}5${NBSP.repeat(5000)}6${NBSP.repeat(5000)}`, [5, 6]],
    [`5${NBSP}${'0'.repeat(4000)}6${NBSP}${'0'.repeat(4000)}7`, [5, 6, 7]],
    [`1${NBSP}234${NBSP}${NBSP}`.repeat(2000), Array(2000).fill(1234)],
  ]) {
    assert.deepEqual(numbers(text), expected);
    for (const length of [1, 997, 5000]) assert.deepEqual(pieces(text, length), expected, `${length}`);
  }
  assert.equal(numbers(Array(4_000_000).fill('7').join(NBSP)).length, 4_000_000);
  // Groups of three digits among other numbers are refused, wherever the pieces end.
  for (const text of [`${sevens.join(NBSP)}${NBSP}1${NBSP}234`, `1${NBSP}234${NBSP}${sevens.join(NBSP)}`]) {
    const message = /“1.234” can be read as 1234 or as 1 and 234/;
    assert.throws(() => numbers(text), { message });
    for (let length = 1000; length < 1010; length++) assert.throws(() => pieces(text, length), { message }, `${length}`);
  }
  assert.throws(() => pieces(`7${NBSP}${'7'.repeat(5000)}`, 100), { message: /^line 1, column 3: “7+…” is not a number$/ });
});

test('the page’s own table is read in pieces as in one', () => {
  for (const text of [
    '2 elements\nIndex\tInput\tResult\n0\t1.234\t5\n1\t6\t7',
    '\uFEFFIndex\tInput\tResult\r\n0\t1.234\t5\r\n1\t6\t7\r\n',
    'Index\tInput\tResult\r0\t1.234\t5\r1\t6\t7\r',
  ]) {
    for (let at = 0; at <= text.length; at += 1) {
      const parser = new NumberParser('u32', GERMAN);
      parser.push(text.slice(0, at));
      parser.push(text.slice(at));
      const { values, header, isTable } = parser.end();
      assert.deepEqual([[...values], header, isTable], [[1234, 6], null, true], `split at ${at}`);
    }
  }
  const parser = new NumberParser('u32');
  parser.push('Index\tInput\tResult\n');
  assert.throws(() => parser.push(`0\t${'1'.repeat(70_000)}`), {
    message: /^line 2, column 1: a row of the table must have at most 65,536/,
  });
});
