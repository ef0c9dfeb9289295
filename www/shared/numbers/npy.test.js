import assert from 'node:assert/strict';
import { test } from 'node:test';
import { npyBlob, npyHeader, readNpy } from './npy.ts';

const ARRAYS = [new Uint32Array([0, 1, 2 ** 32 - 1]), new Int32Array([-(2 ** 31), 0, 7]), new Float32Array([NaN, -Infinity, 0.1, -0])];
const TYPES = ['u32', 'i32', 'f32'];

/** A file as NumPy would write it, with any header text and version. */
function file(dictionary, data, version = 1) {
  const text = new TextEncoder().encode(`${dictionary}\n`);
  const size = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  return new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...size]), text, data]);
}

const dictionary = (descr, shape) => `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`;

/** Pieces of a number of bytes, which end inside the header and inside items. */
async function* pieces(blob, size) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (blob, { type = 'u32', types = TYPES, size = 2 ** 16, size_bytes = blob.size } = {}) =>
  readNpy(pieces(blob, size), { type, types, size_bytes });

/** The same items with their bytes in the other order. */
function swapped(array) {
  const bytes = new Uint8Array(array.buffer.slice(0));
  for (let at = 0; at < bytes.length; at += array.BYTES_PER_ELEMENT) bytes.subarray(at, at + array.BYTES_PER_ELEMENT).reverse();
  return bytes;
}

test('a written file is read back bit for bit', async () => {
  for (const array of ARRAYS) {
    for (const size of [2 ** 16, 7]) {
      const { values } = await read(npyBlob(array), { size });
      assert.equal(values.constructor, array.constructor);
      assert.deepEqual(new Uint8Array(values.buffer), new Uint8Array(array.buffer));
    }
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
    const { type, values } = await read(file(dictionary('<i4', '(3,)'), new Int32Array([1, -2, 3]), version));
    assert.equal(type, 'i32');
    assert.deepEqual([...values], [1, -2, 3]);
  }
});

test('an empty array and trailing bytes are fine; fortran order does not matter in one dimension', async () => {
  assert.equal((await read(file(dictionary('<u4', '(0,)'), new Uint8Array()))).values.length, 0);
  const text = dictionary('<u4', '(1,)').replace('False', 'True');
  assert.deepEqual([...(await read(file(text, new Uint32Array([5, 6])))).values], [5]);
});

test('integers and floats of every size and byte order are read into each type that holds their values', async () => {
  const small = [0, 1, 100];
  for (const [descr, array] of [
    ['b1', Uint8Array.from([0, 1, 1])],
    ['i1', Int8Array.from(small)],
    ['u1', Uint8Array.from(small)],
    ['i2', Int16Array.from(small)],
    ['u2', Uint16Array.from(small)],
    ['i4', Int32Array.from(small)],
    ['u4', Uint32Array.from(small)],
    ['i8', BigInt64Array.from(small, BigInt)],
    ['u8', BigUint64Array.from(small, BigInt)],
    ['f2', Uint16Array.from([0, 0x3c00, 0x5640])],
    ['f4', Float32Array.from(small)],
    ['f8', Float64Array.from(small)],
  ]) {
    const expected = descr === 'b1' ? [0, 1, 1] : small;
    for (const type of TYPES) {
      for (const [order, bytes] of [
        ['<', array],
        ['>', swapped(array)],
        ['|', array],
      ]) {
        // An operator of one type, so that the type of the array has no effect.
        const found = await read(file(dictionary(order + descr, '(3,)'), bytes), { type, types: [type], size: 50 });
        assert.equal(found.type, type);
        assert.deepEqual([...found.values], expected, `${order}${descr} as ${type}`);
      }
    }
  }
});

test('the ends of each type are read, and halves with their subnormals', async () => {
  const ends = [
    ['<i8', new BigInt64Array([-(2n ** 31n), 2n ** 31n - 1n]), 'i32', [-(2 ** 31), 2 ** 31 - 1]],
    ['<u8', new BigUint64Array([0n, 2n ** 32n - 1n]), 'u32', [0, 2 ** 32 - 1]],
    ['<u8', new BigUint64Array([2n ** 63n, 2n ** 40n]), 'f32', [2 ** 63, 2 ** 40]],
    ['<f8', new Float64Array([-Infinity, NaN]), 'f32', [-Infinity, NaN]],
    ['<f8', new Float64Array([0.5, -0]), 'f32', [0.5, -0]],
    ['<f2', new Uint16Array([0x0001, 0xfc00]), 'f32', [2 ** -24, -Infinity]],
    ['<f2', new Uint16Array([0x7e00, 0x3555]), 'f32', [NaN, 0.333251953125]],
  ];
  for (const [descr, array, type, expected] of ends) {
    assert.deepEqual([...(await read(file(dictionary(descr, '(2,)'), array), { type })).values], expected, descr);
  }
});

