import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

/** @type {typeof import('./prefaulted-buffer.ts').PrefaultedBuffer} */
let PrefaultedBuffer;
const MIB = 2 ** 20;
const LONG = 8 * MIB;

/** Runs the worker's script in this thread, one task at a time. */
class FakeWorker {
  /** @type {FakeWorker[]} */
  static made = [];
  terminated = false;
  orders = 0;
  #tasks = [];
  #scope;

  constructor(url) {
    FakeWorker.made.push(this);
    const port1 = {};
    const port2 = { postMessage: () => this.#tasks.push(() => port1.onmessage()) };
    const postMessage = (data, transfer) => this.onmessage({ data: structuredClone(data, { transfer }) });
    this.#scope = {
      onmessage: null,
      postMessage,
      MessageChannel: function Channel() {
        Object.assign(this, { port1, port2 });
      },
    };
    new Function('scope', `with (scope) { ${sources.get(url)} }`)(this.#scope);
  }

  postMessage(data) {
    if (data.length) this.orders += 1;
    this.#tasks.push(() => this.#scope.onmessage({ data }));
  }

  run(tasks = Infinity) {
    for (; tasks > 0 && this.#tasks.length > 0; tasks--) this.#tasks.shift()();
  }

  terminate() {
    this.terminated = true;
  }
}

const sources = new Map();
const { createObjectURL } = URL;
let pages = 0;

beforeEach(async () => {
  delete globalThis[Symbol.for('scanlab.refused-worker-sources')];
  // Each test gets a fresh module, without the state of the test before.
  pages += 1;
  ({ PrefaultedBuffer } = await import(`./prefaulted-buffer.ts?page=${pages}`));
  // The text of a real blob cannot be read synchronously.
  const { Blob } = globalThis;
  globalThis.Blob = function Text(parts) {
    this.text = parts.join('');
  };
  URL.createObjectURL = ({ text }) => {
    sources.set('blob:worker', text);
    return 'blob:worker';
  };
  restore = () => Object.assign(globalThis, { Blob });
  globalThis.Worker = FakeWorker;
});

let restore;

afterEach(() => {
  // Ends workers and timers, which would keep this process running.
  PrefaultedBuffer.of(0);
  FakeWorker.made.forEach((worker) => worker.onerror());
  FakeWorker.made = [];
  URL.createObjectURL = createObjectURL;
  restore();
  delete globalThis.Worker;
});

/** Writes 1, 2, 3 … in two slices of different lengths, and checks the buffer. */
function fill(array, length) {
  const bytes = new Uint8Array(length).map((_, i) => i + 1);
  const take = array.writer(0);
  take();
  FakeWorker.made[0]?.run();
  take(bytes.subarray(0, MIB + 4));
  take(bytes.subarray(MIB + 4));
  assert.deepEqual(new Uint8Array(array.buffer), bytes);
}

test('without a worker, or for a short buffer, the page allocates', () => {
  fill(new PrefaultedBuffer(2 * MIB), 2 * MIB);
  assert.equal(FakeWorker.made.length, 0);
  delete globalThis.Worker;
  fill(new PrefaultedBuffer(LONG), LONG);
  assert.equal(new PrefaultedBuffer(0).buffer.byteLength, 0);
});

test('a worker makes it, and delivers it when it is complete or requested', () => {
  for (const tasks of [0, 1, 5, Infinity]) {
    const array = new PrefaultedBuffer(LONG);
    const [worker] = FakeWorker.made;
    worker.run(tasks);
    const made = [];
    const { deliver } = array;
    array.deliver = (bytes, touched) => {
      made.push([bytes.length, touched]);
      deliver.call(array, bytes, touched);
    };
    fill(array, LONG);
    if (tasks === Infinity) assert.deepEqual(made, []);
    else assert.ok(made.length === 1 && made[0][0] === LONG && made[0][1] < LONG, String(made));
  }
  assert.equal(FakeWorker.made.length, 1, 'one worker does for all');
});

test('two orders at a time', () => {
  const arrays = [new PrefaultedBuffer(LONG), new PrefaultedBuffer(LONG)];
  FakeWorker.made[0].run(3);
  fill(arrays[1], LONG);
  fill(arrays[0], LONG);
});

test('a late delivery is ignored', () => {
  const array = new PrefaultedBuffer(LONG);
  const take = array.writer(LONG - 4);
  take();
  take(Uint8Array.of(1, 2, 3, 4));
  FakeWorker.made[0].run();
  assert.deepEqual(new Uint8Array(array.buffer).subarray(-8), Uint8Array.of(0, 0, 0, 0, 1, 2, 3, 4));
});

test('a worker that fails after an answer is replaced', () => {
  fill(new PrefaultedBuffer(LONG), LONG);
  const array = new PrefaultedBuffer(LONG);
  const [first] = FakeWorker.made;
  first.onerror();
  fill(array, LONG);
  fill(new PrefaultedBuffer(LONG), LONG);
  assert.deepEqual(
    FakeWorker.made.map(({ terminated }) => terminated),
    [true, false],
  );
});

test('with the second of a length, a third is ordered', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  fill(PrefaultedBuffer.of(LONG), LONG);
  const [worker] = FakeWorker.made;
  assert.equal(worker.orders, 1, 'a length that has not repeated');
  const second = PrefaultedBuffer.of(LONG);
  assert.equal(worker.orders, 3);
  fill(second, LONG);
  const third = PrefaultedBuffer.of(LONG);
  assert.equal(worker.orders, 4, 'the third has been ordered, a fourth is now');
  third.deliver = () => assert.fail('it is there already');
  fill(third, LONG);
});

test('a buffer ordered in advance is discarded for another length, and after a while', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const twice = () => [1, 2].forEach(() => fill(PrefaultedBuffer.of(LONG), LONG));
  twice();
  const [worker] = FakeWorker.made;
  PrefaultedBuffer.of(LONG);
  const { onmessage } = worker;
  const given = [];
  worker.onmessage = (message) => {
    const { bytes, touched } = message.data;
    given.push([bytes.length, touched === bytes.length]);
    onmessage(message);
  };
  // The worker has not begun the buffer that was ordered in advance, and does not complete it before this one.
  const other = PrefaultedBuffer.of(LONG + 4);
  fill(other, LONG + 4);
  assert.deepEqual(given, [
    [LONG, false],
    [LONG + 4, false],
  ]);
  twice();
  assert.equal(worker.orders, 8);
  // An unused buffer does not keep the worker running.
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  assert.equal(worker.terminated, true);
  const late = PrefaultedBuffer.of(LONG);
  assert.equal(FakeWorker.made[1].orders, 2, 'a new one is ordered');
  fill(late, LONG);
});

