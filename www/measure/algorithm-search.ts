/** The search field of the list of scans. */
import { Field, h } from '../ui/dom.ts';
import type { Algorithm } from '../types.ts';

/** Whether the description of the algorithm contains every word of the query. */
export function matches(
  { id, title, family, summary, paper }: Pick<Algorithm, 'id' | 'title' | 'family' | 'summary' | 'paper'>,
  query: string,
) {
  const text = plain([id, title, family, summary, paper].join(' '));
  return plain(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** In lower case without accents, and with hyphens for dashes, so that “hillis-steele” finds “Hillis–Steele”. */
function plain(text: string) {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .toLowerCase()
    .trim();
}

export class AlgorithmSearch {
  onSearch;
  onEnter;
  input;
  status;
  root;

  /** @param actions onEnter: moves the focus into the list */
  constructor({ onSearch, onEnter }: { onSearch: (query: string) => void; onEnter: () => void }) {
    this.onSearch = onSearch;
    this.onEnter = onEnter;
    this.input = h('input', {
      type: 'search',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: 'name, family, paper',
      oninput: () => onSearch(this.query),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.status = h('p', { class: 'hint', role: 'status' });
    this.root = h(
      'div',
      { class: 'search' },
      new Field({ id: 'algorithm-search', label: 'Find', control: this.input, class: 'inline' }).root,
      this.status,
    );
  }

  get query() {
    return this.input.value.trim();
  }

  clear() {
    if (!this.input.value) return;
    this.input.value = '';
    this.onSearch('');
  }

  #key(event: KeyboardEvent) {
    if (event.key === 'Escape' && this.input.value) {
      event.preventDefault();
      this.clear();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.onEnter();
    }
  }

  show(found: number, all: number, chosen: number) {
    const matching = this.query ? `${found} of ${all} match` : `${all} scans`;
    const text = `${matching}; ${chosen} chosen.`;
    // Set only if it changes: live regions announce every assignment.
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}
