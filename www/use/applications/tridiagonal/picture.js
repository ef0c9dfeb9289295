/** Rods as an image, a row each: in JavaScript, and on the device. */
import { isDeviceBuffer } from '../../../shared/device-words.js';
import { borrowed, giveBack, keptOn, submit } from '../../device/device.js';
import { drawPixels } from '../../drawing/device-pixels.js';
import { rampIndex } from '../../drawing/draw.js';
import { CELLS } from './rods.js';

/** The values of a rod that have the first and the last colour: pivots and what is eliminated differ by rods. @param {ArrayLike<number>} values @param {number} from @param {string} step */
function rangeOf(values, from, step) {
  if (step !== 'pivots' && step !== 'forward') return [0, 1];
  let [least, most] = step === 'pivots' ? [values[from], values[from]] : [0, values[from]];
  for (let i = from; i < from + CELLS; i++) {
    if (step === 'pivots') least = Math.min(least, values[i]);
    most = Math.max(most, values[i]);
  }
  return [least, most];
}

/** @param {ArrayLike<number>} values of all cells @param {string} step @param {Uint32Array} ramp */
export function rodWords(values, step, ramp) {
  const words = new Uint32Array(values.length);
  for (let from = 0; from < words.length; from += CELLS) {
    const [least, most] = rangeOf(values, from, step);
    for (let i = from; i < from + CELLS; i++) words[i] = ramp[rampIndex(values[i] - least, (most - least) * 1.001)];
  }
  return words;
}

/** WGSL of the range of a rod. */
const RANGE = `fn each(rod: u32) {
  var range = vec2f(0, 1);
  if (numbers.is_own == 1) {
    let first = values[rod * ${CELLS}];
    range = vec2f(select(0, first, numbers.is_least == 1), first);
    for (var i = rod * ${CELLS}; i < (rod + 1) * ${CELLS}; i++) {
      if (numbers.is_least == 1) { range.x = min(range.x, values[i]); }
      range.y = max(range.y, values[i]);
    }
  }
  ranges[rod] = range;
}`;

/** The same on the device; commands are submitted before it returns. @param {import('../../drawing/device-image.js').Lab} lab @param {Float32Array | GPUBuffer} shown @param {string} step @param {Uint32Array} ramp */
export function drawRods(lab, shown, step, ramp) {
  const { device } = lab;
  const buffer = isDeviceBuffer(shown) ? shown : keptOn(device, shown);
  const rods = buffer.size / 4 / CELLS;
  const ranges = borrowed(device, 2 * rods);
  submit(device, {
    n: rods,
    numbers: { is_own: Number(step === 'pivots' || step === 'forward'), is_least: Number(step === 'pivots') },
    reads: { values: [buffer, 'f32'] },
    writes: { ranges: [ranges, 'vec2f'] },
    code: RANGE,
  });
  const drawn = drawPixels(
    lab,
    { width: CELLS, height: rods },
    {
      reads: { values: [buffer, 'f32'], ranges: [ranges, 'vec2f'], ramp },
      code: `fn pixel_word(i: u32) -> u32 {
        let range = ranges[i / ${CELLS}];
        let part = (values[i] - range.x) / max(1, (range.y - range.x) * 1.001);
        return ramp[u32(clamp(floor(part * 256), 0, 255))];
      }`,
    },
  );
  giveBack(device, ranges);
  return drawn;
}
