import { defineConfig } from 'vitepress';

/** The folder of the site on its host, such as `/course/`. */
const base = '/';

export default defineConfig({
  title: 'Prefix sums',
  base,
  // A copy of ScanLab's site in public/scanlab/.
  head: [['script', { type: 'module', src: `${base}scanlab/scanlab.js` }]],
  // Vue leaves the element to the browser.
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'scan-lab' } } },
  themeConfig: { sidebar: [{ text: 'Course', items: [{ text: 'Week 3', link: '/' }, { text: 'Exercise', link: '/exercise' }] }] },
});
