/** The name, what it is, and which adapter it runs on. */
import { SITE } from '../shared/site.js';
import { h } from '../ui/dom.js';
import { SOFTWARE_ADAPTER, adapterAbilities, adapterName } from '../ui/messages.js';

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */

export class Header {
  constructor() {
    this.adapter = h('p', { class: 'adapter', role: 'status' });
    this.software = h('p', { class: 'software', hidden: true }, SOFTWARE_ADAPTER);
    this.root = h(
      'header',
      {},
      h('h2', {}, 'ScanLab'),
      h(
        'p',
        { class: 'tagline' },
        'Prefix sums (scans) on your GPU, as WebGPU compute shaders: each output is checked against plain JavaScript, each time is charted.',
      ),
      this.adapter,
      this.software,
      h('p', { class: 'links' }, h('a', { href: new URL('conformance/', SITE).href }, 'Check every scan on this GPU')),
    );
  }

  /** @param {string} text */
  say(text) {
    this.adapter.replaceChildren(text);
    this.software.hidden = true;
  }

  /** @param {AdapterDescription} adapter */
  show(adapter) {
    this.adapter.replaceChildren(h('strong', {}, adapterName(adapter)), ` · ${adapterAbilities(adapter).join(' · ')}`);
    this.software.hidden = !adapter.isFallback;
  }
}
