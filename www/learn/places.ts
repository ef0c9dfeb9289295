/** The places of Learn: its views that are not about one scan. Each is loaded when it is first opened. */

import type { Explainer, Run, ViewContext } from '../ui/element-types.ts';

type Place = { root: HTMLElement; readonly title?: string; show(parts: string[]): void; connect(): void; close(): void };
/** The functions that a place receives: to link to other parts of Learn, to open them, and to load the recorded run. */
export type Means = {
  link(text: string, ...parts: string[]): HTMLAnchorElement;
  open(...parts: string[]): void;
  recorded(): Promise<Run>;
};
type Given = [context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void, means: Means];

/** The places by their names in the address. */
export const PLACES: Record<string, { title: string; load: (...given: Given) => Promise<Place> }> = {
  path: {
    title: 'From a loop to look-back',
    load: async (...given) => new (await import('./path/path-view.ts')).PathView(...given),
  },
  write: {
    title: 'Write a kernel',
    load: async (context, explainer, onChange, means) =>
      new (await import('./write/write-view.ts')).WriteView(context, explainer, onChange, means),
  },
  machine: {
    title: 'The memory machine',
    load: async (context, explainer, onChange) => new (await import('./machine/machine-view.ts')).MachineView(context, explainer, onChange),
  },
  observatory: {
    title: 'Observatory of look-back',
    load: async (context, explainer, onChange) =>
      new (await import('./observatory/observatory-view.ts')).ObservatoryView(context, explainer, onChange),
  },
};

export class Places {
  context: ViewContext;
  explainer: Explainer;
  onChange: (name: string, parts: string[]) => void;
  means: Means;
  #loading: Map<string, Promise<Place>> = new Map();
  /** The place that is open. */
  open: Place | null = null;

  /** @param onChange called when a place shows something else */
  constructor(context: ViewContext, explainer: Explainer, onChange: (name: string, parts: string[]) => void, means: Means) {
    this.means = means;
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
  }

  load(name: string): Promise<Place> {
    const known = this.#loading.get(name);
    if (known) return known;
    const loading = PLACES[name]
      .load(this.context, this.explainer, (parts) => this.onChange(name, parts), this.means)
      .then((place) => {
        this.context.setLevels(place.root);
        return place;
      });
    this.#loading.set(name, loading);
    // After a failed load, the next use requests the file again.
    loading.catch(() => this.#loading.delete(name));
    return loading;
  }

  /** Called when another part of Learn is shown. */
  close() {
    this.open?.close();
    this.open = null;
  }
}
