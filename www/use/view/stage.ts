/**
 * The opened application's picture: the drawing, the handle that the user drags over it, and a text about the element under the pointer.
 */
import { h, takeDrops } from '../../ui/dom.ts';
import { codeOf } from '../../ui/messages.ts';
import { Picture } from './picture.ts';
import type { Formats } from '../../shared/format.ts';
import type { Application, RangeControl, Settings, State } from '../types.ts';
import type { ThemeReader } from './theme.ts';

/** The step of an arrow key as a share of a range, without and with Shift. */
const [STEP, LONG_STEP] = [0.02, 0.1];
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The error codes of reads from destroyed buffers. */
const GONE = ['device-lost', 'out-of-memory'];

export class Stage {
  application: Application;
  formats: Formats;
  onDrag;
  mayTell;
  picture: Picture;
  handle;
  box;
  under;
  root;
  settings?: Settings;
  #shown: { state: State; step: string } | null = null;
  #isDragged = false;
  /** Whether the pointer is over the picture, and the pointer's latest position that is not described yet. */
  #isOver = false;
  #hovered: [x: number, y: number] | null = null;
  #isTelling = false;
  /** The height at the picture's foot that the handle cannot reach, in CSS pixels. */
  #below = 0;

  /** @param actions mayTell: whether the device may be read for the text under the picture; onStill: a file is shown; onError: drawing failed */
  constructor(
    application: Application,
    themes: ThemeReader,
    formats: Formats,
    {
      onDrag,
      onFile,
      mayTell,
      onStill,
      onError,
    }: {
      onDrag: (settings: Settings) => void;
      onFile: (file: File) => boolean;
      mayTell: () => boolean;
      onStill: () => void;
      onError: (error: unknown) => void;
    },
  ) {
    this.application = application;
    this.formats = formats;
    this.onDrag = onDrag;
    this.mayTell = mayTell;
    this.picture = new Picture(application, themes, { isSmall: false, onStill, onError });
    this.handle = this.#buildHandle();
    this.box = h('div', { class: `use-picture${application.drag ? ' draggable' : ''}` }, this.picture.canvas, this.handle);
    this.under = h('p', { class: 'hint use-under' });
    this.root = h('div', { class: 'use-stage' }, this.box, application.hover ? this.under : null);
    takeDrops(this.box, this.box, ([file]) => void onFile(file));
    this.box.addEventListener('pointerdown', (event) => this.#pressed(event));
    this.box.addEventListener('pointermove', (event) => this.#moved(event));
    for (const type of ['pointerup', 'pointercancel']) this.box.addEventListener(type, () => (this.#isDragged = false));
    this.box.addEventListener('pointerleave', () => this.#left());
  }

  #buildHandle(): HTMLElement | null {
    const { drag } = this.application;
    if (!drag) return null;
    return h('div', {
      class: 'use-handle',
      role: 'slider',
      tabindex: '0',
      'aria-label': drag.label,
      title: drag.label,
      onkeydown: (event: KeyboardEvent) => this.#pressedKey(event),
    });
  }

  show(state: State, step: string, label: string) {
    this.#shown = { state, step };
    // The text described a result that is no longer shown.
    this.under.textContent = '';
    this.picture.show(state, step, label);
  }

  /**
   * Moves the handle to the settings.
   * @param step the chosen step, also while rounds of another step are shown
   */
  place(settings: Settings, step: string) {
    const { drag } = this.application;
    if (!this.handle || !drag) return;
    const [x, y] = [this.#control(drag.x), this.#control(drag.y)];
    const share = (one: RangeControl | undefined) => (one ? (settings[one.id] - one.min) / (one.max - one.min) : 0.5);
    this.settings = settings;
    this.#below = drag.below?.(step) ?? 0;
    this.handle.style.left = `${100 * share(x)}%`;
    this.handle.style.top = `calc(${share(y)} * (100% - ${this.#below}px))`;
    const words = [x, y].flatMap((one) => (one ? [`${one.label} ${(one.text ?? String)(settings[one.id])}`] : []));
    this.handle.setAttribute('aria-valuetext', words.join(', '));
    this.handle.setAttribute('aria-valuemin', '0');
    this.handle.setAttribute('aria-valuemax', '100');
    this.handle.setAttribute('aria-valuenow', String(Math.round(100 * share(x ?? y))));
  }

  #control(id: string | undefined): RangeControl | undefined {
    return this.application.controls.find((one) => one.id === id) as RangeControl | undefined;
  }

  /**
   * The pointer's position in the picture. Each coordinate is from 0 to 1.
   * @param below the height at the picture's foot that is left out, in CSS pixels
   */
  #placeOf(event: PointerEvent, below: number = 0): [number, number] {
    const { left, top, width, height } = this.picture.canvas.getBoundingClientRect();
    const clamp = (share: number) => Math.min(1, Math.max(0, share));
    return [clamp((event.clientX - left) / width), clamp((event.clientY - top) / (height - below))];
  }

  #pressed(event: PointerEvent) {
    if (!this.application.drag || event.button !== 0) return;
    this.#isDragged = true;
    this.box.setPointerCapture(event.pointerId);
    this.#drag(event);
  }

  #left() {
    this.#isOver = false;
    this.under.textContent = '';
  }

  #moved(event: PointerEvent) {
    this.#isOver = true;
    if (this.#isDragged) this.#drag(event);
    this.#hovered = this.#placeOf(event);
    if (this.application.hover && !this.picture.isFile && !this.#isTelling) void this.#tell();
  }

  /** Describes the element under the pointer, until the pointer rests. */
  async #tell() {
    this.#isTelling = true;
    try {
      while (this.#hovered && this.#shown && this.mayTell()) {
        const [x, y] = this.#hovered;
        this.#hovered = null;
        const shown = this.#shown;
        const words = await this.#words(shown, x, y);
        if (this.#isOver && shown === this.#shown) this.under.textContent = words;
      }
    } finally {
      this.#isTelling = false;
    }
  }

  /** A description of a position; empty if the buffers of the result have been replaced. */
  async #words({ state, step }: { state: State; step: string }, x: number, y: number) {
    const shown = { step, height: this.picture.canvas.clientHeight, device: state.lab?.device };
    try {
      return (await this.application.hover?.(state, x, y, this.formats, shown)) ?? '';
    } catch (failure) {
      if (!GONE.includes(String(codeOf(failure)))) throw failure;
      return '';
    }
  }

  #drag(event: PointerEvent) {
    const { drag } = this.application;
    const [x, y] = this.#placeOf(event, this.#below);
    const changed: Settings = {};
    for (const [id, share] of [
      [drag?.x, x],
      [drag?.y, y],
    ] as const) {
      const control = this.#control(id);
      if (control) changed[control.id] = snapped(control, control.min + share * (control.max - control.min));
    }
    this.onDrag(changed);
  }

  #pressedKey(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    const { drag } = this.application;
    if (!arrow || !drag || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const changed: Settings = {};
    for (const [rank, id] of [drag.x, drag.y].entries()) {
      const control = this.#control(id);
      if (!control || !arrow[rank]) continue;
      const by = Math.max(control.step, (event.shiftKey ? LONG_STEP : STEP) * (control.max - control.min));
      changed[control.id] = snapped(control, this.settings?.[control.id] + arrow[rank] * by);
    }
    if (Object.keys(changed).length) this.onDrag(changed);
  }

  connect() {
    this.picture.connect();
  }

  close() {
    this.picture.close();
  }
}

/** The value of a range control that is nearest to a number. */
function snapped({ min, max, step }: RangeControl, value: number) {
  const steps = Math.round((value - min) / step);
  return Number(Math.min(max, Math.max(min, min + steps * step)).toFixed(6));
}
