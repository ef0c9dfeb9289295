import assert from 'node:assert/strict';
import test from 'node:test';
import { embedText } from './code-panel.ts';
import { partsOf } from '../../page/requested.ts';

test('settings of an embed example are read as they were', () => {
  const parts = ['n=100', 'source=own', 'own=a // b', 'hint=50 % of 1/2, %2F & "c"'];
  const text = /settings="([^"]*)"/.exec(embedText('brackets', parts))?.[1] ?? '';
  const attributes = { application: 'brackets', settings: text.replaceAll('&quot;', '"').replaceAll('&amp;', '&') };
  const element = { getAttribute: (name) => attributes[name] ?? null };
  assert.deepEqual(partsOf({ element, followsQuery: false }, 'use'), ['brackets', ...parts]);
});
