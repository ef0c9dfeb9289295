import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameWasm } from './wasm-names.mjs';

/** Imports a function, a table, a memory and a global from "m"; its export "go" calls the function. */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[2, 33, 4, 1, 0x6d, 4, 0x66, 0x5f, 0x31, 0x32, 0, 0, 1, 0x6d, 1, 0x74, 1, 0x70, 0, 0],
  ...[1, 0x6d, 1, 0x68, 2, 1, 0, 1, 1, 0x6d, 1, 0x67, 3, 0x7f, 0],
  ...[3, 2, 1, 0],
  ...[7, 6, 1, 2, 0x67, 0x6f, 0, 1],
  ...[10, 6, 1, 4, 0, 0x10, 0, 0x0b],
]);

test('imports and exports get their new names and still run; others keep theirs', async () => {
  assert.ok(WebAssembly.validate(MODULE));
  const long = 'a'.repeat(200);
  let calls = 0;
  const bytes = renameWasm(MODULE, { f_12: 'f', go: long, g: false });
  const module = await WebAssembly.compile(bytes);
  const m = {
    f: () => calls++,
    t: new WebAssembly.Table({ element: 'anyfunc', initial: 0 }),
    h: new WebAssembly.Memory({ initial: 0, maximum: 1 }),
    g: 7,
  };
  const instance = await WebAssembly.instantiate(module, { m });
  assert.deepEqual(
    WebAssembly.Module.imports(module).map(({ name }) => name),
    ['f', 't', 'h', 'g'],
  );
  instance.exports[long]();
  assert.equal(calls, 1);
});
