/** The views of an element, each loaded when it is first opened; one is shown. */
import { h } from '../ui/dom.js';
import { notLoaded } from '../ui/messages.js';

/** @typedef {import('../ui/element-types.d.ts').View} View */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {import('../measure/results.js').Parts} MeasureParts */

/** Modules that Measure loads on first use. @type {MeasureParts} */
const MEASURE_PARTS = {
  runs: () => import('../runs/runs.js'),
  files: () => import('../runs/export.js'),
  recorded: () => import('../runs/recorded.js').then(({ recordedRun }) => recordedRun()),
};

/** @type {Record<string, () => Promise<(context: ViewContext) => View | Promise<View>>>} */
const VIEWS = {
  measure: async () => {
    const { MeasureView } = await import('../measure/measure-view.js');
    return async (context) => new MeasureView(context, await context.api.ScanLab.explainer(), MEASURE_PARTS);
  },
  learn: async () => {
    const { LearnView } = await import('../learn/learn-view.js');
    return async (context) => new LearnView(context, await context.api.ScanLab.explainer());
  },
  experiments: async () => {
    const { Experiments } = await import('../experiments/experiments.js');
    return async (context) => new Experiments(context, await context.api.ScanLab.explainer());
  },
  numbers: async () => {
    const { OwnNumbers } = await import('../numbers/own-numbers.js');
    return (context) => new OwnNumbers(context);
  },
  check: async () => {
    const { Conformance } = await import('../conformance/conformance.js');
    return (context) => new Conformance(context);
  },
  use: async () => {
    const { UseView } = await import('../use/use-view.js');
    return (context) => new UseView(context);
  },
  chart: async () => {
    const { ChartFileView } = await import('../runs/chart-file-view.js');
    return (context) => new ChartFileView(context);
  },
  diagram: async () => {
    const { DiagramView } = await import('../learn/diagram-view.js');
    return async (context) => new DiagramView(context, await context.api.ScanLab.explainer());
  },
};

export class Views {
  /** The name of the shown view. */
  shown = '';
  /** @type {Map<string, View>} */
  #views = new Map();
  /** @type {Map<string, Promise<View | null>>} */
  #loading = new Map();
  /** The parts that were last asked of each view. @type {Map<string, string[]>} */
  #parts = new Map();
  #connected = false;

  /**
   * @param {(name: string) => ViewContext} contextOf @param {(root: Element) => void} setLevels sets the levels of headings
   * @param {(view: View) => void} onAdd a view was loaded
   */
  constructor(contextOf, setLevels, onAdd) {
    this.onAdd = onAdd;
    this.contextOf = contextOf;
    this.setLevels = setLevels;
    this.message = h('div', {}, loadingText());
    this.root = h('div', { class: 'views' }, this.message);
  }

  /** The loaded views. */
  get all() {
    return [...this.#views.values()];
  }

  /** @param {string} name */
  get(name) {
    return this.#views.get(name);
  }

  /** @param {string} name @param {string[]} parts to show */
  async show(name, parts) {
    this.shown = name;
    this.#parts.set(name, parts);
    for (const [other, { root }] of this.#views) root.hidden = other !== name;
    this.message.replaceChildren(...(this.#views.has(name) ? [] : [loadingText()]));
    const loading = this.#loading.get(name) ?? this.#load(name);
    this.#loading.set(name, loading);
    const view = await loading;
    if (this.shown !== name || !view) return;
    this.message.replaceChildren();
    view.root.hidden = false;
    view.show?.(parts);
  }

  /** @param {string} name @returns {Promise<View | null>} null where it could not be loaded, which is shown */
  async #load(name) {
    try {
      const make = await VIEWS[name]();
      return this.#add(name, await make(this.contextOf(name)));
    } catch (error) {
      this.#loading.delete(name);
      const again = h('button', { type: 'button', onclick: () => void this.show(name, this.#parts.get(name) ?? []) }, 'Try again');
      if (this.shown === name) {
        this.message.replaceChildren(h('p', { class: 'error', role: 'alert' }, `This view could not be shown: ${notLoaded(error)}`), again);
      }
      return null;
    }
  }

  /** @param {string} name @param {View} view */
  #add(name, view) {
    this.#views.set(name, view);
    view.root.classList.add('view');
    view.root.dataset.view = name;
    view.root.hidden = this.shown !== name;
    this.root.append(view.root);
    this.setLevels(view.root);
    view.update?.();
    this.onAdd(view);
    if (this.#connected) view.connect?.();
    return view;
  }

  /** Called when the element is added to a document. */
  connect() {
    this.#connected = true;
    for (const view of this.all) view.connect?.();
  }

  /** Called when the element is removed. */
  close() {
    this.#connected = false;
    for (const view of this.all) view.close();
  }
}

function loadingText() {
  return h('p', { class: 'empty', role: 'status' }, 'Loading…');
}
