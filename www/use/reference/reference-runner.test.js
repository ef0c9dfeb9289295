import assert from 'node:assert/strict';
import { register } from 'node:module';
import { afterEach, test } from 'node:test';

/** The build makes the script of the worker. */
const HOOKS = `export const resolve = (name, context, next) =>
  name === 'reference-worker-source' ? { url: 'data:text/javascript,export default ""', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);

/** The requests to all workers: each message with its worker. */
let asked = [];
let started = 0;

/** A worker that answers when a test says so. */
class FakeWorker {
  constructor() {
    started++;
    setTimeout(() => this.onmessage({ data: 'ready' }));
  }
  postMessage({ id, message }) {
    asked.push({ worker: this, id, message: structuredClone(message) });
  }
  terminate() {
    this.isTerminated = true;
  }
}
globalThis.Worker = FakeWorker;
const { runReference } = await import('./reference-runner.ts');

const controls = [
  { id: 'by', kind: 'range' },
  { id: 'file', kind: 'file' },
];
const application = /** @type {any} */ ({ id: 'doubles', controls, reference: (input, { by }) => ({ doubled: input.map((x) => by * x) }) });
const settings = { by: 2 };
const REPLY = { wanted: { doubled: Uint32Array.of(2) }, ms: 1 };

/** Waits until a number of requests has been sent. */
async function sent(count) {
  const end_ms = performance.now() + 5000;
  while (asked.length < count && performance.now() < end_ms) await new Promise((resolve) => setTimeout(resolve));
  return asked[count - 1];
}
const answer = ({ worker, id }, data) => worker.onmessage({ data: { id, ...data } });

afterEach(() => {
  // The next test starts another.
  for (const { worker } of asked) worker.onerror({ message: 'the test is over' });
  asked = [];
  started = 0;
});

test('a worker gets the application’s id, a copy of the input, and the settings without files, and one serves all', async () => {
  const running = [1, 2].map((x) => runReference(application, Uint32Array.of(x), { ...settings, file: { close() {} } }));
  await sent(2);
  assert.deepEqual(
    asked.map(({ message }) => message),
    [1, 2].map((x) => ({ id: 'doubles', input: Uint32Array.of(x), settings })),
  );
  answer(asked[1], { reply: 'second' });
  answer(asked[0], { reply: REPLY });
  assert.deepEqual(await Promise.all(running), [REPLY, 'second']);
  assert.equal(started, 1);
});

test('a stop ends the worker, where nothing else waits for it, and the next check starts another', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const both = [first, second].map(({ signal }) => runReference(application, Uint32Array.of(1), settings, signal));
  const { worker } = await sent(2);
  first.abort();
  await assert.rejects(both[0], { name: 'AbortError' });
  assert.ok(!worker.isTerminated, 'another check waits for its answer');
  second.abort();
  await assert.rejects(both[1], { name: 'AbortError' });
  assert.ok(worker.isTerminated);
  const next = runReference(application, Uint32Array.of(1), settings);
  const request = await sent(3);
  assert.notEqual(request.worker, worker);
  answer(request, { reply: REPLY });
  assert.equal(await next, REPLY);
  await assert.rejects(runReference(application, Uint32Array.of(1), settings, AbortSignal.abort()), { name: 'AbortError' });
  assert.equal(asked.length, 3);
});

test('a worker that is being started at a stop serves the next check', async () => {
  const first = new AbortController();
  const stopped = runReference(application, Uint32Array.of(1), settings, first.signal);
  first.abort();
  await assert.rejects(stopped, { name: 'AbortError' });
  const next = runReference(application, Uint32Array.of(1), settings);
  answer(await sent(1), { reply: REPLY });
  assert.equal(await next, REPLY);
  assert.equal(started, 1);
});

test('a program that fails says why, and a worker that has stopped is replaced', async () => {
  const failing = runReference(application, Uint32Array.of(1), settings);
  answer(await sent(1), { failure: { code: 'bad-argument', message: 'too many' } });
  await assert.rejects(failing, { name: 'ScanLabError', code: 'bad-argument', message: 'too many' });
  const unreadable = runReference(application, Uint32Array.of(1), settings);
  (await sent(2)).worker.onmessageerror();
  await assert.rejects(unreadable, { code: 'out-of-memory', message: /cannot be read/ });
  const stopped = runReference(application, Uint32Array.of(1), settings);
  (await sent(3)).worker.onerror({ message: 'crashed' });
  await assert.rejects(stopped, { name: 'ScanLabError', code: 'out-of-memory', message: /crashed/ });
  const next = runReference(application, Uint32Array.of(1), settings);
  answer(await sent(4), { reply: REPLY });
  assert.equal(await next, REPLY);
  assert.equal(started, 3);
});

test('where workers are refused, it runs on this thread', async (t) => {
  t.after(() => (globalThis.Worker = FakeWorker));
  globalThis.Worker = /** @type {any} */ (
    class {
      constructor() {
        throw new Error('SecurityError');
      }
    }
  );
  const { wanted, ms } = await runReference(application, Uint32Array.of(1, 2), settings);
  assert.deepEqual(wanted, { doubled: Uint32Array.of(2, 4) });
  assert.ok(ms >= 0);
});
