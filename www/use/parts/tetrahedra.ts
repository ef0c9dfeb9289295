/**
 * The surface of a field within a cell of a grid, by tetrahedra: the cell is cut into six that share a diagonal, and each is cut by the surface
 * in no, one or two triangles (Doi & Koide, “An efficient method of triangulating equi-valued surfaces by using tetrahedral cells”, IEICE
 * Transactions E74(1), 1991). The 256 cases of a cell follow from those of its tetrahedra, and no face is ambiguous.
 */

/** Coordinates of vertices are whole numbers, so many to the width of a cell. */
const PART_BITS = 10;
export const PARTS = 2 ** PART_BITS;

/** Corners of a cell, of which bit 0 is x, bit 1 y, bit 2 z. */
export const CORNERS = Array.from({ length: 8 }, (_, corner) => [corner & 1, (corner >> 1) & 1, corner >> 2]);
/** With two neighbours of these the diagonal from 0 to 7 is a tetrahedron. */
const AROUND = [1, 3, 2, 6, 4, 5];

/** The edges that the surface cuts, in the order of the triangles' vertices, each from a corner inside to one outside: by the bits of the corners inside. */
export const EDGES = Array.from({ length: 256 }, (_, bits) =>
  AROUND.flatMap((corner, i) => {
    const tetrahedron = [0, corner, AROUND[(i + 1) % AROUND.length], 7];
    const inside = tetrahedron.filter((one) => bits & (1 << one));
    const outside = tetrahedron.filter((one) => !inside.includes(one));
    const edges = inside.flatMap((inner) => outside.map((outer) => [inner, outer]));
    // Two corners inside make a quadrangle of the edges, two triangles that share a diagonal.
    return edges.length === 4 ? [0, 1, 3, 0, 3, 2].map((edge) => edges[edge]) : edges;
  }),
);

/**
 * Where the surface cuts an edge, in PARTS of it.
 * @param inner the field at its corner inside, not below 0
 * @param outer at the other, below 0
 */
export function partOf(inner: number, outer: number) {
  // The product of the dividend and the parts has to fit a word of the device.
  const shift = Math.max(0, PART_BITS - Math.clz32(inner - outer));
  return Math.floor(((inner >>> shift) * PARTS) / ((inner - outer) >>> shift));
}

/** WGSL of the same, by the field at the corner inside, and how far that at the other is below it. */
export const PART = `
  fn part_of(inner: u32, both: u32) -> u32 {
    let shift = ${PART_BITS} - min(${PART_BITS}, countLeadingZeros(both));
    return ((inner >> shift) * ${PARTS}) / (both >> shift);
  }`;
