/** Steps that the tests of a lab with a fake core share. */
import assert from 'node:assert/strict';
import { ScanLabError } from '../shared/errors.ts';
import { fakeLabClass } from './lab.fakes.mjs';

export { NEVER, hanging } from '../shared/timers.fakes.mjs';

export const INPUT = Uint32Array.of(3, 1, 4, 1, 5);
export const SUMS = Uint32Array.of(3, 4, 8, 9, 14);

/** Asserts that the work fails with a `ScanLabError` of this code. Returns the error. */
export async function fails(code, work, message = /./) {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    assert.ok(error instanceof ScanLabError, String(error?.stack ?? error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return error;
  }
  return assert.fail(`must fail with ${code}`);
}

export async function open(script, scope) {
  const fakes = fakeLabClass(script, scope);
  return { ...fakes, lab: await fakes.TestLab.open() };
}

export async function collect(stream) {
  const all = [];
  for await (const one of stream) all.push(one);
  return all;
}
