/** The choice of scans: by sets, or from a searchable list by family. */
import { AlgorithmSearch, matches } from './algorithm-search.ts';
import { h } from '../ui/dom.ts';
import { FIRST_SET, OWN_SET, SCAN_SETS, setOf } from './scan-sets.ts';
import { JAVASCRIPT } from '../ui/series.ts';
import { TuningInput } from './tuning-input.ts';
import type { Algorithm, OperationEntry, Tuning } from '../types.ts';

type Entry = {
  id: string;
  algorithm: Algorithm;
  box: HTMLInputElement;
  item: HTMLElement;
  reason: HTMLElement;
  tuning: TuningInput[];
  tuningRoot: HTMLElement | null;
};

/** The maximum number of titles in the summary. */
const MAX_NAMED = 6;

/** The first choice for operations: the fastest scan inside an operation depends on the size. */
const AUTOMATIC = { id: 'automatic', title: 'Automatic' };
const AUTO = 'auto';

export class AlgorithmPicker {
  onExplain: (ids: string[]) => void;
  search: AlgorithmSearch;
  error;
  entries: Entry[];
  groups;
  compare;
  sets;
  title;
  chosen;
  list;
  root;
  /** Whether the chosen scans are parts of an operation. */
  isInside = false;
  /** The choice of the other mode: scans alone, or scans inside an operation. */
  #others = [AUTO];

  /** @param onExplain opens the lessons of one or two scans */
  constructor(algorithms: readonly Algorithm[], onExplain: (ids: string[]) => void) {
    this.onExplain = onExplain;
    this.search = new AlgorithmSearch({ onSearch: () => this.#filter(), onEnter: () => this.#firstShown()?.box.focus() });
    this.error = h('p', { class: 'error', id: 'algorithms-error', hidden: true });
    this.entries = [];
    const families = [...new Set(algorithms.map(({ family }) => family))];
    this.groups = families.map((family) =>
      this.#family(
        family,
        algorithms.filter((one) => one.family === family),
      ),
    );
    this.groups.push(this.#family(CPU_SCAN.family, [CPU_SCAN]));
    this.compare = h('button', { type: 'button', class: 'quiet', onclick: () => this.#compare() }, 'Explain two side by side');
    this.sets = [AUTOMATIC, ...SCAN_SETS, { id: OWN_SET, title: 'Your choice' }].map(({ id, title }) => this.#set(id, title));
    this.title = h('h3', { id: 'algorithms-title' }, 'Scans');
    this.chosen = h('span');
    this.list = h(
      'details',
      { class: 'scan-list' },
      h('summary', {}, this.chosen),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: 'quiet', onclick: () => this.#setAll(true) }, 'Select all'),
        h('button', { type: 'button', class: 'quiet', onclick: () => this.#setAll(false) }, 'Select none'),
        this.compare,
      ),
      this.search.root,
      ...this.groups,
    );
    this.root = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'algorithms-title' },
      this.title,
      h('div', { class: 'sets', role: 'radiogroup', 'aria-labelledby': 'algorithms-title' }, ...this.sets.map(({ root }) => root)),
      this.error,
      this.list,
    );
    this.#showAutomatic();
    this.#selectSet(FIRST_SET.id);
  }

  /**
   * Offers scans alone, or scans that can be part of an operation. Each mode keeps its choice.
   * @param operation null for scans
   */
  setOperation(operation: OperationEntry | null) {
    this.root.hidden = operation?.takesScan === false;
    const isInside = operation !== null;
    if (isInside === this.isInside) return;
    this.isInside = isInside;
    this.title.textContent = isInside ? 'Scan inside it' : 'Scans';
    this.#showAutomatic();
    const chosen = this.entries.filter(({ box }) => box.checked).map(({ id }) => id);
    this.select(this.#others);
    this.#others = chosen;
  }

  #showAutomatic() {
    this.sets[0].root.hidden = !this.isInside;
  }

  #set(id: string, title: string) {
    const radio = h('input', { type: 'radio', name: 'scan-set', value: id, onchange: () => this.#selectSet(id) });
    return { id, radio, root: h('label', { class: 'set' }, radio, h('span', {}, title)) };
  }

  #selectSet(id: string) {
    const set = SCAN_SETS.find((one) => one.id === id);
    if (id === AUTOMATIC.id) this.select([AUTO]);
    else if (set) this.select(this.entries.filter(({ algorithm }) => set.has(algorithm)).map((entry) => entry.id));
    else this.list.open = true;
  }

  #family(family: string, algorithms: Algorithm[]) {
    return h('fieldset', { class: 'family' }, h('legend', {}, family), ...algorithms.map((one) => this.#item(one)));
  }

  #item(algorithm: Algorithm) {
    const { id, title, summary } = algorithm;
    const box = h('input', { type: 'checkbox', id: `use-${id}`, value: id, onchange: () => this.#changed() });
    const about = h('p', { class: 'summary', id: `about-${id}` }, summary);
    const details =
      id !== JAVASCRIPT &&
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': `Details of ${title}`,
          onclick: () => this.onExplain([id]),
        },
        'Details',
      );
    const reason = h('p', { class: 'reason', id: `reason-${id}`, hidden: true });
    const tuning = algorithm.tuning.map((parameter) => new TuningInput(id, parameter));
    const tuningRoot = tuning.length ? h('div', { class: 'tuning' }, ...tuning.map(({ root }) => root)) : null;
    const label = h('label', { for: box.id }, title, h('code', {}, id));
    const item = h(
      'div',
      { class: 'algorithm', 'data-algorithm': id },
      h('div', { class: 'pick' }, box, label, details),
      about,
      reason,
      tuningRoot,
    );
    box.setAttribute('aria-describedby', `${about.id} ${reason.id}`);
    this.entries.push({ id, algorithm, box, item, reason, tuning, tuningRoot });
    return item;
  }

  #changed() {
    this.setError(null);
    for (const { box, tuningRoot } of this.entries) if (tuningRoot) tuningRoot.hidden = !box.checked || box.disabled;
    const chosen = this.entries.filter(({ box }) => box.checked).map(({ id }) => id);
    const all = this.entries.map(({ algorithm }) => algorithm);
    const set = this.isInside && chosen.join() === AUTO ? AUTOMATIC.id : setOf(all, chosen);
    for (const { id, radio } of this.sets) radio.checked = id === set;
    this.#count();
  }

  /** Checks or unchecks all scans that match the search. */
  #setAll(checked: boolean) {
    for (const { box, item } of this.entries) if (!box.disabled && !item.hidden) box.checked = checked;
    this.#changed();
  }

  #filter() {
    const { query } = this.search;
    for (const { algorithm, item } of this.entries) item.hidden = !matches(algorithm, query);
    for (const group of this.groups) group.hidden = !group.querySelector('.algorithm:not([hidden])');
    this.root.classList.toggle('searching', query !== '');
    this.#count();
  }

  #count() {
    const shown = this.entries.filter(({ item }) => !item.hidden).length;
    const selected = this.selected();
    this.search.show(shown, this.entries.length, selected.length);
    const titles = this.entries.filter(({ id }) => selected.includes(id)).map(({ algorithm }) => algorithm.title);
    const named = titles.slice(0, MAX_NAMED).join(', ');
    this.chosen.textContent = `${titles.length} of ${this.entries.length} chosen${named && `: ${named}`}${titles.length > MAX_NAMED ? ' …' : ''}`;
  }

