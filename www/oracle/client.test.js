import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OracleClient } from './client.ts';
import { createEngine } from './engine.ts';
import { ORACLE } from '../lab/lab.fakes.mjs';
import { describeFailure } from '../shared/errors.ts';
import { FakeTimers } from '../shared/timers.fakes.mjs';
import { Watchdog } from '../shared/watchdog.ts';

const SUM = { operator: 'add', type: 'u32', mode: 'inclusive' };

/** A watchdog on fake timers. */
const watchdogOf = (timers = new FakeTimers()) => new Watchdog(timers, 5_000);
const JOB = { operator: 'add', type: 'u32', mode: 'inclusive', depth: 4 };

/** A Worker that does what oracle/worker.ts does, in this thread. It clones messages and transfers buffers. */
class FakeWorker {
  static made = [];
  #handle = createEngine(() => {});
  constructor() {
    FakeWorker.made.push(this);
    setTimeout(() => this.onmessage({ data: 'ready' }));
  }
  postMessage(data, transfer) {
    const { id, message } = structuredClone(data, { transfer });
    setTimeout(async () => {
      if (this.terminated) return;
      try {
        const reply = await this.#handle(message);
        this.onmessage({ data: structuredClone({ id, reply }, { transfer: reply.returned ?? [] }) });
      } catch (failure) {
        this.onmessage({ data: { id, failure: describeFailure(failure) } });
      }
    });
  }
  terminate() {
    this.terminated = true;
  }
}

class RefusedWorker {
  constructor() {
    setTimeout(() => this.onerror({ preventDefault() {} }));
  }
  terminate() {}
}

class ForbiddenWorker {
  constructor() {
    throw new Error('SecurityError');
  }
}

async function checkOnce(client) {
  await client.ask({ do: 'begin', job: JOB });
  const input = client.takeBuffer(12);
  const output = client.takeBuffer(12);
  new Uint32Array(input).set([1, 2, 3]);
  new Uint32Array(output).set([1, 3, 7]);
  assert.equal(await client.ask({ do: 'push', type: 'u32', length: 3, input, output }, [input, output]), false);
  return { verdict: await client.ask({ do: 'finish' }), input };
}

for (const [name, Worker] of Object.entries({ none: undefined, FakeWorker, RefusedWorker, ForbiddenWorker })) {
  test(`the same replies with a worker: ${name}`, async () => {
    const client = new OracleClient({ Worker }, ORACLE, watchdogOf());
    const { verdict, input } = await checkOnce(client);
    assert.deepEqual(verdict, { verified: false, mismatch: { index: 2, expected: [6], found: [7], tolerance: 0 } });
    assert.equal(input.byteLength, name === 'FakeWorker' ? 0 : 12, 'a worker gets the buffer itself');
    assert.equal(client.takeBuffer(12).byteLength, 12);
    await client.rest();
    await assert.rejects(client.ask({ do: 'time', scan: SUM, leastSamples: 6 }), /allocated/);
    await assert.rejects(client.ask({ do: 'allocate', type: 'u32', length: 2 ** 53 }), { code: 'out-of-memory' });
  });
}

test('stop ends the worker and its requests; the next request starts another', async () => {
  FakeWorker.made.length = 0;
  const client = new OracleClient({ Worker: FakeWorker }, ORACLE, watchdogOf());
  const asked = client.ask({ do: 'begin', job: JOB });
  client.stop();
  await assert.rejects(asked, { code: 'cancelled' });
  await checkOnce(client);
  assert.deepEqual(
    FakeWorker.made.map(({ terminated }) => Boolean(terminated)),
    [true, false],
  );
  const failing = client.ask({ do: 'finish' });
  // These are only microtasks, so the request is sent, but the reply is not.
  for (let i = 0; i < 10; i++) await null;
  FakeWorker.made[1].onerror({ message: 'crashed' });
  await assert.rejects(failing, /crashed/);
  client.stop();
});

test('a part that cannot be loaded is a ScanLabError, and the next request loads it again', async () => {
  for (const [scope, part] of [
    [{ Worker: FakeWorker }, 'channel'],
    [{ Worker: FakeWorker }, 'script'],
    [{}, 'engine'],
    [{ Worker: RefusedWorker }, 'engine'],
  ]) {
    let missing = true;
    const lost = async () => (missing ? Promise.reject(new TypeError('Failed to fetch')) : ORACLE[part]());
    const client = new OracleClient(scope, { ...ORACLE, [part]: lost }, watchdogOf());
    const expected = { name: 'ScanLabError', code: 'unsupported', message: /checks results is required.*Failed to fetch/ };
    await assert.rejects(client.ask({ do: 'begin', job: JOB }), expected);
    missing = false;
    await checkOnce(client);
    client.stop();
  }
});

test('stop does not wait for a part that never loads', async () => {
  const client = new OracleClient({}, { ...ORACLE, engine: () => new Promise(() => {}) }, watchdogOf());
  const asked = client.ask({ do: 'begin', job: JOB });
  client.stop();
  await assert.rejects(asked, { code: 'cancelled' });
});

test('a worker that stalls is stopped; the next request starts another', async () => {
  FakeWorker.made.length = 0;
  const timers = new FakeTimers();
  const client = new OracleClient({ Worker: FakeWorker }, ORACLE, watchdogOf(timers));
  await checkOnce(client);
  const [worker] = FakeWorker.made;
  worker.postMessage = () => {};
  const asked = client.ask({ do: 'finish' });
  const rejected = assert.rejects(asked, { code: 'out-of-memory', message: /within 5 s.*starts another/ });
  await timers.advance(4_000);
  // Long work that reports progress is not stopped.
  worker.onmessage({ data: {} });
  await timers.advance(4_500);
  assert.equal(worker.terminated, undefined);
  await timers.advance(1_500);
  await rejected;
  assert.equal(worker.terminated, true);
  await checkOnce(client);
  assert.equal(FakeWorker.made.length, 2);
  // The timer ends at the next tick.
  await timers.advance(500);
  assert.equal(timers.waiting.size, 0);
});

test('the scan in JavaScript is repeated until the clock resolves it, even if an interruption prolongs the first run', async () => {
  const { now } = performance;
  const handle = createEngine(() => {});
  await handle({ do: 'allocate', type: 'u32', length: 256, flags: 0 });
  let calls = 0;
  performance.now = () => {
    calls += 1;
    for (const end = now.call(performance) + 8; calls === 2 && now.call(performance) < end;);
    // The clock is as coarse as in browsers: 100 µs.
    return Math.floor(now.call(performance) * 10) / 10;
  };
  const {
    value: { samples_ns, repeats },
  } = await handle({ do: 'time', scan: SUM, leastSamples: 6 }).finally(() => (performance.now = now));
  assert.ok(repeats > 1 && samples_ns.length >= 6 && samples_ns.every((time) => time > 0), `${repeats} ${samples_ns}`);
});
