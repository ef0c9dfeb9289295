import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate } from './calibrate.ts';
import { ScanLabError } from '../shared/errors.ts';
import { FakePage } from '../shared/page.fakes.mjs';
import { tick } from '../shared/timers.fakes.mjs';
import { MAX_ATTEMPTS } from '../shared/visibility.ts';

const LONGEST = 2 ** 32 - 1;

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

/** A calibrator with these blocks. It begins no block after `begin` ms, and its table has one row. */
function fakeCalibrator(blocks, { begin = Infinity, end = 60_000 }) {
  const [left, recorded] = [[...blocks], []];
  return {
    recorded,
    nextBlock: (spent_ms) => {
      const next = recorded.length && spent_ms > begin ? undefined : left.shift();
      return next && { ...next, end_ms: end };
    },
    record: (...time) => void recorded.push(time),
    rows: () => {
      if (!recorded.length) throw new ScanLabError('unsupported', 'nothing has a time');
      return [{ up_to_elements: LONGEST, id: recorded[0][0] }];
    },
  };
}

const BLOCKS = [
  { n: 2 ** 18, algorithms: ['raking', 'subgroup'] },
  { n: 2 ** 10, algorithms: ['sequential', 'raking'] },
];

/** A lab whose points `timeOf` completes or rejects. */
function bench(timeOf, { page, ...bounds } = {}) {
  const log = { blocks: [], ended: 0 };
  const begin = (jobs, signal) => {
    log.blocks.push(jobs.map(({ algorithm, n }) => `${algorithm} ${n}`));
    return {
      end: () => void log.ended++,
      point: async (job) => ({ ...job, hidden: false, median_ns: 1, ...(await timeOf(job, signal)) }),
    };
  };
  const calibrator = fakeCalibrator(BLOCKS, bounds);
  return { log, recorded: calibrator.recorded, calibrator, job: (algorithm, n) => ({ algorithm, n }), begin, page };
}

test('the blocks that the core chooses are measured, and the times of the points that have one are recorded', async () => {
  const lab = bench(({ algorithm, n }) => {
    if (algorithm === 'subgroup') throw new ScanLabError('unsupported', 'given up');
    return { median_ns: algorithm === 'sequential' ? null : n };
  });
  assert.deepEqual(await calibrate(lab), [{ up_to_elements: LONGEST, id: 'raking' }]);
  assert.deepEqual(lab.log, {
    blocks: [
      ['raking 262144', 'subgroup 262144'],
      ['sequential 1024', 'raking 1024'],
    ],
    ended: 2,
  });
  assert.deepEqual(lab.recorded, [
    ['raking', 2 ** 18, 2 ** 18],
    ['raking', 2 ** 10, 2 ** 10],
  ]);
});

test('no size is begun after the time limit', async () => {
  const lab = bench(() => new Promise((resolve) => setTimeout(resolve, 5, { median_ns: 3 })), { begin: 1 });
  await calibrate(lab);
  assert.equal(lab.log.blocks.length, 1);
});

test('a size that takes too long is cancelled, and the table is of those before it', async () => {
  const stuckAt = (size) => bench(({ n }, signal) => (n === size ? untilAborted(signal) : { median_ns: 3 }), { end: 30 });
  assert.deepEqual(await calibrate(stuckAt(2 ** 10)), [{ up_to_elements: LONGEST, id: 'raking' }]);
  await assert.rejects(calibrate(stuckAt(2 ** 18)), { code: 'unsupported', message: 'nothing has a time' });
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
  // The page is hidden for longer than the time limit.
  const lab = bench(({ algorithm }) => ({ hidden: algorithm === 'subgroup' && Boolean(spoils--) }), { page, end: 50 });
  const table = calibrate(lab);
  await tick(80);
  assert.equal(lab.log.blocks.length, 0);
  page.turn(false);
  await table;
  assert.equal(lab.log.blocks.length, 3);
  assert.equal(lab.recorded.length, 4);
});

test('a page that is hidden again and again gets no table', async () => {
  const lab = bench(() => ({ hidden: true }), { page: new FakePage() });
  await assert.rejects(calibrate(lab), { code: 'unsupported', message: /The tab was hidden meanwhile\./ });
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
