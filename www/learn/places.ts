/** The parts of Learn that are not about one scan. Each is loaded when it is first opened. */

import type { Explainer, ViewContext } from '../ui/element-types.ts';

type Place = { root: HTMLElement; show(parts: string[]): void; connect(): void; close(): void };
type Given = [context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void];

/** By the first part of the address, which is then not the name of a scan. */
export const PLACES: Record<string, { title: string; load: (...given: Given) => Promise<Place> }> = {
  machine: {
    title: 'The memory machine',
    load: async (...given) => new (await import('./machine/machine-view.ts')).MachineView(...given),
  },
  observatory: {
    title: 'Observatory of look-back',
    load: async (...given) => new (await import('./observatory/observatory-view.ts')).ObservatoryView(...given),
  },
};

export class Places {
  context: ViewContext;
  explainer: Explainer;
  onChange: (name: string, parts: string[]) => void;
  #loading: Map<string, Promise<Place>> = new Map();
  /** The part that is open. */
  open: Place | null = null;

  /** @param onChange called when a part shows something else */
  constructor(context: ViewContext, explainer: Explainer, onChange: (name: string, parts: string[]) => void) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
  }

  load(name: string): Promise<Place> {
    const known = this.#loading.get(name);
    if (known) return known;
    const loading = PLACES[name]
      .load(this.context, this.explainer, (parts) => this.onChange(name, parts))
      .then((place) => {
        this.context.setLevels(place.root);
        return place;
      });
    this.#loading.set(name, loading);
    // After a failed load, the file is requested again.
    loading.catch(() => this.#loading.delete(name));
    return loading;
  }

  /** Another part of Learn is shown. */
  close() {
    this.open?.close();
    this.open = null;
  }
}
