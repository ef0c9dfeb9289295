/** Pairs of texts: words of each on the device, a walk along one, and its picture. */
import { mapped } from '../../device/scans.js';
import { label } from '../../drawing/draw.js';

/** @typedef {import('../../types.d.ts').State} State */

/** The rows of the pair that is pointed at. @param {Pick<State, 'settings' | 'input'>} state */
export function pairOf({ settings: { x, y }, input: { texts } }) {
  const [a, b] = [y, x].map((share) => Math.min(texts.length - 1, Math.floor(share * texts.length)));
  return { a, b };
}

/** The first character that differs, from 1 on, by a walk; 0 of equal texts. @param {string} a @param {string} b */
export function firstDiffering(a, b) {
  let place = 0;
  while (place < a.length && a[place] === b[place]) place++;
  return a === b ? 0 : place + 1;
}

/**
 * What an expression gives of each index `i` below n, by `texts` and `columns`, the pair `a` and `b`, and `character(text, place)`.
 * @param {import('../../device/work.js').Work} work @param {State} state @param {number} n @param {string} word @param {Record<string, GPUBuffer>} [arrays] which it names
 */
export function wordsOn(work, state, n, word, arrays) {
  const { texts, columns, characters } = state.input;
  return work.make(() =>
    mapped(work.device, n, [word], {
      type: 'u32',
      whole: { texts: texts.length, columns, ...pairOf(state) },
      arrays: { characters, ...arrays },
      // A row of characters each text.
      code: 'fn character(text: u32, place: u32) -> u32 { return characters[text * u32(numbers.columns) + place]; }',
    }),
  );
}

/** The pair's place, and its characters with what the scan by or tells of them. @param {import('../../types.d.ts').Surface} surface @param {State} state @param {string} step */
export function drawPair(surface, state, step) {
  const { context, width, height, theme, prepared } = surface;
  const { texts, columns } = state.input;
  const { a, b } = pairOf(state);
  const [wide, high] = [width / texts.length, height / texts.length];
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.strokeRect(b * wide, a * high, wide, high);
  const cell = Math.min(22, (width - 20) / columns);
  // The pair is shown where the handle is not.
  const top = state.settings.y > 0.5 ? 0 : height - 84;
  context.fillStyle = theme.surface;
  context.fillRect(0, top, width, 84);
  for (let column = 0; column < columns; column++) {
    const x = 10 + column * cell;
    context.fillStyle = step === 'texts' ? theme.panel : prepared.after[column] ? theme.accent : theme.line;
    context.fillRect(x, top + 62, cell - 1, 14);
    const color = prepared.flags[column] ? theme.bad : theme.text;
    [a, b].forEach((text, row) =>
      label(surface, texts[text][column] ?? '·', x + cell / 2, top + 22 + 24 * row, { align: 'center', color, size: 15 }),
    );
  }
}
