/** Text to copy: the application in ten lines, and its embed example. */
import { h } from '../../ui/dom.ts';
import { copyText } from '../../ui/frames.ts';

export class CodePanel {
  code;
  status;
  root;

  constructor(id: string, title: string, hint: string) {
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

  show(text: string) {
    this.code.textContent = text;
    this.status.textContent = '';
  }

  async #copy() {
    const refusal = await copyText(this.code.textContent ?? '');
    if (refusal) getSelection()?.selectAllChildren(this.code);
    this.status.textContent = refusal ? `Not copied: ${refusal}. The text is selected: copy it yourself.` : 'Copied.';
  }
}

/**
 * The element that shows an application with its settings.
 * @param parts of its address
 */
export function embedText(id: string, parts: string[]) {
  // As in an address, a part may contain slashes.
  const encoded = parts.map((part) => part.replaceAll('%', '%25').replaceAll('/', '%2F'));
  const settings = encoded.join('/').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const attributes = `view="use" application="${id}"${settings && ` settings="${settings}"`}`;
  return `<script type="module" src="scanlab/scanlab.js"></script>\n<scan-lab ${attributes}></scan-lab>`;
}
