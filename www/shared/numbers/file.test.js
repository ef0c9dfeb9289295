import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readNumbers } from './file.ts';
import { npyBlob } from './npy.ts';

const OPTIONS = { types: ['u32', 'i32', 'f32'], type: 'u32' };
const read = (parts, options, name = 'numbers.txt') => readNumbers(new File([parts].flat(), name), { ...OPTIONS, ...options });
const utf16 = (text, isBig) =>
  Uint8Array.from(
    [...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]).map((_, i, all) => all[isBig ? i ^ 1 : i]),
  );
const latin1 = (text) => Buffer.from(text, 'latin1');

test('a file is read as it streams', async () => {
  const expected = Array.from({ length: 50_000 }, (_, i) => i);
  const { values, type, array } = await read(expected.join('\n'));
  assert.deepEqual([type, array, [...values]], ['u32', null, expected]);
  await assert.rejects(read('1', { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('texts of UTF-8, UTF-16 by its mark, and encodings of 8 bits are read', async () => {
  for (const [bytes, encoding] of [
    ['\uFEFF3 1 −7', null],
    [utf16('\uFEFF3 1 −7', false), null],
    [utf16('\uFEFF3 1 −7', true), null],
    [latin1('caf\xe9\n3 1 -7'), 'Windows-1252'],
    // The 8-bit character is far behind the first piece.
    [[`${' '.repeat(200_000)}3`, latin1('\xa01 -7')], 'Windows-1252'],
  ]) {
    const found = await read(bytes, { type: 'i32' });
    assert.deepEqual([[...found.values], found.encoding], [[3, 1, -7], encoding]);
  }
  assert.deepEqual([...(await read(latin1('1\xa0234\xa0567'))).values], [1_234_567]);
  await assert.rejects(read([utf16('\uFEFF1 2', false), Uint8Array.of(0)]), {
    message: /mark is that of UTF-16LE, but not all of its bytes/,
  });
});

test('what gzip packs is read as if it were not packed', async () => {
  for (const name of ['numbers.txt.gz', 'numbers']) {
    assert.deepEqual([...(await read(gzipSync('1 2\n3'), {}, name)).values], [1, 2, 3]);
  }
  const array = new Float32Array(100_000).map((_, i) => i / 8);
  const packed = gzipSync(Buffer.from(await npyBlob(array).arrayBuffer()));
  assert.deepEqual(await read(packed, {}, 'a.npy.gz'), {
    type: 'f32',
    values: array,
    array: 'f32',
    header: null,
    isTable: false,
    encoding: null,
  });
  await assert.rejects(read(gzipSync('1 2\nx')), { message: /^line 2, column 1: “x”/ });
  await assert.rejects(read(gzipSync('1 2\n3').subarray(0, 15)), { message: /begins like gzip, but it cannot be unpacked/ });
  await assert.rejects(read(latin1('\x1f\x8bnothing')), { message: /begins like gzip, but it cannot be unpacked/ });
  await assert.rejects(read(gzipSync(gzipSync('1'))), { message: /this is a gzip-compressed file within another: decompress it first$/ });
});

test('what is no text and no array is named, with what to do', async () => {
  const zip = (holds) => latin1(`PK\x03\x04\x14\0\0\0\x08\0${'\0'.repeat(16)}\x13\0\0\0${holds}${'\xff'.repeat(100)}`);
  for (const [bytes, message] of [
    [zip('[Content_Types].xml'), /this is an Excel workbook \(\.xlsx\): save the sheet as CSV$/],
    [zip('docProps/app.xml'), /an Excel workbook \(\.xlsx\)/],
    [zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), /an OpenDocument spreadsheet/],
    [zip('arr_0.npy'), /a NumPy archive of arrays \(\.npz\): save one array with numpy\.save$/],
    [zip('data.csv'), /this is a zip archive: unpack it first$/],
    [gzipSync(zip('arr_0.npy')), /a NumPy archive/],
    [latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), /an Excel workbook of the old format/],
    [latin1('BZh91AY&SY\x13\xfb\x96\xaf\0\0'), /bzip2/],
    [latin1('\xfd7zXZ\0'), /xz/],
    [latin1('\x28\xb5\x2f\xfd'), /Zstandard/],
    [latin1('\x89HDF\r\n'), /HDF5/],
    [latin1('PAR1\x15\x04\x15'), /Parquet/],
    [latin1('ARROW1\0\0'), /Arrow/],
    [latin1('\xff\xfe\0\x001\0\0\0'), /UTF-32/],
    [utf16('1 2 3', false), /bytes of 0, as binary files and UTF-16 without its mark have$/],
    [Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0), /a text or a NumPy array \(\.npy\) is required; the file has bytes of 0/],
  ]) {
    await assert.rejects(read(bytes), { name: 'Error', message });
  }
  await assert.rejects(read('1 2 3 4 5 6', {}, 'a.npy'), { message: /this is not an \.npy file/ });
});

test('names of columns that begin as binary files do are names', async () => {
  for (const name of ['PAR1', 'ARROW1', 'BZh9']) {
    const { values, header } = await read(`${name},PAR2\r\n1,2`);
    assert.deepEqual([[...values], header], [[1, 2], `${name} PAR2`]);
  }
});

test('the column Input of the page’s own table is read, as of a pasted text', async () => {
  const text = '1 element\r\nIndex\tInput\tResult\r\n0\t1,234\t5\r\n';
  for (const bytes of [text, gzipSync(text), utf16(`\uFEFF${text}`, false)]) {
    const { values, header, isTable } = await read(bytes);
    assert.deepEqual([[...values], header, isTable], [[1234], null, true]);
  }
  assert.equal((await read('1 2')).isTable, false);
});

test('other tasks run while a file is read', async () => {
  const chunk = new Uint8Array(1 << 16).fill(32);
  let left = 1000;
  const stream = () =>
    new ReadableStream({
      pull(controller) {
        if (left--) controller.enqueue(chunk);
        else controller.close();
      },
    });
  const file = { name: 'numbers.txt', size: 1000 * chunk.length, slice: () => new Blob(['1']), stream };
  const abort = new AbortController();
  setTimeout(() => abort.abort());
  await assert.rejects(readNumbers(/** @type {any} */ (file), { ...OPTIONS, signal: abort.signal }), { name: 'AbortError' });
  assert.ok(left > 0, 'it is not read to its end');
});

test('gzip is unpacked in small pieces, since each may be a thousand times as long', async (t) => {
  const lengths = /** @type {number[]} */ ([]);
  const Unpacking = globalThis.DecompressionStream;
  t.mock.method(globalThis, 'DecompressionStream', function Watched(/** @type {'gzip'} */ format) {
    const watch = new TransformStream({
      transform(bytes, controller) {
        lengths.push(bytes.length);
        controller.enqueue(bytes);
      },
    });
    return { writable: watch.writable, readable: watch.readable.pipeThrough(new Unpacking(format)) };
  });
  const array = new Float32Array(100_000).map(() => Math.random());
  const packed = gzipSync(Buffer.from(await npyBlob(array).arrayBuffer()));
  assert.deepEqual((await read(packed, {}, 'a.npy.gz')).values, array);
  assert.ok(lengths.length > 2 && Math.max(...lengths) <= 1 << 14, `${lengths}`);
});

test('commas of a file are asked about as those of a text, and a choice is taken', async () => {
  const text = `7\n${'1,234\n'.repeat(30_000)}`;
  await assert.rejects(read(text), ({ message, readings }) => {
    assert.deepEqual(readings, [
      { comma: 'thousands', text: '1234' },
      { comma: 'separator', text: '1 and 234' },
    ]);
    return message.startsWith('line 2, column 1: “1,234” can be read as 1234 or as 1 and 234');
  });
  assert.deepEqual([...(await read(text, { comma: 'thousands' })).values].slice(-2), [1234, 1234]);
  assert.deepEqual([...(await read(text, { comma: 'separator' })).values].slice(-3), [234, 1, 234]);
  const german = { marks: { group: '.', decimal: ',', isIndian: false } };
  assert.deepEqual([...(await read('1.234\n5', german)).values], [1234, 5]);
});
