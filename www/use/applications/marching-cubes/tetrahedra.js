/**
 * The surface of a field within a cell, by tetrahedra: the cube is cut into six that share a diagonal, and each is cut by the surface
 * in no, one or two triangles (Doi & Koide, “An efficient method of triangulating equi-valued surfaces by using tetrahedral cells”, IEICE
 * Transactions E74(1), 1991). The 256 cases of a cube follow from those of its tetrahedra, and no face is ambiguous.
 */

import { TRIANGLE_WORDS } from './solid.js';

/** Corners of a cube: bit 0 is x, bit 1 y, bit 2 z. Each tetrahedron goes from corner 0 to corner 7 along the edges. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

/** @typedef {{ side: number, values: Int32Array }} Field values at (side + 1)³ corners, negative outside */

/** Coordinates of vertices are whole numbers, so many to the width of a cell. */
export const PARTS = 1024;

/** Edges of a tetrahedron that the surface cuts, in the order of the triangles' vertices: two triangles where two corners are inside. @param {number[]} inside @param {number[]} outside */
function cutEdges(inside, outside) {
  if (inside.length === 1) return outside.map((corner) => [inside[0], corner]);
  if (inside.length === 3) return inside.map((corner) => [corner, outside[0]]);
  if (inside.length !== 2) return [];
  const [[a, b], [c, d]] = [inside, outside];
  return [
    [a, c],
    [a, d],
    [b, d],
    [a, c],
    [b, d],
    [b, c],
  ];
}

/** The edges of a cube that its triangles' vertices cut, from the inner corner to the outer one, by the bits of the corners inside. */
const EDGES = Array.from({ length: 256 }, (_, bits) => {
  const isInside = (/** @type {number} */ corner) => ((bits >> corner) & 1) === 1;
  return TETRAHEDRA.flatMap((corners) =>
    cutEdges(
      corners.filter(isInside),
      corners.filter((corner) => !isInside(corner)),
    ),
  );
});

/** The same as words: by the bits, where the edges are in `edges` below and, of the next bits, where they end. */
const starts = EDGES.reduce((all, edges) => [...all, all[all.length - 1] + edges.length], [0]);
/** `starts`, then every edge as its inner corner and eight times its outer one. */
export const TABLE = Uint32Array.from([...starts, ...EDGES.flat().map(([from, to]) => from | (to << 3))]);

/** The place of a cell's first corner. @param {number} cell @param {number} side */
const cornerOf = (cell, side) => {
  const row = Math.floor(cell / side);
  // Every row and every layer of corners has one more than of cells.
  return cell + row + (side + 1) * Math.floor(row / side);
};

/** @param {number} first the place of corner 0 @param {number} corner @param {number} side */
const placeOf = (first, corner, side) => first + (corner & 1) + (side + 1) * (((corner >> 1) & 1) + (side + 1) * (corner >> 2));

/** Calls with the three coordinates of each vertex of a cell's triangles. @param {Field} field @param {number} cell @param {(x: number, y: number, z: number) => void} call */
export function eachVertex({ side, values }, cell, call) {
  const first = cornerOf(cell, side);
  let bits = 0;
  for (let corner = 0; corner < 8; corner++) if (values[placeOf(first, corner, side)] >= 0) bits |= 1 << corner;
  // Most cells are all inside or all outside.
  if (bits === 0 || bits === 255) return;
  const [x, y, z] = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / (side * side))];
  for (const [from, to] of EDGES[bits]) {
    const [inner, outer] = [values[placeOf(first, from, side)], values[placeOf(first, to, side)]];
    // Exact: a quotient below 2¹⁰ of numbers below 2⁴¹ and 2³¹ is farther from the next whole number than its rounding.
    const part = Math.floor((PARTS * inner) / (inner - outer));
    const at = (/** @type {number} */ base, /** @type {number} */ axis) =>
      PARTS * (base + ((from >> axis) & 1)) + part * (((to >> axis) & 1) - ((from >> axis) & 1));
    call(at(x, 0), at(y, 1), at(z, 2));
  }
}

/** WGSL of `values` and `numbers.side`: the place of a cell's first corner, and the bits of its corners that are inside. */
export const CELL = `
  fn corner_of(cell: i32) -> i32 {
    let row = cell / numbers.side;
    return cell + row + (numbers.side + 1) * (row / numbers.side);
  }
  fn place_of(first: i32, corner: i32) -> i32 {
    return first + (corner & 1) + (numbers.side + 1) * (((corner >> 1) & 1) + (numbers.side + 1) * (corner >> 2));
  }
  fn bits_of(first: i32) -> u32 {
    var bits = 0u;
    for (var corner = 0; corner < 8; corner++) { bits |= u32(values[place_of(first, corner)] >= 0) << u32(corner); }
    return bits;
  }`;

/** WGSL that writes the `vertices` of each of `cells` from its start on, by the table `cuts`. */
export const CUT = `
  fn bits_at(corner: i32) -> vec3i { return vec3i(corner & 1, (corner >> 1) & 1, corner >> 2); }
  // Below 1, in parts, bit by bit: the product of dividend and parts does not fit a word.
  fn part_of(dividend: u32, divisor: u32) -> i32 {
    var rest = dividend;
    var part = 0;
    for (var unit = 1; unit < ${PARTS}; unit *= 2) {
      rest *= 2;
      part *= 2;
      if (rest >= divisor) {
        rest -= divisor;
        part++;
      }
    }
    return part;
  }
  fn each(i: u32) {
    let cell = i32(cells[i]);
    let first = corner_of(cell);
    let bits = bits_of(first);
    let base = vec3i(cell % numbers.side, (cell / numbers.side) % numbers.side, cell / (numbers.side * numbers.side));
    var at = ${TRIANGLE_WORDS} * starts[cell];
    for (var edge = cuts[bits]; edge < cuts[bits + 1]; edge++) {
      let corners = i32(cuts[${starts.length} + edge]);
      let inner_at = corners & 7;
      let outer_at = corners >> 3;
      let inner = values[place_of(first, inner_at)];
      let part = part_of(u32(inner), u32(inner - values[place_of(first, outer_at)]));
      let place = ${PARTS} * (base + bits_at(inner_at)) + part * (bits_at(outer_at) - bits_at(inner_at));
      for (var axis = 0; axis < 3; axis++) { vertices[at + u32(axis)] = u32(place[axis]); }
      at += 3;
    }
  }`;
