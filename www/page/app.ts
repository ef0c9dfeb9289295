/** The content of the element: the header, the views, and the shared device. */
import { FollowedHash } from './followed-hash.ts';
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { Header } from './header.ts';
import { Introduction } from './introduction.ts';
import { LabHolder } from '../ui/lab-holder.ts';
import { explain, isNoGpu } from '../ui/messages.ts';
import { Notices } from '../ui/notices.ts';
import { FIRST_VIEW, FIRST_WITHOUT_GPU, PART_VIEWS, VIEW_TITLES, readRoute } from './route.ts';
import { VIEW_SETTINGS, formatRoute } from '../ui/view-address.ts';
import { firstRoute, hasWebGpu, isDirected, limitsOf, partsOf, requestParts, settingOf, viewToRun } from './requested.ts';
import { JAVASCRIPT } from '../ui/series.ts';
import { siteFolder } from '../shared/site.ts';
import { Views } from './views.ts';
import type { EndDetail } from '../api.ts';
import type { MeasureView } from '../measure/measure-view.ts';
import type { Formats } from '../shared/format.ts';
import type { Api, Catalogue, Emit, Lab, ViewContext } from '../ui/element-types.ts';

/** The parts of the custom element that its content uses. */
export type Host = {
  element: HTMLElement;
  api: Api;
  formats: Formats;
  emit: Emit;
  /** the view that the element shows alone, without header; null if it shows all views */
  alone: string | null;
  /** whether the element takes its view from the hash of the address */
  followsHash: boolean;
  /** whether the element also takes settings from the query of the address */
  followsQuery: boolean;
  /** adapts the levels of headings in added content */
  setLevels: (root: Element) => void;
};

/** Views that measure or check. They show the line about the device. */
const ON_A_DEVICE = ['measure', 'experiments', 'numbers', 'check', 'use'];
/** Views that open the lab only on demand. */
const WITHOUT_DEVICE = ['learn', 'use', ...PART_VIEWS];
/** The name of the project, in titles. */
const NAME = 'ScanLab';
/** The maximum number of problems that one event lists. */
const MOST_TOLD = 12;

export class App {
  host: Host;
  holder;
  listener;
  header: Header;
  notices: Notices;
  introduction;
  views: Views;
  root;
  followHash;
  #catalogue: Catalogue | null = null;
  #reported: unknown = null;
  /** The view that was requested before the core was loaded. */
  #asked: { view: string | null; parts: string[] } | null = null;
  /** The lab whose device the element has announced by the event `ready`. */
  #announced: Lab | null = null;
  /** The view whose run starts automatically; null once the run has started or ended. */
  #toRun: string | null = null;

  /** Whether no GPU is available. */
  #withoutGpu = !hasWebGpu();
  /** The reason why no device could be opened. */
  #failure: unknown = null;

  connected = false;
  /** The view that was shown first. */
  first = '';
  #hash = new FollowedHash();
  /** The original title of the page. */
  #title = document.title;

