/** Pictures of a web: links as lines, and each page as a disc, whose area is its rank. */
import { SIZE } from '../../drawing/dots.ts';
import { drawGraph } from '../../drawing/graph.ts';
import { giveBack } from '../../device/device.ts';
import { radiiByArea } from '../../drawing/disc-areas.ts';
import type { Web } from '../../data/web.ts';
import type { Lab } from '../../drawing/image.ts';
import type { PreparedImage } from '../../types.ts';

/** Of more pages, the larger discs are on top: the small ones leave nothing free. */
const MANY_PAGES = 20_000;

/** The colour of a page: by the logarithm of its rank, from a quarter of the mean on. */
const BY_RANK = 'ramp[clamp(i32((2 + log2(ranks[i] * f32(numbers.pages))) / 9 * 256), 0, 255)]';

export function webOn(image: PreparedImage, lab: Lab, { pages, rows, places, columns, targets }: Web, ranks: Float32Array | GPUBuffer) {
  const { theme, word } = image;
  const accent = word(theme.accent);
  const radii = radiiByArea(lab.device, image, ranks);
  const ends = { from: 'columns[i]', to: 'targets[i]' };
  const own = rows[pages - 1];
  const drawn = drawGraph(lab, image, {
    n: pages,
    links: [
      { ...ends, n: own, word: word(theme.muted) },
      { ...ends, n: rows[pages] - own, first: own, word: accent },
    ],
    isLargestOnTop: pages > MANY_PAGES,
    numbers: { pages, accent: accent | 0 },
    reads: { places, columns, targets, ranks: [ranks, 'f32'], radii: [radii, 'i32'] },
    pixel: `place_in(places[i], ${SIZE})`,
    radius: 'radii[i]',
    word: `select(${BY_RANK}, u32(numbers.accent), i32(i) == numbers.pages - 1)`,
  });
  giveBack(lab.device, radii);
  return drawn;
}
