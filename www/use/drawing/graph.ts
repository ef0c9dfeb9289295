/** Graphs on the device, in whole numbers: links as lines, and nodes as discs over them. */
import { borrowed, giveBack, submit } from '../device/device.ts';
import { PLACE, RAMP } from '../parts/places.ts';
import { MIXED, drawDiscs } from './discs.ts';
import { LINE } from './lines.ts';
import type { Reads } from '../device/device.ts';
import type { PreparedImage } from '../types.ts';
import type { DrawnImage, Lab } from './image.ts';

/** Links of one colour; the more of them cross a pixel, the more of it they cover. */
type Links = {
  n: number;
  /** the index of the first one (0) */
  first?: number;
  /** an expression of WGSL of the index `i` of a link: the node where it begins */
  from: string;
  /** the same: where it ends */
  to: string;
  /** the same: whether it is drawn also where only every `numbers.stride`-th link is (default: no) */
  isMain?: string;
  /** their colour */
  word: number;
  /** so many cover half of a pixel that they cross (default: the more, the more there are) */
  half?: number;
};
/** Expressions of WGSL are of the index `i` of a node; they may call `place_of` and `place_in`, and that of its colour `ramp_word`. */
type Graph = {
  /** nodes: at most 2²⁰, or 2²² that have one radius */
  n: number;
  /** each over those before it */
  links: Links[];
  /** of the nodes, or else the smallest; of equal ones the last is on top */
  isLargestOnTop: boolean;
  /** but for those of links, `first`, `apart`, `stride`, `half` and `line_word`; and of the image and discs, `image_width`, `image_height`, `surface`, `disc_invocations` and `order_from` */
  numbers: Record<string, number>;
  /** but for the names `image`, `lines`, `top` and `ramp` */
  reads: Reads;
  /** the pixel in the middle of a node, as `vec2i` */
  pixel: string;
  /** that of a node, in quarters of a pixel, from 2 to MOST_RADIUS */
  radius: string;
  /** the colour of a node */
  word: string;
};

/** Of more links, every so-many-th is drawn. */
const MOST_LINKS = 2 ** 15;
/** So many of few links cover half of a pixel, and of very many. */
const [LEAST_HALF, MOST_HALF] = [1, 16];

/** Counts the lines of each pixel; then one of the lines takes the count, and colours the pixel. */
const COUNT = 'fn line_pixel(place: i32) { atomicAdd(&lines[place], 1); }';
const COLOUR = `${MIXED}
  fn line_pixel(place: i32) {
    let crossing = min(65536, atomicExchange(&lines[place], 0));
    if (crossing == 0) { return; }
    let under = select(image[place], u32(numbers.surface), image[place] == 0);
    image[place] = mixed(under, u32(numbers.line_word), 255 * crossing / (crossing + u32(numbers.half)));
  }`;

/**
 * Draws links over an image; commands are submitted before it returns.
 * @param drawn lines: zeros, which they are again
 */
function drawLinks(
  device: GPUDevice,
  { image, lines, size }: { image: GPUBuffer; lines: GPUBuffer; size: Record<string, number> },
  { numbers, reads, pixel }: Graph,
  links: Links,
) {
  const { n, first = 0, from, to, isMain, word } = links;
  // Odd: one of two would be the first child of each node of a binary tree.
  const stride = Math.ceil(n / MOST_LINKS) | 1;
  const half = links.half ?? Math.max(LEAST_HALF, Math.min(MOST_HALF, Math.round(n / stride / size.image_height)));
  // Each link has an invocation only where some may be main ones.
  const apart = isMain ? 1 : stride;
  const shared = { n: Math.ceil(n / apart), numbers: { ...numbers, ...size, first, apart, stride, half, line_word: word | 0 }, reads };
  const code = `${PLACE}${LINE}
    fn pixel_of(i: u32) -> vec2i { return ${pixel}; }
    fn each(rank: u32) {
      let link = rank * u32(numbers.apart);
      let i = u32(numbers.first) + link;
      if (link % u32(numbers.stride) == 0 || ${isMain ?? 'false'}) { draw_line(pixel_of(${from}), pixel_of(${to})); }
    }`;
  submit(device, { ...shared, writes: { lines: [lines, 'atomic<u32>'] }, code: code + COUNT });
  submit(device, { ...shared, writes: { lines: [lines, 'atomic<u32>'], image }, code: code + COLOUR });
}

/** An image of a graph; commands are submitted before it returns. */
export function drawGraph(lab: Lab, size: PreparedImage, graph: Graph): Promise<DrawnImage> {
  const { device } = lab;
  const { width, height, theme } = size;
  const { n, isLargestOnTop, numbers, pixel, radius, word } = graph;
  const surface = size.word(theme.surface);
  const [image, lines] = [borrowed(device, width * height), borrowed(device, width * height)];
  const drawn = { image, lines, size: { image_width: width, image_height: height, surface: surface | 0 } };
  for (const links of graph.links) drawLinks(device, drawn, graph, links);
  giveBack(device, lines);
  return drawDiscs(lab, size, image, {
    ...{ n, isLargestOnTop, surface, numbers, reads: { ...graph.reads, ramp: theme.ramp } },
    code: `${PLACE}${RAMP}
    fn pixel_of(i: u32) -> vec2i { return ${pixel}; }
    fn radius_of(i: u32) -> i32 { return ${radius}; }
    fn disc_word(i: u32) -> u32 { return ${word}; }`,
  });
}
