import assert from 'node:assert/strict';
import { test } from 'node:test';
import { npyBlob, npyHeader, readNpy } from './npy.js';

const ARRAYS = [new Uint32Array([0, 1, 2 ** 32 - 1]), new Int32Array([-(2 ** 31), 0, 7]), new Float32Array([NaN, -Infinity, 0.1, -0])];

/** A file as NumPy would write it, with any header text and version. */
function file(dictionary, data, version = 1) {
  const text = new TextEncoder().encode(`${dictionary}\n`);
  const size = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  return new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...size]), text, data]);
}

const dictionary = (descr, shape) => `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`;

test('a written file is read back bit for bit', async () => {
  for (const array of ARRAYS) {
    const { values } = await readNpy(npyBlob(array));
    assert.equal(values.constructor, array.constructor);
    assert.deepEqual(new Uint8Array(values.buffer), new Uint8Array(array.buffer));
  }
});

test('the data of a written file is aligned, and its header ends in a newline', () => {
  for (const length of [0, 1, 999_999_999]) {
    const header = npyHeader('f32', length);
    assert.equal(header.length % 64, 0);
    assert.equal(header.at(-1), 10);
  }
});

test('every version is read, whatever the alignment', async () => {
  for (const version of [1, 2, 3]) {
    const { type, values } = await readNpy(file(dictionary('<i4', '(3,)'), new Int32Array([1, -2, 3]), version));
    assert.equal(type, 'i32');
    assert.deepEqual([...values], [1, -2, 3]);
  }
});

test('an empty array and trailing bytes are fine; fortran order does not matter in one dimension', async () => {
  assert.equal((await readNpy(file(dictionary('<u4', '(0,)'), new Uint8Array()))).values.length, 0);
  const text = dictionary('<u4', '(1,)').replace('False', 'True');
  assert.deepEqual([...(await readNpy(file(text, new Uint32Array([5, 6])))).values], [5]);
});

test('unreadable files are refused with the reason', async () => {
  const data = new Uint32Array(4);
  const bad = [
    [new Blob(['1,2,3']), /no \.npy file/],
    [new Blob([]), /no \.npy file/],
    [file(dictionary('<u4', '(4,)'), data, 4), /version 4 is not known; versions 1 to 3/],
    [file(dictionary('<f8', '(2,)'), data), /values are “<f8”; .*“<u4”, “<i4” and “<f4”/],
    [file(dictionary('>u4', '(4,)'), data), /“>u4”/],
    [file(dictionary('|b1', '(4,)'), data), /“\|b1”/],
    [file("{'descr': [('a', '<u4')], 'shape': (4,)}", data), /a record of several fields/],
    [file(dictionary('<u4', '(2, 2)'), data), /has 2 dimensions \(shape \(2, 2\)\).*ravel/],
    [file(dictionary('<u4', '()'), data), /has 0 dimensions/],
    [file(dictionary('<u4', '(5,)'), data), /declares 5 values .* but the file has \d+ bytes/],
    [file("{'shape': (4,)}", data), /no “descr”/],
    [file("{'descr': '<u4'}", data), /no “shape”/],
    [new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 200, 0])]), /header should be 200 bytes long/],
    [new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1])]), /ends inside its header/],
  ];
  for (const [blob, message] of bad) await assert.rejects(readNpy(blob), { name: 'Error', message });
});
