/** The configuration in the page's address: read at first, kept up to date, copied as a link. Loaded only where it is wanted. */
import { MAX_U32 } from '../shared/arguments.ts';
import { isWhole } from '../shared/whole-number.ts';
import { h } from '../ui/dom.ts';
import { copyText } from '../ui/frames.ts';
import type { SettingsGrammar, ViewContext } from '../ui/element-types.ts';
import type { MeasureView } from './measure-view.ts';

/** Browsers take 100 changes of the address in 30 s, and fail or stall after them; this makes 40 at most. */
const WRITE_EVERY_MS = 750;

/**
 * Sets the controls to what attributes and, with `url-config`, the address ask for.
 * @returns why it does not run by itself: only what is exactly what was configured does
 */
export function configure({ autoruns, element, followsQuery, reportSetting }: ViewContext, view: MeasureView): string | null {
  const { values, run, problems: ofQuery } = view.settings.parseQuery(followsQuery ? location.search : '');
  const asked = new Map(Object.entries(values));
  reportSetting('address', ofQuery);
  const problems = [...ofQuery, ...view.applySettings((name) => asked.get(name) ?? element.getAttribute(name))];
  // Code asks for itself, in its editor.
  if (view.data.isOwn) return 'Not started, since code from outside is compiled only when a button is pressed.';
  const wanted = followsQuery ? run : element.hasAttribute('autorun');
  if (wanted && (problems.length || !autoruns)) askToRun(element, view);
  return problems.length ? `Not started: ${problems.join(' ')}` : null;
}

/**
 * Offers the run that an address asks for: a link alone must not start work on a reader's device. The offer stands until a run has
 * begun, by this press or another, or is declined.
 */
function askToRun(element: HTMLElement, view: MeasureView) {
  const { run, cancel } = view.runBar;
  const leave = () => {
    // The focus goes to where runs start and end, not to the page's start.
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
    h('p', { class: 'notice-title', id: 'ask-title' }, 'This page was asked to run a sweep'),
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
  const { operator, type, mode, pattern } = data.chosen;
  const count = sizes.read()?.length ?? 0;
  const { operation } = subject;
  if (operation) return `${operation.title} at ${formats.count(count, 'size')}: of ${type}, ${pattern} input.`;
  return `${formats.count(picker.selected().length, 'scan')} at ${formats.count(count, 'size')}: ${mode}, with ${operator} of ${type}, ${pattern} input.`;
}

/** The query of what is chosen, or null where something of it is bad. */
export function queryOf({ subject, data, picker, sizes, results, settings }: MeasureView) {
  const seed = data.seed.value.trim();
  // What is chosen but does not run on this device may run where the link is opened.
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

/** Keeps the address at what is chosen, and offers it as a link. */
export class Address {
  view: MeasureView;
  status;
  copy;
  field;
  root;
  schedule;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;
  /** What the address says, or would say of the defaults. */
  #written: string | null = null;

  constructor(view: MeasureView) {
    this.view = view;
    this.status = h('span', { role: 'status', class: 'hint' });
    this.copy = h('button', { type: 'button', class: 'quiet', onclick: () => void this.#copy() }, 'Copy link');
    this.field = h('input', { type: 'text', readonly: true, 'aria-label': 'Link to this configuration', class: 'link-text', hidden: true });
    this.root = h('div', { class: 'actions' }, this.copy, this.status, this.field);
    this.schedule = () => {
      this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS);
    };
  }

  connect() {
    const { root, runBar } = this.view;
    runBar.root.append(this.root);
    this.#written ??= queryOf(this.view);
    for (const type of ['input', 'change', 'click']) root.addEventListener(type, this.schedule);
  }

  disconnect() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const type of ['input', 'change', 'click']) this.view.root.removeEventListener(type, this.schedule);
  }

  /** Says what is chosen in the address, where that has changed and is good. */
  #write() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const query = queryOf(this.view);
    if (query === null || query === this.#written) return;
    try {
      history.replaceState(history.state, '', `${searchWith(query, this.view.settings)}${location.hash}`);
      this.#written = query;
    } catch {
      // Not allowed in some frames, or too often: the link can be copied all the same, and the next change tries again.
    }
  }

  async #copy() {
    const query = queryOf(this.view);
    this.field.hidden = true;
    if (query === null) return this.#say('Not copied: see the messages beside the settings.');
    // A page without an address of its own, such as a frame's srcdoc, has the query alone.
    let link = searchWith(query, this.view.settings);
    try {
      const address = new URL(link, location.href);
      address.hash = '';
      link = address.href;
    } catch {
      // The query is copied.
    }
    const refusal = await copyText(link);
    if (refusal === null) return this.#say('Link copied.');
    this.field.value = link;
    this.field.hidden = false;
    this.field.focus();
    this.field.select();
    this.#say(`Not copied: ${refusal}. The link below is selected, to be copied by hand.`);
  }

  /** A live region repeats only what changes. */
  #say(text: string) {
    this.status.textContent = '';
    setTimeout(() => (this.status.textContent = text), 50);
  }
}

/** The query, after the parts of the address that are not settings. */
function searchWith(query: string, settings: SettingsGrammar) {
  return `?${[...settings.parseQuery(location.search).others, query].join('&')}`;
}
