import assert from 'node:assert/strict';
import test from 'node:test';
import { nearestPlace, placeOf, squareBetween } from './places.ts';

test('the nearest place is found, and of several the first', () => {
  const places = Uint32Array.of(placeOf(0.9, 0.9), placeOf(0.2, 0.3), placeOf(0.4, 0.3), placeOf(0.2, 0.3));
  assert.equal(nearestPlace(places, placeOf(0.21, 0.3)), 1);
  assert.equal(nearestPlace(places, placeOf(0.99, 0.99)), 0);
  assert.equal(nearestPlace(places, placeOf(0.39, 0.1)), 2);
});

test('distances are squared along both axes', () => {
  assert.equal(squareBetween(3 | (1 << 16), 6 | (5 << 16)), 25);
});
