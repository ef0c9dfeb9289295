/** The buttons that run, animate and stop an application. */
import { h } from '../../ui/dom.js';

export class RunButtons {
  /** @param {string | undefined} animation its label @param {HTMLElement} status @param {{ onRun: () => void, onPlay: () => void, onStop: () => void }} actions */
  constructor(animation, status, { onRun, onPlay, onStop }) {
    this.run = h('button', { type: 'button', class: 'primary', onclick: onRun }, 'Run');
    this.play = animation ? h('button', { type: 'button', 'aria-pressed': 'false', onclick: onPlay }, animation) : null;
    this.stop = h('button', { type: 'button', disabled: true, onclick: onStop }, 'Stop');
    this.root = h('div', { class: 'run-row use-run' }, this.run, this.play, this.stop, status);
  }

  /** @param {boolean} isRunning @param {boolean} isPlaying */
  show(isRunning, isPlaying) {
    // A focused button that is disabled would lose the focus to the start of the page.
    const { activeElement } = /** @type {ShadowRoot | Document} */ (this.root.getRootNode());
    const hasFocus = activeElement === this.stop && !isRunning;
    this.stop.disabled = !isRunning;
    this.play?.setAttribute('aria-pressed', String(isPlaying));
    if (hasFocus) this.run.focus();
  }
}
