/** The buttons that run, animate and stop an application. */
import { h } from '../../ui/dom.ts';

export class RunButtons {
  run;
  play;
  stop;
  root;

  /** @param animation its label */
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
