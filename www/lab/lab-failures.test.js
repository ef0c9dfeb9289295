import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, fakeLabClass, fakeScope, until } from './lab.fakes.mjs';
import { INPUT, NEVER, SUMS, collect, fails, hanging, open } from './lab.steps.mjs';

test('abort: rejects at once, while the GPU continues', async () => {
  const { lab, state } = await open({ scan: NEVER });
  const abort = new AbortController();
  const scan = lab.scan(INPUT, { signal: abort.signal });
  await hanging();
  abort.abort(new Error('enough'));
  const error = await fails('cancelled', scan);
  assert.equal(error.cause.message, 'enough');
  assert.equal(state.tokens[0].cancelled, true);
  assert.equal(state.tokens[0].freed, false);
  await fails('cancelled', lab.scan(INPUT, { signal: AbortSignal.abort() }));
});

test('abort: a queued task rejects at once', async () => {
  const { lab, state } = await open({ scan: NEVER });
  const first = lab.scan(INPUT);
  const abort = new AbortController();
  const second = lab.scan(INPUT, { signal: abort.signal });
  await hanging();
  abort.abort();
  await fails('cancelled', second);
  assert.equal(state.log.length, 1);
  lab.close();
  await fails('cancelled', first);
});

test('close: work in flight is cancelled, later work is refused', async () => {
  let scanning = false;
  const untilCancelled = (token) =>
    new Promise((_, reject) => {
      token.onCancel = () => reject(failure('cancelled', 'stopped'));
      scanning = true;
    });
  const { lab, state } = await open({ scan: untilCancelled });
  let lost = false;
  lab.lost.then(() => (lost = true));
  const scan = lab.scan(INPUT);
  await until(() => scanning);
  lab.close();
  lab.close();
  await fails('cancelled', scan, /closed/);
  await fails('bad-argument', lab.scan(INPUT), /closed/);
  await fails('bad-argument', lab.verify(INPUT, SUMS), /closed/);
  await fails('bad-argument', lab.measure({ algorithm: 'hybrid', n: 4 }), /closed/);
  await fails('bad-argument', () => collect(lab.sweep({ algorithms: ['hybrid'], sizes: [4] })), /closed/);
  assert.throws(() => lab.supports(), { code: 'bad-argument' });
  assert.throws(() => lab.plan({ n: 1 }), { code: 'bad-argument' });
  await until(() => state.freed);
  assert.equal(state.freed, 1, 'the core is freed once, after its work has ended');
  assert.equal(lost, false);
});

test('a lost device rejects work in flight and later work', async () => {
  const { lab, scope } = await open({ scan: NEVER });
  const scans = [lab.scan(INPUT), lab.scan(INPUT)];
  await hanging();
  scope.loseDevice({ reason: 'unknown', message: 'the GPU went away' });
  for (const scan of scans) await fails('device-lost', scan, /unknown: the GPU went away.*ScanLab\.open/);
  assert.match((await lab.lost).message, /went away/);
  await fails('device-lost', lab.scan(INPUT));
  lab.close();
});

test('a panic rejects the work of all labs, and advises to reload', async () => {
  const { TestLab, state } = fakeLabClass({ scan: NEVER, measure: NEVER });
  const [one, two] = [await TestLab.open(), await TestLab.open()];
  const works = [one.scan(INPUT), two.measure({ algorithm: 'hybrid', n: 8 }), one.scan(INPUT)];
  await hanging(2);
  state.panic('index out of bounds: src/plan.rs:7');
  for (const work of works) await fails('device-lost', work, /index out of bounds.*Reload the page/);
  assert.match((await one.lost).message, /Reload/);
  await fails('device-lost', TestLab.open(), /Reload/);
  await fails('device-lost', TestLab.catalogue(), /Reload/);
  assert.equal(state.freed, 0);
});

test('a panic during open rejects it', async () => {
  const scope = fakeScope();
  const { TestLab, state } = fakeLabClass({ open: NEVER }, scope);
  const opens = [TestLab.open(), TestLab.open()];
  await hanging();
  state.panic('oh');
  for (const opening of opens) await fails('device-lost', opening, /Reload/);
  assert.equal(scope.destroyed, 2);
});

test('a trap ends the core, and an unexpected exception ends its lab', async () => {
  const trapped = await open({ scan: () => Promise.reject(new WebAssembly.RuntimeError('unreachable')) });
  await fails('device-lost', trapped.lab.scan(INPUT), /unreachable.*Reload/);
  await fails('device-lost', trapped.TestLab.open());
  const odd = await open({ scan: () => Promise.reject(new TypeError('x is not a function')) });
  await fails('device-lost', odd.lab.scan(INPUT), /x is not a function/);
  await fails('device-lost', odd.lab.scan(INPUT));
  (await odd.TestLab.open()).close();
});

test("the core's errors keep their code", async () => {
  const { lab } = await open({ scan: () => Promise.reject(failure('out-of-memory', '4 GiB required; 1 GiB there')) });
  await fails('out-of-memory', lab.scan(INPUT), /4 GiB/);
  await fails('out-of-memory', lab.scan(INPUT), /4 GiB/);
  const lost = await open({ scan: () => Promise.reject(failure('device-lost', 'gone')) });
  await fails('device-lost', lost.lab.scan(INPUT), /gone/);
  assert.match((await lost.lab.lost).message, /gone/);
});
