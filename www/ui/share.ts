/** Shares a view: the link to it, and the element that shows it in another page. */
import { siteFolder } from '../shared/site.ts';
import { CodePanel, NO_TEXT } from './code-panel.ts';
import { h } from './dom.ts';
import { copyText } from './frames.ts';
import { viewAttributes, viewLink } from './view-address.ts';

/**
 * The link to a view, and the attributes of its element; null while settings are invalid. hasLink: whether there is a link (default: whether
 * there is a site). A module that contains its files has no site.
 */
type Shared = { hasLink?: boolean; link(): string | null; attributes(): Record<string, string> | null };

/**
 * The link and the element of a part of a view.
 * @param partsOf returns the parts of the view's address
 */
export function sharedParts(view: string, partsOf: () => readonly string[]): Shared {
  return {
    link: () => viewLink(view, partsOf()),
    attributes: () => ({ view, ...viewAttributes(view, partsOf()) }),
  };
}

/** The HTML of an element that shows a view. */
export function elementText(attributes: Record<string, string>) {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const all = Object.entries(attributes).map(([name, value]) => ` ${name}="${quoted(value)}"`);
  return `<script type="module" src="scanlab/scanlab.js"></script>\n<scan-lab${all.join('')}></scan-lab>`;
}

export class Share {
  status;
  copyLink;
  field;
  embed: CodePanel;
  root;
  #of: Shared;

  /** @param others further buttons */
  constructor(of: Shared, ...others: HTMLElement[]) {
    const { hasLink = siteFolder() !== null } = of;
    this.#of = of;
    this.status = h('span', { role: 'status', class: 'hint' });
    this.field = h('input', { type: 'text', readonly: true, 'aria-label': 'Link', class: 'link-text', hidden: true });
    this.embed = new CodePanel('Embed it', 'These lines show the view in another page, beside the folder scanlab/.', () => {
      const attributes = of.attributes();
      return attributes && elementText(attributes);
    });
    this.copyLink = h('button', { type: 'button', class: 'quiet', onclick: () => void this.#copy() }, 'Copy link');
    const actions = h('div', { class: 'actions' }, hasLink && this.copyLink, ...others, this.status, this.field);
    this.root = h('div', { class: 'share' }, actions, this.embed.root);
  }

  async #copy() {
    const link = this.#of.link();
    this.field.hidden = true;
    if (link === null) return this.say(`Not copied: ${NO_TEXT}.`);
    const refusal = await copyText(link);
    if (refusal === null) return this.say('Link copied.');
    this.field.value = link;
    this.field.hidden = false;
    this.field.focus();
    this.field.select();
    this.say(`Not copied: ${refusal}. The link below is selected: copy it yourself.`);
  }

  /** Shows a text in a live region. It is cleared first, since a live region announces only changes. */
  say(text: string) {
    this.status.textContent = '';
    setTimeout(() => (this.status.textContent = text), 50);
  }
}
