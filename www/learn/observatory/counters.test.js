import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { ADDED, DEPTHS, SPINS, WORDS, readCounts, withCounters } from './counters.ts';

const shaders = fileURLToPath(new URL('../../../shaders', import.meta.url));
const text = (file) => fs.readFileSync(path.join(shaders, file), 'utf8');
/** The files of each kernel, in the order in which the core joins them. */
const KERNELS = {
  'look-back by subgroups': ['lib/tile_states.wgsl', 'lib/look_back.wgsl', 'lib/look_back_subgroup.wgsl', 'scan/look-back.wgsl'],
  'look-back by workgroups': ['lib/tile_states.wgsl', 'lib/look_back.wgsl', 'lib/look_back_workgroup.wgsl', 'scan/look-back.wgsl'],
  fallback: ['lib/tile_states.wgsl', 'lib/look_back.wgsl', 'lib/look_back_subgroup.wgsl', 'scan/look-back-fallback.wgsl'],
  chained: ['lib/tile_states.wgsl', 'scan/chained.wgsl'],
};

test('every line that counters are added to is in its file, once', () => {
  for (const { file, line } of ADDED) {
    assert.equal(
      text(file)
        .split('\n')
        .filter((one) => one.trim() === line).length,
      1,
      `${file}: ${line}`,
    );
  }
});

test('counters are added lines alone: without them the text is the measured one, byte for byte', () => {
  for (const [name, files] of Object.entries(KERNELS)) {
    const source = files.map(text).join('');
    const counted = withCounters(source, files);
    assert.notEqual(counted, source, name);
    const left = source.split('\n');
    let at = 0;
    const more = counted.split('\n').filter((line) => (line === left[at] ? (at++, false) : true));
    assert.equal(at, left.length, `${name}: lines in their order`);
    assert.ok(
      more.every((line) => /look_back|^\}$/.test(line)),
      `${name}: ${more.join('\n')}`,
    );
    assert.equal(left.slice(0, at).join('\n'), source, name);
  }
});

test('every end of a look-back is counted', () => {
  for (const [name, files] of Object.entries(KERNELS)) {
    const counted = withCounters(files.map(text).join(''), files);
    const calls = (called) => counted.split('\n').filter((line) => !/^(fn|import) /.test(line) && line.includes(called)).length;
    // The chained scan does not look back. It has a single wait, whose end is counted.
    const ends = name === 'chained' ? calls('chained_prefix = ') : calls('end_look_back(');
    assert.ok(ends > 0, name);
    assert.equal(calls('count_look_back('), ends, name);
  }
});

test('no shader of the app has a counter', () => {
  const files = fs.readdirSync(shaders, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.wgsl'));
  assert.ok(files.length > 80);
  for (const file of files) assert.doesNotMatch(text(file), /look_back_counts|count_look_back|look_back_spins/, file);
});

test('a kernel without look-back, or of another text, is refused', () => {
  assert.throws(() => withCounters('fn main() {}', ['scan/blelloch.wgsl']), /does not look back/);
  assert.throws(() => withCounters('fn main() {}', ['scan/chained.wgsl']), /is not in/);
});

test('counters are read by their bins', () => {
  const words = new Uint32Array(WORDS);
  words[3] = 5;
  words[DEPTHS + 2] = 7;
  words.set([11, 12, 13], DEPTHS + SPINS);
  const { depths, spins, windows, allSpins, fallbacks } = readCounts(words);
  assert.deepEqual([depths[3], spins[2], windows, allSpins, fallbacks], [5, 7, 11, 12, 13]);
});
