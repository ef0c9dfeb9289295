import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { shortened } from './record.mjs';

const AsyncFunction = (async () => {}).constructor;

/** Runs a script as the built page does, but with these exports of `scanlab.js`. */
function run(name, args, exports) {
  const text = fs.readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll("import('./scanlab.js')", 'exports');
  return new AsyncFunction('args', 'exports', 'console', 'navigator', 'GPUDevice', text)(
    args,
    exports,
    { log() {} },
    { userAgent: 'Node' },
    class {
      createShaderModule() {}
    },
  );
}

/** A lab whose sweeps return the points that `pointOf` makes from a scan and a pass. By default the points are verified. */
function sweeping(ids, pointOf) {
  const state = { closed: 0 };
  const lab = {
    adapter: { isFallback: true },
    calibration: null,
    algorithms: ids.map((id) => ({ id })),
    async *sweep({ algorithms, seed }) {
      for (const algorithm of algorithms) {
        yield { algorithm, verified: true, skipped: null, copy: { median_ns: 100 }, copy_ratio: { value: 2 }, ...pointOf(algorithm, seed) };
      }
    },
    close: () => (state.closed += 1),
  };
  return { state, ScanLab: { open: async () => lab } };
}

test('auto.js: the best is among the scans that were right and timed in every pass', async () => {
  const times = { a: 1.1, b: 1.2, c: 3, auto: 3.3 };
  const { state, ...exports } = sweeping(['a', 'b', 'c'], (id, pass) => ({
    copy_ratio: id === 'b' && pass === 3 ? null : { value: times[id] },
    verified: !(id === 'a' && pass === 1),
  }));
  const {
    rows: [row],
  } = await run('auto.js', { sizes: [1024] }, exports);
  assert.deepEqual([row.best, row.best_ns, row.auto_ns, row.auto_to_best], ['c', 300, 330, 1.1]);
  assert.deepEqual(row.times_of_copy, { c: 3, auto: 3.3 });
  assert.deepEqual(row.left_out, { a: 'The output was wrong.', b: 'The timer was too coarse.' });
  assert.equal(state.closed, 1);
});

test('auto.js: without a scan that counts there is no best', async () => {
  const { state, ...exports } = sweeping(['a'], (id) => ({ verified: id === 'auto' }));
  const {
    rows: [row],
  } = await run('auto.js', { sizes: [1024] }, exports);
  assert.deepEqual([row.best, row.best_ns, row.auto_ns, row.auto_to_best], [null, null, 200, null]);
});

/** Labs whose shaders have a constant called ITEMS. `state` counts the labs that are open at a time. */
function measuring() {
  const state = { open: 0, most: 0, opened: 0, measured: [] };
  const open = async () => {
    state.opened += 1;
    state.most = Math.max(state.most, ++state.open);
    return {
      adapter: { vendor: 'acme' },
      shaders: ({ algorithm }) => [
        {
          entry_points: ['main'],
          parts: [{ path: 'prelude', first_line: 1, source: `const ITEMS: u32 = 4u;\nconst ${algorithm.toUpperCase()}: u32 = 1u;\n` }],
        },
      ],
      async measure(request) {
        state.measured.push(request);
        return {
          copy_ratio: { value: 2, interval: [1, 4] },
          tuning: {},
          median_ns: 1000,
          elements_per_s: 1e9,
          copy_drifted: false,
          verified: true,
          mismatch: null,
          dispatches: 1,
        };
      },
      close: () => (state.open -= 1),
    };
  };
  return { state, ScanLab: { open, catalogue: async () => ({ operators: [{ id: 'add', words: 1 }] }) } };
}

test('kernels.js: a constant that no shader has is an error that names it', async () => {
  const { state, ...exports } = measuring();
  const scans = [
    { algorithm: 'a', n: 10, constants: { ITEMS: 8, ITEM: 8 } },
    { algorithm: 'a', n: 10, constants: { ITEMS: 8 } },
  ];
  const { rows } = await run('kernels.js', { scans }, exports);
  assert.deepEqual(
    rows.map(({ error }) => error),
    ['Error: constants must be in the shaders of a, which have ITEMS, A; not there: ITEM', undefined],
  );
  assert.equal(state.measured.length, 1);
  assert.deepEqual(rows[1].share, { value: 0.5, interval: [0.25, 1] });
});

test('kernels.js: a device is open for as long as scans need it, and no longer', async () => {
  const { state, ...exports } = measuring();
  const scans = [1, 2, 1, 3].map((ITEMS) => ({ algorithm: 'a', n: 10, constants: { ITEMS } }));
  const { adapter, rows } = await run('kernels.js', { scans: [...scans, { algorithm: 'b', n: 10 }] }, exports);
  assert.deepEqual([adapter.vendor, rows.length, state.opened, state.most, state.open], ['acme', 5, 4, 2, 0]);
});

test('recorded.js: the run as a result file, with its settings and where it was measured', async () => {
  const { state, ...exports } = sweeping(['blelloch'], () => ({ n: 1024 }));
  exports.ScanLab.catalogue = async () => ({ version: '1.2.3' });
  exports.ScanLab.explainer = async () => ({
    settings: { formatQuery: ({ sizes }) => `sizes=${sizes}` },
    resultsJson: (results) => JSON.stringify(results),
  });
  const file = JSON.parse(await run('recorded.js', { sizes: [1024] }, exports));
  assert.deepEqual([file.app_version, file.settings, file.browser, file.adapter], ['1.2.3', 'sizes=1024', 'Node', { isFallback: true }]);
  assert.deepEqual(
    file.points.map(({ algorithm }) => algorithm),
    file.config.algorithms,
  );
  assert.ok(file.config.algorithms.includes('javascript') && state.closed === 1);
});

test('record.mjs: a recorded run keeps six samples of each series, and the copy kernel once per size', () => {
  const times = [9, 8, 7, 6, 5, 4, 3];
  const point = (n, copy) => ({ n, copy, samples_ns: times, rounds: [0, 1, 3, 4, 5, 6, 7], outliers: [0, 6], median_ns: 6 });
  const copies = [null, { median_ns: 1 }, { median_ns: 2 }];
  const { points, ...rest } = shortened({ date: 'today', points: [...copies.map((copy) => point(16, copy)), point(32, copies[2])] });
  assert.match(rest.left_out, /first 6 samples/);
  assert.equal(rest.date, 'today');
  assert.deepEqual(points[0], { n: 16, samples_ns: [9, 8, 7, 6, 5, 4], rounds: [0, 1, 3, 4, 5, 6], outliers: [0], median_ns: 6 });
  assert.deepEqual(
    points.map(({ copy }) => copy?.median_ns),
    [undefined, 1, undefined, 2],
  );
});
