/** A played run at one moment: the data flow, the data, the code, the variables and the memory machine, moved by one playback. */
import { h } from '../../ui/dom.ts';
import { CodeView } from './code-view.ts';
import { DataView } from './data-view.ts';
import { MachineView } from './machine-view.ts';
import { Playback } from './playback.ts';
import { VariablesView } from './variables-view.ts';
import { momentText, placeOf } from './words.ts';
import diagramStyles from '../diagram.css';
import partStyles from '../parts.css';
import machineStyles from './machine.css';
import styles from './step.css';
import { adoptStyles } from '../../ui/styles.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Operator } from './operators.ts';
import type { FlowView } from './flow-view.ts';
import type { Played } from './types.ts';

const KEYS =
  'Keys in the player: ← and → move by one step, with Shift by one barrier. D and Shift D move by one dispatch. Home and End move to the ends. The space bar plays.';

/** A run, and what of it is known besides. */
type Shown = {
  played: Played;
  /** Elements of input and output. */
  elements: number;
  operator: Pick<Operator, 'type' | 'words' | 'meaning'>;
  /** Lines that differ from their files. */
  edited?: { shader: number; line: number }[];
  /** The algorithm of the catalogue, if there is one, and the latency of the memory machine. */
  scanned: { algorithm: string; latency: number };
  /** The diagram, or the reason why a run has no diagram. */
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
    // A hidden slide has no place to scroll to.
    new ResizeObserver(() => this.stage.clientWidth && !this.#width && this.#draw()).observe(this.stage);
    adoptStyles(context.element.shadowRoot as ShadowRoot, diagramStyles, partStyles, styles, machineStyles);
  }

  /** The player of the run that is shown. */
  get player() {
    return this.#shown?.played.player ?? null;
  }

  /** Shows a run at a step. Frees the run before. */
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
    // No view shows the run before any more.
    if (before !== played.player) before?.free();
  }

  /** Shows no run. */
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
    // During playback, screen readers have no time to read every step.
    this.status.setAttribute('aria-live', this.playback.playing ? 'off' : 'polite');
    const place = placeOf(moment);
    const text = player.step ? momentText(played, moment, operator.type) : 'Nothing has run yet: the input is in its buffer.';
    this.status.replaceChildren(place && h('b', {}, `${place}: `), text);
    this.#hold();
  }

  /** Parts keep their greatest height, so that nothing moves during playback. */
  #hold() {
    const { clientWidth } = this.stage;
    if (clientWidth !== this.#width) for (const part of this.#steady) part.style.minHeight = '';
    this.#width = clientWidth;
    // `offsetHeight` is rounded, so a part would shrink by a fraction of a pixel.
    for (const part of this.#steady) part.style.minHeight = `${part.getBoundingClientRect().height}px`;
  }
}
