/** The view of the arrays at a moment: every buffer, and workgroup memory. Marks show which invocation reads or writes a word. */
import { h } from '../../ui/dom.ts';
import { bufferTitle, callText, countOf, runsText, stateText, wordText } from './words.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';
import type { Operator } from './operators.ts';
import type { Played } from './types.ts';

type Shown = { key: string; first: number; words: number; cells: Cell[]; scroller: HTMLElement | null; read: () => Uint32Array };
type Cell = { root: HTMLElement; value: Text; invocations: HTMLElement; state: string };

/** The maximum number of words that are shown of one array. */
const MOST_WORDS = 512;
/** The maximum number of words of an array that does not scroll. */
const MOST_UNSCROLLED = 64;
/** The maximum number of words of workgroup memory in all workgroups together. With more words, only one workgroup is shown. */
const MOST_MEMORY = 640;
/** The maximum number of applications of ⊕ that are shown. */
const MOST_COMBINED = 32;
/** The names of buffers that contain no elements. They are not shown. */
const HIDDEN = /^(parameters|table)/;

/** The hue of the first invocation or warp: blue, because red would look like a fault. */
const FIRST_HUE = 210;

/** Gives a node the hue of the invocation or warp `index`. `of` is the number of invocations or warps. */
export function paintHue(element: HTMLElement | SVGElement, index: number, of: number) {
  element.style.setProperty('--hue', `${(FIRST_HUE + Math.round(((index % of) * 360) / of)) % 360}`);
}

/** Scrolls to a cell if it is not visible. */
function reveal(scroller: HTMLElement, { offsetTop, offsetHeight }: HTMLElement) {
  const isSeen = offsetTop >= scroller.scrollTop && offsetTop + offsetHeight <= scroller.scrollTop + scroller.clientHeight;
  if (!isSeen) scroller.scrollTop = offsetTop;
}

export class DataView {
  played: Played;
  type;
  buffers;
  states;
  memories;
  combined;
  root;
  #shown: Shown[] = [];
  /** The pass and the workgroup whose workgroup memory is shown. */
  #layout = '';

  /**
   * @param elements the number of elements of input and output
   * @param form the form of an element
   */
  constructor(played: Played, elements: number, { type, words, meaning }: Pick<Operator, 'type' | 'words' | 'meaning'>) {
    this.played = played;
    this.type = type;
    this.buffers = h('div', {});
    this.states = h('ul', { class: 'step-states', 'aria-label': 'States of tiles' });
    this.memories = h('div', {});
    this.combined = h('ul', { class: 'step-combined', 'aria-label': 'Combined in this step' });
    this.root = h(
      'div',
      { class: 'step-data' },
      meaning ? h('p', { class: 'hint' }, meaning) : '',
      this.buffers,
      this.states,
      this.memories,
      this.combined,
    );
    const { player, recording, passes } = played;
    const stated = player.stepOfState() === undefined ? [] : passes.flatMap(({ buffers }) => buffers.filter(([name]) => name === 'states'));
    recording.buffers.forEach(({ name, words: { length } }, rank) => {
      // The words of tile states are left out, because the states are shown as text.
      if (HIDDEN.test(name) || stated.some(([, buffer]) => buffer === rank)) return;
      const isEnd = name === 'source' || rank === recording.output;
      const array = { key: `${rank + 1}`, first: 0, words: isEnd ? Math.min(elements * words, length) : length };
      this.buffers.append(this.#add({ ...array, read: () => player.buffer(rank) }, bufferTitle(name), isEnd ? words : 1));
    });
  }

  /** Adds an array to the view. @param size words per element, if known */
  #add(array: Omit<Shown, 'cells' | 'scroller'>, title: string, size: number = 1) {
    const count = Math.min(array.words, MOST_WORDS);
    const cells = Array.from({ length: count }, (_, i) => {
      const [value, invocations] = [document.createTextNode(''), h('b', {})];
      const place = size > 1 ? `${title}[${Math.floor(i / size)}], word ${i % size}` : `${title}[${i}]`;
      return {
        root: h('li', { title: place, 'data-first': size > 1 && i % size === 0 }, value, invocations),
        value,
        invocations,
        state: '',
      };
    });
    const list = h('ol', { 'aria-label': title }, ...cells.map(({ root }) => root));
    const scrolls = count > MOST_UNSCROLLED;
    const place = scrolls ? h('div', { class: 'step-scroll', tabindex: '0', role: 'region', 'aria-label': title }, list) : list;
    const more = array.words > count ? ` (the first ${count} of ${array.words} words)` : '';
    this.#shown.push({ ...array, cells, scroller: scrolls ? place : null });
    return h('div', { class: 'step-array' }, h('p', {}, title, more), place);
  }

