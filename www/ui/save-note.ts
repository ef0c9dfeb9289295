/** Saves files. If a frame may drop the file, a note says so and shows the text of the file for copying. */
import { download, h } from './dom.ts';
import { allowsDownloads, isFramed } from './frames.ts';

/** The longest text that is shown, in bytes: a field with more text would block the page. */
const MOST_TEXT_BYTES = 2 ** 20;
const TEXT_TYPE = /^text\/|json$|svg\+xml$/;

export class SaveNote {
  message;
  field;
  summary;
  text;
  root;

  constructor() {
    this.message = h('p', { role: 'status', class: 'hint' });
    this.field = h('textarea', { readonly: true, rows: 6, spellcheck: 'false', class: 'link-text', onfocus: () => this.field.select() });
    this.summary = h('summary');
    this.text = h('details', { hidden: true }, this.summary, this.field);
    this.root = h('div', { class: 'save-note' }, this.message, this.text);
  }

  async save(blob: Blob, name: string) {
    const isAllowed = allowsDownloads();
    download(blob, name);
    const mayBeDropped = isFramed() && isAllowed !== true;
    const text = mayBeDropped && TEXT_TYPE.test(blob.type) && blob.size <= MOST_TEXT_BYTES ? await blob.text() : null;
    this.message.textContent = mayBeDropped ? sentence(name, isAllowed === false) : '';
    this.field.value = text ?? '';
    this.field.setAttribute('aria-label', `The text of ${name}`);
    this.summary.textContent = `The text of ${name}, for copying`;
    this.text.hidden = text === null;
    this.text.open = isAllowed === false;
  }
}

/** The message about a file that a frame may drop. @param name of the file */
function sentence(name: string, isRefused: boolean) {
  const needed = 'the sandbox of the frame around this page must have allow-downloads';
  return isRefused ? `${name} is not saved: ${needed}.` : `If ${name} does not appear among the downloads: ${needed}.`;
}
