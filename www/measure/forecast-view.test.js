import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ForecastView } from './forecast-view.ts';

/** A forecaster of one adapter. It is measured once it has a point. */
class FakeForecaster {
  isMeasured = false;
  calls = [];
  constructor(s) {
    this.guess = { expected_s: s, most_s: 10 * s };
  }
  sweep(request) {
    this.calls.push(['sweep', request]);
    return this.guess;
  }
  begin(...args) {
    this.calls.push(['begin', ...args]);
  }
  point({ n }) {
    this.calls.push(['point', n]);
    this.isMeasured = true;
  }
  resume() {
    this.calls.push(['resume']);
  }
  left() {
    return { ...this.guess, points: 1 };
  }
}

/** A bench on whose device a sweep takes s seconds. `made` has its forecasters. */
function benchOf(s, more = {}) {
  const made = [];
  const lab = {
    forecaster: () => {
      made.push(new FakeForecaster(lab.s));
      return made.at(-1);
    },
    s,
  };
  return {
    made,
    data: { chosen: {} },
    forecastPlace: { textContent: '' },
    holder: { lab },
    picker: { selected: () => ['a', 'b'] },
    subject: { operation: null },
    sizes: { read: () => [2 ** 28] },
    request: (algorithm, n) => ({
      algorithm,
      n,
      operator: 'add',
      type: 'u32',
      mode: 'inclusive',
      tuning: algorithm === 'a' ? { k: 3 } : {},
    }),
    running: null,
    results: { own: null },
    ...more,
  };
}

const adapter = (more) => ({ vendor: 'acme', architecture: 'one', device: '', description: 'acme one', isFallback: false, ...more });
const CONFIG = { algorithms: ['a'], sizes: [2 ** 28] };

test('each adapter has its own forecaster, which stays when another device of the adapter is opened', () => {
  const bench = benchOf(10);
  const shownText = () => bench.forecastPlace.textContent;
  const view = new ForecastView(bench);
  view.open(adapter());
  assert.equal(shownText(), 'This takes at most 2 min.');
  view.begin(CONFIG, []);
  view.point({ algorithm: 'a', n: 2 ** 28, skipped: null });
  view.end();
  assert.equal(shownText(), 'This takes about 10 s.');
  view.open(adapter());
  assert.equal(shownText(), 'This takes about 10 s.');
  bench.holder.lab.s = 60;
  view.open(adapter({ description: 'SwiftShader', isFallback: true }));
  assert.equal(shownText(), 'This takes at most 10 min.');
  assert.equal(bench.made.length, 2);
});

test('the forecast is for the sweep with its data and tuning; without a device there is none', () => {
  const bench = benchOf(10);
  const view = new ForecastView(bench);
  view.open(adapter());
  assert.deepEqual(bench.made[0].calls.at(-1)[1], {
    algorithms: ['a', 'b'],
    sizes: [2 ** 28],
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    tuning: { a: { k: 3 }, b: {} },
    transfers: undefined,
  });
  bench.holder.lab = null;
  view.end();
  assert.equal(bench.forecastPlace.textContent, '');
});

test('a sweep that began before the module was loaded has a forecast, and pauses are excluded', () => {
  const bench = benchOf(10, { running: new AbortController(), results: { own: { config: CONFIG, points: [] } } });
  const view = new ForecastView(bench);
  view.open(adapter());
  assert.equal(bench.forecastPlace.textContent, 'Remaining: at most 2 min.');
  view.hold();
  view.point({ algorithm: 'a', n: 8, skipped: null });
  assert.deepEqual(
    bench.made[0].calls.map(([call]) => call),
    ['begin', 'resume', 'point'],
  );
  view.end();
});

test('after the core has stopped there is no forecast', () => {
  const bench = benchOf(10);
  const view = new ForecastView(bench);
  view.open(adapter());
  bench.made[0].sweep = () => {
    throw new Error('gone');
  };
  view.end();
  assert.equal(bench.forecastPlace.textContent, '');
});