  /** Shows the workgroup memory of the moment's pass and workgroup, if they differ from those shown. */
  #lay({ pass, workgroup }: Moment) {
    const traced = this.played.passes[pass];
    const variables = traced?.workgroup_memory ?? [];
    const count = traced ? countOf(traced.workgroups) : 0;
    const words = variables.reduce((sum, [, , size]) => sum + size, 0);
    const isAll = words * count <= MOST_MEMORY;
    const layout = isAll ? `${pass}` : `${pass}/${workgroup}`;
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#shown = this.#shown.filter(({ key }) => !key.startsWith('w'));
    const ranks = isAll ? Array.from({ length: count }, (_, i) => i) : [workgroup];
    const arrays = ranks.flatMap((rank) =>
      variables.map(([name, first, size]) => {
        const title = count > 1 ? `${name} of workgroup ${rank}` : name;
        return this.#add({ key: `w${rank}`, first, words: size, read: () => this.played.player.memory(pass, rank) }, title);
      }),
    );
    this.memories.replaceChildren(...arrays);
  }

  update(moment: Moment) {
    this.#lay(moment);
    const touched: Map<string, { kind: string; invocations: number[] }> = new Map();
    for (const { kind, space, address, localIndex, workgroup } of moment.accesses) {
      const key = `${space || `w${workgroup}`}@${address}`;
      const before = touched.get(key);
      touched.set(key, { kind, invocations: [...(before?.invocations ?? []), localIndex] });
    }
    this.#combine(moment.calls);
    this.#state(moment.states);
    for (const { key, first, cells, scroller, read } of this.#shown) {
      const words = read();
      cells.forEach((cell, i) => this.#draw(cell, words[first + i], touched.get(`${key}@${first + i}`)));
      const touchedCell = scroller && cells.find((_, i) => touched.has(`${key}@${first + i}`));
      if (scroller && touchedCell) reveal(scroller, touchedCell.root);
    }
  }

  #state(touched: Moment['states']) {
    const states = this.played.player.states();
    this.states.hidden = !states.length;
    const isTouched = ({ tile }: Moment['states'][number]) => touched.some((one) => one.tile === tile);
    this.states.replaceChildren(
      ...states.map((state) =>
        h('li', { 'data-published': state.published, class: isTouched(state) ? 'touched' : '' }, stateText(state, this.type)),
      ),
    );
  }

  #combine(calls: Moment['calls']) {
    const shown = calls.filter(({ isIdle }) => !isIdle).slice(0, MOST_COMBINED);
    const items = shown.map((call) => {
      const item = h('li', {}, h('b', {}, `${call.localIndex}`), callText(call, this.type));
      paintHue(item, call.localIndex, this.played.subgroupSize);
      return item;
    });
    this.combined.replaceChildren(...items);
    this.combined.ariaHidden = `${!items.length}`;
  }

  #draw(cell: Cell, word: number, touch: { kind: string; invocations: number[] } | undefined) {
    const state = `${word} ${touch ? `${touch.kind} ${touch.invocations}` : ''}`;
    if (state === cell.state) return;
    cell.state = state;
    cell.value.data = wordText(word, this.type);
    cell.root.className = touch?.kind ?? '';
    cell.invocations.textContent = touch ? runsText([...new Set(touch.invocations)]) : '';
    if (touch) paintHue(cell.root, touch.invocations[0], this.played.subgroupSize);
  }
}