  #firstShown() {
    return this.entries.find(({ box, item }) => !item.hidden && !box.disabled);
  }

  /** Explains two scans: the first chosen ones, then the first of the list. */
  #compare() {
    const scans = this.entries.map(({ id }) => id).filter((id) => id !== JAVASCRIPT);
    const chosen = this.selected().filter((id) => id !== JAVASCRIPT);
    this.onExplain([...new Set([...chosen, ...scans])].slice(0, 2));
  }

  /** Chooses exactly the scans with these ids. If no id is known, nothing changes. */
  select(ids: string[]) {
    if (!this.entries.some(({ id }) => ids.includes(id))) return;
    for (const { id, box } of this.entries) box.checked = ids.includes(id);
    this.#changed();
  }

  /** The chosen scans that are supported, in the catalogue's order. */
  selected() {
    return this.entries.filter(({ box }) => box.checked && !box.disabled).map(({ id }) => id);
  }

  /** Disables unsupported scans and shows the reasons. A disabled scan stays checked, for a device that supports it. */
  showSupport(unsupportedReason: (id: string) => string | null) {
    for (const { id, box, item, reason } of this.entries) {
      const text = this.isInside && id === JAVASCRIPT ? 'it is not a part of an operation on the GPU.' : unsupportedReason(id);
      box.disabled = text !== null;
      item.classList.toggle('barred', box.disabled);
      reason.textContent = text ? `Not available: ${text}` : '';
      reason.hidden = !text;
    }
    this.#changed();
  }

  /**
   * The tuning of the chosen scans. Default values are left out, since the core's defaults may depend on n.
   * @returns null if a value is invalid
   */
  tuning(): Record<string, Tuning> | null {
    const result: Record<string, Tuning> = {};
    let good = true;
    for (const id of this.selected()) {
      for (const { parameter, value } of this.#entry(id).tuning) {
        if (value === null) good = false;
        else if (value !== undefined && value !== parameter.default) (result[id] ??= {})[parameter.name] = value;
      }
    }
    return good ? result : null;
  }

  /** The tuning of one scan, whether chosen or not. An invalid value counts as its default. */
  tuningOf(id: string): Tuning {
    return Object.fromEntries(
      this.#entry(id).tuning.flatMap(({ parameter: { name, default: usual }, value }) =>
        value === null || value === undefined || value === usual ? [] : [[name, value]],
      ),
    );
  }

  /**
   * The default of a tuning parameter.
   * @returns undefined if the default depends on n and the device
   */
  defaultOf(id: string, name: string): number | undefined {
    return (
      this.entries.find((entry) => entry.id === id)?.algorithm.tuning.find((parameter) => parameter.name === name)?.default ?? undefined
    );
  }

  /** Sets every parameter of one scan. Parameters that are not given get their defaults. */
  tune(id: string, tuning: Tuning) {
    for (const input of this.#entry(id).tuning) input.set(tuning[input.parameter.name] ?? input.parameter.default);
  }

  #entry(id: string) {
    return this.entries.find((entry) => entry.id === id) as Entry;
  }

  setError(message: string | null) {
    this.error.textContent = message ?? '';
    this.error.hidden = !message;
  }

  focus() {
    this.list.open = true;
    this.search.clear();
    this.#firstShown()?.box.focus();
  }
}

const CPU_SCAN: Algorithm = {
  id: JAVASCRIPT,
  title: 'JavaScript on this CPU',
  family: 'On the CPU, for comparison',
  summary: 'One loop over a typed array, in a worker: the scan that every GPU result is checked against.',
  paper: '',
  work: 'n − 1',
  depth: 'n − 1',
  order: 'from left to right',
  traffic: '2n',
  needs: [],
  tuning: [],
  inPlace: false,
};
