/** The view Experiments: experiments of the sources, repeated on the user's device. */
import { Field, h, select } from '../ui/dom.ts';
import { Card } from './card.ts';
import { EXPERIMENTS } from './data.ts';
import styles from './experiments.css';
import { measure } from './run.ts';
import { PAUSED, codeOf, explain } from '../ui/messages.ts';
import { byTitle } from '../ui/comparer.ts';
import { adoptStyles } from '../ui/styles.ts';
import type { Explainer, View, ViewContext } from '../ui/element-types.ts';
import type { Experiment, ExperimentsContext } from './types.ts';

const WORK = 'an experiment is running';
const ALL = '';

export class Experiments implements View {
  view: ViewContext;
  context: ExperimentsContext;
  cards;
  source;
  head;
  root;
  running: AbortController | null = null;

  constructor(view: ViewContext, explainer: Explainer) {
    const { element, formats, holder, titleOf } = view;
    this.view = view;
    this.context = {
      formats,
      titleOf,
      getLab: () => holder.get(),
      lab: () => holder.lab,
      compare: byTitle((left, right, options) => view.api.ScanLab.compare(left, right, options), titleOf),
      settings: explainer.settings,
    };
    adoptStyles(element.shadowRoot as ShadowRoot, styles);
    const actions = { onRun: (card: Card) => void this.#run(card), onCancel: () => this.running?.abort() };
    this.cards = EXPERIMENTS.map((experiment) => new Card(experiment, this.context, actions));
    this.source = select([{ value: ALL, label: 'all' }, ...sourcesOf(EXPERIMENTS).map((source) => ({ value: source, label: source }))], {
      onchange: () => this.#filter(),
    });
    this.head = h(
      'div',
      { class: 'experiment-head' },
      h('h3', { tabindex: '-1' }, 'Experiments'),
      h(
        'p',
        { class: 'hint' },
        'These experiments test claims of the papers on your device. Every output is checked, and the time of a wrong output is void. A claim is ' +
          'decided only if the whole 95 % interval lies on one side of its bound. A claimed factor holds if the measured factor is at least ¾ of it, unless another bound is given.',
      ),
      new Field({ id: 'experiment-source', label: 'Source', control: this.source, class: 'inline' }).root,
    );
    this.root = h('div', { class: 'experiment-list' }, this.head, ...this.cards.map((card) => card.root));
  }

  #filter() {
    for (const { root, experiment } of this.cards) root.hidden = !sourceOf(experiment).startsWith(this.source.value);
  }

  /** Opens the named experiment. An embedded element shows only this one. */
  show([id]: string[] = []) {
    const named = this.cards.find(({ experiment }) => experiment.id === id);
    const all = this.cards.map(({ experiment }) => experiment.id).join(', ');
    this.view.reportSetting('experiment', id && !named ? [`experiment must be one of ${all}; it is “${id}”.`] : []);
    if (this.view.alone) this.#showAlone(named);
    if (!named) return;
    named.root.open = true;
    if (!this.view.alone) named.root.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Shows one experiment, whose title replaces that of the view.
   * @param named the experiment; all are shown by default
   */
  #showAlone(named?: Card) {
    this.head.hidden = named !== undefined;
    for (const card of this.cards) card.root.hidden = named !== undefined && card !== named;
    // The links are hidden because they lead to other views, which an embedded element lacks.
    for (const links of this.root.querySelectorAll('.experiment-more')) (links as HTMLElement).hidden = true;
    named?.root.querySelector('h4')?.setAttribute('aria-level', this.head.querySelector('h3')?.getAttribute('aria-level') ?? '3');
  }

  /** Called when a device was opened or lost, and when another measurement began or ended. */
  update() {
    for (const card of this.cards) card.showForm();
  }

  close() {
    this.running?.abort();
  }

  async #run(card: Card) {
    const { holder } = this.view;
    const others = this.running ? 'another experiment is running' : holder.work;
    if (!holder.begin(WORK)) return card.bar.say(`Not started, since ${others}. Two runs at a time would slow each other down.`);
    const running = new AbortController();
    this.running = running;
    card.clear();
    card.bar.setRunning(true);
    try {
      await this.#measure(card, running.signal);
      await this.#end(card, running.signal.aborted ? 'cancelled' : 'done');
    } catch (error) {
      const isCancelled = running.signal.aborted || codeOf(error) === 'cancelled';
      await this.#end(card, isCancelled ? 'cancelled' : 'failed', isCancelled ? undefined : explain(error).title);
      if (!isCancelled) this.#failed(error);
    } finally {
      this.running = null;
      holder.end();
      card.bar.setRunning(false);
    }
  }

  /** @param why the reason of a failure */
  async #end(card: Card, outcome: 'done' | 'cancelled' | 'failed', why?: string) {
    const words = { done: 'Done', cancelled: 'Cancelled', failed: `Stopped: ${why}` };
    await card.end(words[outcome]);
    const points = card.outcomes.map(({ point }) => point);
    this.view.emit('end', { view: 'experiments', experiment: card.experiment.id, outcome, points });
  }

  #failed(error: unknown) {
    // Other failures must not close the device, because other work may use it.
    if (codeOf(error) === 'device-lost') this.view.dropLab();
    this.view.report(error);
    this.view.notices.reveal();
  }

  async #measure(card: Card, signal: AbortSignal) {
    card.bar.say(this.context.lab() ? 'Starting…' : 'Looking for a GPU…');
    const lab = await this.context.getLab();
    if (signal.aborted) return;
    await measure(lab, card.begin(lab), {
      signal,
      onOutcome: (outcome) => card.add(outcome),
      onPause: () => card.bar.say(PAUSED),
      onProgress: (progress) => {
        if (!signal.aborted) card.bar.showProgress(progress, this.context.titleOf(progress.algorithm));
      },
    });
  }
}

/** The authors and the year of an experiment's source. */
function sourceOf({ source }: Experiment) {
  return /^.*?\d{4}/.exec(source)?.[0] ?? source;
}

function sourcesOf(experiments: readonly Experiment[]) {
  return [...new Set(experiments.map(sourceOf))];
}
