/**
 * The surface of a field within a cell, by tetrahedra: the cube is cut into six that share a diagonal, and each is cut by the surface
 * in no, one or two triangles (Doi & Koide, “An efficient method of triangulating equi-valued surfaces by using tetrahedral cells”, IEICE
 * Transactions E74(1), 1991). The 256 cases of a cube follow from those of its tetrahedra, and no face is ambiguous.
 */

import { storage, submit } from '../../device/device.js';
import { mapped } from '../../device/scans.js';
import { lengthOf } from '../../device/arrays.js';
import { wordsOf } from '../../parts/words.js';
import { fieldOf } from './metaballs.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('./metaballs.js').Balls} Balls */

/** Words of a triangle: three vertices of three coordinates. */
const TRIANGLE_WORDS = 9;
/** Coordinates of vertices are whole numbers, so many to the width of a cell. */
const PART_BITS = 10;
export const PARTS = 2 ** PART_BITS;

/** Corners of a cell, of which bit 0 is x, bit 1 y, bit 2 z. */
const CORNERS = Array.from({ length: 8 }, (_, corner) => [corner & 1, (corner >> 1) & 1, corner >> 2]);
/** With two neighbours of these the diagonal from 0 to 7 is a tetrahedron. */
const AROUND = [1, 3, 2, 6, 4, 5];

/** The edges that the surface cuts, in the order of the triangles' vertices, each from a corner inside to one outside: by the bits of the corners inside. */
const EDGES = Array.from({ length: 256 }, (_, bits) =>
  AROUND.flatMap((corner, i) => {
    const tetrahedron = [0, corner, AROUND[(i + 1) % AROUND.length], 7];
    const inside = tetrahedron.filter((one) => bits & (1 << one));
    const outside = tetrahedron.filter((one) => !inside.includes(one));
    const edges = inside.flatMap((inner) => outside.map((outer) => [inner, outer]));
    // Two corners inside make a quadrangle of the edges, two triangles that share a diagonal.
    return edges.length === 4 ? [0, 1, 3, 0, 3, 2].map((edge) => edges[edge]) : edges;
  }),
);

/** For the device: the triangles of each case, and its edges, as the inner corner and eight times the outer one. */
const TRIANGLES = Uint32Array.from(EDGES, (edges) => edges.length / 3);
const MOST_EDGES = 3 * Math.max(...TRIANGLES);
const CUTS = wordsOf(256 * MOST_EDGES, (i) => {
  const [inner, outer] = EDGES[Math.floor(i / MOST_EDGES)][i % MOST_EDGES] ?? [0, 0];
  return inner | (outer << 3);
});

/** Where the surface cuts an edge, in parts of it. @param {number} inner the field at its corners @param {number} outer */
function partOf(inner, outer) {
  // The product of the dividend and the parts has to fit a word of the device.
  const shift = Math.max(0, PART_BITS - Math.clz32(inner - outer));
  return Math.floor(((inner >> shift) * PARTS) / ((inner - outer) >> shift));
}

/** The mesh of the balls' field, cell by cell. @param {Balls} balls */
export function meshOf(balls) {
  const { side, cells } = balls;
  const field = fieldOf(balls);
  const indexOf = (/** @type {number[]} */ [x, y, z]) => x + (side + 1) * (y + (side + 1) * z);
  const offsets = CORNERS.map(indexOf);
  const [counts, starts] = [new Uint32Array(cells), new Uint32Array(cells)];
  /** @type {number[]} */
  const vertices = [];
  for (let cell = 0; cell < cells; cell++) {
    const place = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side ** 2)];
    const values = offsets.map((offset) => field[indexOf(place) + offset]);
    const edges = EDGES[values.reduce((bits, value, corner) => bits | (Number(value >= 0) << corner), 0)];
    starts[cell] = vertices.length / TRIANGLE_WORDS;
    counts[cell] = edges.length / 3;
    for (const [inner, outer] of edges) {
      const part = partOf(values[inner], values[outer]);
      const [from, to] = [CORNERS[inner], CORNERS[outer]];
      place.forEach((at, axis) => vertices.push(PARTS * (at + from[axis]) + part * (to[axis] - from[axis])));
    }
  }
  const active = Uint32Array.from(counts.keys()).filter((cell) => counts[cell] > 0);
  return { field, counts, starts, active, count: vertices.length / TRIANGLE_WORDS, vertices: Uint32Array.from(vertices) };
}

/** WGSL: the place of a cell, in cells. */
export const PLACE = `
  fn place_of(cell: i32) -> vec3i {
    return vec3i(cell % numbers.side, cell / numbers.side % numbers.side, cell / (numbers.side * numbers.side));
  }`;

/** WGSL: the field at a corner, and which corners of a cell are inside. */
const CELL = `${PLACE}
  fn corner_of(cell: u32, corner: u32) -> vec3i { return place_of(i32(cell)) + vec3i(vec3u(corner & 1, (corner >> 1) & 1, corner >> 2)); }
  fn field_at(corner: vec3i) -> i32 { return field[corner.x + (numbers.side + 1) * (corner.y + (numbers.side + 1) * corner.z)]; }
  fn bits_of(cell: u32) -> u32 {
    var bits = 0u;
    for (var corner = 0u; corner < 8; corner++) { bits |= u32(field_at(corner_of(cell, corner)) >= 0) << corner; }
    return bits;
  }`;

/** The number of triangles of each cell. @param {GPUDevice} device @param {Balls} balls @param {GPUBuffer} field */
export function countsOn(device, { side, cells }, field) {
  const arrays = { triangles: TRIANGLES, field: /** @type {[GPUBuffer, string]} */ ([field, 'i32']) };
  return mapped(device, cells, ['triangles[bits_of(i)]'], { type: 'u32', whole: { side }, arrays, code: CELL });
}

/** The vertices of all triangles in one buffer, those of each cell from its start on. @param {GPUDevice} device @param {Balls} balls @param {Fields} found */
export function verticesOn(device, { side }, { field, counts, starts, active, count }) {
  const vertices = storage(device, TRIANGLE_WORDS * count);
  submit(device, {
    n: lengthOf(active),
    numbers: { side },
    reads: { field: [field, 'i32'], cuts: CUTS, counts, starts, cells: active },
    writes: { vertices },
    code: `${CELL}
      fn part_of(inner: u32, both: u32) -> i32 {
        let shift = ${PART_BITS} - min(${PART_BITS}, countLeadingZeros(both));
        return i32(((inner >> shift) * ${PARTS}) / (both >> shift));
      }
      fn each(i: u32) {
        let cell = cells[i];
        let first_edge = ${MOST_EDGES} * bits_of(cell);
        for (var edge = 0u; edge < 3 * counts[cell]; edge++) {
          let cut = cuts[first_edge + edge];
          let inner = corner_of(cell, cut & 7);
          let outer = corner_of(cell, cut >> 3);
          let value = field_at(inner);
          let vertex = ${PARTS} * inner + part_of(u32(value), u32(value - field_at(outer))) * (outer - inner);
          for (var axis = 0u; axis < 3; axis++) { vertices[${TRIANGLE_WORDS} * starts[cell] + 3 * edge + axis] = u32(vertex[axis]); }
        }
      }`,
  });
  return vertices;
}
