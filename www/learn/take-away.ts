/** Exports a view of Learn as a link, as an HTML element, and as a picture. */
import { messageOf } from '../shared/errors.ts';
import { h } from '../ui/dom.ts';
import { pictureFile } from '../ui/picture-file.ts';
import { pngOf } from '../ui/png.ts';
import { SaveNote } from '../ui/save-note.ts';
import { Share, sharedParts } from '../ui/share.ts';
import { viewLink } from '../ui/view-address.ts';

/** The selectors of the pictures in the views. */
const PICTURES = ['.path-stage', '.step-stage', '.machine-pictures', '.observatory-stage', '.explain-about .flow-scroll'];

export class TakeAway {
  view: HTMLElement;
  partsOf: () => string[];
  share: Share;
  note: SaveNote;
  root;

  /**
   * @param view the node that contains the picture
   * @param partsOf returns the parts of the view's address
   */
  constructor(view: HTMLElement, partsOf: () => string[]) {
    this.view = view;
    this.partsOf = partsOf;
    const button = (text: string, kind: 'svg' | 'png') =>
      h('button', { type: 'button', class: 'quiet of-picture', onclick: () => void this.#try(kind) }, text);
    this.share = new Share(sharedParts('learn', partsOf), button('Save SVG', 'svg'), button('Save PNG', 'png'));
    this.note = new SaveNote();
    this.root = h('footer', { class: 'take-away' }, this.share.root, this.note.root);
  }

  async #try(kind: 'svg' | 'png') {
    this.share.say('');
    try {
      await this.#save(kind);
    } catch (error) {
      this.share.say(`Not saved: ${messageOf(error)}.`);
    }
  }

  async #save(kind: 'svg' | 'png') {
    const all = [...this.view.querySelectorAll<HTMLElement>(PICTURES.join())].filter((one) => one.checkVisibility());
    const pictures = all.filter((one) => !all.some((other) => other !== one && other.contains(one)));
    if (!pictures.length) throw new Error('a picture is required; this view does not show one yet');
    const parts = this.partsOf();
    const svg = pictureFile(pictures, viewLink('learn', parts));
    const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
    await this.note.save(blob, `scanlab-${parts.join('-').replaceAll(/[^\w-]+/g, '-')}.${kind}`);
  }
}
