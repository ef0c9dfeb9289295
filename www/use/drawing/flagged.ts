/** Lines at flagged elements, drawn on the device column by column of an image. */
import { lengthOf } from '../device/arrays.ts';
import { submit } from '../device/device.ts';
import { SHARE } from '../parts/quotients.ts';
import type { Words } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { Box } from './draw.ts';

/** Flags of 0 and 1, and a colour of CSS. */
export type Flagged = { flags: GPUBuffer | Words; color: string };

/**
 * Draws a line of about 1.5 CSS pixels at each flagged element, as high as a box from whose left to whose right side the elements are, as the values
 * of a curve; commands are submitted before it returns.
 * @param box in CSS pixels
 */
export function drawFlagged(
  device: GPUDevice,
  { width, height, scale, word }: PreparedImage,
  image: GPUBuffer,
  box: Box,
  { flags, color }: Flagged,
) {
  const left = Math.round(box.x * scale);
  const columns = Math.min(width, Math.round((box.x + box.width) * scale)) - left;
  const first_row = Math.round(box.y * scale);
  submit(device, {
    n: columns,
    numbers: {
      ...{ columns, left, first_row, end_row: Math.min(height, first_row + Math.round(box.height * scale)) },
      ...{ image_width: width, flags_in_all: lengthOf(flags), word: word(color) | 0 },
      // In whole pixels. The first and the last one, too, are within the box.
      line: Math.round(1.5 * scale),
    },
    reads: { flags },
    writes: { image },
    code: `${SHARE}
    fn is_flagged(column: u32) -> bool {
      let line = u32(numbers.line);
      let places = max(line + 1, u32(numbers.columns)) - line;
      let last = u32(numbers.flags_in_all) - 1;
      let end = min(last, share(column, last, places));
      for (var k = select(share(max(column, line) - line, last, places) + 1, 0, column < line); k <= end; k++) {
        if (flags[k] != 0) { return true; }
      }
      return false;
    }
    fn each(column: u32) {
      if (!is_flagged(column)) { return; }
      for (var row = numbers.first_row; row < numbers.end_row; row++) {
        image[u32(row * numbers.image_width + numbers.left) + column] = bitcast<u32>(numbers.word);
      }
    }`,
  });
}
