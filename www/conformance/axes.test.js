import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { INITIAL_SIZES, SEGMENTS, edgeSizes, farSizes } from './cases.ts';
import { DIRECTIONS, MODES } from '../shared/arguments.ts';

/** The native grid. */
const NATIVE = await readFile(new URL('../../tests/grid.rs', import.meta.url), 'utf8');

/** The texts of the group in all matches of a pattern with one group. @param {string} text @param {RegExp} pattern */
const found = (text, pattern) => [...text.matchAll(pattern)].map(([, group]) => group);
/** The value of a constant of the native grid. @param {string} name */
const constant = (name) => NATIVE.match(new RegExp(`const ${name}: [^=]*=\\s*([^;]*);`))?.[1] ?? '';
const kebab = (name) => name.replaceAll(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();

test('the native grid has the same modes, directions, segments and places', () => {
  assert.deepEqual(found(constant('MODES'), /Mode::(\w+)/g).map(kebab), MODES);
  assert.deepEqual(found(constant('DIRECTIONS'), /Direction::(\w+)/g).map(kebab), DIRECTIONS);
  assert.deepEqual(found(constant('SEGMENTS'), /Segments::(\w+)/g).map(kebab), SEGMENTS);
  assert.equal(constant('PLACES'), '[false, true]');
});

test('the native grid has the same sizes', () => {
  const number = (text) => Number(text.replaceAll('_', ''));
  const [subgroup, workgroup, tile, large] = [32, number(constant('WORKGROUP')), 2304, number(constant('LARGE'))];
  const known = { subgroup, WORKGROUP: workgroup, tile, LARGE: large, '3 * tile + 2': 3 * tile + 2 };
  const value = (text) => known[text] ?? number(text);
  const fixed =
    NATIVE.match(/let fixed = \[(.*?)\];/)?.[1]
      .split(', ')
      .map(value) ?? [];
  const edges =
    NATIVE.match(/chain\(\[(.*?)\]\.into_iter\(\)\.flat_map\(around\)/)?.[1]
      .split(', ')
      .map(value) ?? [];
  const native = new Set([...fixed, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])]);
  const sizes = edgeSizes({ subgroup, workgroup, large, tileOf: () => tile }).map(({ of }) => of());
  assert.deepEqual([...native].sort(), [...new Set(sizes)].sort());
  const ofInitial = NATIVE.match(/BTreeSet::from\(\[(.*?)\]\)/)?.[1].split(', ');
  const named = { '3 * tile + 2': '3 tiles + 2' };
  assert.deepEqual(
    ofInitial?.map((size) => named[size] ?? size),
    INITIAL_SIZES,
  );
  const far = NATIVE.match(/let sizes = \[(tile \* tile.*?)\];/)?.[1].split(', ');
  assert.equal(far?.length, farSizes({ fast: true, tileOf: () => tile }).length);
});