  constructor(host: Host) {
    this.host = host;
    const { alone, api, formats } = host;
    this.holder = LabHolder.of(api, limitsOf(host));
    this.listener = {
      onOpening: () => this.header.say('Looking for a GPU…'),
      onOpen: (lab: Lab) => this.#opened(lab),
      onFail: (error: unknown) => this.#notOpened(error),
      onWork: () => this.#update(),
      onClose: () => this.#closed(),
    };
    this.header = new Header(formats, (view) => this.go(view));
    this.notices = new Notices((remedy) => (remedy === 'retry' ? this.open() : this.#reopen()));
    this.introduction = alone
      ? null
      : new Introduction(
          formats,
          () => (this.holder.work ? null : this.holder.lab),
          (view, ...parts) => this.go(view, ...parts),
        );
    this.views = new Views(
      (name) => this.#context(name),
      host.setLevels,
      (view) => this.#failure && view.notOpened?.(this.#failure),
    );
    const device = !alone || ON_A_DEVICE.includes(alone) ? this.header.adapterRoot : '';
    // The line about the device is empty until a view opens a lab. At the foot, the empty line leaves no gap, and its later text does not
    // move the view.
    const isFoot = alone !== null && WITHOUT_DEVICE.includes(alone);
    this.root = h(
      'div',
      { class: alone ? `lab alone view-${alone}` : 'lab', lang: 'en' },
      alone ? '' : this.header.root,
      this.introduction?.root ?? '',
      isFoot ? '' : device,
      this.notices.root,
      this.views.root,
      isFoot ? device : '',
    );
    this.followHash = () => this.#follow();
    if (this.introduction) this.introduction.root.hidden = isDirected(host);
  }

  /** Shows the first view. Called once the core is loaded. */
  async begin(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#toRun = viewToRun(this.host);
    if (!this.#asked) this.#hash.follow();
    const { view, parts } = this.#asked ?? firstRoute(this.host, this.#usual);
    this.first = view ?? this.#usual;
    if (this.introduction && !this.#asked) this.introduction.root.hidden = isDirected(this.host);
    await this.#show(this.first, parts);
  }

  /** The view that is shown unless another one is requested. */
  get #usual() {
    return this.#withoutGpu ? FIRST_WITHOUT_GPU : FIRST_VIEW;
  }

  /** Shows another view, or for null the first screen. */
  go(view: string | null, ...parts: string[]) {
    const { alone, element, followsHash } = this.host;
    const site = siteFolder();
    if (alone && site) return void window.open(new URL(formatRoute(view ?? '', parts), site), '_blank', 'noopener');
    // If the address of ScanLab's own page is unknown, the element itself changes to the view.
    if (alone) return requestParts(element, view ?? this.#usual, parts);
    const hash = view ? formatRoute(view, parts) : '';
    const follows = followsHash && hash !== location.hash;
    if (follows) location.hash = hash;
    // A connected element follows the changed address by an event.
    if (follows && this.connected) return;
    this.#hash.follow();
    this.#change(view, parts);
  }

  #follow() {
    this.#hash.follow();
    const route = readRoute(location.hash);
    this.#change(route?.view ?? null, route?.parts ?? []);
  }

  #change(view: string | null, parts: string[]) {
    const root = this.root.getRootNode() as ShadowRoot;
    const hadFocus = root.activeElement !== null;
    if (this.introduction) this.introduction.root.hidden = view !== null;
    if (!this.#catalogue) {
      this.#asked = { view, parts };
      this.header.mark(view ?? this.#usual);
      return;
    }
    this.#checkIntroduction();
    void this.#show(view ?? this.#usual, parts).then(() => hadFocus && this.#focus(view));
  }

  async #show(view: string, parts: string[]) {
    this.header.mark(view);
    await this.views.show(view, parts);
    if (this.views.shown === view) this.#entitle(view);
  }

  /** Sets the title of the page, which distinguishes tabs, history entries and bookmarks. */
  #entitle(view: string) {
    if (!this.host.followsHash) return;
    const isFirst = this.introduction && !this.introduction.root.hidden;
    const shown = [this.views.get(view)?.title, VIEW_TITLES[view as keyof typeof VIEW_TITLES], NAME].filter(Boolean);
    document.title = isFirst ? this.#title : shown.join(' · ');
  }

  /** Moves the focus from a view that is hidden to the title of the shown one. */
  #focus(view: string | null) {
    const root = this.root.getRootNode() as ShadowRoot;
    // A hidden element keeps the focus until the next frame.
    if (view !== null && !root.activeElement?.checkVisibility()) this.views.get(view)?.root.querySelector('h3')?.focus();
  }

