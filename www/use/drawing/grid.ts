/** Cells of a grid in the upper part of an image, with walls between them, and paths from cell to cell. */
import { storage, submit } from '../device/device.ts';
import { RAMP } from '../parts/places.ts';
import { boxes } from './boxes.ts';
import type { Reads } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { Layer } from './image.ts';

/** The least size of cells with walls, in device pixels: walls would cover smaller cells. */
const LEAST_CELL = 3;

/** A grid for kernels, in device pixels. */
type Grid = {
  /** the side of a square in a cell, between walls, with a margin if space allows */
  side: number;
  /** the smaller one of a cell's width and height */
  cell: number;
  /** wall: 0 if cells are too small for walls */
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

/** WGSL: the middle of a cell of a grid, between its walls. */
export const MIDDLE_OF = `
  fn middle_of(cell: u32) -> vec2i {
    let middle = middle_in(cell, vec2i(numbers.columns, numbers.rows), vec2i(numbers.image_width, numbers.grid_height));
    return middle + (numbers.wall + 1) / 2;
  }`;

/**
 * The cells of a grid.
 * @param cells WGSL expressions of the index `cell`; cells are counted row by row
 */
export const cells = (
  { theme }: PreparedImage,
  grid: Grid,
  {
    word,
    walls,
    edge,
    numbers,
    reads,
    code,
  }: {
    /** the colour of the cell */
    word: string;
    /** whether there is a wall between the cell and the cell above it, and between the cell and the cell to its left */
    walls: [above: string, left: string];
    /** the colour of walls, a word */
    edge: number;
    numbers: Record<string, number>;
    reads: Reads;
    /** functions that the expressions call, besides `ramp_word` */
    code: string;
  },
): Layer => ({
  n: 1,
  numbers: { ...numbers, ...grid.numbers, edge: edge | 0 },
  reads: { ...reads, ramp: theme.ramp },
  code: `${RAMP} ${code}
  fn vertex(i: u32, k: u32) -> Vertex { return Vertex(corner(k, vec2i(0), vec2i(numbers.image_width, numbers.grid_height), 0), 0, vec4f()); }
  fn word_of(cell: u32) -> u32 { return ${word}; }
  fn color_of(vertex: Vertex) -> vec4f {
    let grid = vec2i(numbers.columns, numbers.rows);
    let size = vec2i(numbers.image_width, numbers.grid_height);
    let pixel = vec2i(vertex.at.xy);
    let at = pixel * grid / size;
    let cell = u32(at.y * grid.x + at.x);
    let within = pixel - (at * size + grid - 1) / grid;
    let is_edge = (at.y > 0 && within.y < numbers.wall && ${walls[0]}) || (at.x > 0 && within.x < numbers.wall && ${walls[1]});
    return unpack4x8unorm(select(word_of(cell), u32(numbers.edge), is_edge));
  }`,
});

/**
 * A path over the cells of a grid, from the middle of each cell to the middle of the next cell. The kernel that finds the path is submitted.
 * @param path WGSL expressions
 * @returns path: a buffer to be destroyed once the layer is drawn
 */
export function pathOn(
  device: GPUDevice,
  size: PreparedImage,
  grid: Grid,
  {
    first,
    next,
    steps,
    color,
    numbers,
    reads,
    code,
  }: {
    /** the cell at which the path begins; an index beyond the cells counts as the last cell */
    first: string;
    /** the next cell after `cell`, in the same row or in the same column */
    next: string;
    steps: number;
    /** the colour of the path, a word */
    color: number;
    numbers: Record<string, number>;
    reads: Reads;
    /** functions that the expressions call */
    code: string;
  },
) {
  const path = storage(device, steps + 1);
  submit(device, {
    n: 1,
    numbers: { ...numbers, ...grid.numbers, steps },
    reads,
    writes: { path },
    code: `${code}
    fn each(i: u32) {
      var cell = min(${first}, u32(numbers.columns * numbers.rows) - 1);
      path[0] = cell;
      for (var step = 1; step <= numbers.steps; step++) {
        cell = ${next};
        path[step] = cell;
      }
    }`,
  });
  const layer = boxes(size, {
    n: steps,
    numbers: { ...grid.numbers, color: color | 0, path_width: Math.max(1, grid.cell >> 2) },
    reads: { path },
    first: 'min(middle_of(path[i]), middle_of(path[i + 1])) - numbers.path_width / 2',
    end: 'max(middle_of(path[i]), middle_of(path[i + 1])) + numbers.path_width - numbers.path_width / 2',
    word: 'u32(numbers.color)',
    code: MIDDLE_OF,
  });
  return { layer, path };
}
