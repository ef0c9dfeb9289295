/** A text to copy, such as code or an element. */
import { h } from './dom.ts';
import { copyText } from './frames.ts';

/** The reason why a text is absent. */
export const NO_TEXT = 'see the messages beside the settings';

export class CodePanel {
  #text: () => string | null;
  summary;
  code;
  status;
  root;

  /** @param text returns the text, or null while settings are invalid */
  constructor(title: string, hint: string, text: () => string | null) {
    this.#text = text;
    this.summary = h('summary', {}, title);
    this.code = h('code', {});
    this.status = h('span', { class: 'hint', role: 'status' });
    const copy = h('button', { type: 'button', 'aria-label': `Copy: ${title}`, onclick: () => void this.#copy() }, 'Copy');
    this.root = h(
      'details',
      { class: 'code-panel', ontoggle: () => this.update() },
      this.summary,
      h('p', { class: 'hint' }, hint),
      h('pre', { tabindex: '0', role: 'region', 'aria-label': title }, this.code),
      h('div', { class: 'actions' }, copy, this.status),
    );
  }

  /** Shows the text again, since it may have changed. */
  update() {
    if (!this.root.open) return;
    const text = this.#text();
    this.code.textContent = text ?? '';
    this.status.textContent = text === null ? `No text: ${NO_TEXT}.` : '';
  }

  async #copy() {
    this.update();
    const text = this.#text();
    if (text === null) return;
    const refusal = await copyText(text);
    if (refusal) getSelection()?.selectAllChildren(this.code);
    this.status.textContent = refusal ? `Not copied: ${refusal}. The text is selected: copy it yourself.` : 'Copied.';
  }
}
