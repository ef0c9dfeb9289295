import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse, workerSources } from './worker-sources.ts';

const SITE = new URL('https://scans.example/lab/worker.js');

test('a page of the site’s own origin starts a worker from its file first, one of another origin only from a blob', () => {
  assert.deepEqual(workerSources({ origin: 'https://scans.example' }, SITE), ['file', 'blob']);
  assert.deepEqual(workerSources({ origin: 'https://course.example' }, SITE), ['blob']);
  assert.deepEqual(workerSources({ origin: 'null' }, SITE), ['blob'], 'a sandboxed frame');
  assert.deepEqual(workerSources({ origin: 'null' }, new URL('data:text/javascript,0')), ['blob'], 'a module without a folder');
});

test('what a page has refused is not tried there again, by whichever copy of the module', async () => {
  const page = { origin: 'https://scans.example' };
  refuse(page, 'file');
  const copy = await import('./worker-sources.ts?copy');
  assert.deepEqual(copy.workerSources(page, SITE), ['blob']);
  copy.refuse(page, 'blob');
  assert.deepEqual(workerSources(page, SITE), []);
  assert.deepEqual(workerSources({ origin: 'https://scans.example' }, SITE), ['file', 'blob']);
});

test('a worker starts no worker', () => {
  const page = { origin: 'https://scans.example' };
  assert.deepEqual(workerSources({ ...page, WorkerGlobalScope: class {} }, SITE), []);
});
