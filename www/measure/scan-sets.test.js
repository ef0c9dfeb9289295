import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { FIRST_SET, OWN_SET, SCAN_SETS, setOf } from './scan-sets.ts';

/** The scans and their families, as the crate declares them. */
const folder = new URL('../../src/scan/', import.meta.url);
const files = fs.readdirSync(folder).filter((name) => name.endsWith('.rs'));
const algorithms = files.flatMap((name) => {
  const text = fs.readFileSync(new URL(name, folder), 'utf8');
  return [...text.matchAll(/\bid: "([\w-]+)",[\s\S]*?\bfamily: "([^"]+)"/g)].map(([, id, family]) => ({ id, family }));
});
const idsOf = ({ has }) => algorithms.filter(has).map(({ id }) => id);

test('every set has scans of the catalogue, at least two', () => {
  assert.equal(algorithms.length, 29);
  for (const set of SCAN_SETS) assert.ok(idsOf(set).length >= 2, set.id);
});

test('a choice that equals a set has its id, any other that of the own set', () => {
  for (const set of SCAN_SETS) assert.equal(setOf(algorithms, idsOf(set)), set.id);
  assert.equal(setOf(algorithms, idsOf(FIRST_SET).slice(1)), OWN_SET);
  assert.equal(setOf(algorithms, []), OWN_SET);
});
