/** Choosing scans: by family, a row each; what a scan is, where it is from and what it costs is told on demand. */
import { AlgorithmSearch, matches } from './algorithm-search.js';
import { Field, h } from '../ui/dom.js';
import { JAVASCRIPT } from '../ui/series.js';

/** @typedef {import('../types.d.ts').Algorithm} Algorithm */
/** @typedef {import('../types.d.ts').TuningParameter} TuningParameter */
/** @typedef {import('../types.d.ts').Tuning} Tuning */
/** @typedef {{ parameter: TuningParameter, field: Field, input: HTMLInputElement }} TuningInput */
/** @typedef {{ id: string, algorithm: Algorithm, box: HTMLInputElement, item: HTMLElement, reason: HTMLElement, tuning: TuningInput[], tuningRoot: HTMLElement | null }} Entry */

/** Chosen at first: few enough to end soon, different enough to compare. */
const FIRST_CHOICE = ['hillis-steele', 'hybrid', 'blelloch', 'reduce-then-scan', JAVASCRIPT];

export class AlgorithmPicker {
  /** @param {readonly Algorithm[]} algorithms @param {(ids: string[]) => void} onExplain asked to tell all about one or two */
  constructor(algorithms, onExplain) {
    this.onExplain = onExplain;
    this.search = new AlgorithmSearch({ onSearch: () => this.#filter(), onEnter: () => this.#firstShown()?.box.focus() });
    this.error = h('p', { class: 'error', id: 'algorithms-error', hidden: true });
    /** @type {Entry[]} */
    this.entries = [];
    const families = [...new Set(algorithms.map(({ family }) => family))];
    this.groups = families.map((family) =>
      this.#family(
        family,
        algorithms.filter((one) => one.family === family),
      ),
    );
    this.groups.push(this.#family(CPU_SCAN.family, [CPU_SCAN]));
    this.compare = h('button', { type: 'button', class: 'quiet', onclick: () => this.#compare() }, 'Compare two');
    this.root = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'algorithms-title' },
      h(
        'div',
        { class: 'panel-head' },
        h('h3', { id: 'algorithms-title' }, 'Scans'),
        this.compare,
        h('button', { type: 'button', class: 'quiet', onclick: () => this.#setAll(true) }, 'Select all'),
        h('button', { type: 'button', class: 'quiet', onclick: () => this.#setAll(false) }, 'Select none'),
      ),
      this.search.root,
      this.error,
      ...this.groups,
    );
    this.select(FIRST_CHOICE);
  }

  /** @param {string} family @param {Algorithm[]} algorithms */
  #family(family, algorithms) {
    return h('fieldset', { class: 'family' }, h('legend', {}, family), ...algorithms.map((one) => this.#item(one)));
  }

  /** @param {Algorithm} algorithm */
  #item(algorithm) {
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
          'aria-haspopup': 'dialog',
          onclick: () => this.onExplain([id]),
        },
        'Details',
      );
    const reason = h('p', { class: 'reason', id: `reason-${id}`, hidden: true });
    const tuning = algorithm.tuning.map((parameter) => this.#tuningInput(id, parameter));
    const tuningRoot = tuning.length ? h('div', { class: 'tuning' }, ...tuning.map(({ field }) => field.root)) : null;
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

  /** @param {string} id @param {TuningParameter} parameter @returns {TuningInput} */
  #tuningInput(id, parameter) {
    const { name, title, min, max } = parameter;
    const input = h('input', {
      type: 'number',
      min,
      max,
      step: 1,
      value: String(parameter.default),
      inputmode: 'numeric',
      oninput: () => checkTuning({ parameter, field, input }),
    });
    const field = new Field({
      id: `tuning-${id}-${name}`,
      label: title || name,
      control: input,
      hint: `${min} to ${max}`,
      class: 'inline',
    });
    return { parameter, field, input };
  }

  #changed() {
    this.setError(null);
    for (const { box, tuningRoot } of this.entries) if (tuningRoot) tuningRoot.hidden = !box.checked || box.disabled;
    this.#count();
  }

  /** What a search has hidden stays as it is. @param {boolean} checked */
  #setAll(checked) {
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
    this.search.show(shown, this.entries.length, this.selected().length);
  }

  #firstShown() {
    return this.entries.find(({ box, item }) => !item.hidden && !box.disabled);
  }

  /** The first two that are chosen, else the first two there are. */
  #compare() {
    const scans = this.entries.map(({ id }) => id).filter((id) => id !== JAVASCRIPT);
    const chosen = this.selected().filter((id) => id !== JAVASCRIPT);
    this.onExplain([...new Set([...chosen, ...scans])].slice(0, 2));
  }

  /** Chooses exactly these; a choice without any known id leaves things as they are. @param {string[]} ids */
  select(ids) {
    if (!this.entries.some(({ id }) => ids.includes(id))) return;
    for (const { id, box } of this.entries) box.checked = ids.includes(id);
    this.#changed();
  }

  /** What is chosen and can run, in the catalogue's order. */
  selected() {
    return this.entries.filter(({ box }) => box.checked && !box.disabled).map(({ id }) => id);
  }

  /** Bars what cannot run and says why; the choice comes back when it can. @param {(id: string) => string | null} reasonAgainst */
  showSupport(reasonAgainst) {
    for (const { id, box, item, reason } of this.entries) {
      const text = id === JAVASCRIPT ? null : reasonAgainst(id);
      box.disabled = text !== null;
      item.classList.toggle('barred', box.disabled);
      reason.textContent = text ? `Not available: ${text}` : '';
      reason.hidden = !text;
    }
    this.#changed();
  }

  /** Only what differs from the defaults: the core's own defaults may follow n. @returns {Record<string, Tuning> | null} null where a value is bad */
  tuning() {
    /** @type {Record<string, Tuning>} */
    const result = {};
    let good = true;
    for (const id of this.selected()) {
      for (const tuningInput of this.#entry(id).tuning) {
        const value = checkTuning(tuningInput);
        if (value === null) good = false;
        else if (value !== tuningInput.parameter.default) (result[id] ??= {})[tuningInput.parameter.name] = value;
      }
    }
    return good ? result : null;
  }

  /** What is set for one scan, chosen or not; a bad value counts as its default. @param {string} id @returns {Tuning} */
  tuningOf(id) {
    const given = this.#entry(id).tuning.map((one) => ({ ...one.parameter, value: checkTuning(one) }));
    return Object.fromEntries(
      given.flatMap(({ name, default: usual, value }) => (value === null || value === usual ? [] : [[name, value]])),
    );
  }

  /** @param {string} id */
  #entry(id) {
    return /** @type {Entry} */ (this.entries.find((entry) => entry.id === id));
  }

  /** @param {string | null} message */
  setError(message) {
    this.error.textContent = message ?? '';
    this.error.hidden = !message;
  }

  focus() {
    this.search.clear();
    this.#firstShown()?.box.focus();
  }
}

/** @type {Algorithm} */
const CPU_SCAN = {
  id: JAVASCRIPT,
  title: 'JavaScript on this CPU',
  family: 'On the CPU, to compare',
  summary: 'One loop over a typed array, in a worker: the scan that every GPU result is checked against.',
  paper: '',
  work: 'n − 1',
  depth: 'n − 1',
  traffic: '2n',
  needs: [],
  tuning: [],
  inPlace: false,
};

/** Marks the input and returns its value, or null where it is bad. @param {TuningInput} tuningInput */
function checkTuning({ parameter: { min, max }, field, input }) {
  const value = input.value.trim() === '' ? NaN : Number(input.value);
  const good = Number.isInteger(value) && value >= min && value <= max;
  field.setError(
    good ? null : `A whole number from ${min} to ${max} is required; this is ${input.value.trim() ? `“${input.value}”` : 'empty'}.`,
  );
  return good ? value : null;
}
