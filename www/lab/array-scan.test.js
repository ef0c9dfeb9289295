import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INPUT, SUMS, fails, open } from './lab.steps.mjs';

const LONG = 25_000;
const DETACHED = (name) =>
  new RegExp(`^${name} must keep the same buffer until the scan has ended; the buffer was detached or has shrunk\\.$`);
/** Detaches an array's buffer, as a transfer to a worker does. */
const detach = (array) => structuredClone(array.buffer, { transfer: [array.buffer] });
const fresh = (n) => new Uint32Array(n).fill(1);

/** Asserts that work fails since the named array is detached, and that the lab stays usable. */
async function failsFor(name, lab, work) {
  await fails('bad-argument', work, DETACHED(name));
  assert.deepEqual(await lab.scan(INPUT), SUMS);
}

test('detached arrays are refused at once', async () => {
  const { lab, state } = await open();
  const gone = fresh(5);
  detach(gone);
  await fails('bad-argument', lab.scan(gone), DETACHED('input'));
  await fails('bad-argument', lab.scan(INPUT, { heads: gone }), DETACHED('heads'));
  await fails('bad-argument', lab.scan(new Uint32Array(0), { heads: gone }), DETACHED('heads'));
  await fails('bad-argument', lab.verify(INPUT, gone), DETACHED('output'));
  assert.deepEqual(state.log, []);
});

test('an input of several buffers has no initial value, which is said before any work', async () => {
  const { lab, state } = await open();
  const message = /^A scan from an initial value requires an input that fits one buffer of this device, [\d,]+ elements; it has 25,000\.$/;
  await fails('too-large', lab.scan(fresh(LONG), { initial: fresh(1) }), message);
  assert.deepEqual(state.log, []);
});

test('arrays without elements are not detached', async () => {
  const { lab } = await open();
  for (const empty of [new Uint32Array(0), INPUT.subarray(2, 2)])
    assert.deepEqual(await lab.scan(empty, { heads: new Uint32Array(0) }), new Uint32Array(0));
});

test('an array that is detached while its scan is queued', async () => {
  for (const n of [5, LONG]) {
    const { lab } = await open();
    const before = lab.scan(INPUT);
    const input = fresh(n);
    const waiting = lab.scan(input);
    detach(input);
    await failsFor('input', lab, waiting);
    assert.deepEqual(await before, SUMS);
  }
});

test('an array that is detached while it is scanned in one buffer', async () => {
  for (const name of ['input', 'heads', 'initial']) {
    let taken = { input: fresh(5), heads: fresh(5), initial: fresh(1) };
    const { lab } = await open({ scan: async () => void (taken && detach(taken[name]), (taken = null)) });
    await failsFor(name, lab, lab.scan(taken.input, { heads: taken.heads, initial: taken.initial }));
  }
});

test('an array that is detached while it is scanned in chunks', async () => {
  for (const name of ['input', 'heads']) {
    for (const hook of ['stream', 'upload', 'push']) {
      let taken = { input: fresh(LONG), heads: fresh(LONG) };
      const { lab, state } = await open({ [hook]: async () => void (taken && detach(taken[name]), (taken = null)) });
      await failsFor(name, lab, lab.scan(taken.input, { heads: taken.heads }));
      assert.ok(state.streams.every(({ freed }) => freed));
    }
  }
});

test('an array that is detached while it is checked', async () => {
  for (const name of ['input', 'output']) {
    const { lab } = await open();
    const arrays = { input: fresh(5), output: fresh(5) };
    const checking = lab.verify(arrays.input, arrays.output);
    detach(arrays[name]);
    await failsFor(name, lab, checking);
  }
});

test('an array whose buffer shrinks while it is scanned, in one buffer and in chunks', async () => {
  for (const [n, hook] of [
    [5, 'scan'],
    [LONG, 'upload'],
    [LONG, 'push'],
  ]) {
    const buffer = new ArrayBuffer(4 * n, { maxByteLength: 4 * n });
    let scanning = true;
    const { lab } = await open({ [hook]: async () => void (scanning && buffer.resize(4)) });
    const scan = lab.scan(new Uint32Array(buffer, 0, n));
    await fails('bad-argument', scan, DETACHED('input'));
    scanning = false;
    assert.deepEqual(await lab.scan(INPUT), SUMS);
  }
});
