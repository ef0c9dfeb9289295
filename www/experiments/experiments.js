/** The experiments of the sources, each to be run by one button: loaded only once somebody looks. */
import { h } from '../ui/dom.js';
import { Card } from './card.js';
import { EXPERIMENTS } from './data.js';
import styles from './experiments.css';
import { measure } from './run.js';
import { PAUSED, codeOf, explain } from '../ui/messages.js';

/** @typedef {import('./types.d.ts').ExperimentsContext} ExperimentsContext */

export class Experiments {
  /** @type {AbortController | null} */
  running = null;

  /** @param {ExperimentsContext} context @param {HTMLElement} heading under which they stand */
  constructor(context, heading) {
    this.context = context;
    adoptStyles(heading);
    const level = Number(heading.getAttribute('aria-level') ?? heading.tagName[1]) + 1;
    const actions = { onRun: (/** @type {Card} */ card) => void this.#run(card), onCancel: () => this.cancel() };
    this.cards = EXPERIMENTS.map((experiment) => new Card(experiment, context, level, actions));
    this.root = h(
      'div',
      { class: 'experiment-list' },
      h(
        'p',
        { class: 'hint' },
        'What the papers claim, measured on your device. Every output is checked; a wrong one decides nothing. A claim has ' +
          'held, or not, where the whole 95 % interval says so. A factor counts as held from three quarters of it on, where no other bound is given.',
      ),
      ...this.cards.map((card) => card.root),
    );
  }

  /** To be called when a device was opened or lost. */
  update() {
    for (const card of this.cards) card.showForm();
  }

  cancel() {
    this.running?.abort();
  }

  /** @param {Card} card */
  async #run(card) {
    const busy = this.running ? 'another experiment is running' : this.context.busy();
    if (busy) return card.bar.say(`Not started, since ${busy}. Two at a time would slow each other down.`);
    const running = new AbortController();
    this.running = running;
    card.bar.setRunning(true);
    try {
      await this.#measure(card, running.signal);
      await card.end(running.signal.aborted ? 'Cancelled' : 'Done');
    } catch (error) {
      const isCancelled = running.signal.aborted || codeOf(error) === 'cancelled';
      await card.end(isCancelled ? 'Cancelled' : `Stopped: ${explain(error).title}`);
      if (!isCancelled) this.context.onError(error);
    } finally {
      this.running = null;
      card.bar.setRunning(false);
    }
  }

  /** @param {Card} card @param {AbortSignal} signal */
  async #measure(card, signal) {
    card.bar.say(this.context.lab() ? 'Starting…' : 'Looking for a GPU…');
    const lab = await this.context.getLab();
    if (signal.aborted) return;
    this.context.onRunning(true);
    try {
      await measure(lab, card.begin(lab), {
        signal,
        onOutcome: (outcome) => card.add(outcome),
        onPause: () => card.bar.say(PAUSED),
        onProgress: (progress) => {
          if (!signal.aborted) card.bar.showProgress(progress, this.context.titleOf(progress.algorithm));
        },
      });
    } finally {
      this.context.onRunning(false);
    }
  }
}

/** @param {HTMLElement} heading */
function adoptStyles(heading) {
  const root = /** @type {ShadowRoot} */ (heading.getRootNode());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
