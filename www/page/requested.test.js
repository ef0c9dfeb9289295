import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, requestParts, viewToRun } from './requested.ts';

/** The view whose run an element starts automatically. @param {Record<string, string>} attributes @param {{ name?: string, search?: string, hash?: string, alone?: string | null }} [where] */
function startedBy(attributes, { name = 'scan-lab', search = '', hash = '', alone = attributes.view ?? null } = {}) {
  globalThis.location = /** @type {any} */ ({ search, hash });
  const element = /** @type {any} */ ({
    localName: name,
    hasAttribute: (one) => one in attributes,
    getAttribute: (one) => attributes[one] ?? null,
  });
  const followsQuery = 'url-config' in attributes || (name === 'scan-conformance' && 'follow-address' in attributes);
  return viewToRun({ element, alone, followsHash: 'follow-address' in attributes && !alone, followsQuery });
}

test('autorun starts what Measure, Check and Use have, and no other view', () => {
  for (const view of ['measure', 'check', 'use']) {
    assert.equal(startedBy({ view, autorun: '' }), view);
    assert.equal(startedBy({ view }), null);
  }
  for (const view of ['learn', 'experiments', 'numbers', 'chart', 'diagram']) assert.equal(startedBy({ view, autorun: '' }), null);
});

test('of the whole page autorun starts Measure or Check if it comes first', () => {
  assert.equal(startedBy({ autorun: '' }), 'measure');
  assert.equal(startedBy({ autorun: '', show: 'blelloch' }), null);
  assert.equal(startedBy({ autorun: '', 'follow-address': '' }, { hash: '#check' }), 'check');
  assert.equal(startedBy({ autorun: '', 'follow-address': '' }, { hash: '#learn/blelloch' }), null);
  assert.equal(startedBy({ autorun: '', 'follow-address': '' }, { hash: '#use/compaction' }), null);
});

test('with url-config Measure starts only where the address has run=1, and an address alone starts nothing', () => {
  const search = '?v=1&run=1';
  assert.equal(startedBy({ view: 'measure', autorun: '', 'url-config': '' }, { search }), 'measure');
  assert.equal(startedBy({ view: 'measure', 'url-config': '' }, { search }), null);
  for (const other of ['', '?run=0', '?run=yes'])
    assert.equal(startedBy({ view: 'measure', autorun: '', 'url-config': '' }, { search: other }), null);
  // Without `url-config`, the element ignores the query.
  assert.equal(startedBy({ view: 'measure', autorun: '' }, { search: '?run=0' }), 'measure');
});

test('Check of scan-lab starts by autorun unless run is 0', () => {
  assert.equal(startedBy({ view: 'check', autorun: '', run: '0' }), null);
  assert.equal(startedBy({ view: 'check', run: '1' }), null);
  assert.equal(startedBy({ view: 'check', autorun: '', 'url-config': '' }, { search: '?run=0' }), null);
  assert.equal(startedBy({ view: 'check', 'url-config': '' }, { search: '?run=1' }), null);
});

test('scan-conformance starts by its attributes, or with follow-address by the address, which goes before them', () => {
  const started = (attributes, search = '') => startedBy(attributes, { name: 'scan-conformance', alone: 'check', search });
  assert.equal(started({}), null);
  assert.equal(started({ run: '1' }), 'check');
  assert.equal(started({ autorun: '' }), 'check');
  assert.equal(started({ autorun: '', run: '0' }), null);
  assert.equal(started({}, '?run=1'), null);
  assert.equal(started({ 'follow-address': '' }, '?run=1'), 'check');
  assert.equal(started({ 'follow-address': '', run: '1' }, '?run=0'), null);
});

test('the attributes that are set for parts request these parts', () => {
  const requests = [
    ['learn', 'blelloch'],
    ['learn', 'blelloch', 'step', 'input=harris', 'at=17'],
    ['learn', 'path', '4'],
    ['learn', 'machine', 'kernel=sum', 'n=256'],
    ['use'],
    ['use', 'compaction', 'n=4096', 'keep=a/b'],
    ['use', 'radix-sort'],
    ['experiments', 'horn-knee'],
    ['learn'],
  ];
  const attributes = new Map();
  const element = /** @type {any} */ ({
    setAttribute: (name, value) => attributes.set(name, value),
    removeAttribute: (name) => attributes.delete(name),
    getAttribute: (name) => attributes.get(name) ?? null,
  });
  // Each request replaces the one before.
  for (const [view, ...parts] of requests) {
    requestParts(element, view, parts);
    assert.equal(attributes.get('view'), view);
    assert.deepEqual(partsOf({ element, followsQuery: false }, view), parts);
  }
});
