/** Square dots, one over the other. */
import { borrowed, giveBack, submit } from '../device/device.ts';
import { PLACE, RAMP } from '../parts/places.ts';
import { imageOf } from './image.ts';
import { MIDDLE } from './pixels.ts';
import type { Reads } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { DrawnImage, Lab } from './image.ts';

export type Dots = {
  n: number;
  /** of each, in device pixels */
  side: number;
  numbers?: Record<string, number>;
  reads: Reads;
  /** an expression of WGSL of the index `i` of a dot: the pixel in its middle, as `vec2i`, as `place_in` and `middle_in` give it */
  pixel: string;
  /** the same: its colour */
  word: string;
  /** the same: 1 of the dots that are over those of 0 (default: 0); of one layer the later are over the earlier ones */
  layer?: string;
  /** what they call, beside `place_of`, `place_in`, `middle_in` and `ramp_word` */
  code?: string;
};

/** WGSL: the size of the image. */
export const SIZE = 'vec2i(numbers.image_width, numbers.image_height)';

/**
 * An image with dots; commands are submitted before it returns.
 * @param image a borrowed one with what is drawn below them, which is given back (default: nothing)
 */
export function drawDots(
  lab: Lab,
  { width, height, theme }: Pick<PreparedImage, 'width' | 'height' | 'theme'>,
  dots: Dots,
  image: GPUBuffer = borrowed(lab.device, width * height),
): Promise<DrawnImage> {
  submitDots(lab.device, { width, height }, { ...dots, reads: { ...dots.reads, ramp: theme.ramp } }, image);
  return imageOf(lab, { width, height }, image);
}

function submitDots(
  device: GPUDevice,
  { width, height }: { width: number; height: number },
  { n, side, numbers, reads, pixel, word, layer = '0', code = '' }: Dots,
  image: GPUBuffer,
) {
  const top = borrowed(device, width * height);
  const all = { ...numbers, image_width: width, image_height: height, side };
  const shared = `${PLACE} ${MIDDLE} ${RAMP} ${code}
    fn each(i: u32) {
      let order = ${layer} * u32(numbers.n) + i + 1;
      let corner = ${pixel} - numbers.side / 2;
      let end = min(corner + numbers.side, ${SIZE});
      for (var y = max(0, corner.y); y < end.y; y++) {
        for (var x = max(0, corner.x); x < end.x; x++) { dot_pixel(y * numbers.image_width + x, order, i); }
      }
    }`;
  submit(device, {
    n,
    numbers: all,
    reads,
    writes: { top: [top, 'atomic<u32>'] },
    code: `${shared}
    fn dot_pixel(place: i32, order: u32, i: u32) { atomicMax(&top[place], order); }`,
  });
  submit(device, {
    n,
    numbers: all,
    reads: { ...reads, top },
    writes: { image },
    code: `${shared}
    fn dot_pixel(place: i32, order: u32, i: u32) {
      if (top[place] == order) { image[place] = ${word}; }
    }`,
  });
  giveBack(device, top);
}
