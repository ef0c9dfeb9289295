/** Cells of a grid in the upper part of an image, with walls between them, and paths from cell to cell. */
import { FILL, MIDDLE } from './pixels.ts';
import { submit } from '../device/device.ts';
import type { Reads } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';

/** Walls between smaller cells, in device pixels, would cover them. */
const LEAST_CELL = 3;

/** A grid as kernels have it: `numbers` of its columns, rows and size in device pixels. */
type Grid = {
  /** of a square in a cell, between walls, with a margin where there is room */
  side: number;
  /** the lesser of a cell's width and height */
  cell: number;
  /** wall: 0 of cells that are too small for walls */
  numbers: { columns: number; rows: number; image_width: number; grid_height: number; wall: number };
};

/**
 * A grid that is as wide as an image.
 * @param height in CSS pixels
 */
export function gridOf(
  { width, scale }: Pick<PreparedImage, 'width' | 'scale'>,
  { columns, rows }: { columns: number; rows: number },
  height: number,
): Grid {
  const grid_height = Math.max(1, Math.round(scale * height));
  const cell = Math.floor(Math.min(width / columns, grid_height / rows));
  const wall = cell < LEAST_CELL ? 0 : Math.max(1, Math.min(Math.round(2 * scale), Math.floor(cell / 8)));
  return { cell, side: Math.max(1, cell - wall - (cell >> 3)), numbers: { columns, rows, image_width: width, grid_height, wall } };
}

/** WGSL: the middle of a cell of a grid, between its walls; with MIDDLE. */
export const MIDDLE_OF = `
  fn middle_of(cell: u32) -> vec2i {
    let middle = middle_in(cell, vec2i(numbers.columns, numbers.rows), vec2i(numbers.image_width, numbers.grid_height));
    return middle + (numbers.wall + 1) / 2;
  }`;

/**
 * Fills the cells of a grid; commands are submitted before it returns.
 * @param cells expressions of WGSL of the index `cell`, which are counted row by row
 */
export const submitCells = (
  device: GPUDevice,
  image: GPUBuffer,
  grid: Grid,
  {
    word,
    walls = ['false', 'false'],
    edge = 0,
    numbers,
    reads,
    code = '',
  }: {
    /** its colour */
    word: string;
    /** whether there is a wall between it and the cell above it, and that to its left (default: none) */
    walls?: [above: string, left: string];
    /** the colour of walls, a word */
    edge?: number;
    numbers?: Record<string, number>;
    reads?: Reads;
    /** what they call */
    code?: string;
  },
) =>
  submit(device, {
    // A row of pixels of a cell each: an emulator divides as seldom as can be.
    n: grid.numbers.columns * grid.numbers.grid_height,
    numbers: { ...numbers, ...grid.numbers, edge: edge | 0 },
    reads,
    writes: { image },
    code: `${FILL} ${code}
    fn first_of(at: vec2i) -> vec2i {
      let grid = vec2i(numbers.columns, numbers.rows);
      return (at * vec2i(numbers.image_width, numbers.grid_height) + grid - 1) / grid;
    }
    fn each(i: u32) {
      let y = i32(i) / numbers.columns;
      let at = vec2i(i32(i) % numbers.columns, y * numbers.rows / numbers.grid_height);
      let cell = u32(at.y * numbers.columns + at.x);
      let first = first_of(at);
      let is_upper = at.y > 0 && y < first.y + numbers.wall && ${walls[0]};
      fill(vec2i(first.x, y), vec2i(first_of(at + 1).x, y + 1), select(${word}, u32(numbers.edge), is_upper));
      if (at.x > 0 && ${walls[1]}) { fill(vec2i(first.x, y), vec2i(first.x + numbers.wall, y + 1), u32(numbers.edge)); }
    }`,
  });

/**
 * Draws a path over the cells of a grid, from the middle of each to that of the next; commands are submitted before it returns.
 * @param path of expressions of WGSL
 */
export const submitPath = (
  device: GPUDevice,
  image: GPUBuffer,
  grid: Grid,
  {
    first,
    next,
    steps,
    color,
    numbers,
    reads,
    code = '',
  }: {
    /** the cell where it begins; beyond all, it is the last cell */
    first: string;
    /** the next of the index `cell`, which is in the same row or in the same column */
    next: string;
    steps: number;
    /** a word */
    color: number;
    numbers?: Record<string, number>;
    reads: Reads;
    /** what they call */
    code?: string;
  },
) =>
  submit(device, {
    n: 1,
    numbers: { ...numbers, ...grid.numbers, steps, color: color | 0, path_width: Math.max(1, grid.cell >> 2) },
    reads,
    writes: { image },
    code: `${FILL} ${MIDDLE} ${MIDDLE_OF} ${code}
    fn each(i: u32) {
      var cell = min(${first}, u32(numbers.columns * numbers.rows) - 1);
      for (var step = 0; step < numbers.steps; step++) {
        let next = ${next};
        let ends = array(middle_of(cell), middle_of(next));
        let half = numbers.path_width / 2;
        fill(min(ends[0], ends[1]) - half, max(ends[0], ends[1]) + numbers.path_width - half, u32(numbers.color));
        cell = next;
      }
    }`,
  });
