/** Intervals of a whole as boxes in rows one below the other, by kernels in whole numbers. */
import { lengthOf } from '../device/arrays.ts';
import { borrowed, submit } from '../device/device.ts';
import { RAMP } from '../parts/places.ts';
import { imageOf } from './image.ts';
import { FILL } from './pixels.ts';
import type { PreparedImage } from '../types.ts';
import type { DrawnImage, Lab } from './image.ts';

type Words = GPUBuffer | import('../device/device.ts').Words;
/** Words of u32 of each interval; what is not within the whole and the rows, as wrong scans have it, is drawn at the edge. */
type Intervals = {
  /** of `whole` so many */
  starts: Words;
  lengths: Words;
  /** of `rowsInAll` so many */
  rows: Words;
  whole: number;
  /** at most as many as intervals, and below 2¹⁹ */
  rowsInAll: number;
};

/** Boxes are drawn at so many places at most, so that the product with a width fits a word. */
const PLACE_BITS = 19;

/** An image of intervals in the colours of their places, with gaps where there is room; commands are submitted before it returns. */
export function drawIntervals(
  lab: Lab,
  { width, height, scale, theme }: PreparedImage,
  { starts, lengths, rows, whole, rowsInAll }: Intervals,
): Promise<DrawnImage> {
  const n = lengthOf(starts);
  const rows_in_all = Math.min(n, rowsInAll);
  const gap = Math.round(scale);
  const shift = Math.max(0, 32 - Math.clz32(whole) - PLACE_BITS);
  const image = borrowed(lab.device, width * height);
  submit(lab.device, {
    n,
    numbers: {
      ...{ image_width: width, image_height: height, rows_in_all, shift, places: whole >>> shift },
      ...{ gap, gapped: 3 * gap, row_gap: height < 2 * gap * rows_in_all ? 0 : gap },
    },
    reads: { starts, lengths, rows, ramp: theme.ramp },
    writes: { image },
    code: `${FILL}${RAMP}
    fn pixel_at(place: u32, row: u32) -> vec2i {
      let size = vec2u(u32(numbers.image_width), u32(numbers.image_height));
      let parts = vec2u(u32(numbers.places), u32(numbers.rows_in_all));
      return vec2i(min(vec2u(place >> u32(numbers.shift), row) * size / parts, size));
    }
    fn each(i: u32) {
      var first = pixel_at(starts[i], rows[i]);
      var end = pixel_at(starts[i] + lengths[i], rows[i] + 1) - vec2i(0, numbers.row_gap);
      if (end.x - first.x > numbers.gapped) { end.x -= numbers.gap; }
      first.x = min(first.x, numbers.image_width - 1);
      // By its place: of intervals that share a column, any may be the last that is drawn.
      fill(first, vec2i(max(end.x, first.x + 1), end.y), ramp_word(u32(first.x), u32(numbers.image_width)));
    }`,
  });
  return imageOf(lab, { width, height }, image);
}
