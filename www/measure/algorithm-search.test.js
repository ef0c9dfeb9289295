import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches } from './algorithm-search.ts';

const ALGORITHM = {
  id: 'hillis-steele',
  title: 'Horn / Hillis–Steele',
  family: 'Device-wide steps',
  summary: 'Adds the one before.',
  paper: 'Horn 2005; Café 2006',
};

test('every word must be somewhere, whatever its case, accents and dashes', () => {
  for (const query of ['', 'HORN', 'hillis-steele', 'steps 2005', 'before', 'cafe', 'Hillis–St'])
    assert.ok(matches(ALGORITHM, query), query);
  for (const query of ['blelloch', 'horn 1999']) assert.ok(!matches(ALGORITHM, query), query);
});
