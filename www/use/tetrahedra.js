/**
 * The surface of a field within a cell, by tetrahedra: the cube is cut into six that share a diagonal, and each is cut by the surface
 * in no, one or two triangles (Doi & Koide, “An efficient method of triangulating equi-valued surfaces by using tetrahedral cells”, IEICE
 * Transactions E74(1), 1991). No table of 256 cases is needed, and no face is ambiguous.
 */

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

/** The place of a cell's first corner. @param {number} cell @param {number} side */
const cornerOf = (cell, side) => {
  const [x, y, z] = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / (side * side))];
  return x + (side + 1) * (y + (side + 1) * z);
};

/** @param {number} first the place of corner 0 @param {number} corner @param {number} side */
const placeOf = (first, corner, side) => first + (corner & 1) + (side + 1) * (((corner >> 1) & 1) + (side + 1) * (corner >> 2));

/** The number of triangles in a cell. @param {Field} field @param {number} cell */
export function countTriangles({ side, values }, cell) {
  const first = cornerOf(cell, side);
  let count = 0;
  for (const corners of TETRAHEDRA) {
    let inside = 0;
    for (const corner of corners) inside += Number(values[placeOf(first, corner, side)] > 0);
    count += inside === 0 || inside === 4 ? 0 : inside === 2 ? 2 : 1;
  }
  return count;
}

/** Calls with the three coordinates of each vertex of a cell's triangles. @param {Field} field @param {number} cell @param {(x: number, y: number, z: number) => void} call */
export function eachVertex({ side, values }, cell, call) {
  const first = cornerOf(cell, side);
  const base = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / (side * side))];
  const valueAt = (/** @type {number} */ corner) => values[placeOf(first, corner, side)];
  const cut = (/** @type {number} */ from, /** @type {number} */ to) => {
    const part = valueAt(from) / (valueAt(from) - valueAt(to));
    const at = (/** @type {number} */ axis) =>
      (base[axis] + ((from >> axis) & 1) + part * (((to >> axis) & 1) - ((from >> axis) & 1))) / side;
    call(at(0), at(1), at(2));
  };
  for (const corners of TETRAHEDRA) {
    const inside = corners.filter((corner) => valueAt(corner) > 0);
    const outside = corners.filter((corner) => valueAt(corner) <= 0);
    if (inside.length === 1) for (const corner of outside) cut(inside[0], corner);
    else if (inside.length === 3) for (const corner of inside) cut(corner, outside[0]);
    else if (inside.length === 2) {
      const [[a, b], [c, d]] = [inside, outside];
      for (const [from, to] of [
        [a, c],
        [a, d],
        [b, d],
        [a, c],
        [b, d],
        [b, c],
      ])
        cut(from, to);
    }
  }
}
