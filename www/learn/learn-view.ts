/** The view Learn: the lesson and the costs of one scan or of two side by side, or a scan step by step. It has a list of all scans. */
import diagramStyles from './diagram.css';
import { ChartPanel } from '../chart/panel.ts';
import { h } from '../ui/dom.ts';
import { notLoaded } from '../ui/messages.ts';
import { formatRoute, viewLink } from '../ui/view-address.ts';
import { PLACES, Places } from './places.ts';
import { Panel } from './scan-panel.ts';
import panelStyles from './scan-panel.css';
import shaderStyles from './wgsl-view.css';
import { adoptStyles } from '../ui/styles.ts';
import { TakeAway } from './take-away.ts';
import type { Explainer, Run, View, ViewContext } from '../ui/element-types.ts';
import type { StepView } from './step/step-view.ts';

/** The parts of Step that the attribute `parts` can choose. */
const PARTS = ['settings', 'controls', 'tree', 'data', 'code', 'machine'];
const FIRST_SCAN = 'hillis-steele';
const MOST = 2;
/** The part of the address that opens a scan step by step. The settings of Step follow this part. */
const STEP = 'step';

export class LearnView implements View {
  explainer: Explainer;
  context: ViewContext;
  panel: Panel;
  links;
  places: Places;
  placeModes;
  modes;
  message;
  beginning;
  place;
  takeAway: TakeAway;
  root;
  ids: string[] = [];
  /** Whether a scan is shown step by step. */
  stepping = false;
  /** The name of the place of Learn (places.ts) that is shown instead of a scan, such as `machine`; empty for a scan. */
  placed = '';
  /** The parts of the address after the name in `placed`. */
  placeParts: string[] = [];
  /** The parts of the address after `step`. */
  stepParts: string[] = [];
  /** The load of Step, which begins when Step is first opened. */
  #loading: Promise<StepView> | null = null;
  #step: StepView | null = null;
  #connected = false;

