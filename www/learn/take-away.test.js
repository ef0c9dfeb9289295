import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedText } from './take-away.ts';

const elementOf = (...parts) => embedText(parts).split('\n')[1];

test('the element shows what the address shows', () => {
  assert.equal(elementOf('blelloch'), '<scan-lab view="learn" algorithm="blelloch"></scan-lab>');
  assert.equal(elementOf('blelloch,look-back'), '<scan-lab view="learn" algorithm="blelloch,look-back"></scan-lab>');
  assert.equal(elementOf('blelloch', 'step'), '<scan-lab view="learn" algorithm="blelloch" step=""></scan-lab>');
  assert.equal(
    elementOf('blelloch', 'step', 'input=1,2', 'at=17'),
    '<scan-lab view="learn" algorithm="blelloch" step="input=1,2/at=17"></scan-lab>',
  );
  assert.equal(elementOf('path', '4'), '<scan-lab view="learn" path="4"></scan-lab>');
  assert.equal(elementOf('write', 'items'), '<scan-lab view="learn" exercise="items"></scan-lab>');
  assert.equal(elementOf('machine', 'of=sum', 'n=256'), '<scan-lab view="learn" machine="of=sum/n=256"></scan-lab>');
  assert.equal(elementOf('observatory'), '<scan-lab view="learn" observatory=""></scan-lab>');
  assert.equal(elementOf('"&'), '<scan-lab view="learn" algorithm="&quot;&amp;"></scan-lab>');
});
