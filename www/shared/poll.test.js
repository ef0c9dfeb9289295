import assert from 'node:assert/strict';
import { test } from 'node:test';
import { polled } from './poll.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A clock that advances at each reading by a fixed number of ms, whatever the load. @param {import('node:test').TestContext} t @param {number} look_ms */
function setClock(t, look_ms) {
  let now_ms = 0;
  t.mock.method(performance, 'now', () => (now_ms += look_ms));
}

/** A device that counts error scopes, one of which may be open at a time. */
function fakeDevice({ isLost = false } = {}) {
  let [open, count, most] = [0, 0, 0];
  return {
    pushErrorScope() {
      open++;
    },
    async popErrorScope() {
      open--;
      count++;
      most = Math.max(most, ++waiting);
      await turn();
      waiting--;
      if (isLost) throw new Error('lost');
      return null;
    },
    counts: () => ({ open, count, most }),
  };
}
let waiting = 0;

test('a device gets messages while work is waited for, one at a time, and none afterwards', async (t) => {
  setClock(t, 0);
  const device = fakeDevice();
  /** @type {((value: string) => void)[]} */
  const ends = [];
  const works = [1, 2].map(() => polled(device, new Promise((resolve) => ends.push(resolve))));
  await turn();
  await turn();
  ends.forEach((end) => end('done'));
  assert.deepEqual(await Promise.all(works), ['done', 'done']);
  await turn();
  await turn();
  const { open, count, most } = device.counts();
  assert.deepEqual({ open, most }, { open: 0, most: 1 });
  assert.ok(count > 1);
  await turn();
  assert.equal(device.counts().count, count);
});

test('long work is not polled all along, and later work again', async (t) => {
  setClock(t, 1);
  const device = fakeDevice();
  const wait = () => polled(device, new Promise((resolve) => setTimeout(resolve, 30)));
  await wait();
  const { count } = device.counts();
  assert.ok(count > 0 && count <= 4, `${count}`);
  await wait();
  assert.ok(device.counts().count > count);
});

test('work settles as it does, whatever the device says', async () => {
  await assert.rejects(polled(fakeDevice({ isLost: true }), Promise.reject(new Error('stopped'))), /stopped/);
  assert.equal(
    await polled(
      fakeDevice({ isLost: true }),
      turn().then(() => 1),
    ),
    1,
  );
});
