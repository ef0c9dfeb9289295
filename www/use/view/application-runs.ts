/** The runs of an opened application: once, frame after frame, or to compare times; how they end, and their status. */
import { unlessAborted } from '../../shared/abort.ts';
import { codeOf, explain } from '../../ui/messages.ts';
import { Player } from './player.ts';
import { Times } from './times.ts';
import { h } from '../../ui/dom.ts';
import type { Application, Outcome, State, UseContext } from '../types.ts';
import type { End } from './player.ts';
import type { Verdict } from './verdict.ts';

class RunButtons {
  run;
  play;
  stop;
  root;

  /** @param animation the label of the animation's button */
  constructor(
    animation: string | undefined,
    status: HTMLElement,
    { onRun, onPlay, onStop }: { onRun: () => void; onPlay: () => void; onStop: () => void },
  ) {
    this.run = h('button', { type: 'button', class: 'primary', onclick: onRun }, 'Run');
    this.play = animation ? h('button', { type: 'button', 'aria-pressed': 'false', onclick: onPlay }, animation) : null;
    this.stop = h('button', { type: 'button', disabled: true, onclick: onStop }, 'Stop');
    this.root = h('div', { class: 'run-row use-run' }, this.run, this.play, this.stop, status);
  }

  show(isRunning: boolean, isPlaying: boolean) {
    // A focused button that is disabled would lose the focus to the start of the page.
    const { activeElement } = this.root.getRootNode() as ShadowRoot | Document;
    const hasFocus = activeElement === this.stop && !isRunning;
    this.stop.disabled = !isRunning;
    this.play?.setAttribute('aria-pressed', String(isPlaying));
    if (hasFocus) this.run.focus();
  }
}

type Owner = {
  /** the request for the next run */
  request: import('./player.ts').Owner['request'];
  onFrame: (state: State, step: string) => boolean;
  onOutcome: (outcome: Outcome) => void;
  onEnd: () => void;
};

const COMPARING = 'times of an application are compared';

export class ApplicationRuns {
  application: Application;
  context: UseContext;
  verdict: Verdict;
  owner: Owner;
  buttons: RunButtons;
  times: Times;
  player;
  /** Whether the application was run and not stopped. Then a change runs it again. */
  isLive = false;
  /** The run that a lost device has interrupted; isPlaying: whether it was an animation. */
  interrupted: { isPlaying: boolean } | null = null;
  #comparing: AbortController | null = null;
  /** Whether the shown result is from the runs that began last. */
  #hasShown = false;

  constructor(application: Application, context: UseContext, verdict: Verdict, owner: Owner) {
    this.application = application;
    this.context = context;
    this.verdict = verdict;
    this.owner = owner;
    this.buttons = new RunButtons(application.animate?.label, verdict.status, {
      onRun: () => this.run(),
      onPlay: () => this.#playOrPause(),
      onStop: () => this.stop(),
    });
    this.times = new Times(application, context.formats, () => void this.#compare());
    this.player = this.#buildPlayer();
  }

  #buildPlayer() {
    const { holder } = this.context;
    return new Player(this.application, {
      getLab: () => holder.get(),
      begin: (work) => (holder.begin(work) ? null : holder.work),
      end: () => holder.end(),
      request: this.owner.request,
      onFrame: (state, step, rate) => this.#showPart(state, step, rate),
      onOutcome: (outcome, rate) => this.#show(outcome, rate),
      onCheck: (outcome, rate) => this.#showCheck(outcome, rate),
      onEnd: (how, error) => this.#ended(how, error),
    });
  }

  /** Whether times are being compared. Meanwhile nothing else may use the device. */
  get isComparing() {
    return this.#comparing !== null;
  }

  /** Whether changes of settings start a run. */
  get followsChanges() {
    return this.isLive || this.player.running !== null;
  }

  /** Runs the application. @returns the work that prevents a run, or null */
  run(): string | null {
    this.isLive = true;
    this.interrupted = null;
    this.#setRunning(true);
    this.verdict.say(this.context.holder.held ? 'Running…' : 'Looking for a GPU…');
    const other = this.player.run();
    if (other) this.#setRunning(false);
    this.#refuse(other);
    return other;
  }

  /** Runs the application again after a change. */
  rerun() {
    const other = this.player.run();
    this.#setRunning(other === null);
    this.#refuse(other);
  }

