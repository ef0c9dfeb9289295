/** Link and element of the current choice. Most visitors need neither, so they are loaded when first used. */
import { siteFolder } from '../shared/site.ts';
import { h } from '../ui/dom.ts';
import { notLoaded } from '../ui/messages.ts';
import type { Share } from '../ui/share.ts';
import { queryOf, searchWith } from './address.ts';
import type { MeasureView } from './measure-view.ts';

/** The buttons for link and element. */
export function sharing(view: MeasureView) {
  const load = async (use: (share: Share) => void) => {
    try {
      const { Share } = await import('../ui/share.ts');
      // Another press may have come first.
      share ??= new Share({ link: () => linkOf(view), attributes: () => attributesOf(view) });
      root.replaceWith(share.root);
      use(share);
    } catch (error) {
      status.textContent = notLoaded(error);
    }
  };
  let share: Share | null = null;
  const status = h('span', { class: 'hint', role: 'status' });
  const button = (text: string, use: (share: Share) => void) =>
    h('button', { type: 'button', class: 'quiet', onclick: () => void load(use) }, text);
  const root = h(
    'div',
    { class: 'share actions' },
    siteFolder() && button('Copy link', (share) => share.copyLink.click()),
    button('Embed it', (share) => share.embed.summary.click()),
    status,
  );
  return root;
}

/** A link to this page if it follows its address, else to the site; null while a setting is invalid. */
function linkOf(view: MeasureView) {
  const query = queryOf(view);
  if (query === null) return null;
  if (!view.context.followsQuery) return new URL(`?${query}`, siteFolder() ?? location.href).href;
  // A page without an address of its own, such as a frame's srcdoc, has only the query.
  const link = searchWith(query, view.settings);
  if (!URL.canParse(link, location.href)) return link;
  const address = new URL(link, location.href);
  address.hash = '';
  return address.href;
}

function attributesOf(view: MeasureView): Record<string, string> | null {
  const query = queryOf(view);
  if (query === null) return null;
  const attributes = new URLSearchParams(query);
  // The version is one of addresses.
  attributes.delete('v');
  return { view: 'measure', ...Object.fromEntries(attributes) };
}
