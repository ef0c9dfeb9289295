/** Rays over a grid of square cells, from one cell to others. The samples of each ray are a segment of one array, in whole numbers. */
import { storage, submit } from './device.ts';
import type { Kernel } from './device.ts';

/** The number of parts of a cell's width. One part is the unit of distances along rays. */
export const CELL_PARTS = 64;

export type Rays = {
  /** the side of the grid in cells, below 2¹⁵ */
  side: number;
  /** column and row of the cell at which all rays start */
  column: number;
  row: number;
  /**
   * four words per ray: the index of the ray's first sample, the number of its samples, the cell at its end, and the distance between
   * samples, in units of 1/CELL_PARTS of a cell's width
   */
  rays: Uint32Array;
  /** the number of all samples. A ray has one sample per column or per row, whichever it crosses more of, but no sample at the start */
  samples: number;
};

/** Rays from a cell to others. A ray to the cell itself has no samples and is left out. */
export function raysTo(side: number, { column, row }: { column: number; row: number }, ends: Uint32Array): Rays {
  const rays: number[] = [];
  let samples = 0;
  for (const end of ends) {
    const [across, down] = [(end % side) - column, Math.floor(end / side) - row];
    const length = Math.max(Math.abs(across), Math.abs(down));
    if (length) rays.push(samples, length, end, Math.round((CELL_PARTS * Math.hypot(across, down)) / length));
    samples += length;
  }
  return { side, column, row, rays: Uint32Array.from(rays), samples };
}

/**
 * Data at the samples of all rays: `heads` is 1 at the first sample of each ray, `cells` has the nearest cell, and `values` has the values
 * of an expression.
 * Commands are submitted before the call returns.
 * @param value a WGSL expression of type i32. It may use a sample's `cell: i32`, its number `sample: i32` on the ray, counted from 1, and
 *   the `distance: i32` between samples
 * @param given the other names that the expression uses
 */
export function raySamples(
  device: GPUDevice,
  { side, column, row, rays, samples }: Rays,
  value: string,
  { numbers, reads }: Pick<Kernel, 'numbers' | 'reads'>,
) {
  const made = { heads: storage(device, samples), cells: storage(device, samples), values: storage(device, samples) };
  submit(device, {
    n: rays.length / 4,
    numbers: { ...numbers, side, column, row },
    reads: { ...reads, rays: [rays, 'vec4u'] },
    writes: { heads: made.heads, cells: made.cells, values: [made.values, 'i32'] },
    code: `fn each(ray: u32) {
      let first = rays[ray].x;
      let count = i32(rays[ray].y);
      let end = i32(rays[ray].z);
      let distance = i32(rays[ray].w);
      let start = vec2i(numbers.column, numbers.row);
      let way = vec2i(end % numbers.side, end / numbers.side) - start;
      for (var sample = 1; sample <= count; sample++) {
        let place = (2 * (start * count + way * sample) + count) / (2 * count);
        let cell = place.y * numbers.side + place.x;
        let at = first + u32(sample) - 1;
        heads[at] = u32(sample == 1);
        cells[at] = u32(cell);
        values[at] = ${value};
      }
    }`,
  });
  return made;
}
