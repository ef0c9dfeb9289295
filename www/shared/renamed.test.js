import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentFields, currentId, currentJson, currentName, currentQuery } from './renamed.ts';

const ID = 'own-4baa6b21eb1f3157';

test('a former name is the current one, with one note', (t) => {
  const info = t.mock.method(console, 'info', () => {});
  for (let i = 0; i < 3; i++) assert.equal(currentName('own'), 'custom');
  assert.deepEqual(
    info.mock.calls.map(({ arguments: [text] }) => text),
    ['ScanLab: the name “own” is old; use “custom”.'],
  );
  for (const other of ['custom', 'add', 'owner', 'toString', '']) assert.equal(currentName(other), other);
  assert.equal(info.mock.callCount(), 1);
});

test('former ids of custom operators are current ones', () => {
  assert.equal(currentId(ID), 'custom-4baa6b21eb1f3157');
  for (const other of ['own-', 'own', `${ID}0`, 'add', 7, undefined]) assert.equal(currentId(other), other);
});

test('a query has the current operator', () => {
  for (const start of ['', '?', '?v=1&', 'v=1&']) {
    assert.equal(currentQuery(`${start}operator=own&type=u32`), `${start}operator=custom&type=u32`);
    assert.equal(currentQuery(`${start}operator=own`), `${start}operator=custom`);
    for (const other of ['operator=owner', 'operators=own', 'combine=own', 'my-operator=own'])
      assert.equal(currentQuery(`${start}${other}`), `${start}${other}`);
  }
});

test('keys and ids in JSON are current, and texts stay', () => {
  const text = 'operator "own": "own-4baa6b21eb1f3157", own';
  const file = { config: { own: { combine: text }, operator: ID }, points: [{ operator: ID, skipped: 'own' }], browser: text };
  const current = { config: { custom: { combine: text }, operator: 'custom-4baa6b21eb1f3157' } };
  for (const indent of [0, 2]) {
    const found = currentJson(JSON.stringify(file, null, indent));
    assert.deepEqual(JSON.parse(found), { ...file, ...current, points: [{ operator: 'custom-4baa6b21eb1f3157', skipped: 'own' }] });
  }
  assert.equal(currentJson('{"own" : 1.0, "quantum_ns": 1e0}'), '{"custom" : 1.0, "timer_resolution_ns": 1e0}');
});

test('the fields of an object are current', () => {
  const given = { own: { own: 1 }, operator: ID };
  assert.deepEqual(currentFields(given), { custom: { own: 1 }, operator: 'custom-4baa6b21eb1f3157' });
  assert.deepEqual(Object.keys(given), ['own', 'operator']);
  for (const other of [{ operator: 'add' }, undefined, null, 7, 'own']) assert.equal(currentFields(other), other);
});

test('a former id of an operator is renamed in an object without other former names', () => {
  const point = { operator: 'own-0123456789abcdef', n: 8 };
  assert.deepEqual(currentFields(point), { operator: 'custom-0123456789abcdef', n: 8 });
  const current = { operator: 'add', n: 8 };
  assert.equal(currentFields(current), current);
});
