/** The configuration in the page's address: read at the start, and kept up to date. */
import { MAX_U32 } from '../shared/arguments.ts';
import { isWhole } from '../shared/whole-number.ts';
import { originOf } from '../ui/config-words.ts';
import { h } from '../ui/dom.ts';
import type { SettingsGrammar, ViewContext } from '../ui/element-types.ts';
import type { MeasureView } from './measure-view.ts';

/** Browsers accept 100 changes of the address in 30 s, then fail or stall. With this interval, there are at most 40. */
const WRITE_EVERY_MS = 750;

/**
 * Sets the controls from attributes and, with `url-config`, from the address.
 * @returns the reason why the run does not start by itself: it starts only if the configuration is valid as a whole
 */
export function configure({ autoruns, element, followsQuery, reportSetting }: ViewContext, view: MeasureView): string | null {
  const { values, run, problems: ofQuery } = view.settings.parseQuery(followsQuery ? location.search : '');
  const asked = new Map(Object.entries(values));
  reportSetting('address', ofQuery);
  const problems = [...ofQuery, ...view.applySettings((name) => asked.get(name) ?? element.getAttribute(name))];
  // Custom code asks for confirmation in its editor.
  if (view.data.isOwn) {
    const place = asked.has('combine') ? 'this link' : 'the attributes';
    return `Not started: the code in ${place} is compiled only after you press a button.`;
  }
  const wanted = followsQuery ? run : element.hasAttribute('autorun');
  if (wanted && (problems.length || !autoruns)) askToRun(element, view);
  return problems.length ? `Not started: ${problems.join(' ')}` : null;
}

/**
 * Offers the run that an address requests. A link alone must not start work on a reader's device. The offer ends when a run begins, or when
 * the reader declines.
 */
function askToRun(element: HTMLElement, view: MeasureView) {
  const { run, cancel } = view.runBar;
  const leave = () => {
    // Focus goes to Run or Cancel, not to the start of the page.
    if (notice.matches(':focus-within')) (run.disabled ? cancel : run).focus();
    notice.remove();
    element.removeEventListener('scanlab-progress', leave);
  };
  const start = async () => {
    says.textContent = 'Starting…';
    says.textContent = (await view.start(true)) ?? '';
  };
  const says = h('p', { role: 'status', class: 'detail' });
  const button = h('button', { type: 'button', class: 'primary', onclick: start }, 'Run this configuration');
  const notice = h(
    'div',
    { class: 'notice', role: 'group', 'aria-labelledby': 'ask-title' },
    h('p', { class: 'notice-title', id: 'ask-title' }, 'The link to this page requests a run'),
    h('p', {}, describe(view)),
    button,
    h('button', { type: 'button', class: 'quiet', onclick: leave }, 'Not now'),
    says,
  );
  view.notices.root.append(notice);
  element.addEventListener('scanlab-progress', leave);
  focusWhenShown(button);
}

function focusWhenShown(button: HTMLElement) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) button.focus();
  });
}

function describe({ subject, data, picker, sizes, formats }: MeasureView) {
  const { operator, type, mode, pattern, ...more } = data.chosen;
  const count = sizes.read()?.length ?? 0;
  const { operation } = subject;
  if (operation) return `${operation.title} of ${type} at ${formats.count(count, 'size')}, with ${pattern} input.`;
  return `${formats.count(picker.selected().length, 'scan')} at ${formats.count(count, 'size')}: ${mode}, with ${operator} of ${type}${originOf(more)}, ${pattern} input.`;
}

/** The query of the current choice, or null if a part of it is invalid. */
export function queryOf({ subject, data, picker, sizes, results, settings }: MeasureView) {
  const seed = data.seed.value.trim();
  // A scan that this device does not support may run where the link is opened.
  const algorithms = picker.entries.filter(({ box }) => box.checked).map(({ id }) => id);
  const numbers = sizes.read();
  if (data.isOwn && !data.own) return null;
  const { operation } = subject;
  const options = subject.read();
  const hasSeed = isWhole(seed, 0, MAX_U32);
  if (!algorithms.length || !options || !picker.tuning() || !numbers || !(hasSeed || (operation && !seed))) return null;
  const tuning = Object.fromEntries(algorithms.map((id) => [id, picker.tuningOf(id)]));
  const range = sizes.kind === 'range' ? sizes.range : undefined;
  const of = operation ? { operation: operation.id, options } : {};
  const config = {
    algorithms,
    tuning,
    sizes: numbers,
    ...data.chosen,
    ...of,
    ...(hasSeed && { seed: Number(seed) }),
    metric: results.chart.metric,
  };
  return settings.formatQuery(config, range);
}

/** Keeps the address up to date. */
export class Address {
  view: MeasureView;
  schedule;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;
  /** The query in the address; at first, the query of the defaults. */
  #written: string | null = null;

  constructor(view: MeasureView) {
    this.view = view;
    this.schedule = () => {
      this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS);
    };
  }

  connect() {
    this.#written ??= queryOf(this.view);
    for (const type of ['input', 'change', 'click']) this.view.root.addEventListener(type, this.schedule);
  }

  disconnect() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const type of ['input', 'change', 'click']) this.view.root.removeEventListener(type, this.schedule);
  }

  /** Writes the choice to the address, if it has changed and is valid. */
  #write() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const query = queryOf(this.view);
    if (query === null || query === this.#written) return;
    try {
      history.replaceState(history.state, '', `${searchWith(query, this.view.settings)}${location.hash}`);
      this.#written = query;
    } catch {
      // Some frames refuse a change of the address, and browsers limit the rate of changes. The next change tries again.
    }
  }
}

/** The query, after those parts of the address that are not settings. */
export function searchWith(query: string, settings: SettingsGrammar) {
  return `?${[...settings.parseQuery(location.search).others, query].join('&')}`;
}
