/** The playback of a run: buttons, a slider and keys that move through the run or play it. */
import { Field, h, select } from '../../ui/dom.ts';
import type { Unit } from '../../shared/emulator-data.d.ts';
import type { Player } from '../../shared/scanlab-emulator-web.d.ts';

const SPEEDS = [1, 2, 4, 8, 16, 32];
const FIRST_SPEED = '4';

export class Playback {
  onMove: () => void;
  onRest: () => void;
  play;
  speed;
  line;
  count;
  root;
  #player: Player | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param onMove called when the player has moved
   * @param onRest called when the player has stopped
   */
  constructor(onMove: () => void, onRest: () => void) {
    this.onMove = onMove;
    this.onRest = onRest;
    const button = (text: string, label: string, move: () => void) =>
      h('button', { type: 'button', 'aria-label': label, title: label, onclick: () => this.#press(move) }, text);
    this.play = h('button', { type: 'button', class: 'primary', onclick: () => this.toggle() }, 'Play');
    this.speed = select(
      SPEEDS.map((speed) => ({ value: `${speed}`, label: `${speed} per second` })),
      { value: FIRST_SPEED },
    );
    this.line = h('input', { type: 'range', min: 0, max: 0, step: 1, value: '0', 'aria-label': 'Step', oninput: () => this.#drag() });
    this.count = h('output', { class: 'step-count' });
    this.root = h(
      'div',
      { class: 'step-playback', role: 'group', 'aria-label': 'Playback', onkeydown: (event: KeyboardEvent) => this.#key(event) },
      h(
        'div',
        { class: 'step-buttons' },
        button('« Dispatch', 'Back by a dispatch', () => this.by('dispatch', false)),
        button('‹ Barrier', 'Back by a barrier', () => this.by('barrier', false)),
        button('◂ Step', 'Back by a step', () => this.by('step', false)),
        this.play,
        button('Step ▸', 'Forward by a step', () => this.by('step', true)),
        button('Barrier ›', 'Forward by a barrier', () => this.by('barrier', true)),
        button('Dispatch »', 'Forward by a dispatch', () => this.by('dispatch', true)),
        new Field({ id: 'step-speed', label: 'Speed', control: this.speed, class: 'inline' }).root,
      ),
      h('div', { class: 'step-line-row' }, this.line, this.count),
    );
  }

  get playing() {
    return this.#timer !== undefined;
  }

  begin(player: Player) {
    this.pause();
    this.#player = player;
    this.line.max = `${player.shownSteps}`;
    this.#moved();
  }

  /** Stops the playback until the next run. */
  end() {
    this.pause();
    this.#player = null;
  }

  seek(step: number) {
    this.#player?.seek(step);
    this.#moved();
  }

  by(unit: Unit, forward: boolean) {
    if (forward) this.#player?.forward(unit);
    else this.#player?.back(unit);
    this.#moved();
  }

  toggle() {
    if (this.playing) return this.pause();
    const player = this.#player;
    if (!player) return;
    if (player.step === player.steps) this.seek(0);
    this.play.textContent = 'Pause';
    this.#tick();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.play.textContent = 'Play';
    this.onRest();
  }

  #tick() {
    this.#timer = setTimeout(
      () => {
        this.by('step', true);
        if (this.#player && this.#player.step < this.#player.steps) this.#tick();
        else this.pause();
      },
      1000 / Number(this.speed.value),
    );
  }

  #press(move: () => void) {
    this.pause();
    move();
    this.onRest();
  }

  #drag() {
    this.#press(() => {
      this.#player?.seekShown(Number(this.line.value));
      this.#moved();
    });
  }

  #moved() {
    const player = this.#player;
    if (!player) return;
    // Only steps that show something are counted.
    this.line.value = `${player.shownStep}`;
    this.count.textContent = `${player.shownStep} of ${player.shownSteps}`;
    this.onMove();
  }

  /** Handles a key while the focus is within the playback. A select or a pressed button keeps the keys that it uses. */
  #key(event: KeyboardEvent) {
    const target = event.target;
    const isPressed = event.key === ' ' && target instanceof HTMLButtonElement;
    if (target instanceof HTMLSelectElement || isPressed || event.ctrlKey || event.metaKey || event.altKey || !this.#player) return;
    if (!this.#move(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves if a key is one of those that move; else returns false. */
  #move({ key, shiftKey }: KeyboardEvent) {
    const unit = shiftKey ? 'barrier' : 'step';
    const moves: Record<string, () => void> = {
      ArrowRight: () => this.by(unit, true),
      ArrowLeft: () => this.by(unit, false),
      d: () => this.by('dispatch', true),
      D: () => this.by('dispatch', false),
      Home: () => this.seek(0),
      End: () => this.seek(Infinity),
    };
    if (key === ' ') this.toggle();
    else if (Object.hasOwn(moves, key)) this.#press(moves[key]);
    else return false;
    return true;
  }
}
