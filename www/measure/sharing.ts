/** The link to the current choice, and the element that shows it. Most visitors need neither, so their module is loaded on first use. */
import { siteFolder } from '../shared/site.ts';
import { h } from '../ui/dom.ts';
import { notLoaded } from '../ui/messages.ts';
import { formatRoute, viewLink } from '../ui/view-address.ts';
import { queryOf, searchWith } from './address.ts';
import type { Share } from '../ui/share.ts';
import type { MeasureView } from './measure-view.ts';

/** Shows two buttons. The first press loads the link and the element. */
export class Sharing {
  #view;
  #share: Share | null = null;
  #status = h('span', { class: 'hint', role: 'status' });
  root;

  constructor(view: MeasureView) {
    this.#view = view;
    const button = (text: string, use: (share: Share) => void) =>
      h('button', { type: 'button', class: 'quiet', onclick: () => void this.#load(use) }, text);
    this.root = h(
      'div',
      { class: 'share actions' },
      hasLink(view) &&
        button('Copy link', ({ copyLink }) => {
          copyLink.focus();
          copyLink.click();
        }),
      button('Embed it', ({ embed: { root, summary } }) => {
        summary.focus();
        root.open = true;
      }),
      this.#status,
    );
  }

  /** Updates the element's text, since the choice may have changed. */
  update() {
    this.#share?.embed.update();
  }

  async #load(use: (share: Share) => void) {
    const view = this.#view;
    try {
      const { Share } = await import('../ui/share.ts');
      // An earlier press may have made the element.
      this.#share ??= new Share({ hasLink: hasLink(view), link: () => linkOf(view), attributes: () => attributesOf(view) });
      this.root.replaceWith(this.#share.root);
      use(this.#share);
    } catch (error) {
      this.#status.textContent = notLoaded(error);
    }
  }
}

/**
 * Whether there is an address for a link: the page's own, if the page follows its address, or the site's. A module that contains its files
 * has no site.
 */
function hasLink({ context }: MeasureView) {
  return context.followsQuery || siteFolder() !== null;
}

/** A link to this page if it follows its address, else to the site; null while a setting is invalid. */
function linkOf(view: MeasureView) {
  const query = queryOf(view);
  if (query === null) return null;
  if (!view.context.followsQuery) return viewLink('measure', [], query);
  // If the page has no address, as in a frame's srcdoc, the link is only the query.
  const link = `${searchWith(query, view.settings)}${formatRoute('measure', [])}`;
  return URL.canParse(link, location.href) ? new URL(link, location.href).href : link;
}

function attributesOf(view: MeasureView): Record<string, string> | null {
  const query = queryOf(view);
  if (query === null) return null;
  const attributes = new URLSearchParams(query);
  // `v` is the version of addresses. Attributes have no version.
  attributes.delete('v');
  return { view: 'measure', ...Object.fromEntries(attributes) };
}
