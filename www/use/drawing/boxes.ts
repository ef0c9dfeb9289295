/** Boxes of pixels: at positions in an image, side by side in strips, or at elements. */
import { lengthOf } from '../device/arrays.ts';
import { PLACE, RAMP } from '../parts/places.ts';
import { SHARE } from '../parts/quotients.ts';
import { countBelow } from '../parts/search.ts';
import type { Reads, Words } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { Box } from './draw.ts';
import type { Layer } from './image.ts';

/**
 * Boxes. WGSL expressions of a box's index `i` give positions and colours. They may call the functions of `code`, and `place_of`,
 * `place_in`, `middle_in` and `ramp_word`.
 */
type Boxes = {
  n: number;
  numbers?: Record<string, number>;
  reads: Reads;
  /** the colour of the box */
  word: string;
  code?: string;
};

/** WGSL: the size of the image. */
export const SIZE = 'vec2i(numbers.image_width, numbers.image_height)';

/** WGSL: the pixel in the middle of a cell of a grid, in an image of a given size. Cells are counted row by row. */
const MIDDLE = `
  fn middle_in(cell: u32, grid: vec2i, size: vec2i) -> vec2i {
    return (2 * vec2i(i32(cell) % grid.x, i32(cell) / grid.x) + 1) * size / (2 * grid);
  }`;

/** A box of one colour over all earlier layers. With `part` 1, it covers them completely. */
export function box({ scale, word }: PreparedImage, { x, y, width, height }: Box, color: string, part = 1): Layer {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((edge) => Math.round(edge * scale));
  return {
    n: 1,
    numbers: { left, top, right, bottom, word: (word(color) & 0xffffff) | (Math.round(255 * part) << 24) },
    code: `fn vertex(i: u32, k: u32) -> Vertex {
      let ends = vec4i(numbers.left, numbers.top, max(numbers.right, numbers.left + 1), max(numbers.bottom, numbers.top + 1));
      return Vertex(corner(k, ends.xy, ends.zw, 1), u32(numbers.word), vec4f());
    }`,
  };
}

/**
 * Boxes from the pixel `first` up to `end`, exclusive; both are WGSL expressions. near: from 0 to 1; nearer boxes cover farther ones
 * (default: later boxes cover earlier ones).
 */
export const boxes = (
  { theme }: Pick<PreparedImage, 'theme'>,
  { first, end, near = '0', word, code = '', reads, ...layer }: Boxes & { first: string; end: string; near?: string },
): Layer => ({
  ...layer,
  reads: { ...reads, ramp: theme.ramp },
  code: `${PLACE} ${MIDDLE} ${RAMP} ${code}
  fn vertex(i: u32, k: u32) -> Vertex {
    let first = ${first};
    return Vertex(corner(k, first, ${end}, f32(${near})), ${word}, vec4f());
  }`,
});

/**
 * Square dots.
 * @param dots side: in device pixels; pixel: the middle of a dot, as `vec2i`; layer: 0, or 1 for dots that cover those of layer 0
 */
export const dots = (
  size: Pick<PreparedImage, 'theme'>,
  { side, pixel, layer, numbers, ...all }: Boxes & { side: number; pixel: string; layer?: string },
) => boxes(size, { ...all, numbers: { ...numbers, side }, first: `${pixel} - numbers.side / 2`, end: 'first + numbers.side', near: layer });

/** Boxes one pixel wide. word and free: WGSL expressions of the column `x`. */
type Columns = { numbers: Record<string, number>; reads: Reads; word: string; free?: string; code: string };

/**
 * A box for each column of pixels from `left` on, over all earlier layers. rows: in device pixels. free: the number of rows that stay free
 * above the box; all rows if the column is not shown.
 */
const columns = (n: number, rows: [first: number, end: number], { numbers, word, free = '0', code, ...layer }: Columns): Layer => ({
  ...layer,
  n,
  numbers: { left: 0, ...numbers, first_row: rows[0], rows: rows[1] - rows[0] },
  code: `${SHARE} ${code}
  fn vertex(x: u32, k: u32) -> Vertex {
    let first = vec2i(numbers.left + i32(x), numbers.first_row);
    return Vertex(corner(k, first + vec2i(0, min(numbers.rows, ${free})), first + vec2i(1, numbers.rows), 1), ${word}, vec4f());
  }`,
});

/**
 * A strip of an image with elements side by side. There may be more or fewer elements than columns.
 * @param strip n: elements; first_row, rows: in device pixels; word: the colour of element `i`; free: the number of rows that stay free
 *   above column `x`; code: functions that these expressions call, besides `element_at(x)`
 */
