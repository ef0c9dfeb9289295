/** Diagrams of scans, on request with the reader's numbers, which all diagrams of a panel share. */
import { h } from '../ui/dom.ts';
import { diagram } from './diagram.ts';
import { NumberBoxes } from './number-boxes.ts';
import { HARRIS } from './step/settings.ts';
import type { Flow } from '../types.ts';

/** Twice the example, for diagrams of 16 columns. */
const FIRST_NUMBERS = [...HARRIS, ...HARRIS];

export class NumberedFlows {
  numbers = FIRST_NUMBERS;
  isShown = false;
  #shown: { place: HTMLElement; boxes: NumberBoxes; check: HTMLInputElement; flow: Flow; id: string; title: string }[] = [];

  /** Forgets the diagrams that it made. */
  clear() {
    this.#shown = [];
  }

  /** @param id of the scan */
  add(flow: Flow, { id, title }: { id: string; title: string }) {
    const place = h('div', {});
    const boxes = new NumberBoxes(`numbers-error-${id}`, `Numbers for ${title}`, (numbers) => {
      this.numbers = [...numbers, ...this.numbers.slice(numbers.length)];
      this.#draw();
    });
    const check = h('input', {
      type: 'checkbox',
      onchange: () => {
        this.isShown = check.checked;
        this.#draw();
      },
    });
    this.#shown.push({ place, boxes, check, flow, id, title });
    this.#draw();
    return h('div', { class: 'numbered-flow' }, h('label', { class: 'numbers-choice' }, check, ' With your numbers'), boxes.root, place);
  }

  #draw() {
    for (const { place, boxes, check, flow, id, title } of this.#shown) {
      const input = this.numbers.slice(0, flow.columns);
      check.checked = this.isShown;
      boxes.root.hidden = !this.isShown;
      boxes.fill(input);
      const isOpen = place.querySelector('details')?.open;
      place.replaceChildren(diagram(flow, { id: `flow-${id}`, title, ...(this.isShown && { input }) }));
      place.querySelector('details')?.toggleAttribute('open', Boolean(isOpen));
    }
  }
}
