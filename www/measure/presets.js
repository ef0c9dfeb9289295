/** Settings from outside, as attributes of the element or in the address. A bad one is reported and left out; the others hold. */
import { MAX_U32 } from '../shared/arguments.js';
import { isWhole } from '../shared/whole-number.js';
import { METRICS } from '../ui/metrics.js';

/** @typedef {import('./measure-view.js').MeasureView} MeasureView */
/** @typedef {import('../ui/element-types.d.ts').Metric} Metric */
/** @typedef {Pick<MeasureView, 'subject' | 'picker' | 'data' | 'sizes' | 'results' | 'settings'>} Controls */
/** @typedef {(text: string, controls: Controls) => string[]} Apply */

/** More than the longest list of sizes takes; the grammar has the same limit. */
const MOST_CHARACTERS = 4000;

/** In the order in which they are set: the operation decides what else there is, the operator which types. @type {Record<string, Apply>} */
const APPLY = {
  operation: (text, { subject }) => subject.apply(text),
  operator: (text, { data }) => chooseOption(data.operator, text),
  // A custom operator has its type with its code.
  type: (text, { data }) => (data.isOwn ? [] : chooseOption(data.type, text)),
  mode: (text, { data }) => chooseOption(data.mode, text),
  pattern: (text, { data }) => chooseOption(data.pattern, text),
  seed: chooseSeed,
  transfers: chooseTransfers,
  algorithms: chooseAlgorithms,
  sizes: chooseSizes,
  metric: chooseMetric,
};

/**
 * @param {(name: string) => string | null} read
 * @param {Controls} controls
 * @returns {[name: string, problems: string[]][]} one for each setting that has a text
 */
export function applyPresets(read, controls) {
  return Object.entries(APPLY).flatMap(([name, apply]) => {
    const text = read(name);
    return text === null ? [] : [/** @type {[string, string[]]} */ ([name, problemsOf(name, text, apply, controls)])];
  });
}

/** @param {string} name @param {string} text @param {Apply} apply @param {Controls} controls */
function problemsOf(name, text, apply, controls) {
  if (text.length > MOST_CHARACTERS) return [`${name}: at most ${MOST_CHARACTERS} characters are read; there are ${text.length}.`];
  return apply(text.trim(), controls).map((problem) => `${name}: ${problem}.`);
}

/** @param {HTMLInputElement | HTMLSelectElement} control @param {string} value */
function set(control, value) {
  control.value = value;
  // As if it had been typed: its owner follows.
  control.dispatchEvent(new Event('input'));
  control.dispatchEvent(new Event('change'));
}

/** @param {HTMLSelectElement} control @param {string} value */
function chooseOption(control, value) {
  const allowed = [...control.options].map((option) => option.value);
  if (!allowed.includes(value)) return [`“${value}” is not one of ${allowed.join(', ')}`];
  set(control, value);
  return [];
}

/** @type {Apply} */
function chooseMetric(text, { results }) {
  const metric = METRICS.find(({ value }) => value === text);
  if (!metric) return [`“${text}” is not one of ${METRICS.map(({ value }) => value).join(', ')}`];
  results.chart.metric = /** @type {Metric} */ (metric.value);
  return [];
}

/** @type {Apply} */
function chooseSeed(text, { data }) {
  if (!isWhole(text, 0, MAX_U32)) return [`“${text}” is not a whole number from 0 to ${MAX_U32}`];
  set(data.seed, text);
  return [];
}

/** @type {Apply} */
function chooseTransfers(text, { data }) {
  if (!['0', '1'].includes(text)) return [`“${text}” is not one of 0, 1`];
  data.transfers.checked = text === '1';
  data.transfers.dispatchEvent(new Event('change'));
  return [];
}

/** A scan that is named gets the tuning that is given with it, and the usual one where none is. @type {Apply} */
function chooseAlgorithms(text, { picker, settings }) {
  const { entries, problems } = settings.parseAlgorithms(text);
  picker.select(entries.map(({ id }) => id));
  for (const { id } of picker.entries) {
    const [first, second] = entries.filter((entry) => entry.id === id);
    if (second) problems.push(`“${id}” is given more than once; the first counts`);
    if (first) picker.tune(id, first.tuning);
  }
  return problems;
}

/** @type {Apply} */
function chooseSizes(text, { sizes, settings }) {
  const { choice, problems } = settings.parseSizes(text);
  if (choice && 'range' in choice) sizes.setRange(choice.range);
  else if (choice) {
    sizes.list.control.value = choice.list;
    sizes.show('list');
  }
  return problems;
}
