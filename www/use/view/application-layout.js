/** Where the parts of an opened application stand. */
import { h } from '../../ui/dom.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {{ root: HTMLElement }} Part */

/**
 * @param {Application} application
 * @param {{ buttons: Part, strip: Part & { what: HTMLElement }, stage: Part, verdict: Part, controls: Part, times: Part, code: Part, embed: Part }} parts
 * @param {HTMLElement | null} emulator the link to the emulator
 */
export function applicationLayout({ id, title, teaches, source, madeOf }, parts, emulator) {
  const { buttons, strip, stage, verdict, controls, times, code, embed } = parts;
  return h(
    'section',
    { class: 'use-application', 'aria-labelledby': `use-title-${id}`, 'data-application': id },
    h('h3', { id: `use-title-${id}`, tabindex: '-1' }, title),
    h('p', { class: 'use-teaches' }, teaches),
    h(
      'div',
      { class: 'use-columns' },
      h('div', { class: 'use-main' }, buttons.root, strip.root, stage.root, strip.what, verdict.root),
      h('div', { class: 'use-side' }, controls.root, times.root),
    ),
    code.root,
    embed.root,
    h('p', { class: 'hint use-source' }, `Made of ${madeOf}. From ${source.join('; ')}. `, emulator),
  );
}

/** Numbers that Learn steps through. */
const MOST_NUMBERS = 16;
/** A scan whose steps are few. */
const STEPPED_SCAN = 'blelloch';

/** The parts of the address at which Learn steps through the application's scan. @param {Application} application @param {import('../types.d.ts').State} state @param {string | null} scan null: no certain one */
export function stepParts(application, state, scan) {
  const numbers = Array.from(application.numbers?.(state) ?? []).slice(0, MOST_NUMBERS);
  const { operator = 'add', mode = 'inclusive', type = 'u32' } = application.scan ?? {};
  // The emulator's inputs are whole numbers.
  const operators = type === 'f32' || operator === 'add' ? [] : [`operator=${operator}`];
  return [scan ?? STEPPED_SCAN, 'step', `input=${numbers.join(',')}`, ...operators, `mode=${mode}`];
}
