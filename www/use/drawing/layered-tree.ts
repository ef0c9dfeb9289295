/** Rooted trees on the device: each node is in the row of its depth, below its parent. */
import { MOST_RADIUS, graphLayers } from './graph.ts';
import { mixed } from './mixed.ts';
import { nearestOf } from '../parts/places.ts';
import type { Reads, Words } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { Layer } from './image.ts';

/** A walk around a tree comes down to each node and later goes up from it. The node is drawn in the middle between these two indices. */
type LayeredTree<Words = Uint32Array> = {
  /** the index at which the walk comes down to each node */
  downs: Uint32Array;
  /** the index at which the walk goes up from each node */
  ups: Uint32Array;
  /** the depth of the root is 0 */
  depths: Words;
  /** the depth of the lowest row; deeper nodes, which wrong scans produce, are also in that row */
  deepest: number;
};
type Colours = {
  /** a WGSL expression of a node's index `i`: the node's colour; it may call `ramp_word` */
  word: string;
  numbers: Record<string, number>;
  reads: Reads;
};

/** Margins at each side, as shares of the width and of the height; and the width divided by the height. */
const [LEFT, TOP, ASPECT] = [0.014, 0.036, 1.6];
/** Positions in the walk are rounded to at most this many bits, so that the product with a width fits a word. */
const PLACE_BITS = 17;

const PIXEL = `vec2i(numbers.left, numbers.top) + vec2i(
  vec2u((downs[i] + ups[i] + 1) >> u32(numbers.shift), min(depths[i], u32(numbers.deepest)))
    * vec2u(vec2i(numbers.wide, numbers.high)) / vec2u(vec2i(numbers.places, numbers.deepest)))`;

/**
 * The layers of a tree.
 * @param tree the root is its own parent
 */
export function treeLayers(
  size: PreparedImage,
  { parents, downs, ups, depths, deepest }: LayeredTree<GPUBuffer | Words> & { parents: Uint32Array },
  { word, numbers, reads }: Colours,
): Layer[] {
  const { width, height, scale, theme } = size;
  const n = parents.length;
  const rows = Math.max(1, Math.min(n, deepest));
  const shift = Math.max(0, 32 - Math.clz32(4 * n) - PLACE_BITS);
  const [left, top] = [Math.round(LEFT * width), Math.round(TOP * height)];
  const layout = { left, top, wide: width - 2 * left, high: height - 2 * top, shift, places: (4 * n) >>> shift, deepest: rows };
  const room = Math.min(9, height / rows / 3 / scale, (1.1 * width) / scale / n + 1);
  const radius = Math.min(MOST_RADIUS, Math.max(2, Math.round(4 * scale * Math.max(0.8, room))));
  // If some edges are left out, those of larger subtrees stay.
  const isMain = 'ups[i] - downs[i] > 2 * u32(numbers.stride)';
  // Edges are short and spread over the picture, so even many edges can be distinguished if all are light.
  const edge = mixed(size.word(theme.surface), size.word(theme.muted), Math.round(255 * Math.min(1, 0.3 + 200 / n)));
  return graphLayers(size, {
    ...{ n, isLargestOnTop: true, pixel: PIXEL, radius: 'numbers.radius', word },
    links: [{ n, from: 'parents[i]', to: 'i', isMain, word: edge, half: 1 }],
    numbers: { ...numbers, ...layout, radius },
    reads: { ...reads, parents, downs, ups, depths },
  });
}

/**
 * The node nearest to a position in the picture of a tree.
 * @param x from 0 to 1
 * @param y from 0 to 1
 */
export const nodeNear = ({ downs, ups, depths, deepest }: LayeredTree, x: number, y: number) =>
  nearestOf(downs.length, (node) => {
    const right = LEFT + ((1 - 2 * LEFT) * (downs[node] + ups[node] + 1)) / (4 * downs.length);
    const down = TOP + ((1 - 2 * TOP) * depths[node]) / Math.max(1, deepest);
    return (ASPECT * (right - x)) ** 2 + (down - y) ** 2;
  });