export const strip = (
  { width, theme }: Pick<PreparedImage, 'width' | 'theme'>,
  { n, first_row, rows, word, numbers, reads, free, code = '' }: Boxes & { first_row: number; rows: number; free?: string },
): Layer =>
  columns(n && width, [first_row, first_row + rows], {
    numbers: { ...numbers, elements: n },
    reads: { ...reads, ramp: theme.ramp },
    free,
    word: 'word_of(element_at(x))',
    code: `${RAMP}
    fn element_at(x: u32) -> u32 { return share(x, u32(numbers.elements), u32(numbers.image_width)); }
    ${code}
    fn word_of(i: u32) -> u32 { return ${word}; }`,
  });

/** Flagged elements: one flag of 0 or 1 per element, and the CSS colour of their lines. */
export type Flagged = { flags: GPUBuffer | Words; color: string };

/**
 * A line of about 1.5 CSS pixels at each flagged element, as high as a box. Elements span the box from left to right, as the values of a
 * curve do.
 */
export function flaggedLines({ width, scale, word }: PreparedImage, { x, y, width: wide, height }: Box, { flags, color }: Flagged): Layer {
  const left = Math.round(x * scale);
  const [first, rows] = [y, height].map((one) => Math.round(one * scale));
  const n = Math.min(width, Math.round((x + wide) * scale)) - left;
  return columns(n, [first, first + rows], {
    // A line is a whole number of pixels wide. The first and the last line are also within the box.
    numbers: { left, flags_in_all: lengthOf(flags), word: word(color) | 0, line: Math.round(1.5 * scale) },
    reads: { flags },
    word: 'u32(numbers.word)',
    free: 'select(numbers.rows, 0, is_flagged(x))',
    code: `fn is_flagged(column: u32) -> bool {
      let line = u32(numbers.line);
      let places = max(line + 1, u32(numbers.n)) - line;
      let last = u32(numbers.flags_in_all) - 1;
      let end = min(last, share(column, last, places));
      for (var k = select(share(max(column, line) - line, last, places) + 1, 0, column < line); k <= end; k++) {
        if (flags[k] != 0) { return true; }
      }
      return false;
    }`,
  });
}

/** Marks at the foot of an image: ascending indices below n, a CSS colour, and the height in CSS pixels. */
export type Marks = { indices: GPUBuffer | Words; n: number; color: string; height: number };

export function marks({ width, height, scale, word }: PreparedImage, { indices, n, color, height: high }: Marks): Layer {
  const marked = lengthOf(indices);
  return columns(marked && width, [height - Math.round(high * scale), height], {
    numbers: { marked, indices_in_all: n, word: word(color) | 0 },
    reads: { indices },
    word: 'u32(numbers.word)',
    free: 'select(numbers.rows, 0, is_marked(x))',
    code: `${countBelow('indices')}
    fn is_marked(column: u32) -> bool {
      let first = share(column, u32(numbers.indices_in_all), u32(numbers.n));
      let end = max(first + 1, share(column + 1, u32(numbers.indices_in_all), u32(numbers.n)));
      let next = count_below_in_indices(first, u32(numbers.marked));
      return next < u32(numbers.marked) && indices[next] < end;
    }`,
  });
}

/** Intervals, in words of u32. Intervals outside the whole or the rows, which wrong scans produce, are drawn at the edge. */
type Intervals = {
  /** below `whole` */
  starts: GPUBuffer | Words;
  lengths: GPUBuffer | Words;
  /** below `rowsInAll` */
  rows: GPUBuffer | Words;
  whole: number;
  rowsInAll: number;
};

/** Intervals of a whole as boxes, in rows below each other. The colour shows the position in the whole. Boxes have gaps if space allows. */
export function intervals(size: PreparedImage, { whole, rowsInAll, ...reads }: Intervals): Layer {
  const { height, scale } = size;
  const n = lengthOf(reads.starts);
  const rows_in_all = Math.min(n, rowsInAll);
  const gap = Math.round(scale);
  return boxes(size, {
    n,
    numbers: { whole, rows_in_all, gap, row_gap: height < 2 * gap * rows_in_all ? 0 : gap },
    reads,
    first: 'min(pixel_at(starts[i], rows[i]), vec2i(numbers.image_width - 1, numbers.image_height))',
    end: 'end_of(first, pixel_at(starts[i] + lengths[i], rows[i] + 1))',
    // The colour is that of the column: if intervals share a column, any of them may be drawn last.
    word: 'ramp_word(u32(first.x), u32(numbers.image_width))',
    code: `fn pixel_at(place: u32, row: u32) -> vec2i {
      let share = vec2f(f32(place) / f32(numbers.whole), f32(row) / f32(numbers.rows_in_all));
      return vec2i(min(share, vec2f(1)) * vec2f(${SIZE}));
    }
    fn end_of(first: vec2i, end: vec2i) -> vec2i {
      let right = end.x - select(0, numbers.gap, end.x - first.x > 3 * numbers.gap);
      return vec2i(max(right, first.x + 1), max(first.y, end.y - numbers.row_gap));
    }`,
  });
}
