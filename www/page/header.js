/** The header: the name of the page, the links to its views, the adapter. */
import { h } from '../ui/dom.js';
import { SOFTWARE_ADAPTER, adapterLimits, adapterLine } from '../ui/messages.js';
import { VIEW_TITLES, formatRoute } from './route.js';

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('../shared/format.js').Formats} Formats */

export class Header {
  /** @param {Formats} formats @param {(view: string | null) => void} onGo null: the first screen */
  constructor(formats, onGo) {
    this.formats = formats;
    this.adapter = h('p', { class: 'adapter', role: 'status' });
    this.software = h('p', { class: 'software', hidden: true }, SOFTWARE_ADAPTER);
    this.limits = h('details', { class: 'adapter-limits', hidden: true });
    const link = (/** @type {string | null} */ view, /** @type {string} */ title, /** @type {string} */ href) =>
      h('a', { href, onclick: (/** @type {Event} */ event) => follow(event, () => onGo(view)) }, title);
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
    /** The device: shown below the first screen and above the views. */
    this.adapterRoot = h('div', { class: 'adapter-line' }, this.adapter, this.limits, this.software);
  }

  /** @param {string} shown the view */
  mark(shown) {
    for (const { view, link } of this.links) {
      if (view === shown) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  /** @param {string} text */
  say(text) {
    this.adapter.replaceChildren(text);
    this.software.hidden = this.limits.hidden = true;
  }

  /** @param {AdapterDescription} adapter */
  show(adapter) {
    const [name, ...abilities] = adapterLine(adapter, navigator.userAgent);
    this.adapter.replaceChildren(h('strong', {}, name), ` · ${abilities.join(' · ')}`);
    this.software.hidden = !adapter.isFallback;
    this.limits.hidden = false;
    const facts = adapterLimits(adapter, this.formats);
    this.limits.replaceChildren(
      h('summary', {}, 'Its limits'),
      h('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
    );
  }
}

/** Follows a link within the page, except with a modifier key, which opens another tab or window. @param {Event} event @param {() => void} go */
function follow(event, go) {
  if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go();
}
