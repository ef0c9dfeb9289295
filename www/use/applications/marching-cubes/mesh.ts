/** The mesh of metaballs by a loop over the cells. */
import { TRIANGLE_WORDS } from '../../device/isosurface.ts';
import { fieldOf } from '../../data/metaballs.ts';
import { CORNERS, EDGES, PARTS, partOf } from '../../parts/tetrahedra.ts';
import type { Balls } from '../../data/metaballs.ts';

/** The mesh of the balls' field, cell by cell. */
export function meshOf(balls: Balls) {
  const { side, cells } = balls;
  const field = fieldOf(balls);
  const indexOf = ([x, y, z]: number[]) => x + (side + 1) * (y + (side + 1) * z);
  const offsets = CORNERS.map(indexOf);
  const [counts, starts] = [new Uint32Array(cells), new Uint32Array(cells)];
  const vertices: number[] = [];
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
