import assert from 'node:assert/strict';
import test from 'node:test';
import { HEIGHT, WIDTH } from '../parts/places.ts';
import { webOf } from './web.ts';

const OWN = { x: 0.4, y: 0.6, reach: 0.3 };

for (const pages of [1, 2, 3, 500]) {
  test(`the matrix of a web of ${pages} has a row for each page, and the links of a page are a whole`, () => {
    const { rows, heads, columns, targets, entries, places } = webOf(pages, 3, OWN);
    assert.equal(rows[pages], entries.length);
    const shares = new Float64Array(pages);
    for (let page = 0; page < pages; page++) {
      for (let i = rows[page]; i < rows[page + 1]; i++) {
        assert.deepEqual([targets[i], heads[i]], [page, Number(i === rows[page])]);
        shares[columns[i]] += entries[i];
      }
    }
    assert.ok(shares.every((share) => Math.abs(share - 1) < 1e-6));
    const isNear = (page) =>
      ((places[page] & 0xffff) / HEIGHT - (OWN.x * WIDTH) / HEIGHT) ** 2 + ((places[page] >>> 16) / HEIGHT - OWN.y) ** 2 < OWN.reach ** 2;
    const near = [...shares.keys()].filter((page) => page < pages - 1 && isNear(page));
    if (pages > 1) assert.deepEqual([...columns.subarray(rows[pages - 1])], near);
  });
}

test('the same web stays where the visitor’s page moves, but for the links to it', () => {
  const [one, other] = [webOf(100, 1, OWN), webOf(100, 1, { ...OWN, x: 0.9 })];
  assert.deepEqual(one.rows.subarray(0, 100), other.rows.subarray(0, 100));
  assert.deepEqual(one.columns.subarray(0, one.rows[99]), other.columns.subarray(0, other.rows[99]));
  assert.equal(one.even, other.even);
});
