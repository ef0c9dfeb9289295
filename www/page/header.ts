/** The header: the name of the page, the links to its views, the adapter. */
import { h } from '../ui/dom.ts';
import { SOFTWARE_ADAPTER, adapterFacts, adapterLine } from '../ui/messages.ts';
import { VIEW_TITLES } from './route.ts';
import { formatRoute } from '../ui/view-address.ts';
import type { Formats } from '../shared/format.ts';
import type { Lab } from '../ui/element-types.ts';

export class Header {
  formats: Formats;
  adapter;
  software;
  limits;
  links;
  root;
  /** The line about the device, which is below the first screen and above the views. */
  adapterRoot;

  /** @param onGo shows a view, or for null the first screen */
  constructor(formats: Formats, onGo: (view: string | null) => void) {
    this.formats = formats;
    this.adapter = h('p', { class: 'adapter', role: 'status' });
    this.software = h('p', { class: 'software', hidden: true }, SOFTWARE_ADAPTER);
    this.limits = h('details', { class: 'adapter-limits', hidden: true });
    const link = (view: string | null, title: string, href: string) =>
      h('a', { href, onclick: (event: Event) => follow(event, () => onGo(view)) }, title);
    this.links = Object.entries(VIEW_TITLES).map(([view, title]) => ({ view, link: link(view, title, formatRoute(view, [])) }));
    this.root = h(
      'header',
      {},
      h(
        'div',
        { class: 'masthead' },
        h('h2', {}, link(null, 'ScanLab', '#')),
        h('nav', { 'aria-label': 'Views' }, ...this.links.map(({ link: root }) => root)),
      ),
    );
    this.adapterRoot = h('div', { class: 'adapter-line' }, this.adapter, this.limits, this.software);
  }

  /**
   * Marks the link of the shown view.
   * @param shown the name of the view
   */
  mark(shown: string) {
    for (const { view, link } of this.links) {
      if (view === shown) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  say(text: string) {
    this.adapter.replaceChildren(text);
    this.software.hidden = this.limits.hidden = true;
  }

  show({ adapter, device }: Lab) {
    const [name, ...abilities] = adapterLine(adapter, navigator.userAgent);
    this.adapter.replaceChildren(h('strong', {}, name), ` · ${abilities.join(' · ')}`);
    this.software.hidden = !adapter.isFallback;
    this.limits.hidden = false;
    const facts = adapterFacts(adapter, device.features, this.formats);
    this.limits.replaceChildren(
      h('summary', {}, 'Its features and limits'),
      h('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    );
  }
}

/** Follows a link within the page, unless a modifier key asks the browser for a new tab or window. */
function follow(event: Event, go: () => void) {
  if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go();
}
