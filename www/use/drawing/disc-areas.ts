/** Discs whose areas are numbers. */
import { lengthOf } from '../device/arrays.ts';
import { borrowed, giveBack, submit } from '../device/device.ts';
import { bitsOf } from '../parts/words.ts';
import { MOST_RADIUS } from './discs.ts';
import { dotSide } from './draw.ts';

/**
 * The radii of discs by their parts of the whole, i32 in quarters of a pixel, in a borrowed buffer; commands are submitted before it returns.
 * All cover about an eighth of an image, none of them too large, also where parts are wrong.
 * @param size of the image
 * @param parts of f32, none below 0, whose sum is 1
 */
export function radiiByArea(
  device: GPUDevice,
  { width, height, scale }: { width: number; height: number; scale: number },
  parts: GPUBuffer | Float32Array,
) {
  const n = lengthOf(parts);
  const area = width * height;
  const most = Math.min(MOST_RADIUS, 4 * Math.min(0.09 * height, 10 * Math.sqrt(area / n)));
  const least = Math.max(2, Math.min(Math.round(4 * scale), 2 * dotSide(area, n)));
  const [largest, radii] = [borrowed(device, 1), borrowed(device, n)];
  submit(device, {
    n,
    reads: { parts: [parts, 'u32'] },
    writes: { largest: [largest, 'atomic<u32>'] },
    // Bits of what is not negative are in the order of the numbers.
    code: 'fn each(i: u32) { atomicMax(&largest[0], parts[i]); }',
  });
  submit(device, {
    n,
    numbers: {
      ...{ least, most: Math.max(least, Math.round(most)) },
      ...{ square_of_whole: bitsOf((16 * area) / 8 / Math.PI), square_of_largest: bitsOf(most ** 2) },
    },
    reads: { parts: [parts, 'f32'], largest: [largest, 'f32'] },
    writes: { radii: [radii, 'i32'] },
    code: `fn each(i: u32) {
      let factor = min(bitcast<f32>(numbers.square_of_whole), bitcast<f32>(numbers.square_of_largest) / largest[0]);
      radii[i] = clamp(i32(sqrt(parts[i] * factor) + 0.5), numbers.least, numbers.most);
    }`,
  });
  giveBack(device, largest);
  return radii;
}
