/**
 * The surface at which a field on a grid is 0, as triangles. The triangles are computed cell by cell with tetrahedra: first the number of
 * triangles of each cell, then their vertices. Cells and corners are counted along x, then y, then z. Each axis has one corner more than
 * cells. The field at a corner is an i32, which is negative outside.
 */
import { lengthOf } from './arrays.ts';
import { storage, submit } from './device.ts';
import { mapped } from './scans.ts';
import { EDGES, PART, PARTS } from '../parts/tetrahedra.ts';
import { wordsOf } from '../parts/words.ts';

/** The field at the corners of side³ cells. */
type Field = { side: number; field: GPUBuffer };

/** The number of words per triangle: three vertices with three coordinates each, in units of 1/PARTS of a cell's width. */
export const TRIANGLE_WORDS = 9;

/** By the set of inner corners: the number of triangles, and in CUTS the cut edges. An edge is its inner corner plus eight times its outer. */
const TRIANGLES = Uint32Array.from(EDGES, (edges) => edges.length / 3);
const MOST_EDGES = 3 * Math.max(...TRIANGLES);
const CUTS = wordsOf(EDGES.length * MOST_EDGES, (i) => {
  const [inner, outer] = EDGES[Math.floor(i / MOST_EDGES)][i % MOST_EDGES] ?? [0, 0];
  return inner | (outer << 3);
});

/** WGSL: the position of a cell in a cube, in cells. */
export const CELL_PLACE = `
  fn place_of(cell: i32, side: i32) -> vec3i { return vec3i(cell % side, cell / side % side, cell / (side * side)); }`;

/** WGSL: the field at a corner, and the set of a cell's corners that are inside. */
const CELL = `${CELL_PLACE}
  fn corner_of(cell: u32, corner: u32) -> vec3i {
    return place_of(i32(cell), numbers.side) + vec3i(vec3u(corner & 1, (corner >> 1) & 1, corner >> 2));
  }
  fn field_at(corner: vec3i) -> i32 { return field[corner.x + (numbers.side + 1) * (corner.y + (numbers.side + 1) * corner.z)]; }
  fn bits_of(cell: u32) -> u32 {
    var bits = 0u;
    for (var corner = 0u; corner < 8; corner++) { bits |= u32(field_at(corner_of(cell, corner)) >= 0) << corner; }
    return bits;
  }`;

/** The number of triangles of each cell, at most 12. Commands are submitted before the call returns. */
export function triangleCounts(device: GPUDevice, { side, field }: Field) {
  const arrays = { triangles: TRIANGLES, field: [field, 'i32'] as [GPUBuffer, string] };
  return mapped(device, side ** 3, ['triangles[bits_of(i)]'], { type: 'u32', whole: { side }, arrays, code: CELL });
}

/**
 * The vertices of all triangles in one buffer, TRIANGLE_WORDS per triangle. Commands are submitted before the call returns.
 * @param placed cells: the cells with triangles; starts: for each cell of the field, the number of triangles of the cells before it; count:
 *   the number of triangles
 */
export function triangleVertices(
  device: GPUDevice,
  { side, field }: Field,
  { cells, starts, count }: { cells: GPUBuffer; starts: GPUBuffer; count: number },
) {
  const vertices = storage(device, TRIANGLE_WORDS * count);
  submit(device, {
    n: lengthOf(cells),
    numbers: { side },
    reads: { field: [field, 'i32'], triangles: TRIANGLES, cuts: CUTS, starts, cells },
    writes: { vertices },
    code: `${CELL}${PART}
      fn each(i: u32) {
        let cell = cells[i];
        let bits = bits_of(cell);
        for (var edge = 0u; edge < 3 * triangles[bits]; edge++) {
          let cut = cuts[${MOST_EDGES} * bits + edge];
          let inner = corner_of(cell, cut & 7);
          let outer = corner_of(cell, cut >> 3);
          let value = field_at(inner);
          let vertex = ${PARTS} * inner + i32(part_of(u32(value), u32(value - field_at(outer)))) * (outer - inner);
          for (var axis = 0u; axis < 3; axis++) { vertices[${TRIANGLE_WORDS} * starts[cell] + 3 * edge + axis] = u32(vertex[axis]); }
        }
      }`,
  });
  return vertices;
}
