import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokens } from './wgsl.ts';

const SOURCE = '// one\n@compute fn main(a: u32) {\n  let fnord = 0x1fu; /* two\n lines */\n}\n';

test('tokens make up the source again', () => {
  assert.equal(
    tokens(SOURCE)
      .map(({ text }) => text)
      .join(''),
    SOURCE,
  );
  assert.deepEqual(tokens(''), []);
});

test('words are told apart', () => {
  const kinds = (kind) =>
    tokens(SOURCE)
      .filter((token) => token.kind === kind)
      .map(({ text }) => text);
  assert.deepEqual(kinds('comment'), ['// one', '/* two\n lines */']);
  assert.deepEqual(kinds('keyword'), ['fn', 'let']);
  assert.deepEqual([kinds('attribute'), kinds('type'), kinds('number')], [['@compute'], ['u32'], ['0x1fu']]);
});
