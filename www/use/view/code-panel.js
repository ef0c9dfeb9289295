/** Text to copy: the application's ten lines, and its embed example. */
import { h } from '../../ui/dom.js';
import { copyText } from '../../ui/frames.js';

export class CodePanel {
  /** @param {string} id @param {string} title @param {string} hint */
  constructor(id, title, hint) {
    this.code = h('code', {});
    this.status = h('span', { class: 'hint', role: 'status' });
    const copy = h('button', { type: 'button', 'aria-label': `Copy: ${title}`, onclick: () => void this.#copy() }, 'Copy');
    this.root = h(
      'details',
      { class: 'use-code' },
      h('summary', {}, title),
      h('p', { class: 'hint' }, hint),
      h('pre', { id: `use-${id}`, tabindex: '0', role: 'region', 'aria-label': title }, this.code),
      h('div', { class: 'run-row' }, copy, this.status),
    );
  }

  /** @param {string} text */
  show(text) {
    this.code.textContent = text;
    this.status.textContent = '';
  }

  async #copy() {
    const refusal = await copyText(this.code.textContent ?? '');
    if (refusal) getSelection()?.selectAllChildren(this.code);
    this.status.textContent = refusal ? `Not copied: ${refusal}. The text is selected, to be copied by hand.` : 'Copied.';
  }
}

/** The element that shows an application with its settings. @param {string} id @param {string[]} parts of its address */
export function embedText(id, parts) {
  // As in an address, a part may have slashes of its own.
  const encoded = parts.map((part) => part.replaceAll('%', '%25').replaceAll('/', '%2F'));
  const settings = encoded.join('/').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const attributes = `view="use" application="${id}"${settings && ` settings="${settings}"`}`;
  return `<script type="module" src="scanlab/scanlab.js"></script>\n<scan-lab ${attributes}></scan-lab>`;
}
