import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabHolder } from './lab-holder.ts';

/** A holder of labs that do nothing, and the calls of its listeners. */
function observed() {
  const lab = { supports: () => null, close: () => {} };
  const holder = new LabHolder({ ScanLab: { open: async () => lab } });
  const heard = [];
  const listener = (name) => ({
    onOpening: () => heard.push(`${name} opening`),
    onOpen: (opened) => heard.push(`${name} ${opened === lab ? 'open' : 'another'}`),
    onFail: () => heard.push(`${name} failed`),
    onWork: () => {},
    onClose: () => heard.push(`${name} closed`),
  });
  return { holder, heard, listener };
}

test('an element that joins once the lab is open hears of it when it uses it', async () => {
  const { holder, heard, listener } = observed();
  const [first, second] = [listener('first'), listener('second')];
  holder.join(first);
  await holder.get();
  holder.join(second);
  assert.deepEqual(heard, ['first opening', 'first open']);
  await holder.get();
  assert.ok(heard.includes('second open'), heard.join());
});

test('a lab that was closed before it was used again is not announced', async () => {
  const { holder, heard, listener } = observed();
  holder.join(listener('only'));
  await holder.get();
  const again = holder.get();
  holder.close();
  await again;
  assert.deepEqual(heard, ['only opening', 'only open', 'only closed']);
});

test('a measurement excludes one on a lab with other limits, whose elements hear of it', () => {
  const api = { ScanLab: { open: async () => ({}) } };
  const [adapter, guaranteed] = [LabHolder.of(api, 'adapter'), LabHolder.of(api, 'guaranteed')];
  assert.notEqual(adapter, guaranteed);
  assert.equal(LabHolder.of(api, 'adapter'), adapter);
  const heard = [];
  guaranteed.join({ onWork: () => heard.push(guaranteed.work) });
  assert.equal(adapter.begin('the sweep is running'), true);
  assert.equal(guaranteed.begin('the grid is running'), false);
  adapter.end();
  assert.deepEqual(heard, ['the sweep is running', null]);
  assert.equal(guaranteed.begin('the grid is running'), true);
});
