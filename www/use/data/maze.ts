/** Generated mazes on a grid, as graphs of their cells. */
import { hash, random } from '../parts/random.ts';
import type { Graph } from '../device/traversal.ts';

/** The open sides of each cell, one bit per side: up, left, right, down. */
type Maze = { columns: number; rows: number; sides: Uint32Array };

const ASPECT = 1.6;

/**
 * A maze. Each cell is open to the left or upwards, so there is a path between any two cells. Some of the other walls are left out.
 * @param n the maximum number of cells
 * @param openings the share of the other walls that are left out
 */
export function mazeOf(n: number, seed: number, openings: number): Maze {
  const columns = Math.max(1, Math.min(n, Math.floor(Math.sqrt(n * ASPECT))));
  const rows = Math.floor(n / columns);
  const sides = new Uint32Array(columns * rows);
  const open = (cell: number, side: number, neighbour: number) => {
    sides[cell] |= 1 << side;
    sides[neighbour] |= 1 << (3 - side);
  };
  for (let cell = 0; cell < columns * rows; cell++) {
    const [hasLeft, hasUpper] = [cell % columns > 0, cell >= columns];
    const isLeft = !hasUpper || (hasLeft && hash(cell, seed) % 2 === 0);
    if (hasUpper && (!isLeft || random(cell, seed + 2) < openings)) open(cell, 0, cell - columns);
    if (hasLeft && (isLeft || random(cell, seed + 1) < openings)) open(cell, 1, cell - 1);
  }
  return { columns, rows, sides };
}

/** The neighbours of a cell that are reachable from it. */
export function neighboursOf({ columns, sides }: Maze, cell: number) {
  const isOpen = (_: number, side: number) => sides[cell] & (1 << side);
  return [cell - columns, cell - 1, cell + 1, cell + columns].filter(isOpen);
}

/** WGSL: whether a cell is open at a side, in a maze with the binding `sides`. */
export const IS_OPEN = `
  fn is_open(cell: u32, side: u32) -> bool { return ((sides[cell] >> side) & 1) == 1; }`;

/** WGSL expressions: whether there is a wall between `cell` and the cell above it, and between `cell` and the cell to its left. */
export const WALLS: [above: string, left: string] = ['!is_open(cell, 0)', '!is_open(cell, 1)'];

/** WGSL: emits the reachable neighbours of a cell. It reads `numbers.columns`. */
const NEIGHBOURS = `${IS_OPEN}
  fn visit_neighbours(cell: u32) {
    let columns = u32(numbers.columns);
    if (is_open(cell, 0)) { emit(cell - columns); }
    if (is_open(cell, 1)) { emit(cell - 1); }
    if (is_open(cell, 2)) { emit(cell + 1); }
    if (is_open(cell, 3)) { emit(cell + columns); }
  }`;

/** A maze as a graph for kernels. */
export function graphOf({ columns, sides }: Maze): Graph {
  return { n: sides.length, mostNeighbours: 4, numbers: { columns }, reads: { sides }, code: NEIGHBOURS };
}
