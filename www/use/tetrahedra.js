/**
 * The surface of a field within a cell, by tetrahedra: the cube is cut into six that share a diagonal, and each is cut by the surface
 * in no, one or two triangles (Doi & Koide, “An efficient method of triangulating equi-valued surfaces by using tetrahedral cells”, IEICE
 * Transactions E74(1), 1991). The 256 cases of a cube follow from those of its tetrahedra, and no face is ambiguous.
 */

import { keepLast } from './keep-last.js';

/** Corners of a cube: bit 0 is x, bit 1 y, bit 2 z. Each tetrahedron goes from corner 0 to corner 7 along the edges. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

/** @typedef {{ side: number, values: Float32Array }} Field values at (side + 1)³ places, positive inside */

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

/** The place of a cell's first corner. @param {number} cell @param {number} side */
const cornerOf = (cell, side) => {
  const row = Math.floor(cell / side);
  // Every row and every layer of places has one more than of cells.
  return cell + row + (side + 1) * Math.floor(row / side);
};

/** The places of a cell's corners from its first one on. */
const cornersOf = keepLast((/** @type {number} */ side) => Array.from({ length: 8 }, (_, corner) => placeOf(0, corner, side)));

/** The bits of the corners of a cell that are inside. @param {Field} field @param {number} cell */
function insideBits({ side, values }, cell) {
  const first = cornerOf(cell, side);
  const corners = cornersOf(side);
  let bits = 0;
  for (let corner = 0; corner < 8; corner++) if (values[first + corners[corner]] > 0) bits |= 1 << corner;
  return bits;
}

/** @param {number} first the place of corner 0 @param {number} corner @param {number} side */
const placeOf = (first, corner, side) => first + (corner & 1) + (side + 1) * (((corner >> 1) & 1) + (side + 1) * (corner >> 2));

/** The number of triangles in a cell. @param {Field} field @param {number} cell */
export function countTriangles(field, cell) {
  const bits = insideBits(field, cell);
  // Most cells are all inside or all outside.
  if (bits === 0 || bits === 255) return 0;
  let count = 0;
  for (const [a, b, c, d] of TETRAHEDRA) {
    const inside = ((bits >> a) & 1) + ((bits >> b) & 1) + ((bits >> c) & 1) + ((bits >> d) & 1);
    count += inside === 0 || inside === 4 ? 0 : inside === 2 ? 2 : 1;
  }
  return count;
}

/** Calls with the three coordinates of each vertex of a cell's triangles. @param {Field} field @param {number} cell @param {(x: number, y: number, z: number) => void} call */
export function eachVertex(field, cell, call) {
  const edges = EDGES[insideBits(field, cell)];
  if (!edges.length) return;
  const { side, values } = field;
  const first = cornerOf(cell, side);
  const [x, y, z] = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / (side * side))];
  for (const [from, to] of edges) {
    const [inner, outer] = [values[placeOf(first, from, side)], values[placeOf(first, to, side)]];
    const part = inner / (inner - outer);
    const at = (/** @type {number} */ base, /** @type {number} */ axis) =>
      (base + ((from >> axis) & 1) + part * (((to >> axis) & 1) - ((from >> axis) & 1))) / side;
    call(at(x, 0), at(y, 1), at(z, 2));
  }
}
