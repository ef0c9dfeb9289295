import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Forecaster, GPU, SOFTWARE, durationText, forecastText, guessPoint, leftText } from './forecast.js';
import { ForecastView } from './forecast-view.js';

const plan = (cost) => ({ cost: { dispatches: 1, reads: 0, writes: 0, depth: 1, ...cost } });
const PACE = { ...GPU, load_s: 1 };
const guess = (id) => ({ expected_s: id === 'slow' ? 4 : 2, most_s: 10 });

test('a point takes longer the more it moves and the longer it waits for itself', () => {
  for (const pace of [GPU, SOFTWARE]) {
    const small = guessPoint(pace, 1000, plan({ reads: 2000, writes: 1000 }));
    const large = guessPoint(pace, 2 ** 26, plan({ reads: 2 ** 27, writes: 2 ** 26 }));
    const serial = guessPoint(pace, 2 ** 20, plan({ reads: 2 ** 20, writes: 2 ** 20, depth: 2 ** 20 }));
    const parallel = guessPoint(pace, 2 ** 20, plan({ reads: 2 ** 20, writes: 2 ** 20, depth: 20 }));
    assert.ok(small.expected_s < large.expected_s && parallel.expected_s <= serial.expected_s);
    for (const { expected_s, most_s } of [small, large, serial, parallel]) assert.ok(expected_s > 0 && expected_s < most_s);
  }
});

test('a run that is too long costs its limit, however long it were', () => {
  const endless = guessPoint(GPU, 1000, plan({ depth: 1e12 }));
  assert.ok(endless.expected_s < GPU.start_s + GPU.limit_s + 1);
  assert.ok(endless.most_s < 60);
});

test('the scan on the CPU has no plan', () => {
  const { expected_s, most_s } = guessPoint(GPU, 1e6, null);
  assert.ok(expected_s > GPU.start_s && most_s > GPU.limit_s);
});

test('a sweep is guessed from its points and blocks until it was measured', () => {
  const forecaster = new Forecaster(PACE, guess);
  assert.deepEqual(forecaster.sweep({ algorithms: ['quick', 'slow'], sizes: [1, 2] }), { expected_s: 14, most_s: 44 });
  assert.equal(forecaster.isMeasured, false);
});

test('what was measured corrects the guesses, and stands for itself when it comes again', () => {
  const forecaster = new Forecaster(PACE, guess);
  const wanted = { algorithms: ['quick', 'slow'], sizes: [1, 2] };
  forecaster.begin(wanted, [], 0);
  forecaster.point({ algorithm: 'quick', n: 1, skipped: null }, 3400);
  assert.equal(forecaster.isMeasured, false, 'a block is measured as a whole');
  forecaster.point({ algorithm: 'slow', n: 1, skipped: null }, 3500);
  assert.equal(forecaster.isMeasured, true);
  // Seven seconds were guessed, three and a half it took.
  assert.equal(forecaster.left(3500).expected_s, 3.5);
  assert.equal(forecaster.left(4500).expected_s, 2.5);
  assert.equal(forecaster.left(60_000).expected_s, 0);
  forecaster.point({ algorithm: 'quick', n: 2, skipped: null }, 7000);
  forecaster.point({ algorithm: 'slow', n: 2, skipped: null }, 7000);
  assert.equal(forecaster.left(7000).expected_s, 0);
  assert.equal(forecaster.sweep({ algorithms: ['quick'], sizes: [1] }).expected_s, 0.5 + 1.75);
  assert.equal(forecaster.sweep({ algorithms: ['other'], sizes: [9] }).expected_s, 1.5);
});

test('points that are there already and points that are skipped cost nothing', () => {
  const forecaster = new Forecaster(PACE, guess);
  forecaster.begin({ algorithms: ['quick', 'slow'], sizes: [1, 2] }, [{ algorithm: 'slow', n: 1 }], 0);
  assert.equal(forecaster.left(0).expected_s, 1 + 2 + 1 + 6);
  forecaster.point({ algorithm: 'quick', n: 1, skipped: 'too large' }, 10);
  assert.equal(forecaster.isMeasured, false);
  assert.equal(forecaster.left(10).expected_s, 7);
});

