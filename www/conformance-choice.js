/** Which cases run: a spread or all, of which scans and operators. */
import { readShard, shardText } from './conformance-shard.js';
import { h } from './dom.js';

/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./conformance-shard.js').Shard} Shard */
/** @typedef {'spread' | 'full'} GridKind */
/** @typedef {{ grid: GridKind, shard: Shard | null, algorithms: string[], operators: string[] }} Choice */

export class ConformanceChoice {
  /** @param {Catalogue} catalogue @param {(name: string) => string | null} read what the page gives @param {() => void} onChange */
  constructor({ algorithms, operators }, read, onChange) {
    const radio = (/** @type {GridKind} */ value, /** @type {boolean} */ checked) =>
      h('input', { type: 'radio', name: 'grid', id: `grid-${value}`, value, checked, onchange: onChange });
    const { shard, problem } = readShard(read('shard'));
    this.shard = shard;
    // Only the full grid has shards, so whoever asks for one wants that.
    this.spread = radio('spread', !shard);
    this.full = radio('full', shard !== null);
    const scans = this.#boxes('scan', algorithms, listOf(read('algorithms')), onChange);
    const kinds = this.#boxes('operator', operators, listOf(read('operators')), onChange);
    this.scans = scans.boxes;
    this.operators = kinds.boxes;
    this.hint = h('p', { class: 'hint', role: 'status' });
    this.fields = h('fieldset', {},
      h('legend', { class: 'visually-hidden' }, 'Cases'),
      h('div', { class: 'choices' },
        h('span', { class: 'choice' }, this.spread, h('label', { for: this.spread.id }, 'A spread, in which every two values meet')),
        h('span', { class: 'choice' }, this.full, h('label', { for: this.full.id }, shard ? `Shard ${shardText(shard)} of all` : 'All, which takes long'))),
      problem && h('p', { class: 'notice bad', role: 'alert' }, `Ignored: ${problem}`), this.hint,
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

  /** @returns {Choice | null} null where nothing is chosen */
  read() {
    const chosen = (/** @type {HTMLInputElement[]} */ boxes) => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const [algorithms, operators] = [chosen(this.scans), chosen(this.operators)];
    if (algorithms.length && operators.length) return { grid: this.full.checked ? 'full' : 'spread', shard: this.shard, algorithms, operators };
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
