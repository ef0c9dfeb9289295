/** The layout of an opened application. */
import { citations } from '../../ui/citation.ts';
import { h } from '../../ui/dom.ts';
import type { Application, State, SteppedScan } from '../types.ts';

type Part = { root: HTMLElement };

/** The elements of an opened application. @param emulator the button that opens the emulator */
export function applicationLayout(
  { id, title, teaches, source, madeOf }: Application,
  parts: {
    buttons: Part;
    strip: Part & { what: HTMLElement };
    stage: Part;
    verdict: Part;
    controls: Part;
    times: Part;
    code: Part;
    share: Part;
  },
  emulator: HTMLElement | null,
) {
  const { buttons, strip, stage, verdict, controls, times, code, share } = parts;
  return h(
    'section',
    { class: 'use-application', 'aria-labelledby': `use-title-${id}`, 'data-application': id },
    h('h3', { id: `use-title-${id}`, tabindex: '-1' }, title),
    h('p', { class: 'use-teaches' }, teaches),
    h(
      'div',
      { class: 'use-columns' },
      h('div', { class: 'use-main' }, buttons.root, strip.root, stage.root, strip.what, verdict.root),
      controls.root,
    ),
    times.root,
    code.root,
    share.root,
    h('p', { class: 'hint use-source' }, `This application uses ${madeOf}. Sources: `, ...citations(source.join('; ')), '. ', emulator),
  );
}

/** The maximum number of numbers that Learn steps through. */
const MOST_NUMBERS = 16;
/** The scan that Learn steps through by default: it has few steps. */
const STEPPED_SCAN = 'blelloch';

/**
 * The parts of the address at which Learn steps through the application's scan.
 * @param scan the id of the scan; null: STEPPED_SCAN
 */
export function stepParts(stepped: SteppedScan, declared: Application['scan'], state: State, scan: string | null) {
  const { operator, mode } = { operator: 'add', mode: 'inclusive', ...declared, ...stepped };
  const operators = operator === 'add' ? [] : [`operator=${operator}`];
  return [scan ?? STEPPED_SCAN, 'step', `input=${differing(stepped.numbers(state)).join(',')}`, ...operators, `mode=${mode}`];
}

/** The numbers to step through, around the first number that differs from those before it. */
function differing(numbers: ArrayLike<number>) {
  let first = 1;
  while (first < numbers.length && numbers[first] === numbers[0]) first++;
  const start = first < numbers.length ? Math.max(0, Math.min(first - MOST_NUMBERS / 2, numbers.length - MOST_NUMBERS)) : 0;
  return Array.prototype.slice.call(numbers, start, start + MOST_NUMBERS);
}
