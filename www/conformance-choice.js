/** Which cases run: a spread or all, of which scans and operators. */
import { h } from './dom.js';

/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {'spread' | 'full'} GridKind */

export class ConformanceChoice {
  /** @param {Catalogue} catalogue @param {(name: string) => string | null} read what the page gives @param {() => void} onChange */
  constructor({ algorithms, operators }, read, onChange) {
    const radio = (/** @type {GridKind} */ value, /** @type {boolean} */ checked) =>
      h('input', { type: 'radio', name: 'grid', id: `grid-${value}`, value, checked, onchange: onChange });
    this.spread = radio('spread', true);
    this.full = radio('full', false);
    const scans = this.#boxes('scan', algorithms, listOf(read('algorithms')), onChange);
    const kinds = this.#boxes('operator', operators, listOf(read('operators')), onChange);
    this.scans = scans.boxes;
    this.operators = kinds.boxes;
    this.hint = h('p', { class: 'hint', role: 'status' });
    this.fields = h('fieldset', {},
      h('legend', { class: 'visually-hidden' }, 'Cases'),
      h('div', { class: 'choices' },
        h('span', { class: 'choice' }, this.spread, h('label', { for: this.spread.id }, 'A spread, in which every two values meet')),
        h('span', { class: 'choice' }, this.full, h('label', { for: this.full.id }, 'All, which takes long'))),
      this.hint,
      h('details', { class: 'limit' }, h('summary', {}, 'Choose scans and operators'), scans.root('Scans'), kinds.root('Operators')));
    this.root = h('section', { class: 'panel', 'aria-labelledby': 'cases-title' }, h('h3', { id: 'cases-title' }, 'Cases'), this.fields);
  }

  /**
   * @param {string} name @param {readonly { id: string, title: string }[]} all @param {string[]} chosen none stands for all
   * @param {() => void} onChange
   */
  #boxes(name, all, chosen, onChange) {
    const boxes = all.map(({ id }) => h('input', {
      type: 'checkbox', id: `${name}-${id}`, value: id, checked: !chosen.length || chosen.includes(id), onchange: onChange,
    }));
    const setAll = (/** @type {boolean} */ checked) => {
      for (const box of boxes) box.checked = checked;
      onChange();
    };
    const root = (/** @type {string} */ legend) => h('fieldset', { class: 'family' }, h('legend', {}, legend),
      h('div', { class: 'choices' }, ...boxes.map((box, i) => h('span', { class: 'choice' }, box, h('label', { for: box.id }, all[i].title || all[i].id)))),
      h('button', { type: 'button', class: 'quiet', onclick: () => setAll(true) }, `All ${legend.toLowerCase()}`),
      h('button', { type: 'button', class: 'quiet', onclick: () => setAll(false) }, `No ${legend.toLowerCase()}`));
    return { boxes, root };
  }

  /** @returns {{ grid: GridKind, algorithms: string[], operators: string[] } | null} null where nothing is chosen */
  read() {
    const chosen = (/** @type {HTMLInputElement[]} */ boxes) => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const [algorithms, operators] = [chosen(this.scans), chosen(this.operators)];
    if (algorithms.length && operators.length) return { grid: this.full.checked ? 'full' : 'spread', algorithms, operators };
    this.note('Choose at least one scan and one operator.');
    return null;
  }

  /** @param {boolean} disabled */
  disable(disabled) {
    this.fields.disabled = disabled;
  }

  /** @param {string} text */
  note(text) {
    this.hint.textContent = text;
  }
}

/** @param {string | null} text */
function listOf(text) {
  return (text ?? '').split(/[\s,;]+/).filter(Boolean);
}
