import assert from 'node:assert/strict';
import test from 'node:test';
import { compareExactly, firstDifference } from './compare.ts';

const compare = (found, wanted) => compareExactly(found, wanted, /** @type {any} */ ({}), /** @type {any} */ ({ device: {} }));

test('the first difference of arrays, by their length, an index or a tolerance', () => {
  assert.equal(firstDifference('sums', [1, 2], [1, 2]), null);
  assert.deepEqual(firstDifference('sums', [1], [1, 2]), { what: 'the length of sums', expected: 2, found: 1 });
  assert.deepEqual(firstDifference('sums', [1, 3, 5], [1, 2, 6]), { what: 'sums', index: 1, expected: 2, found: 3 });
  assert.deepEqual(
    firstDifference('sums', [1, 3, 5], [1, 2, 7], () => 1),
    { what: 'sums', index: 2, expected: 7, found: 5 },
  );
  assert.equal(firstDifference('sums', [NaN], [NaN], () => 1)?.index, 0);
});

for (const words of [3, 2 ** 22])
  test(`all that a reference program makes is compared, in its order, of ${words} words an array`, async () => {
    const make = (value) => ({ sums: new Uint32Array(words), signs: new Int32Array(words).fill(-1), count: value });
    assert.equal(await compare(make(3), make(3)), null);
    assert.deepEqual(await compare(make(3), make(4)), { what: 'count', expected: 4, found: 3 });
    const wrong = make(3);
    wrong.signs[words - 1] = 1;
    assert.deepEqual(await compare(wrong, make(4)), { what: 'signs', index: words - 1, expected: -1, found: 1 });
    await assert.rejects(compare({ sums: wrong.sums, count: 3 }, make(3)));
  });