test('u4, i4 and f4 are the type, where the operator has it; others are read as the chosen one', async () => {
  const blob = file(dictionary('<f4', '(2,)'), new Float32Array([1, 2]));
  assert.deepEqual(await read(blob, { type: 'u32' }), { type: 'f32', values: new Float32Array([1, 2]), array: 'f32' });
  const asWords = { type: 'u32', values: new Uint32Array([1, 2]), array: '“<f4”, read as u32' };
  assert.deepEqual(await read(blob, { type: 'u32', types: ['u32', 'i32'] }), asWords);
});

test('the first value that the type does not hold is named, and nothing is rounded', async () => {
  for (const [descr, array, type, message] of [
    ['<f8', new Float64Array([1, 0.1, 0.2]), 'f32', /^each value of the array must be one of f32; the one at index 1 is 0\.1$/],
    ['<f8', new Float64Array([1, 2, 1e39]), 'f32', /index 2 is 1e\+39$/],
    ['<f8', new Float64Array([1, 2.5, 3]), 'u32', /one of u32; the one at index 1 is 2\.5$/],
    ['<f8', new Float64Array([NaN, 2, 3]), 'i32', /index 0 is NaN$/],
    ['<i8', new BigInt64Array([1n, 2n, -1n]), 'u32', /index 2 is -1$/],
    ['<i8', new BigInt64Array([1n, 2n ** 31n, 1n]), 'i32', /index 1 is 2147483648$/],
    ['<u8', new BigUint64Array([1n, 2n ** 53n + 1n, 1n]), 'f32', /index 1 is 9007199254740993$/],
    ['<u8', new BigUint64Array([1n, 2n, 2n ** 64n - 1n]), 'f32', /index 2 is 18446744073709551615$/],
  ]) {
    const blob = file(dictionary(descr, '(3,)'), array);
    // Items of eight bytes in pieces of fifty: the index counts from the start.
    await assert.rejects(read(blob, { type, size: 50 }), ({ message: found }) => message.test(found) && !found.includes('astype'), descr);
  }
});

test('unreadable files are refused with the reason', async () => {
  const data = new Uint32Array(4);
  const bad = [
    [new Blob(['1,2,3,4,5,6']), /not an \.npy file/],
    [new Blob([]), /not an \.npy file/],
    [file(dictionary('<u4', '(4,)'), data, 4), /versions 1 to 3 are supported; found 4/],
    [file(dictionary('<c8', '(2,)'), data), /must be bool, integers of 8 to 64 bits or floats of 16 to 64 bits; the header has “<c8”/],
    [file(dictionary('<f16', '(1,)'), data), /“<f16”/],
    [file(dictionary('|O', '(4,)'), data), /“\|O”/],
    [file(dictionary('<U5', '(4,)'), data), /“<U5”/],
    [file(dictionary('__proto__', '(4,)'), data), /“__proto__”/],
    [file("{'descr': [('a', '<u4')], 'shape': (4,)}", data), /a record of several fields/],
    [file(dictionary('<u4', '(2, 2)'), data), /has 2 dimensions \(shape \(2, 2\)\).*ravel/],
    [file(dictionary('<u4', '(2, 2)').replace('False', 'True'), data), /2 dimensions \(shape \(2, 2\), in Fortran order\)/],
    [file(dictionary('<u4', '()'), data), /has 0 dimensions/],
    [file(dictionary('<u4', '(5,)'), data), /declares 5 values .* but the file has \d+ bytes/],
    [file(dictionary('<f8', '(9007199254740991,)'), data), /declares 9007199254740991 values/],
    [file(dictionary('<u4', '(99999999999999999999,)'), data), /is not a length/],
    [file(dictionary('<u4', '(-1,)'), data), /is not a length/],
    [file("{'shape': (4,)}", data), /no “descr”/],
    [file("{'descr': '<u4'}", data), /no “shape”/],
    [new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 200, 0, 1, 1])]), /ends inside its header, after 12 bytes/],
    [
      new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 255, 255, 255, 255])]),
      /at most 65536 bytes; it declares 4294967295/,
    ],
    [new Blob([new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1])]), /ends inside its header/],
  ];
  for (const [blob, message] of bad) {
    await assert.rejects(read(blob), { name: 'Error', message });
    // If the size of the file is unknown, as in gzip, a length beyond the data allocates no memory.
    await assert.rejects(read(blob, { size_bytes: undefined, size: 5 }), { name: 'Error', message });
  }
});
