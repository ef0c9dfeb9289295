/**
 * The surface of a field within a cell of a grid, by tetrahedra. The cell is cut into six tetrahedra that share a diagonal. The surface
 * cuts each of them in no, one or two triangles (Doi & Koide, “An efficient method of triangulating equi-valued surfaces by using
 * tetrahedral cells”, IEICE Transactions E74(1), 1991). The 256 cases of a cell follow from those of its tetrahedra, and no face is
 * ambiguous.
 */

/** Coordinates of vertices are whole numbers. A cell is PARTS units wide. */
const PART_BITS = 10;
export const PARTS = 2 ** PART_BITS;

/** Corners of a cell: bit 0 is x, bit 1 y, bit 2 z. */
export const CORNERS = Array.from({ length: 8 }, (_, corner) => [corner & 1, (corner >> 1) & 1, corner >> 2]);
/** A ring of corners: two successive ones and the diagonal from corner 0 to corner 7 form a tetrahedron. */
const AROUND = [1, 3, 2, 6, 4, 5];

/**
 * By the bits of the inner corners: the edges that the surface cuts, each from an inner corner to an outer one, in the order of the
 * triangles' vertices.
 */
export const EDGES = Array.from({ length: 256 }, (_, bits) =>
  AROUND.flatMap((corner, i) => {
    const tetrahedron = [0, corner, AROUND[(i + 1) % AROUND.length], 7];
    const inside = tetrahedron.filter((one) => bits & (1 << one));
    const outside = tetrahedron.filter((one) => !inside.includes(one));
    const edges = inside.flatMap((inner) => outside.map((outer) => [inner, outer]));
    // With two inner corners, the edges form a quadrangle: two triangles that share a diagonal.
    return edges.length === 4 ? [0, 1, 3, 0, 3, 2].map((edge) => edges[edge]) : edges;
  }),
);

/**
 * The position at which the surface cuts an edge, in units of 1/PARTS of the edge.
 * @param inner the field at its inner corner, at least 0
 * @param outer the field at its outer corner, below 0
 */
export function partOf(inner: number, outer: number) {
  // The product of the dividend and the parts must fit a word of the device.
  const shift = Math.max(0, PART_BITS - Math.clz32(inner - outer));
  return Math.floor(((inner >>> shift) * PARTS) / ((inner - outer) >>> shift));
}

/** WGSL: the same position, from the field at the inner corner, and from this field minus that at the outer corner. */
export const PART = `
  fn part_of(inner: u32, both: u32) -> u32 {
    let shift = ${PART_BITS} - min(${PART_BITS}, countLeadingZeros(both));
    return ((inner >> shift) * ${PARTS}) / (both >> shift);
  }`;
