/** Writes the settings of an opened application to its embed example and, after a pause, to the address. */
import { embedText } from './code-panel.ts';
import type { UseContext } from '../types.ts';
import type { CodePanel } from './code-panel.ts';

/** Browsers refuse very frequent changes of the address. */
const PAUSE_MS = 300;

export class AddressWriter {
  id: string;
  embed: CodePanel;
  context: UseContext;
  /** Whether another view or application has taken its place, and now owns the address. */
  isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  /** @param id of the application */
  constructor(id: string, embed: CodePanel, context: UseContext) {
    this.id = id;
    this.embed = embed;
    this.context = context;
  }

  /** @param parts of the address */
  write(parts: string[]) {
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
