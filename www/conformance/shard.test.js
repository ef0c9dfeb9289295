import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShard, shardText } from './shard.ts';

test('a shard is read and written', () => {
  assert.deepEqual(readShard(' 2/8 '), { shard: { index: 2, of: 8 }, problem: null });
  assert.equal(shardText({ index: 2, of: 8 }), '2/8');
  assert.equal(shardText(null), null);
});

test('without a shard there is none, and no problem', () => {
  for (const nothing of [null, undefined, '']) assert.deepEqual(readShard(nothing), { shard: null, problem: null });
});

for (const bad of ['0/8', '9/8', '2', '2/', '/8', '1/0', '-1/8', '1.5/8', '2/8/3', '1/65', 'all']) {
  test(`“${bad}” is no shard, with a problem`, () => {
    const { shard, problem } = readShard(bad);
    assert.equal(shard, null);
    assert.ok(problem.includes('2/8') && problem.includes(`“${bad}”`), problem);
  });
}
