/** Keys of 16 bits as hues, in strips below each other. */
import { strip } from './boxes.ts';
import { label } from './draw.ts';
import { drawn } from './image.ts';
import type { PreparedImage, Surface } from '../types.ts';
import type { Lab } from './image.ts';

/** A strip with its `keys`, and the other data that its code reads, in buffers or arrays. */
type Strip = { numbers: Record<string, number>; reads: Record<string, any> };

/** An image of strips, and the number of strips. Commands are submitted before the promise is returned. */
export async function drawHues(
  lab: Lab,
  size: PreparedImage,
  {
    n,
    strips,
    places,
    gaps,
    code,
  }: {
    /** the number of keys per strip */
    n: number;
    strips: Strip[];
    /** the number of strips for which the image has space */
    places: number;
    /** the free space around each strip, in CSS pixels */
    gaps: { above: number; below: number };
    /** WGSL of `rows_free(x: u32) -> i32`: the number of free rows above column x; `element_at(x)` is the index of the column's key */
    code: string;
  },
) {
  const [above, below] = [gaps.above, gaps.below].map((gap) => Math.round(gap * size.scale));
  const layers = strips.map(({ numbers, reads }, rank) => {
    const [top, bottom] = [rank, rank + 1].map((edge) => Math.round((size.height * edge) / places));
    const rows = Math.max(1, bottom - top - above - below);
    return strip(size, { n, first_row: top + above, rows, numbers, reads, word: 'ramp[keys[i] >> 8]', free: 'rows_free(x)', code });
  });
  // The caller may add strips while this function waits for the image.
  return { places, strips: strips.length, image: await drawn(lab, size, layers) };
}

/** Shows a text on each strip, if strips are high enough. */
export function showHues(surface: Surface, textOf: (strip: number) => string) {
  const { height, theme, prepared } = surface;
  const high = height / prepared.places;
  for (let strip = 0; strip < prepared.strips && high >= 16; strip++)
    label(surface, textOf(strip), 10, strip * high + Math.min(20, high / 2 + 4), { color: theme.text });
}
