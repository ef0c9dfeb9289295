/** Exports a view of Learn: its link, the element that shows it, and its picture. */
import { messageOf } from '../shared/errors.ts';
import { siteFolder } from '../shared/site.ts';
import { h } from '../ui/dom.ts';
import { copyText } from '../ui/frames.ts';
import { learnAttributes } from '../ui/learn-places.ts';
import { pictureFile } from '../ui/picture-file.ts';
import { pngOf } from '../ui/png.ts';
import { SaveNote } from '../ui/save-note.ts';

/** The pictures of the views. */
const PICTURES = ['.path-stage', '.step-stage', '.machine-pictures', '.observatory-stage', '.explain-about .flow-scroll'];

/**
 * The element that shows a part of Learn.
 * @param parts of the part's address
 */
export function embedText(parts: readonly string[]) {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const settings = Object.entries(learnAttributes(parts)).map(([name, value]) => ` ${name}="${quoted(value)}"`);
  return `<script type="module" src="scanlab/scanlab.js"></script>\n<scan-lab view="learn"${settings.join('')}></scan-lab>`;
}

export class TakeAway {
  view: HTMLElement;
  partsOf: () => string[];
  status;
  embed;
  note: SaveNote;
  root;

  /**
   * @param view contains the picture
   * @param partsOf returns the parts of its address
   */
  constructor(view: HTMLElement, partsOf: () => string[]) {
    this.view = view;
    this.partsOf = partsOf;
    this.status = h('span', { class: 'hint', role: 'status' });
    this.embed = h('code', {});
    this.note = new SaveNote();
    const button = (text: string, act: () => Promise<void>, ofPicture = '') =>
      h('button', { type: 'button', class: `quiet ${ofPicture}`, onclick: () => void this.#try(act) }, text);
    const code = h('pre', { tabindex: '0', role: 'region', 'aria-label': 'The element that shows this' }, this.embed);
    this.root = h(
      'footer',
      { class: 'take-away' },
      h(
        'div',
        { class: 'actions' },
        siteFolder() ? button('Copy link', () => this.#copy(this.#address)) : '',
        button('Save SVG', () => this.#save('svg'), 'of-picture'),
        button('Save PNG', () => this.#save('png'), 'of-picture'),
        this.status,
      ),
      h(
        'details',
        { ontoggle: () => (this.embed.textContent = embedText(this.partsOf())) },
        h('summary', {}, 'Embed it'),
        code,
        button('Copy the element', () => this.#copy(embedText(this.partsOf()))),
      ),
      this.note.root,
    );
  }

  /** The address of the view, without a site only its fragment. */
  get #address() {
    const hash = `#${['learn', ...this.partsOf()].join('/')}`;
    const site = siteFolder();
    return site ? new URL(hash, site).href : hash;
  }

  async #try(act: () => Promise<void>) {
    this.status.textContent = '';
    try {
      await act();
    } catch (error) {
      this.status.textContent = `Not saved: ${messageOf(error)}.`;
    }
  }

  async #copy(text: string) {
    const refusal = await copyText(text);
    this.status.textContent = refusal ? `Not copied: ${refusal}. It is ${text}` : 'Copied.';
  }

  async #save(kind: 'svg' | 'png') {
    const all = [...this.view.querySelectorAll<HTMLElement>(PICTURES.join())].filter((one) => one.checkVisibility());
    const pictures = all.filter((one) => !all.some((other) => other !== one && other.contains(one)));
    if (!pictures.length) throw new Error('a picture is required; this view does not show one yet');
    const parts = this.partsOf();
    const svg = pictureFile(pictures, this.#address);
    const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
    await this.note.save(blob, `scanlab-${parts.join('-').replaceAll(/[^\w-]+/g, '-')}.${kind}`);
  }
}