test('what takes longer than was guessed is not told as nearly done', () => {
  const forecaster = new Forecaster(PACE, guess);
  const told = (now_ms) => leftText(forecaster.left(now_ms), forecaster.isMeasured);
  forecaster.begin({ algorithms: ['quick', 'slow'], sizes: [1] }, [], 0);
  assert.equal(told(0), 'Left: at most 20 s.');
  // Longer than was expected, but not than the most: no point is there yet.
  assert.equal(told(10_000), 'Left: at most 10 s.');
  assert.equal(told(60_000), 'This takes longer than estimated.');
  forecaster.point({ algorithm: 'quick', n: 1, skipped: null }, 60_000);
  assert.equal(told(60_000), 'This takes longer than estimated.');
  forecaster.point({ algorithm: 'slow', n: 1, skipped: null }, 60_000);
  assert.equal(told(60_000), 'Nearly done.');
  forecaster.begin({ algorithms: ['quick', 'slow'], sizes: [1] }, [], 0);
  assert.equal(told(0), 'Left: about 1 min.');
  assert.equal(told(90_000), 'This takes longer than estimated.');
});

test('uploads and readbacks take longer by as much for every size, whatever the scans take', () => {
  const forecaster = new Forecaster(PACE, guess);
  const wanted = { algorithms: ['quick', 'slow'], sizes: [1, 2] };
  const [without, moved] = [forecaster.sweep(wanted), forecaster.sweep({ ...wanted, transfers: true })];
  const [more_s, most_s] = [moved.expected_s - without.expected_s, moved.most_s - without.most_s].map((s) => s / 2);
  assert.ok(more_s > 0 && most_s > more_s);
  forecaster.begin({ ...wanted, transfers: true }, [], 0);
  assert.equal(forecaster.left(0).expected_s, moved.expected_s);
  for (const algorithm of wanted.algorithms) forecaster.point({ algorithm, n: 1, skipped: null }, 7000 + 1000 * more_s);
  // What they took is not taken for the scans' own.
  assert.ok(Math.abs(forecaster.left(7000 + 1000 * more_s).expected_s - (7 + more_s)) < 0.01);
});

test('a pause counts for nothing', () => {
  const forecaster = new Forecaster(PACE, guess);
  forecaster.begin({ algorithms: ['quick'], sizes: [1, 2] }, [], 0);
  forecaster.point({ algorithm: 'quick', n: 1, skipped: null }, 3000);
  forecaster.resume(603_000);
  assert.equal(forecaster.left(604_000).expected_s, 2);
  forecaster.point({ algorithm: 'quick', n: 2, skipped: null }, 606_000);
  assert.equal(forecaster.sweep({ algorithms: ['quick'], sizes: [2] }).expected_s, 1 + 3);
});

test('times are told in round numbers', () => {
  assert.deepEqual([0, 3, 12, 41, 57, 58, 75, 100, 3000, 3600, 9000].map(durationText), [
    '5 s',
    '5 s',
    '10 s',
    '40 s',
    '55 s',
    '1 min',
    '1 min',
    '2 min',
    '50 min',
    '1 h',
    '2.5 h',
  ]);
  assert.equal(forecastText({ expected_s: 38, most_s: 170 }, true), 'about 40 s');
  assert.equal(forecastText({ expected_s: 38, most_s: 170 }, false), 'at most 3 min');
});

test('what one adapter took tells nothing of another, and stays where a device of the same is opened', () => {
  const cost = { dispatches: 1, reads: 2 ** 28, writes: 2 ** 28, depth: 1 };
  const bench = {
    data: { chosen: {} },
    runBar: { forecast: { textContent: '' } },
    holder: { lab: { plan: () => ({ cost }) } },
    picker: { selected: () => ['a'] },
    sizes: { read: () => [2 ** 28] },
    request: (algorithm, n) => ({ algorithm, n }),
    running: null,
    results: { own: null },
  };
  const adapter = (more) => ({ vendor: 'acme', architecture: 'one', device: '', description: 'acme one', isFallback: false, ...more });
  const told = () => bench.runBar.forecast.textContent;
  const guessed = (pace) =>
    `This takes ${forecastText(new Forecaster(pace, () => guessPoint(pace, 2 ** 28, { cost })).sweep({ algorithms: ['a'], sizes: [1] }), false)}.`;
  const view = new ForecastView(bench);
  view.open(adapter());
  assert.equal(told(), guessed(GPU));
  view.begin({ algorithms: ['a'], sizes: [2 ** 28] }, []);
  view.point({ algorithm: 'a', n: 2 ** 28, skipped: null });
  view.end();
  assert.match(told(), /^This takes about /);
  view.open(adapter());
  assert.match(told(), /^This takes about /);
  view.open(adapter({ description: 'SwiftShader', isFallback: true }));
  assert.equal(told(), guessed(SOFTWARE));
  assert.notEqual(guessed(SOFTWARE), guessed(GPU));
  // A sweep that began before the forecast had come.
  const late = new ForecastView({
    ...bench,
    running: new AbortController(),
    results: { own: { config: { algorithms: ['a'], sizes: [2 ** 28] }, points: [] } },
  });
  late.open(adapter());
  assert.match(told(), /^Left: at most /);
  late.end();
});
