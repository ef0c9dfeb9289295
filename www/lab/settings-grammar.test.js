import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeLabClass } from './lab.fakes.mjs';

const RANGE = { from: '1', to: '2^20', steps: '5', spacing: 'log' };

test('the core is asked for settings and sizes', async () => {
  const { settings } = await fakeLabClass().TestLab.explainer();
  assert.deepEqual(settings.parseQuery('?v=1'), ['parseQuery', '?v=1']);
  assert.deepEqual(settings.parseAlgorithms('hybrid'), ['parseAlgorithms', 'hybrid']);
  assert.deepEqual(settings.parseSizes('1..2'), ['parseSizes', '1..2']);
  assert.deepEqual(settings.parseSize('1', { limit: 7 }).slice(0, 3), ['parseSize', '1', 7]);
  const format = (n) => `<${n}>`;
  assert.deepEqual(settings.parseSizeList('1 2', { limit: 7, format }), ['parseSizeList', '1 2', 7, '<1000>']);
  assert.deepEqual(settings.sizesOfRange(RANGE, { limit: 7, format }), ['sizesOfRange', RANGE, 7, '<1000>']);
  assert.deepEqual(settings.formatQuery({ sizes: [1] }), ['formatQuery', { sizes: [1] }, undefined]);
  assert.deepEqual(settings.formatQuery({ sizes: [1] }, RANGE), ['formatQuery', { sizes: [1] }, RANGE]);
  assert.equal(settings.sizesOfRange({ ...RANGE, to: '\ud800' })[1].to, '\ufffd');
});

test('former names are current when the core gets them', async () => {
  const { settings } = await fakeLabClass().TestLab.explainer();
  assert.deepEqual(settings.parseQuery('?v=1&operator=own'), ['parseQuery', '?v=1&operator=custom']);
  assert.deepEqual(settings.formatQuery({ own: { words: 1 } }), ['formatQuery', { custom: { words: 1 } }, undefined]);
});

test('other arguments are refused', async () => {
  const { settings } = await fakeLabClass().TestLab.explainer();
  const bad = { code: 'bad-argument' };
  const long = 'x'.repeat(10_000_001);
  for (const odd of [undefined, null, 7, {}, ['1'], Symbol('x'), long]) {
    for (const name of ['parseQuery', 'parseAlgorithms', 'parseSizes', 'parseSize', 'parseSizeList', 'sizesOfRange']) {
      assert.throws(() => settings[name](odd), bad, name);
    }
    assert.throws(() => settings.sizesOfRange({ ...RANGE, to: odd }), bad);
  }
  assert.throws(() => settings.formatQuery(undefined), bad);
  assert.throws(() => settings.formatQuery({ seed: 1n }), bad);
  assert.throws(() => settings.formatQuery({ seed: 1 }, null), bad);
  for (const rules of [7, { limit: -1 }, { limit: '7' }, { format: 'x' }, { more: 1 }])
    assert.throws(() => settings.parseSize('1', rules), bad);
  assert.throws(() => settings.sizesOfRange({ ...RANGE, spacing: 'sideways' }), bad);
});
