/** The views of an element. Each view is loaded when it is first opened. One view is shown at a time. */
import { h } from '../ui/dom.ts';
import { notLoaded } from '../ui/messages.ts';
import type { Parts } from '../measure/results.ts';
import type { View, ViewContext } from '../ui/element-types.ts';

type MeasureParts = Parts;

/** Modules that Measure loads on first use. */
const MEASURE_PARTS: MeasureParts = {
  runs: () => import('../measure/runs.ts'),
  files: () => import('../measure/export.ts'),
  recorded: () => import('../measure/recorded.ts').then(({ recordedRun }) => recordedRun()),
};

const VIEWS: Record<string, () => Promise<(context: ViewContext) => View | Promise<View>>> = {
  measure: async () => {
    const { MeasureView } = await import('../measure/measure-view.ts');
    return async (context) => new MeasureView(context, await context.api.ScanLab.explainer(), MEASURE_PARTS);
  },
  learn: async () => {
    const { LearnView } = await import('../learn/learn-view.ts');
    return async (context) => new LearnView(context, await context.api.ScanLab.explainer(), MEASURE_PARTS.recorded);
  },
  experiments: async () => {
    const { Experiments } = await import('../experiments/experiments.ts');
    return async (context) => new Experiments(context, await context.api.ScanLab.explainer());
  },
  numbers: async () => {
    const { OwnNumbers } = await import('../use/numbers/own-numbers.ts');
    return (context) => new OwnNumbers(context);
  },
  check: async () => {
    const { Conformance } = await import('../conformance/conformance.ts');
    return (context) => new Conformance(context);
  },
  use: async () => {
    const { UseView } = await import('../use/use-view.ts');
    return (context) => new UseView(context);
  },
  chart: async () => {
    const { ChartFileView } = await import('../measure/chart-file-view.ts');
    return (context) => new ChartFileView(context);
  },
  diagram: async () => {
    const { DiagramView } = await import('../learn/diagram-view.ts');
    return async (context) => new DiagramView(context, await context.api.ScanLab.explainer());
  },
};

export class Views {
  onAdd: (view: View) => void;
  contextOf: (name: string) => ViewContext;
  setLevels: (root: Element) => void;
  message;
  root;
  /** The name of the shown view. */
  shown = '';
  #views: Map<string, View> = new Map();
  #loading: Map<string, Promise<View | null>> = new Map();
  /** The last requested parts of each view. */
  #parts: Map<string, string[]> = new Map();
  #connected = false;

  /**
   * @param setLevels adapts the levels of headings
   * @param onAdd called when a view was loaded
   */
  constructor(contextOf: (name: string) => ViewContext, setLevels: (root: Element) => void, onAdd: (view: View) => void) {
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

  get(name: string) {
    return this.#views.get(name);
  }

  /**
   * Shows a view and hides the others.
   * @param parts the parts of the view's address
   */
  async show(name: string, parts: string[]) {
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

  /** @returns null if the view could not be loaded; then a message says so */
  async #load(name: string): Promise<View | null> {
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

  #add(name: string, view: View) {
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
