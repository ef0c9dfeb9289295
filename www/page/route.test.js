import assert from 'node:assert/strict';
import test from 'node:test';
import { VIEW_TITLES, readRoute } from './route.ts';
import { formatRoute } from '../ui/view-address.ts';

test('a hash names a view and what of it', () => {
  assert.deepEqual(readRoute('#measure'), { view: 'measure', parts: [] });
  assert.deepEqual(readRoute('#learn/blelloch,hybrid'), { view: 'learn', parts: ['blelloch,hybrid'] });
  assert.deepEqual(readRoute('#experiments/reduce-steps/'), { view: 'experiments', parts: ['reduce-steps'] });
});

test('the address of a scan’s details before there were views leads to Learn', () => {
  assert.deepEqual(readRoute('#show=hybrid,blelloch'), { view: 'learn', parts: ['hybrid,blelloch'] });
});

test('a hash that names no view names none', () => {
  for (const hash of ['', '#', '#show=', '#nothing/blelloch', '#%E0%A4%A', '#constructor', '#Measure'])
    assert.equal(readRoute(hash), null, hash);
});

test('what is formatted is read again', () => {
  for (const view of Object.keys(VIEW_TITLES)) {
    for (const parts of [[], ['a,b'], ['a b/c', 'd%']]) {
      const { view: read, parts: found } = readRoute(formatRoute(view, parts));
      assert.deepEqual([read, found.join('/')], [view, parts.join('/')]);
    }
  }
  assert.equal(formatRoute('learn', ['blelloch,hybrid']), '#learn/blelloch,hybrid');
});
