/** The result of a scan of the user's numbers: its first and last elements, its verdict, and downloads. */
import { h, scrolling } from '../../ui/dom.ts';
import { SaveNote } from '../../ui/save-note.ts';
import { describeMismatch } from '../../ui/messages.ts';
import { OVERFLOW_MEANS, overflowText } from '../../ui/series.ts';
import { npyBlob } from '../../shared/numbers/npy.ts';
import type { Formats } from '../../shared/format.ts';
import type { Elements, Mismatch } from '../../types.ts';

type Scanned = { input: Elements; output: Elements; words: number; verified: boolean; mismatch: Mismatch | null; overflowed?: number };

/** The number of elements that are shown at each end. */
const SHOWN = 8;
/** Numbers per piece of text. A piece becomes a blob, which browsers may store outside the script's memory. */
const PIECE_NUMBERS = 1 << 16;

export class OwnResult {
  formats: Formats;
  place: HTMLElement;
  verdict;
  body;
  caption;
  saved: SaveNote;
  filled;
  output: Elements | null = null;
  /** Whether the output is right. */
  verified = false;

  /** @param place is filled with the first result */
  constructor(formats: Formats, place: HTMLElement) {
    this.formats = formats;
    this.place = place;
    this.verdict = h('p', { class: 'verdict' });
    this.body = h('tbody');
    this.caption = h('caption', {}, 'First and last elements');
    this.saved = new SaveNote();
    this.filled = h(
      'div',
      {},
      this.verdict,
      this.#table(),
      h(
        'div',
        { class: 'exports', role: 'group', 'aria-label': 'Download the whole result' },
        h('button', { type: 'button', onclick: () => this.#saveText() }, 'Download as text'),
        h('button', { type: 'button', onclick: () => this.#saveNpy() }, 'Download as .npy'),
      ),
      this.saved.root,
    );
  }

  #table() {
    const head = ['Index', 'Input', 'Result'].map((name) => h('th', { scope: 'col', class: 'number' }, name));
    return scrolling(
      'Scan result table',
      h('table', { class: 'own-table' }, this.caption, h('thead', {}, h('tr', {}, ...head)), this.body),
    );
  }

  show({ input, output, words, verified, mismatch, overflowed }: Scanned) {
    this.verified = verified;
    this.output = output;
    const n = output.length / words;
    if (!this.filled.parentNode) this.place.replaceChildren(this.filled);
    const result = verified ? 'PASS' : 'FAIL';
    const overflow = overflowText({ overflowed }, this.formats);
    this.verdict.replaceChildren(
      h('span', { class: `result ${result.toLowerCase()}` }, result),
      overflow ? `, ${overflow}. ` : ' ',
      verified
        ? overflow
          ? `Every other element agrees with a scan in JavaScript. An overflowed element is ${OVERFLOW_MEANS}.`
          : 'Every element agrees with a scan in JavaScript.'
        : mismatch
          ? describeMismatch(mismatch, this.formats)
          : 'The output is wrong.',
    );
    this.caption.textContent =
      n > 2 * SHOWN ? `First and last ${SHOWN} of ${this.formats.count(n, 'element')}` : this.formats.count(n, 'element');
    this.body.replaceChildren(...shownIndices(n).map((i) => (i === null ? gapRow() : this.#row(i, input, output, words))));
  }

  #row(i: number, input: Elements, output: Elements, words: number) {
    const at = (array: Elements) => this.formats.element(array.subarray(i * words, (i + 1) * words));
    return h(
      'tr',
      {},
      h('th', { scope: 'row', class: 'number' }, this.formats.integer(i)),
      h('td', { class: 'number' }, at(input)),
      h('td', { class: 'number' }, at(output)),
    );
  }

  async #saveText() {
    if (this.output) await this.saved.save(await textBlob(this.output), 'scan.txt');
  }

  #saveNpy() {
    if (this.output) void this.saved.save(npyBlob(this.output), 'scan.npy');
  }
}

function gapRow() {
  return h('tr', { class: 'gap' }, h('td', { colspan: 3 }, '⋯'));
}

/** The indices to show, with null for a gap. */
function shownIndices(n: number): (number | null)[] {
  if (n <= 2 * SHOWN) return Array.from({ length: n }, (_, i) => i);
  const first = Array.from({ length: SHOWN }, (_, i) => i);
  return [...first, null, ...first.map((i) => n - SHOWN + i)];
}

/** The text of a result: one number per line. */
async function textBlob(values: Elements) {
  const pieces: Blob[] = [];
  for (let start = 0; start < values.length; start += PIECE_NUMBERS) {
    pieces.push(new Blob([`${values.subarray(start, start + PIECE_NUMBERS).join('\n')}\n`]));
    // Lets the page paint and handle input between pieces.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(pieces, { type: 'text/plain' });
}
