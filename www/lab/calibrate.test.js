import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANDIDATES, calibrate, tableOf } from './calibrate.ts';
import { ScanLabError } from '../shared/errors.ts';
import { FakePage } from '../shared/page.fakes.mjs';
import { registeredIds } from '../shared/registry.fakes.mjs';
import { tick } from '../shared/timers.fakes.mjs';
import { MAX_ATTEMPTS } from '../shared/visibility.ts';

const LONGEST = 2 ** 32 - 1;
const measured = (n, times) => ({ n, times: new Map(Object.entries(times)) });

/** Rejects on abort; a timer keeps the process running until then. */
function untilAborted(signal) {
  const alive = setTimeout(() => {}, 60_000);
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      clearTimeout(alive);
      reject(new ScanLabError('cancelled', 'aborted'));
    });
  });
}

/** A lab whose points `timeOf` completes or rejects. */
function bench(timeOf, { isFallback = false, check = () => {}, page } = {}) {
  const log = { blocks: [], ended: 0 };
  const begin = (jobs, signal) => {
    log.blocks.push(jobs.map(({ algorithm, n }) => `${algorithm} ${n}`));
    return {
      end: () => void log.ended++,
      point: async (job) => ({ ...job, verified: true, hidden: false, median_ns: 1, ...(await timeOf(job, signal)) }),
    };
  };
  const algorithms = Object.values(CANDIDATES).flat();
  return { log, adapter: { isFallback }, algorithms, job: (algorithm, n) => ({ algorithm, n }), check, begin, page };
}

test('every candidate is registered, and none is auto', () => {
  const ids = Object.values(CANDIDATES)
    .flat()
    .map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => id === 'auto' || !registeredIds().includes(id)),
    [],
  );
});

test('the table has the fastest scan by length, equal neighbours merged, up to the greatest length', () => {
  const sizes = [measured(2 ** 14, { a: 5, b: 4 }), measured(2 ** 10, { a: 1, b: 2 }), measured(2 ** 18, { a: 9, b: 7 })];
  assert.deepEqual(tableOf(sizes), [
    { up_to_elements: 2 ** 12, id: 'a' },
    { up_to_elements: LONGEST, id: 'b' },
  ]);
  assert.deepEqual(tableOf([measured(2 ** 18, { b: 3 })]), [{ up_to_elements: LONGEST, id: 'b' }]);
  assert.deepEqual(tableOf([]), []);
});

test('a row continues until another scan is faster by the margin', () => {
  const sizes = [measured(2 ** 10, { a: 1, b: 2 }), measured(2 ** 14, { a: 1.02, b: 1 })];
  assert.deepEqual(tableOf(sizes), [{ up_to_elements: LONGEST, id: 'a' }]);
});

test('sizes are measured with the scans that fit; wrong and failed ones are ignored', async () => {
  const times = { sequential: { median_ns: 10 }, raking: { median_ns: 1, verified: false }, 'look-back': { median_ns: 5 } };
  const lab = bench(
    ({ algorithm, n }) => {
      if (algorithm === 'subgroup') throw new ScanLabError('unsupported', 'given up');
      return algorithm === 'sequential' && n === 2 ** 10 ? { median_ns: 2 } : (times[algorithm] ?? { median_ns: 20 });
    },
    {
      check: ({ algorithm }) => {
        if (algorithm === 'cache-blocked') throw new ScanLabError('too-large', 'too long');
      },
    },
  );
  const rows = await calibrate(lab);
  assert.deepEqual(rows, [
    { up_to_elements: 2 ** 12, id: 'sequential' },
    { up_to_elements: LONGEST, id: 'look-back' },
  ]);
  assert.equal(lab.log.ended, lab.log.blocks.length);
  const all = lab.log.blocks.flat();
  assert.ok(all.includes('sequential 1024') && !all.includes('sequential 16384') && !all.some((one) => one.startsWith('cache-blocked')));
});

test('no size is begun after the time limit', async () => {
  const lab = bench(() => new Promise((resolve) => setTimeout(resolve, 5, { median_ns: 3 })), { isFallback: true });
  await calibrate(lab, undefined, { begin: 1, end: 60_000 });
  assert.equal(lab.log.blocks.length, 1);
});

test('a size that takes too long is cancelled, and the table is of those before it', async () => {
  const stuckAt = (size) => bench(({ n }, signal) => (n === size ? untilAborted(signal) : { median_ns: 3 }));
  assert.deepEqual(await calibrate(stuckAt(2 ** 10), undefined, { begin: 1000, end: 30 }), [
    { up_to_elements: LONGEST, id: 'reduce-then-scan' },
  ]);
  assert.deepEqual(await calibrate(stuckAt(2 ** 18), undefined, { begin: 1000, end: 30 }), []);
});

test('a caller who aborts, and a lost device, end it', async () => {
  const abort = new AbortController();
  const stuck = bench((_, signal) => untilAborted(signal));
  setTimeout(() => abort.abort(), 5);
  await assert.rejects(calibrate(stuck, abort.signal), { code: 'cancelled' });
  assert.equal(stuck.log.ended, 1);
  await assert.rejects(calibrate(bench(() => Promise.reject(new ScanLabError('device-lost', 'gone')))), { code: 'device-lost' });
});

test('calibration pauses while the page is hidden, and measures hidden points again', async () => {
  const page = new FakePage();
  page.turn(true);
  let spoils = 1;
  const lab = bench(
    ({ algorithm }) => {
      if (spoils && algorithm === 'look-back') return { median_ns: 0.1, hidden: Boolean(spoils--) };
      return { median_ns: algorithm === 'raking' ? 1 : 2 };
    },
    { page },
  );
  // The page is hidden for longer than the time limit.
  const table = calibrate(lab, undefined, { begin: 60_000, end: 50 });
  await tick(80);
  assert.equal(lab.log.blocks.length, 0);
  page.turn(false);
  assert.deepEqual(await table, [
    { up_to_elements: 2 ** 16, id: 'raking' },
    { up_to_elements: LONGEST, id: 'reduce-then-scan' },
  ]);
  assert.equal(lab.log.blocks.length, 5);
});

test('a page that is hidden again and again gets no table', async () => {
  const lab = bench(() => ({ hidden: true }), { page: new FakePage() });
  await assert.rejects(calibrate(lab), { code: 'unsupported', message: /The tab was hidden while this ran\./ });
  assert.deepEqual([lab.log.blocks.length, lab.log.ended], [MAX_ATTEMPTS, MAX_ATTEMPTS]);
});

test('a pause for a hidden page can be aborted', async () => {
  const page = new FakePage();
  page.turn(true);
  const abort = new AbortController();
  const waiting = calibrate(
    bench(() => ({}), { page }),
    abort.signal,
  );
  setTimeout(() => abort.abort(), 5);
  await assert.rejects(waiting, { code: 'cancelled' });
});

test('sizes that were measured before the page was hidden again and again stay in the table', async () => {
  let first = 0;
  const lab = bench(({ n }) => ({ hidden: n !== (first ||= n) }), { page: new FakePage() });
  const table = await calibrate(lab);
  assert.ok(table.length > 0 && lab.log.blocks.length > 1);
});
