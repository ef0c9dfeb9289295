import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TILE, fakeLabClass } from './lab.fakes.mjs';

test('an explainer answers without a GPU, and checks what it is asked', async () => {
  const { TestLab, scope } = fakeLabClass();
  const explainer = await TestLab.explainer();
  assert.equal(explainer.flow('hybrid', 16).columns, 16);
  assert.equal(explainer.plan({ algorithm: 'hybrid', n: 100 }).tile_elements, TILE);
  assert.deepEqual(explainer.shaders({ algorithm: 'hybrid', n: 100 })[0].entry_points, ['main']);
  assert.throws(() => explainer.plan({ algorithm: 'bogo', n: 1 }), { code: 'bad-argument' });
  assert.equal(scope.requests.length, 0);
});

test('an open lab makes test inputs and shows its shaders', async () => {
  const { TestLab } = fakeLabClass();
  const lab = await TestLab.open();
  assert.deepEqual(lab.input({ n: 3, type: 'f32' }), Float32Array.of(0, 1, 2));
  assert.equal(lab.input({ n: 3, operator: 'pair' }).length, 6);
  assert.throws(() => lab.input({ n: 3, pattern: 'plaid' }), { code: 'bad-argument' });
  assert.equal(lab.shaders({ n: 3 }).length, 1);
});
