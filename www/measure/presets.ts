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
  initial: (text, { data }) => check(data.initial, text),
  transfers: (text, { data }) => check(data.transfers, text),
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

/** Sets a property of a control. @returns no problems */
function set<C extends HTMLElement, Name extends keyof C>(control: C, name: Name, value: C[Name]): string[] {
  control[name] = value;
  // Listeners get the events that typing causes.
  control.dispatchEvent(new Event('input'));
  control.dispatchEvent(new Event('change'));
  return [];
}

/** The problem of a text that is not one of the allowed ones, or null. */
function refusal(text: string, allowed: string[]): string[] | null {
  return allowed.includes(text) ? null : [`“${text}” is not one of ${allowed.join(', ')}`];
}

function chooseOption(control: HTMLSelectElement, text: string): string[] {
  const allowed = [...control.options].map(({ value }) => value);
  return refusal(text, allowed) ?? set(control, 'value', text);
}

function chooseMetric(text: string, { results }: Controls): string[] {
  const problems = refusal(
    text,
    METRICS.map(({ value }) => value),
  );
  if (!problems) results.chart.metric = text as Metric;
  return problems ?? [];
}

function chooseSeed(text: string, { data }: Controls): string[] {
  if (!isWhole(text, 0, MAX_U32)) return [`“${text}” is not a whole number from 0 to ${MAX_U32}`];
  return set(data.seed, 'value', text);
}

function check(box: HTMLInputElement, text: string): string[] {
  return refusal(text, ['0', '1']) ?? set(box, 'checked', text === '1');
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
