import assert from 'node:assert/strict';
import test from 'node:test';
import { neighbourLists } from '../applications/neighbour-lists.ts';
import { defaultsOf } from '../settings.ts';
import { checkPairs } from './points.ts';
import { placeOf } from '../parts/places.ts';
import { stillState } from '../steps.ts';

test('more pairs of neighbours than fit are refused before their list is made', () => {
  const { settings } = defaultsOf(neighbourLists);
  const wide = { ...settings, radius: 0.3 };
  assert.throws(() => stillState(neighbourLists, wide, 2 ** 15), { code: 'bad-argument', message: /at most 16,777,216 neighbours/ });
  const { most } = neighbourLists.size;
  assert.equal(neighbourLists.input({ ...settings, radius: 0.05 }, most).length, most);
});

test('pairs are counted exactly', () => {
  const points = Uint32Array.of(placeOf(0.1, 0.1), placeOf(0.11, 0.1), placeOf(0.9, 0.1));
  assert.throws(() => checkPairs(points, 0.05, 1), { code: 'bad-argument' });
  assert.equal(checkPairs(points, 0.05, 2), points);
});