  /** @param recorded loads a recorded run of measurements */
  constructor(context: ViewContext, explainer: Explainer, recorded: () => Promise<Run>) {
    this.explainer = explainer;
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
        link: (text, ...parts) => this.#link(text, parts),
      },
      (ids) => this.#choose(ids),
    );
    this.links = catalogue.algorithms.map(({ id, title }) => ({ id, link: this.#link(title, [id]) }));
    this.places = new Places(
      context,
      explainer,
      (name, parts) => {
        if (this.placed !== name) return;
        this.placeParts = parts;
        this.#write();
      },
      { link: (text, ...parts) => this.#link(text, parts), open: (...parts) => this.#open(parts), recorded },
    );
    this.beginning = h(
      'p',
      { class: 'learn-start' },
      h('b', {}, 'Start here: '),
      this.#link(PLACES.path.title, ['path']),
      ', eight screens with a question each, about 20 minutes.',
    );
    this.placeModes = Object.entries(PLACES).map(([name, { title }]) => ({
      name,
      button: h('button', { type: 'button', onclick: () => this.#goTo(name) }, title),
    }));
    const mode = (text: string, stepping: boolean) => h('button', { type: 'button', onclick: () => this.#switch(stepping) }, text);
    this.modes = [mode('Lesson', false), mode('Step by step', true)];
    this.message = h('p', { role: 'status' });
    this.place = h('div', {}, this.panel.root);
    this.takeAway = new TakeAway(this.place, () => this.#parts());
    this.root = this.#composed();
    this.root.toggleAttribute('data-alone', context.alone);
    adoptStyles(element.shadowRoot as ShadowRoot, panelStyles, diagramStyles, shaderStyles);
  }

  /** The title of the page. */
  get title() {
    if (this.placed) return this.places.open?.title ?? PLACES[this.placed].title;
    const titles = this.ids.map((id) => this.context.titleOf(id)).join(' and ');
    return this.stepping ? `${titles}, step by step` : titles;
  }

  /** The scans by family. */
  #list() {
    const { algorithms } = this.context.catalogue;
    const families = [...new Set(algorithms.map(({ family }) => family))];
    return families.flatMap((family, place) => [
      h('p', { id: `family-${place}` }, family),
      h(
        'ul',
        { 'aria-labelledby': `family-${place}` },
        ...algorithms.flatMap((one, i) => (one.family === family ? [h('li', {}, this.links[i].link)] : [])),
      ),
    ]);
  }

  #composed() {
    return h(
      'div',
      { class: 'learn' },
      h(
        'nav',
        { class: 'learn-list', 'aria-label': 'Scans by family', onkeydown: (event: KeyboardEvent) => this.#key(event) },
        h('button', { type: 'button', class: 'skip', onclick: () => this.#skip() }, 'Skip the list of scans'),
        ...this.#list(),
      ),
      h(
        'div',
        {},
        h(
          'div',
          { class: 'learn-modes', role: 'group', 'aria-label': 'Shown' },
          ...this.modes,
          ...this.placeModes.map(({ button }) => button),
        ),
        this.beginning,
        this.message,
        this.place,
        this.takeAway.root,
      ),
    );
  }

  /** A link to content of Learn. A click opens the content in this element. @param parts of the address of the content */
  #link(text: string, parts: string[]) {
    const link = h('a', { href: this.#addressOf(parts) }, text);
    link.addEventListener('click', (event) => {
      // With a modifier key, the browser opens a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.#open(link.dataset.parts?.split('/') ?? parts);
    });
    return link;
  }

  /** The address of content of Learn: in this page if the element follows the page's address, otherwise in ScanLab's site (see `viewLink`). */
  #addressOf(parts: string[]) {
    const { alone, element } = this.context;
    return !alone && element.hasAttribute('follow-address') ? formatRoute('learn', parts) : viewLink('learn', parts);
  }

  /** Shows other content of Learn. If the element follows the page's address, the browser's Back returns to the content before. */
  #open(parts: string[]) {
    if (this.context.alone) this.show(parts);
    else this.context.go('learn', ...parts);
  }

  #partsOf(ids: string[]) {
    // Another scan starts at its first step, with an unbroken kernel.
    const settings = this.stepParts.filter((part) => !/^(at|broken)=/.test(part));
    return [ids.join(','), ...(this.stepping ? [STEP, ...settings] : [])];
  }

  #choose(ids: string[]) {
    this.#open(this.#partsOf(ids));
  }

  #switch(stepping: boolean) {
    this.#open([this.ids.join(','), ...(stepping ? [STEP, ...this.stepParts] : [])]);
  }

  /** @param name the name of a place of Learn */
  #goTo(name: string) {
    this.#open([name]);
  }

  #skip() {
    this.root.querySelector<HTMLElement>('h3')?.focus();
  }

  /** The list is one Tab stop; arrow keys move within it. */
  #key(event: KeyboardEvent) {
    // The links of all families, in order.
    const links = [...this.root.querySelectorAll<HTMLElement>('.learn-list li a')];
    const at = links.findIndex((link) => link === event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    links[to]?.focus();
  }

  /** The parts of the address of the current content. */
  #parts() {
    return this.placed ? [this.placed, ...this.placeParts] : [this.ids.join(','), ...(this.stepping ? [STEP, ...this.stepParts] : [])];
  }

  #write() {
    this.takeAway.share.embed.update();
    this.context.setParts(this.#parts());
  }

  /**
   * Shows one or two scans, or a place of Learn. Reports unknown ids of scans.
   * @param parts the parts of the address. The first part is the name of a place, or the ids of one or two scans, separated by commas,
   *   semicolons or spaces. After a name, the parts of that place follow. After ids, `step` and the settings of Step may follow.
   */
  show([text = '', mode, ...settings]: string[] = []) {
    this.#chooseParts();
    this.placed = Object.hasOwn(PLACES, text) ? text : '';
    this.beginning.hidden = Boolean(text);
    if (this.placed) this.root.dataset.place = this.placed;
    else delete this.root.dataset.place;
    if (this.placed) this.placeParts = [mode, ...settings].filter((part) => part !== undefined);
    this.#mark();
    if (this.placed) {
      this.context.reportSetting('algorithm', []);
      void this.#showPlace();
      return;
    }
    this.places.close();
    const asked = text.split(/[\s,;]+/).filter(Boolean);
    const known = asked.filter((id) => this.links.some((one) => one.id === id));
    const ids = [...new Set(known)].slice(0, MOST);
    const all = this.links.map(({ id }) => id).join(', ');
    const isBad = known.length < asked.length || new Set(known).size > MOST;
    this.context.reportSetting('algorithm', isBad ? [`algorithm must be one or two of ${all}; it is “${text}”.`] : []);
    this.ids = ids.length ? ids : this.ids.length ? this.ids : [FIRST_SCAN];
    this.stepping = mode === STEP;
    if (this.stepping) this.stepParts = settings;
    this.#mark();
    if (this.stepping) {
      this.ids = this.ids.slice(0, 1);
      void this.#showStep();
      return;
    }
    this.#step?.close();
    this.message.textContent = '';
    if (this.place.firstChild !== this.panel.root) this.place.replaceChildren(this.panel.root);
    this.panel.show(this.ids);
  }

  /** Shows only the parts that the attribute `parts` names, for slides. */
  #chooseParts() {
    const asked =
      this.context
        .setting('parts')
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? null;
    const unknown = asked?.filter((part) => !PARTS.includes(part)) ?? [];
    const problem = `parts must be some of ${PARTS.join(', ')}; found “${unknown.join(' ')}”.`;
    this.context.reportSetting('parts', unknown.length ? [problem] : []);
    if (asked) this.root.dataset.parts = asked.join(' ');
    else delete this.root.dataset.parts;
  }

  /** Marks the current entry of the list. */
  #mark() {
    this.takeAway.share.embed.update();
    const mark = (button: HTMLElement, isShown: boolean) => {
      if (isShown) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    };
    const current = this.placed ? '' : this.ids[0];
    const stop = this.links.some(({ id }) => id === current) ? current : this.links[0].id;
    for (const { id, link } of this.links) {
      const parts = this.#partsOf([id]);
      mark(link, id === current);
      link.href = this.#addressOf(parts);
      link.dataset.parts = parts.join('/');
      link.tabIndex = id === stop ? 0 : -1;
    }
    this.modes.forEach((button, i) => button.setAttribute('aria-pressed', `${!this.placed && Boolean(i) === this.stepping}`));
    for (const { name, button } of this.placeModes) button.setAttribute('aria-pressed', `${this.placed === name}`);
  }

  async #showPlace() {
    const name = this.placed;
    this.#step?.close();
    this.message.textContent = 'Loading…';
    try {
      const place = await this.places.load(name);
      if (this.placed !== name) return;
      this.message.textContent = '';
      if (this.places.open !== place) this.places.close();
      this.places.open = place;
      if (this.place.firstChild !== place.root) this.place.replaceChildren(place.root);
      if (this.#connected) place.connect();
      place.show(this.placeParts);
    } catch (error) {
      if (this.placed === name) this.message.textContent = `This could not be shown: ${notLoaded(error)}`;
    }
  }

  async #showStep() {
    if (!this.#step) this.message.textContent = 'Loading…';
    try {
      this.#step = await (this.#loading ??= this.#load());
    } catch (error) {
      this.#loading = null;
      this.message.textContent = `The steps could not be shown: ${notLoaded(error)}`;
      return;
    }
    if (!this.stepping || this.placed) return;
    this.message.textContent = '';
    if (this.place.firstChild !== this.#step.root) this.place.replaceChildren(this.#step.root);
    this.#step.show(this.ids[0], this.stepParts);
  }

  async #load() {
    const { StepView } = await import('./step/step-view.ts');
    const step = new StepView(
      this.context,
      this.explainer,
      (parts) => {
        this.stepParts = parts;
        this.#mark();
        if (this.stepping && !this.placed) this.#write();
      },
      (id) => this.#choose([id]),
    );
    this.context.setLevels(step.root);
    return step;
  }

  connect() {
    this.#connected = true;
    this.panel.connect();
    if (this.placed) this.places.open?.connect();
  }

  close() {
    this.#connected = false;
    this.panel.close();
    this.#step?.close();
    this.places.open?.close();
  }
}
