import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { copyRun, isRight, patternRun, sumRun, treeRun, withOverrides } from './kernels.ts';
import { DEFAULTS } from './settings.ts';

const text = (name) => fs.readFileSync(new URL(`../../../shaders/machine/${name}.wgsl`, import.meta.url), 'utf8');
const settings = { ...DEFAULTS, n: 8, p: 4 };

test('overrides become constants, on the same line', () => {
  const source = withOverrides(text('sum'), { INVOCATIONS: 4, ELEMENTS: 8 });
  assert.match(source, /^const INVOCATIONS: u32 = 4u;$/m);
  assert.doesNotMatch(source, /^override/m);
  assert.equal(source.split('\n').length, text('sum').split('\n').length);
  assert.match(withOverrides(text('tree-scan'), { PADDED: true }), /^const PADDED: bool = true;$/m);
});

test('runs say what is right', () => {
  for (const run of [copyRun(text('copy'), settings), sumRun(text('sum'), settings, true), treeRun(text('tree-scan'), settings)]) {
    const { buffer, words } = run.expected;
    const buffers = run.buffers.map(() => []);
    buffers[buffer] = [...words, 7];
    assert.ok(isRight(run, { buffers }));
    buffers[buffer][words.length - 1] ^= 1;
    assert.ok(!isRight(run, { buffers }));
  }
});

test('patterns have their addresses, and no more memory than these take', () => {
  assert.match(patternRun({ ...settings, kernel: 'example' }, false).shaders[0], /var<workgroup> words: array<u32, 16>/);
  assert.match(patternRun({ ...settings, kernel: 'stride', s: 3 }, true).shaders[0], /words\[index \* 3u\]/);
  assert.equal(patternRun({ ...settings, kernel: 'stride', s: 3 }, true).buffers[0].words.length, 22);
  assert.equal(patternRun({ ...settings, kernel: 'stride', s: 0 }, true).buffers[0].words.length, 1);
});
