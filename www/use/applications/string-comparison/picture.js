/** Pictures of pairs of texts: a square with a pixel each, in JavaScript, and on the device of places that stay there. */
import { borrowed, giveBack, submit, upload } from '../../device/device.js';
import { latestOf } from './texts.js';
import { drawPixels } from '../../drawing/device-pixels.js';
import { NONE, wordsOf } from '../../parts/words.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').Lab} Lab */
/** @typedef {import('../../types.d.ts').Theme} Theme */
/** @typedef {{ theme: Theme, word: (color: string) => number }} Colors */

/** What colours tell: places where texts differ, from the second scan on; the last step has the texts in their order. @param {Colors} colors @param {string} step */
function shownOf({ theme, word }, step) {
  const isHidden = step === 'texts' || step === 'or';
  const colors = isHidden ? new Uint32Array(256).fill(word(theme.line)) : theme.ramp;
  return { none: word(theme.panel), colors, isInOrder: step === 'order' };
}

/** The words of the square. @param {Colors} surface @param {number} n texts @param {Fields} found with arrays `first` and `order` @param {string} step */
export function squareOf(surface, n, { first, order }, step) {
  const { none, colors, isInOrder } = shownOf(surface, step);
  const latest = latestOf(first);
  const at = (/** @type {number} */ place) => (isInOrder ? order[place] : place);
  return wordsOf(n * n, (pair) => {
    const place = first[at(Math.floor(pair / n)) * n + at(pair % n)];
    return place === NONE ? none : colors[Math.round((255 * place) / latest)];
  });
}

/** The latest place where the texts of a pair first differ, in a borrowed buffer. @param {GPUDevice} device @param {number} n texts @param {GPUBuffer} first */
function latestOn(device, n, first) {
  const latest = borrowed(device, 1);
  submit(device, {
    n,
    reads: { first },
    writes: { latest: [latest, 'atomic<u32>'] },
    // A row each: of one place a pair, all would contend for one word.
    code: `fn each(row: u32) {
      let n = u32(numbers.n);
      var place = 0u;
      for (var pair = row * n; pair < (row + 1) * n; pair++) { place = max(place, select(first[pair], 0, first[pair] == ${NONE})); }
      atomicMax(&latest[0], place);
    }`,
  });
  return latest;
}

/** The same as an image; commands are submitted before it returns. @param {Colors} image @param {Lab} lab @param {number} n texts @param {Fields} found with buffers `first` and `order` @param {string} step */
export function squareOn(image, lab, n, { first, order }, step) {
  const { none, colors, isInOrder } = shownOf(image, step);
  const { device } = lab;
  const [latest, table] = [latestOn(device, n, first), upload(device, colors)];
  const drawn = drawPixels(
    lab,
    { width: n, height: n },
    {
      numbers: { texts: n, none: none | 0 },
      reads: { first, order, latest, colors: table },
      // A half rounds up, as Math.round does.
      code: `fn text_at(place: u32) -> u32 { return ${isInOrder ? 'order[place]' : 'place'}; }
      fn pixel_word(i: u32) -> u32 {
        let n = u32(numbers.texts);
        let place = first[text_at(i / n) * n + text_at(i % n)];
        if (place == ${NONE}) { return u32(numbers.none); }
        let most = max(1, latest[0]);
        return colors[min(255, (510 * place + most) / (2 * most))];
      }`,
    },
  );
  giveBack(device, latest);
  table.destroy();
  return drawn;
}
