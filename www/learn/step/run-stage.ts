/** The stage shows a played run at one moment: data flow, data, code, variables and memory machine. One playback moves all of them. */
import { h, scrolling } from '../../ui/dom.ts';
import { CodeView } from './code-view.ts';
import { DataView } from './data-view.ts';
import { MachineView } from './machine-view.ts';
import { Playback } from './playback.ts';
import { momentText, placeOf, valueText } from './words.ts';
import diagramStyles from '../diagram.css';
import partStyles from '../parts.css';
import machineStyles from './machine.css';
import styles from './step.css';
import { adoptStyles } from '../../ui/styles.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Operator } from './operators.ts';
import type { FlowView } from './flow-view.ts';
import type { Played } from './types.ts';

const KEYS =
  'Keys in the player: ← and → move by one step, with Shift by one barrier. D and Shift D move by one dispatch. Home and End move to the ends. The space bar plays.';
/** The maximum number of words of a variable that is shown. A variable with more words is an array or a struct. */
const MOST_WORDS = 4;

/** The data that the stage shows. */
type Shown = {
  played: Played;
  /** The number of elements of input and output. */
  elements: number;
  operator: Pick<Operator, 'type' | 'words' | 'meaning'>;
  /** The lines that differ from their files. */
  edited?: { shader: number; line: number }[];
  /** The id of the algorithm, and the latency of the memory machine. */
  scanned: { algorithm: string; latency: number };
  /** The diagram of the run, or the reason why it has no diagram. */
  flow?: Pick<FlowView, 'root' | 'update'>;
};

export class RunStage {
  context: ViewContext;
  playback: Playback;
  keys = h('p', { class: 'hint step-keys' }, KEYS);
  status = h('p', { class: 'step-status', role: 'status' });
  stage = h('div', { class: 'step-stage' });
  #shown: Shown | null = null;
  #views: { update: (moment: ReturnType<Played['player']['moment']>) => void }[] = [];
  #steady: HTMLElement[] = [];
  /** The width of the stage when its parts were last measured. */
  #width = 0;

  /** @param onRest called when the playback has stopped */
  constructor(context: ViewContext, onRest: () => void = () => {}) {
    this.context = context;
    this.playback = new Playback(() => this.#draw(), onRest);
    // While the stage is hidden, nothing can scroll, so the stage is drawn again when it becomes visible.
    new ResizeObserver(() => this.stage.clientWidth && !this.#width && this.#draw()).observe(this.stage);
    adoptStyles(context.element.shadowRoot as ShadowRoot, diagramStyles, partStyles, styles, machineStyles);
  }

  /** The player of the shown run. */
  get player() {
    return this.#shown?.played.player ?? null;
  }

  /** Shows a run at a step. Frees the previous run. */
  begin(shown: Shown, step: number) {
    const before = this.player;
    const { played, elements, operator, edited = [], scanned, flow } = shown;
    this.#shown = shown;
    const data = new DataView(played, elements, operator);
    const code = new CodeView(played, edited);
    const variables = new VariablesView(played.subgroupSize);
    const machine = new MachineView(played, this.context.formats, { ...scanned, n: elements });
    this.#views = [data, code, variables, machine];
    this.#steady = [variables.root, machine.banks, this.stage];
    const section = (part: string, title: string, ...content: Node[]) =>
      h('section', { 'data-part': part }, h('h4', {}, title), ...content);
    this.stage.replaceChildren(
      h('div', {}, flow && section('tree', 'Data flow', flow.root), section('data', 'Data', data.root)),
      h('div', {}, section('code', 'Code', code.root, variables.root), section('machine', 'Memory machine', machine.root)),
    );
    this.context.setLevels(this.stage);
    this.stage.style.minHeight = '';
    played.player.seek(step);
    this.playback.begin(played.player);
    // Now no view shows the previous run.
    if (before !== played.player) before?.free();
  }

  clear() {
    this.playback.end();
    this.player?.free();
    this.#shown = null;
    this.#views = [];
    this.status.textContent = '';
    this.stage.replaceChildren();
  }

  #draw() {
    if (!this.#shown) return;
    const { played, operator, flow } = this.#shown;
    const { player } = played;
    const moment = player.moment();
    flow?.update(player.step);
    for (const view of this.#views) view.update(moment);
    // During playback, screen readers do not announce the steps, because they have no time to read each of them.
    this.status.setAttribute('aria-live', this.playback.playing ? 'off' : 'polite');
    const place = placeOf(moment);
    const text = player.step ? momentText(played, moment, operator.type) : 'Nothing has run yet: the input is in its buffer.';
    this.status.replaceChildren(place && h('b', {}, `${place}: `), text);
    this.#hold();
  }

  /** Keeps the parts at their greatest height so far, so that nothing moves during playback. */
  #hold() {
    const { clientWidth } = this.stage;
    if (clientWidth !== this.#width) for (const part of this.#steady) part.style.minHeight = '';
    this.#width = clientWidth;
    // With `offsetHeight`, which is rounded, a part would shrink by a fraction of a pixel.
    for (const part of this.#steady) part.style.minHeight = `${part.getBoundingClientRect().height}px`;
  }
}

/** The view of the values of variables, by invocation. */
class VariablesView {
  subgroupSize: number;
  root;

  constructor(subgroupSize: number) {
    this.subgroupSize = subgroupSize;
    this.root = scrolling('Variables by invocation');
  }

  update({ function: name, subgroup, variables }: Moment) {
    const shown = variables.filter(({ words }) => words.every((one) => !one || one.length <= MOST_WORDS));
    // A hidden view keeps its space, so that nothing below it moves.
    this.root.style.visibility = shown.length ? '' : 'hidden';
    if (!shown.length) return;
    const invocations = shown[0].words.map((_, i) => h('th', { scope: 'col' }, `${subgroup * this.subgroupSize + i}`));
    const rows = shown.map(({ name: variable, ty, words }) =>
      h('tr', {}, h('th', { scope: 'row' }, variable), ...words.map((one) => h('td', {}, one ? valueText(one, ty) : '–'))),
    );
    const caption = `Variables of ${name}, by invocation of subgroup ${subgroup}`;
    this.root.replaceChildren(
      h(
        'table',
        { class: 'step-variables' },
        h('caption', {}, h('span', {}, caption)),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Invocation'), ...invocations)),
        h('tbody', {}, ...rows),
      ),
    );
  }
}