test('nothing very long is ordered in advance', () => {
  const most = 2 ** 29;
  for (const length of [most, most, most + 4, most + 4, most + 4]) PrefaultedBuffer.of(length);
  assert.equal(FakeWorker.made[0].orders, 6);
});

test('where a policy forbids the worker, none is started again', () => {
  const array = new PrefaultedBuffer(LONG);
  const [worker] = FakeWorker.made;
  worker.onerror();
  assert.ok(worker.terminated);
  fill(array, LONG);
  fill(new PrefaultedBuffer(LONG), LONG);
  assert.equal(FakeWorker.made.length, 1);
});

test('where a policy refuses the worker at once, none is tried again', () => {
  let tried = 0;
  globalThis.Worker = class {
    constructor() {
      tried += 1;
      throw new Error('a policy forbids it');
    }
  };
  fill(new PrefaultedBuffer(LONG), LONG);
  fill(new PrefaultedBuffer(LONG), LONG);
  assert.equal(tried, 1);
});

test('a failed allocation is thrown when the buffer is read', () => {
  const array = new PrefaultedBuffer(2 ** 60);
  const take = array.writer(0);
  take();
  FakeWorker.made[0].run();
  take(new Uint8Array(8));
  assert.throws(() => array.buffer, RangeError);
});

test('a worker that never answers keeps no result, and ends', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const array = new PrefaultedBuffer(LONG);
  const [worker] = FakeWorker.made;
  const take = array.writer(0);
  take();
  take(new Uint8Array(LONG).fill(7));
  assert.equal(new Uint8Array(array.buffer)[LONG - 1], 7);
  assert.equal(worker.terminated, false);
  mock.timers.tick(5000);
  assert.equal(worker.terminated, true);
});
