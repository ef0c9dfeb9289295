/** Rays over a grid of square cells, from one cell to others: the samples of each are a segment of one array, in whole numbers. */
import { storage, submit } from './device.ts';
import type { Kernel } from './device.ts';

/** The parts of a cell that distances along rays count. */
export const CELL_PARTS = 64;

export type Rays = {
  /** of the grid, in cells, below 2¹⁵ */
  side: number;
  /** of the cell where all rays start */
  column: number;
  row: number;
  /** four words each: its first sample, their number, the cell where it ends, and the distance of its samples in CELL_PARTS */
  rays: Uint32Array;
  /** of all rays: each has one a column or a row, whichever it crosses more of, without that of the start */
  samples: number;
};

/** Rays from a cell to others; a ray to the cell itself has no sample and is left out. */
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
 * What there is at the samples of all rays: `heads` is 1 at the first one of each ray, `cells` has the nearest cell, and `values` a value;
 * commands are submitted before it returns.
 * @param value an expression of WGSL, an i32: of a sample's `cell: i32`, its rank `sample: i32` on the ray from 1 on, and the `distance: i32` of samples
 * @param given what it names
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
