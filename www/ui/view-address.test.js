import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '../page/requested.ts';
import { elementText } from './share.ts';
import { viewAttributes } from './view-address.ts';

const elementOf = (view, ...parts) => elementText({ view, ...viewAttributes(view, parts) }).split('\n')[1];

test('the element shows what the address shows', () => {
  assert.equal(elementOf('learn', 'blelloch'), '<scan-lab view="learn" algorithm="blelloch"></scan-lab>');
  assert.equal(elementOf('learn', 'blelloch,look-back'), '<scan-lab view="learn" algorithm="blelloch,look-back"></scan-lab>');
  assert.equal(elementOf('learn', 'blelloch', 'step'), '<scan-lab view="learn" algorithm="blelloch" step=""></scan-lab>');
  assert.equal(
    elementOf('learn', 'blelloch', 'step', 'input=1,2', 'at=17'),
    '<scan-lab view="learn" algorithm="blelloch" step="input=1,2/at=17"></scan-lab>',
  );
  assert.equal(elementOf('learn', 'path', '4'), '<scan-lab view="learn" path="4"></scan-lab>');
  assert.equal(elementOf('learn', 'write', 'items'), '<scan-lab view="learn" exercise="items"></scan-lab>');
  assert.equal(elementOf('learn', 'machine', 'kernel=sum', 'n=256'), '<scan-lab view="learn" machine="kernel=sum/n=256"></scan-lab>');
  assert.equal(elementOf('learn', 'observatory'), '<scan-lab view="learn" observatory=""></scan-lab>');
  assert.equal(elementOf('learn', '"&'), '<scan-lab view="learn" algorithm="&quot;&amp;"></scan-lab>');
  assert.equal(elementOf('experiments', 'horn-knee'), '<scan-lab view="experiments" experiment="horn-knee"></scan-lab>');
  assert.equal(elementOf('numbers'), '<scan-lab view="numbers"></scan-lab>');
});

test('an element reads the parts that its attributes were made of', () => {
  const all = [
    ['use', 'brackets', 'n=100', 'source=custom', 'custom=a // b', 'hint=50 % of 1/2, %2F & "c"'],
    ['use', 'compaction'],
    ['learn', 'blelloch', 'step', 'input=harris', 'at=17'],
    ['learn', 'write', 'course/own.md'],
    ['learn', 'observatory', 'tiles=12'],
    ['experiments', 'horn-knee'],
    ['numbers'],
  ];
  for (const [view, ...parts] of all) {
    const attributes = viewAttributes(view, parts);
    const element = { getAttribute: (name) => attributes[name] ?? null };
    assert.deepEqual(partsOf({ element, followsQuery: false }, view), parts);
  }
});
