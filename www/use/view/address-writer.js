/** Writes what is chosen of an opened application to its embed example and, after a pause, to the address. */
import { embedText } from './code-panel.js';

/** Browsers refuse to change the address very often. */
const PAUSE_MS = 300;

export class AddressWriter {
  /** Whether another view or application has taken its place: the address is theirs. */
  isClosed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /** @param {string} id of the application @param {import('./code-panel.js').CodePanel} embed @param {import('../types.d.ts').UseContext} context */
  constructor(id, embed, context) {
    this.id = id;
    this.embed = embed;
    this.context = context;
  }

  /** @param {string[]} parts of the address */
  write(parts) {
    if (this.isClosed) return;
    this.embed.show(embedText(this.id, parts));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.context.setParts([this.id, ...parts]), PAUSE_MS);
  }

  connect() {
    this.isClosed = false;
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.#timer);
  }
}
