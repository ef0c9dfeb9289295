/** Writes the settings of an opened application to its element and, after a pause, to the address. */
import type { UseContext } from '../types.ts';
import type { Share } from '../../ui/share.ts';

/** Browsers refuse very frequent changes of the address. */
const PAUSE_MS = 300;

export class AddressWriter {
  id: string;
  share: Share;
  context: UseContext;
  /** Whether another view or application has taken its place, and now owns the address. */
  isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  /** @param id of the application */
  constructor(id: string, share: Share, context: UseContext) {
    this.id = id;
    this.share = share;
    this.context = context;
  }

  /** @param parts of the address */
  write(parts: string[]) {
    if (this.isClosed) return;
    this.share.embed.update();
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
