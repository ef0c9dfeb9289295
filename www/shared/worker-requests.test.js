import assert from 'node:assert/strict';
import test from 'node:test';
import { WorkerRequests, openedOnce } from './worker-requests.ts';

test('it is opened once, and again after it was forgotten or could not be opened', async () => {
  /** @type {(() => void)[]} */
  const forgets = [];
  let isMissing = true;
  const open = openedOnce(async (forget) => {
    if (isMissing) throw new Error('missing');
    return forgets.push(forget);
  });
  await assert.rejects(open(), /missing/);
  isMissing = false;
  assert.deepEqual(await Promise.all([open(), open()]), [1, 1]);
  forgets[0]();
  assert.equal(await open(), 2);
  // Results of earlier openings have no effect any more.
  forgets[0]();
  assert.equal(await open(), 2);
});

test('answers settle their requests, in any order, and a fatal failure ends the worker and what is still asked', async () => {
  const posted = [];
  const worker = /** @type {any} */ ({ postMessage: (data) => posted.push(data), terminate: () => posted.push('terminated') });
  let answers = 0;
  let ends = 0;
  const requests = new WorkerRequests(worker, { onStop: () => {}, onAnswer: () => answers++, onEnd: () => ends++ });
  const [one, two, three] = ['a', 'b', 'c'].map((message) => requests.send(message));
  assert.deepEqual(posted, [
    { id: 1, message: 'a' },
    { id: 2, message: 'b' },
    { id: 3, message: 'c' },
  ]);
  worker.onmessage({ data: {} });
  worker.onmessage({ data: { id: 2, reply: 'of b' } });
  assert.equal(await two, 'of b');
  worker.onmessage({ data: { id: 1, failure: { code: null, message: 'unreachable' }, isFatal: true } });
  for (const failed of [one, three, requests.send('d')]) await assert.rejects(failed, { name: 'Error', message: 'unreachable' });
  assert.deepEqual([posted.length, posted[3], answers, ends], [4, 'terminated', 3, 1]);
});
