/** Graphs: links as lines, and nodes as discs with smooth edges over them. */
import { PLACE, RAMP } from '../parts/places.ts';
import { lastUpTo } from '../parts/search.ts';
import { bitsOf } from '../parts/words.ts';
import { dotSide } from './draw.ts';
import type { Reads } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { Layer } from './image.ts';

/** Links of one colour. The more links cross a pixel, the more of it they cover. */
type Links = {
  n: number;
  /** the index of the first link (default 0) */
  first?: number;
  /** a WGSL expression of a link's index `i`: the node at which the link begins */
  from: string;
  /** such an expression: the node at which the link ends */
  to: string;
  /** such an expression: whether the link is drawn even if only every `numbers.stride`-th link is drawn (default: no) */
  isMain?: string;
  /** the colour of the links */
  word: number;
  /** one link covers 1 / (1 + half) of a pixel (default: less with more links) */
  half?: number;
};
/**
 * A graph. The texts are WGSL expressions of a node's index `i`. They may call `place_of` and `place_in`; `word` may also call `ramp_word`.
 */
type Graph = {
  /** the number of nodes */
  n: number;
  /** each covers the links before it */
  links: Links[];
  /** whether larger nodes cover smaller ones, or else the reverse; among nodes of equal size, the last is on top */
  isLargestOnTop: boolean;
  /** the numbers that expressions read; `first`, `apart`, `stride`, `link_word`, `surface` and `farthest` are reserved */
  numbers: Record<string, number>;
  /** the arrays that expressions read; the name `ramp` is reserved */
  reads: Reads;
  /** the pixel in the middle of a node, as `vec2i` */
  pixel: string;
  /** the radius of a node, in quarters of a pixel, from 2 to MOST_RADIUS */
  radius: string;
  /** the colour of a node */
  word: string;
};

export const MOST_RADIUS = 4094;
/** The maximum number of links that are drawn. If there are more, only every k-th is drawn. */
const MOST_LINKS = 2 ** 15;
/** `half` for few links, and for very many. */
const [LEAST_HALF, MOST_HALF] = [1, 16];

function linksLayer({ height }: PreparedImage, { numbers, reads, pixel }: Graph, links: Links): Layer {
  const { n, first = 0, from, to, isMain, word } = links;
  // The stride is odd: with an even stride, all drawn links of a binary tree would lead to children on the same side.
  const stride = Math.ceil(n / MOST_LINKS) | 1;
  const half = links.half ?? Math.max(LEAST_HALF, Math.min(MOST_HALF, Math.round(n / stride / height)));
  // If some links may be main links, every link is a shape. Otherwise, only every stride-th link is a shape.
  const apart = isMain ? 1 : stride;
  return {
    shape: 'line',
    n: Math.ceil(n / apart),
    numbers: { ...numbers, first, apart, stride, link_word: (word & 0xffffff) | (Math.round(255 / (1 + half)) << 24) },
    reads,
    code: `${PLACE}
    fn pixel_of(i: u32) -> vec2i { return ${pixel}; }
    fn vertex(rank: u32, k: u32) -> Vertex {
      let link = rank * u32(numbers.apart);
      let i = u32(numbers.first) + link;
      let is_drawn = link % u32(numbers.stride) == 0 || ${isMain ?? 'false'};
      let end = pixel_of(select(${from}, ${to}, k == 1 && is_drawn));
      return Vertex(place(vec2f(end) + 0.5, 0), u32(numbers.link_word), vec4f());
    }`,
  };
}

export function graphLayers(size: PreparedImage, graph: Graph): Layer[] {
  const { theme, word: wordOf } = size;
  const { n, isLargestOnTop, numbers, reads, pixel, radius, word } = graph;
  const discs: Layer = {
    n,
    numbers: { ...numbers, surface: wordOf(theme.surface) | 0, farthest: isLargestOnTop ? 0 : MOST_RADIUS + 1 },
    reads: { ...reads, ramp: theme.ramp },
    code: `${PLACE} ${RAMP}
    fn vertex(i: u32, k: u32) -> Vertex {
      let centre = ${pixel};
      let radius = ${radius};
      let reach = (radius + 2) / 4;
      let near = f32(abs(numbers.farthest - radius)) / ${MOST_RADIUS + 2};
      return Vertex(corner(k, centre - reach, centre + reach + 1, near), ${word}, vec4f(vec2f(centre) + 0.5, f32(radius) / 4, 0));
    }
    fn color_of(vertex: Vertex) -> vec4f {
      // At the edge, the covered part falls from 1 to 0 within a pixel.
      let cover = clamp(vertex.data.z + 0.5 - distance(vertex.at.xy, vertex.data.xy), 0, 1);
      if (cover == 0) { discard; }
      return mix(unpack4x8unorm(u32(numbers.surface)), unpack4x8unorm(vertex.word), cover);
    }`,
  };
  return [...graph.links.map((links) => linksLayer(size, graph, links)), discs];
}

/** The maximum number of list entries that are drawn as a line. If there are more, only every k-th entry is drawn. */
const MOST_ENTRIES = 30_000;

/**
 * A line between each element and the elements of its list. The lists of an undirected graph have every edge twice; each edge is drawn once.
 * @param word the colour of the lines
 * @param edges n: the number of elements; reads: must have `starts`, the index at which each list begins, and `list`, with `entries`
 *   entries; pixel: a WGSL expression of an element's index `i`; code: functions that the expression calls
 */
export function edges(
  word: number,
  { n, entries, pixel, numbers, code, ...layer }: Omit<Layer, 'shape'> & { pixel: string; entries: number },
): Layer {
  const stride = Math.max(1, Math.ceil(entries / MOST_ENTRIES));
  return {
    ...layer,
    shape: 'line',
    n: Math.ceil(entries / stride),
    numbers: { ...numbers, elements: n, stride, word: word | 0 },
    code: `${code} ${lastUpTo('starts')}
    fn pixel_of(i: u32) -> vec2i { return ${pixel}; }
    fn vertex(rank: u32, k: u32) -> Vertex {
      let entry = rank * u32(numbers.stride);
      let start = last_upto_in_starts(entry, u32(numbers.elements));
      let to = list[entry];
      return Vertex(place(vec2f(pixel_of(select(start, to, k == 1 && to > start))) + 0.5, 0), u32(numbers.word), vec4f());
    }`,
  };
}

/**
 * Radii of discs whose areas are in proportion to parts of a whole. All discs together cover about an eighth of an image. Radii have an
 * upper limit, even if parts are wrong.
 * @returns radius: a WGSL expression that reads `parts`, f32 of at least 0 with the sum 1, and `largest`, the largest part; numbers: the
 *   numbers that it reads
 */
export function radiusByArea({ width, height, scale }: PreparedImage, n: number) {
  const area = width * height;
  const most = Math.min(MOST_RADIUS, 4 * Math.min(0.09 * height, 10 * Math.sqrt(area / n)));
  const least = Math.max(2, Math.min(Math.round(4 * scale), 2 * dotSide(area, n)));
  const squares = { square_of_whole: bitsOf((16 * area) / 8 / Math.PI), square_of_largest: bitsOf(most ** 2) };
  const factor = 'min(bitcast<f32>(numbers.square_of_whole), bitcast<f32>(numbers.square_of_largest) / largest[0])';
  return {
    numbers: { least, most: Math.max(least, Math.round(most)), ...squares },
    radius: `clamp(i32(sqrt(parts[i] * ${factor}) + 0.5), numbers.least, numbers.most)`,
  };
}
