/**
 * Settings from outside, from attributes of the element or from the address. An invalid setting is reported and left out; the others apply.
 */
import { MAX_U32 } from '../shared/arguments.ts';
import { isWhole } from '../shared/whole-number.ts';
import { METRICS } from '../ui/metrics.ts';
import type { Metric } from '../ui/element-types.ts';
import type { MeasureView } from './measure-view.ts';

type Controls = Pick<MeasureView, 'subject' | 'picker' | 'data' | 'sizes' | 'results' | 'settings'>;
type Apply = (text: string, controls: Controls) => string[];

/** The maximum number of characters of a setting. No list of sizes is longer. The grammar has the same limit. */
const MOST_CHARACTERS = 4000;

/** In the order of application: the operation determines the other settings, and the operator determines the types. */
const APPLY: Record<string, Apply> = {
  operation: (text, { subject }) => subject.apply(text),
  operator: (text, { data }) => chooseOption(data.operator, text),
  // The code of a custom operator comes with its type.
  type: (text, { data }) => (data.isOwn ? [] : chooseOption(data.type, text)),
  mode: (text, { data }) => chooseOption(data.mode, text),
  pattern: (text, { data }) => chooseOption(data.pattern, text),
  seed: chooseSeed,
  transfers: chooseTransfers,
  algorithms: chooseAlgorithms,
  sizes: chooseSizes,
  metric: chooseMetric,
};

/** Applies the settings that are given. @returns their problems */
export function applyPresets(read: (name: string) => string | null, controls: Controls): [name: string, problems: string[]][] {
  return Object.entries(APPLY).flatMap(([name, apply]) => {
    const text = read(name);
    return text === null ? [] : [[name, problemsOf(name, text, apply, controls)] as [string, string[]]];
  });
}

function problemsOf(name: string, text: string, apply: Apply, controls: Controls) {
  if (text.length > MOST_CHARACTERS) return [`${name} must have at most ${MOST_CHARACTERS} characters; found ${text.length}.`];
  return apply(text.trim(), controls).map((problem) => `${name}: ${problem}.`);
}

function set(control: HTMLInputElement | HTMLSelectElement, value: string) {
  control.value = value;
  // Listeners get the events that typing causes.
  control.dispatchEvent(new Event('input'));
  control.dispatchEvent(new Event('change'));
}

function chooseOption(control: HTMLSelectElement, value: string) {
  const allowed = [...control.options].map((option) => option.value);
  if (!allowed.includes(value)) return [`“${value}” is not one of ${allowed.join(', ')}`];
  set(control, value);
  return [];
}

function chooseMetric(text: string, { results }: Controls): string[] {
  const metric = METRICS.find(({ value }) => value === text);
  if (!metric) return [`“${text}” is not one of ${METRICS.map(({ value }) => value).join(', ')}`];
  results.chart.metric = metric.value as Metric;
  return [];
}

function chooseSeed(text: string, { data }: Controls): string[] {
  if (!isWhole(text, 0, MAX_U32)) return [`“${text}” is not a whole number from 0 to ${MAX_U32}`];
  set(data.seed, text);
  return [];
}

function chooseTransfers(text: string, { data }: Controls): string[] {
  if (!['0', '1'].includes(text)) return [`“${text}” is not one of 0, 1`];
  data.transfers.checked = text === '1';
  data.transfers.dispatchEvent(new Event('change'));
  return [];
}

/** A named scan gets the given tuning, or the defaults. */
function chooseAlgorithms(text: string, { picker, settings }: Controls): string[] {
  const { entries, problems } = settings.parseAlgorithms(text);
  picker.select(entries.map(({ id }) => id));
  for (const { id } of picker.entries) {
    const [first, second] = entries.filter((entry) => entry.id === id);
    if (second) problems.push(`“${id}” is given more than once; the first value is used`);
    if (first) picker.tune(id, first.tuning);
  }
  return problems;
}

function chooseSizes(text: string, { sizes, settings }: Controls): string[] {
  const { choice, problems } = settings.parseSizes(text);
  if (choice && 'range' in choice) sizes.setRange(choice.range);
  else if (choice) {
    sizes.list.control.value = choice.list;
    sizes.show('list');
  }
  return problems;
}