  /** @param name of the view */
  #context(name: string): ViewContext {
    const { api, element, emit, formats, followsHash, followsQuery, alone } = this.host;
    // If Check is the first view, the query belongs only to Check, whose settings have other names.
    const readsQuery = followsQuery && (alone !== null || name === this.first || (name === 'measure' && this.first !== 'check'));
    return {
      api,
      element,
      formats,
      emit,
      alone: alone !== null,
      catalogue: this.#catalogue as Catalogue,
      holder: this.holder,
      notices: this.notices,
      followsQuery: readsQuery,
      autoruns: this.#toRun === name,
      setting: (asked) => settingOf({ element, followsQuery: readsQuery }, asked),
      titleOf: (id) => this.titleOf(id),
      go: (view, ...parts) => this.go(view, ...parts),
      setParts: (parts) => {
        if (!followsHash || this.views.shown !== name) return;
        this.#hash.write(formatRoute(name, parts));
        this.#entitle(name);
      },
      report: (error) => this.report(error),
      reportSetting: (asked, problems) => this.reportSetting(asked, problems),
      dropLab: () => this.#dropLab(),
      setLevels: this.host.setLevels,
      request: (algorithm, n) =>
        this.#measure?.request(algorithm, n) ?? { algorithm, operator: 'add', type: 'u32', mode: 'inclusive', n, tuning: {} },
      run: () => this.#scanRun,
    };
  }

  /** The run that Measure shows, if it measures scans. */
  get #scanRun() {
    const run = this.#measure?.results.chosen;
    return run && !run.config.operation ? run : null;
  }

  get #measure() {
    return this.views.get('measure') as MeasureView | undefined;
  }

  titleOf(id: string) {
    if (id === JAVASCRIPT) return 'JavaScript (CPU)';
    const { algorithms = [], operations = [], measured = [] } = this.#catalogue ?? {};
    const known = [...algorithms, ...operations, ...[...operations, ...measured].flatMap(({ variants }) => variants)];
    return known.find((one) => one.id === id)?.title ?? id;
  }

  /** Called when the element is added to a document. */
  connect() {
    if (this.connected) return;
    this.connected = true;
    this.holder.join(this.listener);
    if (this.host.followsHash) {
      window.addEventListener('hashchange', this.followHash);
      // The address may have changed since the element was last connected, or the element may have moved.
      const asked = readRoute(location.hash)?.view;
      if (asked && (asked !== this.views.shown || this.#hash.hasChanged)) this.#follow();
      this.#hash.follow();
    }
    this.views.connect();
  }

  /** Called when the element is near the viewport. Opens the lab if the view needs one, and starts the configured run. */
  seen() {
    if (!this.host.alone || !WITHOUT_DEVICE.includes(this.host.alone)) this.open();
    void this.#autorun();
  }

  /** Starts the configured run, unless its view could not be loaded, or the view returns a reason against the run. */
  async #autorun() {
    const name = this.#toRun;
    this.#toRun = null;
    if (name === null) return;
    const view = this.views.get(name);
    const reason = view?.start ? await view.start() : 'Not started, since the view could not be loaded.';
    if (typeof reason === 'string') this.#endUnstarted(name, this.connected ? 'failed' : 'cancelled');
  }

  /**
   * Announces the end of an automatic run that did not start.
   * @param name the name of the run's view
   */
  #endUnstarted(name: string, outcome: EndDetail['outcome']) {
    const [application] = name === 'use' ? partsOf(this.host, name) : [];
    const view = name as EndDetail['view'];
    this.host.emit('end', { view, outcome, ...(view === 'measure' && { points: [] }), ...(application && { application }) });
  }

  /** Opens the lab if it is not open. The listener shows the outcome. */
  open() {
    this.notices.clearError();
    this.notices.clearAbsence();
    if (this.holder.held) this.#opened(this.holder.held);
    else this.holder.get().catch(() => {});
  }

  /**
   * Called when the element was removed, or shows another view. Ends the element's runs, including an automatic run that has not started
   * yet, and leaves the shared lab.
   */
  leave() {
    const unstarted = this.#toRun;
    this.#toRun = null;
    this.connected = false;
    window.removeEventListener('hashchange', this.followHash);
    this.#hash.close();
    this.views.close();
    this.holder.leave(this.listener);
    // If the element returns, it announces its device again, which may be another one.
    this.#closed();
    if (unstarted !== null) this.#endUnstarted(unstarted, 'cancelled');
  }

  #opened(lab: Lab) {
    if (lab === this.#announced) return;
    this.#announced = lab;
    this.#withoutGpu = false;
    this.#failure = null;
    this.notices.clearAbsence();
    this.header.show(lab);
    this.#update();
    this.host.emit('ready', { adapter: lab.adapter });
    this.#checkIntroduction();
    lab.lost.then(({ message }) => this.#lost(lab, message));
  }

  /** Checks the numbers of the first screen on the GPU, unless the first screen is hidden. */
  #checkIntroduction() {
    if (this.introduction && !this.introduction.root.hidden) void this.introduction.check();
  }

  #update() {
    for (const view of this.views.all) view.update?.();
  }

  /** Reports the loss of an idle device. If the device is lost during a run, the run reports its own failure. */
  #lost(lab: Lab, message: string) {
    const isUsed = this.views.all.some(({ running, interrupted }) => running || interrupted);
    if (this.holder.held !== lab || this.holder.work || isUsed) return;
    this.#dropLab();
    this.report(Object.assign(new Error(message), { code: 'device-lost' }));
  }

  /** Closes a lost lab. The next use opens a new one. */
  #dropLab() {
    this.holder.close();
  }

  #closed() {
    this.header.say('No device is open.');
    this.#announced = null;
  }

  #notOpened(error: unknown) {
    this.header.say('No GPU in use.');
    const before = this.#usual;
    this.#failure = error;
    this.#withoutGpu = isNoGpu(error);
    for (const view of this.views.all) view.notOpened?.(error);
    this.report(error);
    // The first screen needs no GPU, so it stays. Only the view below it changes, unless the user has requested a view.
    const isFirst = this.introduction && !this.introduction.root.hidden && this.views.shown === before;
    if (isFirst && before !== this.#usual) void this.#show(this.#usual, []);
  }

  /** Shows an error once, even if several views report it. */
  report(error: unknown) {
    if (error === this.#reported) return;
    this.#reported = error;
    this.notices.showError(error);
    const { code, title, detail } = explain(error);
    this.host.emit('error', { code, message: detail || title });
  }

  /** Shows the problems of a setting, an attribute or a part of the address. An empty list removes them. */
  reportSetting(name: string, problems: string[]) {
    this.notices.showPresetProblems(name, problems);
    if (problems.length) this.host.emit('error', { code: 'bad-argument', message: problems.slice(0, MOST_TOLD).join(' ') });
  }

  #reopen() {
    if (this.views.all.some((view) => view.resume?.())) return;
    this.open();
  }

  /**
   * Called when an attribute has changed.
   * @param value the new value; null if the attribute was removed
   */
  change(name: string, value: string | null) {
    const { alone } = this.host;
    if (alone && VIEW_SETTINGS[alone]?.includes(name)) this.views.get(alone)?.show?.(partsOf(this.host, alone));
    else if (value === null) return;
    else if (name === 'show' && !alone) this.go('learn', value);
    else this.#measure?.applySettings((setting) => (setting === name ? value : null));
  }

  /** @param error the reason why the core could not be loaded */
  failed(error: unknown) {
    const message = messageOf(error);
    this.views.root.replaceChildren(
      h('p', { role: 'alert', class: 'notice bad' }, `ScanLab could not be loaded: ${message} Reload the page to try again.`),
    );
    this.host.emit('error', { code: 'unexpected', message });
    const unstarted = viewToRun(this.host);
    this.#toRun = null;
    if (unstarted !== null) this.#endUnstarted(unstarted, 'failed');
  }
}
