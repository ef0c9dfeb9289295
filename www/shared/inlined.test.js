import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchFile, wasmOf } from './inlined.ts';

const BYTES = Buffer.from([0, 1, 127, 128, 255]);

test('a file in the module is read without fetch, compressed or not, and keeps its type', async (t) => {
  t.mock.method(globalThis, 'fetch', () => assert.fail('fetched'));
  for (const [parameter, bytes] of /** @type {const} */ ([
    ['', BYTES],
    [';encoding=gzip', gzipSync(BYTES)],
  ])) {
    const response = await fetchFile(new URL(`data:application/wasm${parameter};base64,${bytes.toString('base64')}`));
    assert.equal(response.headers.get('content-type'), 'application/wasm');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), BYTES);
  }
});

test('another address is left to fetch, and other WASM to the glue', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch', async () => new Response('found'));
  const file = new URL('https://example.org/a.wasm');
  assert.equal(await (await fetchFile(file)).text(), 'found');
  await fetchFile(new URL('data:text/plain,found'));
  assert.equal(fetched.mock.callCount(), 2);
  for (const wasm of [file, file.href, new ArrayBuffer(8)]) assert.equal(wasmOf(wasm), wasm);
});