  #playOrPause() {
    if (this.player.isPlaying) return this.#pause();
    this.isLive = true;
    this.interrupted = null;
    const other = this.player.play();
    this.#refuse(other);
    this.#setRunning(this.player.isPlaying);
  }

  #pause() {
    this.player.pause();
    this.#setRunning(this.player.running !== null);
  }

  stop() {
    this.player.stop();
    this.#comparing?.abort();
    this.#setRunning(this.player.running !== null);
  }

  /** Says why no run begins. @param other the work that prevents a run, or null */
  #refuse(other: string | null) {
    if (other) this.verdict.say(`Not run, since ${other}. Two runs at a time would slow each other down.`);
  }

  #show(outcome: Outcome, rate: number | null) {
    this.#hasShown = true;
    this.verdict.show(outcome, rate, this.player.checks.every_ms);
    this.owner.onOutcome(outcome);
    this.#setRunning(this.player.running !== null);
  }

  /** Shows the check of the outcome in view. */
  #showCheck(outcome: Outcome, rate: number | null) {
    if (outcome.check?.problem) return this.#show(outcome, rate);
    this.verdict.showCheck(outcome, rate, this.player.checks.every_ms);
  }

  #showPart(state: State, step: string, rate: number | null) {
    const isShown = this.owner.onFrame(state, step);
    if (!isShown) return false;
    this.#hasShown = true;
    this.verdict.showPart(state, rate);
    return true;
  }

  #setRunning(isRunning: boolean) {
    this.buttons.show(isRunning || this.#comparing !== null, this.player.isPlaying);
  }

  #ended(how: End, error: unknown) {
    const wasPlaying = this.buttons.play?.getAttribute('aria-pressed') === 'true';
    this.#setRunning(false);
    this.owner.onEnd();
    this.verdict.takeBack();
    if (how === 'cancelled') {
      this.isLive = false;
      this.verdict.say('Stopped.');
    }
    if (how === 'refused') this.verdict.sayRefused();
    if (how === 'failed') this.#failed(error, wasPlaying);
    // The previous result stays if the input is refused, if the run fails, or if the run is stopped before its first result.
    const isOwn = this.#hasShown && (how === 'done' || how === 'cancelled');
    this.#hasShown = false;
    const outcome = how === 'refused' ? 'failed' : how;
    this.context.emit('end', { view: 'use', application: this.application.id, outcome, verified: isOwn && this.verdict.isRight });
  }

  #failed(error: unknown, isPlaying: boolean) {
    const { context } = this;
    const code = codeOf(error);
    if (code === 'cancelled') return this.verdict.say('Stopped.');
    this.verdict.say(`Not run: ${explain(error).title}.`);
    if (code === 'device-lost') {
      this.interrupted = { isPlaying };
      context.dropLab();
    }
    context.report(error);
    context.notices.reveal();
  }

  /** Continues after a lost device. */
  resume() {
    const { interrupted } = this;
    if (!interrupted) return false;
    this.interrupted = null;
    this.context.notices.clearError();
    if (interrupted.isPlaying) this.#playOrPause();
    else this.run();
    return true;
  }

  async #compare() {
    const { times } = this;
    const { holder } = this.context;
    let isOutdated = false;
    if (!holder.begin(COMPARING)) return this.#refuse(holder.work);
    const { signal } = (this.#comparing = new AbortController());
    // Reset before the device opens, so that changes during the wait count too.
    times.isOutdated = false;
    this.#setRunning(true);
    this.verdict.say('Comparing times…');
    try {
      const lab = await unlessAborted(holder.get(), signal);
      const request = this.owner.request(lab, null);
      if (typeof request === 'string') return this.verdict.sayRefused();
      await times.compare(lab, request, signal);
      ({ isOutdated } = times);
      this.verdict.say(isOutdated ? 'Times not shown, since settings have changed meanwhile.' : 'Times compared.');
    } catch (error) {
      if (signal.aborted) this.verdict.say('Stopped.');
      else this.#failed(error, false);
    } finally {
      this.#comparing = null;
      holder.end();
      this.#setRunning(false);
    }
    // Changes were refused while times were compared.
    if (isOutdated && this.isLive) this.rerun();
  }
}
