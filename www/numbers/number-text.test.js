import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NumberParser, parseNumbers, readNumbers } from './number-text.js';

const numbers = (text, type = 'u32') => [...parseNumbers(text, type).values];

test('values are separated by commas, semicolons, blanks or lines', () => {
  assert.deepEqual(numbers('1,2;3 4\t5\n6\r\n7'), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(numbers('1 , 2 ;3,\n4,\n'), [1, 2, 3, 4]);
  assert.deepEqual(numbers('\uFEFF1'), [1]);
});

test('each type takes its own values, to the ends of its range', () => {
  assert.deepEqual(numbers('0 4294967295 1e3 1.0 0xff +5'), [0, 2 ** 32 - 1, 1000, 1, 255, 5]);
  assert.deepEqual(numbers('-2147483648 2147483647', 'i32'), [-(2 ** 31), 2 ** 31 - 1]);
  assert.deepEqual(numbers('NaN inf -Infinity -0 .5 1e-3', 'f32'), [NaN, Infinity, -Infinity, -0, 0.5, Math.fround(1e-3)]);
});

test('errors name line, column and what was found', () => {
  const bad = [
    ['1,2\n3,x', 'u32', /^line 2, column 3: “x” is not a number/],
    ['10 -1', 'u32', /^line 1, column 4: “-1” is outside u32 \(0 … 4,294,967,295\)/],
    ['4294967296', 'u32', /outside u32/],
    ['2147483648', 'i32', /outside i32 \(-2,147,483,648 … 2,147,483,647\)/],
    ['1.5', 'i32', /“1\.5” is not a whole number, which i32 needs/],
    ['1 nan', 'u32', /^line 1, column 3: “nan” is no u32; only f32 has NaN/],
    ['1e39', 'f32', /outside f32/],
    ['1,,2', 'u32', /^line 1, column 3: an empty field/],
    ['1\n,2', 'u32', /^line 2, column 1: an empty field/],
    ['abc', 'u32', /^line 1, column 1: “abc” is not a number/],
    ['a 1', 'u32', /^line 1, column 1: “a” is not a number/],
    ['1\na', 'u32', /^line 2, column 1: “a”/],
    ['# 1', 'u32', /^line 1, column 1: “#”/],
    ['', 'u32', /no numbers here; at least one/],
    ['names only\n', 'u32', /no numbers here/],
  ];
  for (const [text, type, message] of bad) assert.throws(() => parseNumbers(text, type), { message }, text);
});

test('a long token is not repeated whole', () => {
  assert.throws(
    () => parseNumbers(`1 ${'z'.repeat(1000)}`, 'u32'),
    ({ message }) => message.length < 120,
  );
});

test('a first line of names is a header', () => {
  const { values, header } = parseNumbers('"a" value\n1 2', 'u32');
  assert.deepEqual([...values], [1, 2]);
  assert.equal(header, '"a" value');
  assert.equal(parseNumbers('1 2', 'u32').header, null);
});

test('pieces may end anywhere', () => {
  const text = 'head\n12, 345;\n-6.5e1 7\n';
  for (let at = 0; at <= text.length; at += 1) {
    const parser = new NumberParser('f32');
    parser.push(text.slice(0, at));
    parser.push(text.slice(at));
    assert.deepEqual([...parser.end().values], [12, 345, -65, 7], `split at ${at}`);
  }
  const parser = new NumberParser('u32');
  for (const char of '1\n22 x') parser.push(char);
  assert.throws(() => parser.end(), { message: /^line 2, column 4: “x”/ });
});

test('a file is read as it streams', async () => {
  const expected = Array.from({ length: 50_000 }, (_, i) => i);
  const { values } = await readNumbers(new Blob([expected.join('\n')]), 'u32');
  assert.deepEqual([...values], expected);
  const signal = AbortSignal.abort();
  await assert.rejects(readNumbers(new Blob(['1']), 'u32', signal), { name: 'AbortError' });
});
