import assert from 'node:assert/strict';
import test from 'node:test';
import { unlessAborted } from './abort.ts';

test('a promise gives what it gives, unless the signal aborts before', async () => {
  const { signal } = new AbortController();
  assert.equal(await unlessAborted(Promise.resolve(1)), 1);
  assert.equal(await unlessAborted(Promise.resolve(1), signal), 1);
  await assert.rejects(unlessAborted(Promise.reject(new Error('why')), signal), /why/);
  await assert.rejects(unlessAborted(Promise.resolve(1), AbortSignal.abort(new Error('stopped'))), /stopped/);
  const controller = new AbortController();
  const waiting = unlessAborted(new Promise(() => {}), controller.signal);
  controller.abort(new Error('stopped'));
  await assert.rejects(waiting, /stopped/);
});
