import assert from 'node:assert/strict';
import test from 'node:test';
import { packedLists } from './lists.ts';

test('lists stand one after the other, also those of none', () => {
  assert.deepEqual(packedLists([[], [7, 3], [], [5]]), {
    counts: Uint32Array.of(0, 2, 0, 1),
    starts: Uint32Array.of(0, 0, 2, 2),
    list: Uint32Array.of(7, 3, 5),
  });
  assert.deepEqual(packedLists([]), { counts: new Uint32Array(), starts: new Uint32Array(), list: new Uint32Array() });
});
