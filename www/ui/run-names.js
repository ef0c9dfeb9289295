/** What runs are called, so that several can be told apart. Pure: no DOM. */
import { adapterName } from './messages.js';

/** @typedef {import('../measure/results.js').Run} Run */

/** A browser as its user agent's text names it, the particular names before those that all carry. */
const BROWSERS = /** @type {const} */ ([
  ['Edge', /\bEdg\w*\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).*\bSafari\//],
]);
const LONGEST_BROWSER = 30;

/** @param {string} agent the user agent's text */
export function browserName(agent) {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return agent.slice(0, LONGEST_BROWSER) || 'a browser that is not named';
}

/** What there is to tell a run by, the most telling first. @param {Run} run */
export function partsOf({ adapter, browser, date, file }) {
  const [day, time] = date.toISOString().split('T');
  return [
    adapter ? adapterName(adapter) : 'no adapter',
    browserName(browser ?? navigator.userAgent),
    day,
    `${time.slice(0, 8)} UTC`,
    file ?? 'this page',
  ];
}

/** As short as tells all of them apart: only parts that differ, and no more of these than it takes. @param {Run[]} runs */
export function titlesOf(runs) {
  const parts = runs.map(partsOf);
  const telling = parts[0]?.map((_, i) => i).filter((i) => new Set(parts.map((one) => one[i])).size > 1) ?? [];
  let used = telling.slice(0, 1);
  const title = (/** @type {string[]} */ one) => (used.length ? used : [0]).map((i) => one[i]).join(' · ');
  while (used.length < telling.length && new Set(parts.map(title)).size < parts.length) used = telling.slice(0, used.length + 1);
  const titles = parts.map(title);
  return titles.map((one, i) => {
    const before = titles.slice(0, i).filter((other) => other === one).length;
    return before ? `${one} (${before + 1})` : one;
  });
}
