/** The first screen: a prefix sum of eight numbers that the user can change, and links to the views. It needs no compiled core. */
import { h } from '../ui/dom.ts';
import { isWhole } from '../shared/whole-number.ts';
import { formatRoute } from '../ui/view-address.ts';
import type { Formats } from '../shared/format.ts';
import type { Lab } from '../ui/element-types.ts';

type Mode = 'inclusive' | 'exclusive';

const FIRST_NUMBERS = [3, 1, 7, 0, 4, 1, 6, 3];
/** The bound of a number, so that the sum of eight numbers does not overflow. */
const LARGEST = 99_999;
/** The delay from a change to the scan on the GPU. */
const DELAY_MS = 150;
/** The scan that runs on the GPU: the one that most courses show. */
const ALGORITHM = 'blelloch';
const MODES = ['inclusive', 'exclusive'] as Mode[];
const RULES: Record<Mode, string> = { inclusive: 'sum up to this element', exclusive: 'sum before this element' };

const WAYS: [view: string, title: string, what: string][] = [
  ['learn/blelloch', 'See how a GPU computes it', 'step by step, for 28 scans'],
  ['measure', 'Measure them on this device', 'every output checked'],
  ['experiments', 'Repeat the papers’ experiments', 'and see which claims hold here'],
  ['use', 'See what scans are for', 'in 18 applications'],
  ['numbers', 'Scan your own numbers', 'text, CSV or NumPy'],
];

export class Introduction {
  formats: Formats;
  lab: () => Lab | null;
  inputs;
  rows;
  status;
  error;
  root;
  #delay: ReturnType<typeof setTimeout> | undefined = undefined;
  /** The number of the latest check. Checks with lower numbers are dropped. */
  #turn = 0;

  /** @param lab returns the lab if it is idle, else null */
  constructor(formats: Formats, lab: () => Lab | null, go: (view: string, ...parts: string[]) => void) {
    this.formats = formats;
    this.lab = lab;
    this.inputs = FIRST_NUMBERS.map((value, i) =>
      h('input', {
        type: 'text',
        inputmode: 'numeric',
        autocomplete: 'off',
        value: String(value),
        'aria-label': `Number ${i}`,
        oninput: () => this.#changed(),
      }),
    );
    this.rows = MODES.map((mode) => {
      const cells = FIRST_NUMBERS.map(() => h('li'));
      const verdict = h('span', { class: 'result' });
      return { mode, cells, verdict };
    });
    this.status = h('p', { class: 'hint', role: 'status' });
    this.error = h('p', { class: 'error', id: 'numbers-error', hidden: true });
    this.root = h(
      'section',
      { class: 'introduction', 'aria-label': 'What a prefix sum is' },
      h(
        'p',
        { class: 'lead' },
        h('strong', {}, 'A prefix sum, or scan, replaces every number of a list by the sum of the numbers up to it'),
        ': sorting, compaction and many other parallel algorithms are built on it.',
      ),
      h(
        'div',
        { class: 'eight' },
        line(
          'input',
          'Input',
          'change a number',
          h('div', { class: 'eight-row', role: 'group', 'aria-labelledby': 'eight-input' }, ...this.inputs),
        ),
        ...this.rows.map(({ mode, cells, verdict }) => {
          const row = h('ol', { class: 'eight-row', 'aria-labelledby': `eight-${mode}`, 'data-mode': mode }, ...cells);
          return line(mode, `${mode[0].toUpperCase()}${mode.slice(1)} scan`, RULES[mode], row, verdict);
        }),
      ),
      this.error,
      this.status,
      h('ul', { class: 'ways' }, ...WAYS.map(([route, title, what]) => h('li', {}, link(route, title, go), ` ${what}`))),
    );
    this.#scan();
  }

  #changed() {
    this.#scan();
    clearTimeout(this.#delay);
    this.#delay = setTimeout(() => void this.check(), DELAY_MS);
  }

  /** The numbers; null if one is invalid. Marks the invalid ones. */
  #read() {
    const bad = this.inputs.filter(({ value }) => !isWhole(value.trim(), 0, LARGEST));
    for (const input of this.inputs) {
      const isBad = bad.includes(input);
      for (const [name, value] of Object.entries({ 'aria-invalid': 'true', 'aria-describedby': this.error.id })) {
        if (isBad) input.setAttribute(name, value);
        else input.removeAttribute(name);
      }
    }
    this.error.hidden = !bad.length;
    if (!bad.length) return this.inputs.map(({ value }) => Number(value));
    const found = bad[0].value.trim() ? `“${bad[0].value.trim()}”` : 'empty';
    this.error.textContent = `A whole number from 0 to ${this.formats.integer(LARGEST)} is required; this is ${found}.`;
    return null;
  }

  /** Computes both scans in JavaScript, and schedules the scans on the GPU. */
  #scan() {
    this.#turn += 1;
    const numbers = this.#read();
    for (const { mode, cells, verdict } of this.rows) {
      const sums = numbers && sumsOf(numbers, mode);
      cells.forEach((cell, i) => (cell.textContent = sums ? this.formats.integer(sums[i]) : '–'));
      verdict.textContent = '';
      verdict.className = 'result';
    }
    this.status.textContent = numbers ? 'Computed by a loop in JavaScript.' : '';
  }

  /** Computes both scans on the GPU, and compares them with those of the loop. If the device fails, the sums of the loop stay. */
  async check() {
    const numbers = this.#read();
    const lab = this.lab();
    if (!numbers || !lab) return;
    const turn = (this.#turn += 1);
    const input = Uint32Array.from(numbers);
    try {
      const outputs = await Promise.all(MODES.map((mode) => lab.scan(input, { algorithm: ALGORITHM, mode })));
      if (turn === this.#turn) this.#compare(numbers, outputs);
    } catch {
      if (turn === this.#turn) this.status.textContent = 'Computed by a loop in JavaScript; the scan on the GPU failed.';
    }
  }

  /** @param outputs the outputs of the GPU, one per mode */
  #compare(numbers: number[], outputs: ArrayLike<number>[]) {
    this.rows.forEach(({ mode, cells, verdict }, i) => {
      const right = sumsOf(numbers, mode).every((sum, index) => sum === outputs[i][index]);
      cells.forEach((cell, index) => (cell.textContent = this.formats.integer(outputs[i][index])));
      verdict.textContent = right ? 'PASS' : 'FAIL';
      verdict.className = `result ${right ? 'pass' : 'fail'}`;
    });
    this.status.textContent = 'Computed on the GPU by Blelloch’s scan. PASS: every sum matches a loop in JavaScript.';
  }
}

function line(id: string, name: string, what: string, ...content: HTMLElement[]) {
  return h('div', { class: 'eight-line' }, h('span', { class: 'eight-name', id: `eight-${id}` }, name, h('small', {}, what)), ...content);
}

function sumsOf(numbers: readonly number[], mode: Mode) {
  let sum = 0;
  return numbers.map((number) => {
    const before = sum;
    sum += number;
    return mode === 'inclusive' ? sum : before;
  });
}

function link(route: string, title: string, go: (view: string, ...parts: string[]) => void) {
  const [view, ...parts] = route.split('/');
  const onclick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(view, ...parts);
  };
  return h('a', { href: formatRoute(view, parts), onclick }, title);
}
