/** Learn: the lesson and the costs of one scan, or of two side by side, with a list of all scans. */
import diagramStyles from './diagram.css';
import { ChartPanel } from '../chart/panel.js';
import { h } from '../ui/dom.js';
import { Panel } from './scan-panel.js';
import panelStyles from './scan-panel.css';
import shaderStyles from './wgsl-view.css';
import { adoptStyles } from '../ui/styles.js';

/** @typedef {import('../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../ui/element-types.d.ts').View} View */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */

const FIRST_SCAN = 'hillis-steele';
const MOST = 2;

/** @implements {View} */
export class LearnView {
  /** @type {string[]} */
  ids = [];

  /** @param {ViewContext} context @param {Explainer} explainer */
  constructor(context, explainer) {
    const { catalogue, element, formats, holder, titleOf, request, run, setLevels } = context;
    this.context = context;
    const charting = { formats, titleOf, holder, measuredHere: () => !run()?.file };
    this.panel = new Panel(
      {
        catalogue,
        formats,
        explainer,
        planner: () => holder.lab ?? explainer,
        lab: () => holder.lab,
        openLab: () => holder.get(),
        holder,
        request,
        run,
        makeChart: (id) => new ChartPanel(charting, id),
        titleOf,
        setLevels,
      },
      (ids) => this.#choose(ids),
    );
    this.links = catalogue.algorithms.map(({ id, title }) => ({
      id,
      button: h('button', { type: 'button', class: 'quiet', onclick: () => this.#choose([id]) }, title),
    }));
    const families = [...new Set(catalogue.algorithms.map(({ family }) => family))];
    const list = families.flatMap((family, place) => [
      h('p', { id: `family-${place}` }, family),
      h(
        'ul',
        { 'aria-labelledby': `family-${place}` },
        ...catalogue.algorithms.flatMap((one, i) => (one.family === family ? [h('li', {}, this.links[i].button)] : [])),
      ),
    ]);
    this.root = h('div', { class: 'learn' }, h('nav', { class: 'learn-list', 'aria-label': 'Scans by family' }, ...list), this.panel.root);
    adoptStyles(/** @type {ShadowRoot} */ (element.shadowRoot), panelStyles, diagramStyles, shaderStyles);
  }

  /** @param {string[]} ids */
  #choose(ids) {
    this.show([ids.join(',')]);
    this.context.setParts([this.ids.join(',')]);
  }

  /** @param {string[]} parts ids with commas or blanks between, of which those that exist are shown */
  show([text = ''] = []) {
    const asked = text.split(/[\s,;]+/).filter(Boolean);
    const known = asked.filter((id) => this.links.some((one) => one.id === id));
    const ids = [...new Set(known)].slice(0, MOST);
    const all = this.links.map(({ id }) => id).join(', ');
    const isBad = known.length < asked.length || new Set(known).size > MOST;
    this.context.reportSetting('algorithm', isBad ? [`algorithm must be one or two of ${all}; it is “${text}”.`] : []);
    this.ids = ids.length ? ids : this.ids.length ? this.ids : [FIRST_SCAN];
    for (const { id, button } of this.links) {
      if (this.ids[0] === id) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    this.panel.show(this.ids);
  }

  connect() {
    this.panel.connect();
  }

  close() {
    this.panel.close();
  }
}
