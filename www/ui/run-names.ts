/** Names that distinguish runs. Pure: no DOM. */
import { adapterName } from '../shared/adapter-name.ts';
import { kindOf } from './config-words.ts';
import type { Run } from './element-types.ts';

/** The default of a tuning parameter. */
type DefaultOf = (algorithm: string, parameter: string) => number | undefined;

/** Patterns of the user agents of browsers. A pattern that also matches other browsers comes after the patterns of these. */
const BROWSERS = [
  ['Edge', /\bEdg\w*\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).*\bSafari\//],
] as const;
const LONGEST_BROWSER = 30;
/** The number of a name's parts that are settings. */
const SETTINGS = 4;

/** A browser's name and version. @param agent the user agent's text */
export function browserName(agent: string) {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return agent.slice(0, LONGEST_BROWSER) || 'an unnamed browser';
}

/** The adapter, browser, date and file of a run, the most distinctive first. */
export function partsOf({ adapter, browser, date, file }: Run) {
  const [day, time] = date.toISOString().split('T');
  return [
    adapter ? adapterName(adapter) : 'without a GPU',
    browserName(browser ?? navigator.userAgent),
    day,
    `${time.slice(0, 8)} UTC`,
    file ?? 'this page',
  ];
}

/** The settings of a run, which are part of its name if runs differ in them. */
function settingsOf({ config }: Run, runs: Run[], defaultOf: DefaultOf) {
  const { pattern, seed } = config;
  return [tuningText(config, runs, defaultOf), kindOf(config), `${pattern} input`, seed === undefined ? 'seeds drawn' : `seed ${seed}`];
}

/** The tuning parameters in which the runs differ: “padding 0”. */
function tuningText({ algorithms, tuning }: Run['config'], runs: Run[], defaultOf: DefaultOf) {
  const configs = runs.map((run) => run.config);
  const valueOf = (given: Run['config']['tuning'], id: string, name: string) => given[id]?.[name] ?? defaultOf(id, name) ?? 'default';
  const tuned = configs.flatMap((one) =>
    Object.entries(one.tuning).flatMap(([id, values]) => Object.keys(values).map((name) => `${id} ${name}`)),
  );
  const differing = [...new Set(tuned)]
    .map((key) => key.split(' '))
    .filter(([id, name]) => new Set(configs.map((one) => valueOf(one.tuning, id, name))).size > 1);
  const several = new Set(differing.map(([id]) => id)).size > 1;
  return differing
    .filter(([id]) => algorithms.includes(id))
    .map(([id, name]) => `${several ? `${id} ` : ''}${name.replaceAll('_', ' ')} ${valueOf(tuning, id, name)}`)
    .join(', ');
}

/**
 * The names that the reader gave, or else the shortest distinct titles. A title has parts in which the runs differ, settings first, and as
 * many parts as needed.
 */
export function titlesOf(runs: Run[], defaultOf: DefaultOf = () => undefined) {
  const parts = runs.map((run) => [...settingsOf(run, runs, defaultOf), ...partsOf(run)]);
  const differing = parts[0]?.map((_, i) => i).filter((i) => new Set(parts.map((one) => one[i])).size > 1) ?? [];
  let used = differing.slice(0, 1);
  const title = (one: string[]) =>
    (used.length ? used : [SETTINGS])
      .map((i) => one[i])
      .filter(Boolean)
      .join(' · ');
  while (used.length < differing.length && new Set(parts.map(title)).size < parts.length) used = differing.slice(0, used.length + 1);
  const titles = parts.map((one, i) => runs[i].name || title(one));
  const taken: Set<string> = new Set();
  return titles.map((one) => {
    let unused = one;
    for (let rank = 2; taken.has(unused); rank++) unused = `${one} (${rank})`;
    taken.add(unused);
    return unused;
  });
}
