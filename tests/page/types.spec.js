/** `scanlab.js` has exactly the members that `scanlab.d.ts` declares: tests/types compares the same lists with the declarations. */
import { expect, test } from '@playwright/test';
import { EXPLAINER, EXPORTS, INSTANCE, OBSERVED, SETTINGS_GRAMMAR, STATICS } from '../types/members.js';
import { openPage } from './helpers.js';

/** Internal members, which are not declared. */
const INTERNAL = ['runtime'];

test('the module has just the members that are declared', async ({ page }) => {
  await openPage(page);
  const found = await page.evaluate(async () => {
    /** The property names of an object and of its prototypes before `last`. */
    const namesOf = (object, last) => {
      const names = new Set();
      for (let one = object; one !== last; one = Object.getPrototypeOf(one))
        for (const name of Object.getOwnPropertyNames(one)) names.add(name);
      return [...names];
    };
    const module = await import('./scanlab.js');
    const { ScanLab } = module;
    const lab = await ScanLab.open();
    const instance = namesOf(lab, Object.prototype).filter((name) => name !== 'constructor');
    const explained = await ScanLab.explainer();
    const explainer = namesOf(explained, Object.prototype).filter((name) => name !== 'constructor');
    const settings = namesOf(explained.settings, Object.prototype).filter((name) => name !== 'constructor');
    const statics = namesOf(ScanLab, Function.prototype).filter((name) => !['length', 'name', 'prototype'].includes(name));
    lab.close();
    return {
      exports: Object.keys(module),
      statics,
      instance,
      explainer,
      settings,
      observed: customElements.get('scan-lab').observedAttributes,
    };
  });
  const sorted = (names) => [...names].sort();
  expect(sorted(found.exports)).toEqual(sorted(Object.keys(EXPORTS)));
  expect(sorted(found.statics)).toEqual(sorted([...Object.keys(STATICS), ...INTERNAL]));
  expect(sorted(found.instance)).toEqual(sorted(Object.keys(INSTANCE)));
  expect(sorted(found.explainer)).toEqual(sorted(Object.keys(EXPLAINER)));
  expect(sorted(found.settings)).toEqual(sorted(Object.keys(SETTINGS_GRAMMAR)));
  expect(sorted(found.observed)).toEqual(sorted(Object.keys(OBSERVED)));
});
