/** Pictures of a tree: its nodes as discs below their parents, or as runs of the pre-order. */
import { FILL } from '../../drawing/pixels.js';
import { LEFT, PARTS, TOP } from './tree.js';
import { MOST_RADIUS, drawDiscs, mixed } from '../../drawing/discs.js';
import { RAMP } from '../../parts/places.js';
import { borrowed, submit } from '../../device/device.js';
import { submitLines } from '../../drawing/lines.js';
import { imageOf } from '../../drawing/image.js';

/** @typedef {import('../../drawing/image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('../../types.d.ts').State} State */

/** Of more edges, every so many-th is drawn, and those of larger subtrees. */
const MOST_EDGES = 2 ** 16;
/** Runs are drawn of so many parts at most, so that the product with a width fits a word. */
const RANK_BITS = 19;

/** WGSL: each node is in the middle of its part of the walk, below its parent; a wrong scan's depth stays in the picture, too. */
const PIXEL = `
  fn pixel_of(node: u32) -> vec2i {
    let margin = vec2u(u32(numbers.left), u32(numbers.top));
    let size = vec2u(u32(numbers.image_width), u32(numbers.image_height)) - 2 * margin;
    let deepest = u32(numbers.deepest);
    return vec2i(margin + vec2u(middles[node] * size.x / ${PARTS}, min(depths[node], deepest) * size.y / deepest));
  }`;

/** The colour of a node's disc: its hue, or that of the twig or of the other nodes. */
const HUE = 'ramp_word(hues[node], u32(numbers.hues_in_all))';
const TWIG = 'u32(select(numbers.other, numbers.twig, i32(node) >= numbers.first_of_twig))';

/** The tree's edges, and its nodes in the colours of a step. @param {PreparedImage} size @param {Lab} lab @param {State} state @param {string} step */
export function treeOn(size, lab, { input, found }, step) {
  const { width, height, scale, theme, word } = size;
  const { parents, downs, ups, middles, twig } = input;
  const nodes = parents.length;
  const surface = word(theme.surface);
  const deepest = Math.max(1, Math.min(nodes, found.deepest));
  const layout = { left: Math.round(LEFT * width), top: Math.round(TOP * height), deepest };
  const reads = { parents, downs, ups, middles, depths: found.depths, hues: found[step], ramp: theme.ramp };
  const image = borrowed(lab.device, width * height);
  const edge = mixed(surface, word(theme.muted), Math.round(255 * Math.min(0.7, 0.15 + 100 / nodes)));
  submitLines(lab.device, size, image, edge, {
    n: nodes,
    // Odd: one of two would be the first child of each node of a binary tree.
    numbers: { ...layout, stride: nodes > MOST_EDGES ? Math.ceil(nodes / MOST_EDGES) | 1 : 1 },
    reads,
    code: `${PIXEL}
    fn each(node: u32) {
      let stride = u32(numbers.stride);
      if (node % stride == 0 || ups[node] - downs[node] > 2 * stride) { draw_line(pixel_of(parents[node]), pixel_of(node)); }
    }`,
  });
  const room = Math.min(9, height / deepest / 3 / scale, (1.1 * width) / scale / nodes + 1);
  const hues = { depths: deepest + 1, pre: nodes, post: nodes }[step];
  const [other, own] = theme.series.map(word);
  return drawDiscs(lab, size, image, {
    n: nodes,
    isLargestOnTop: true,
    surface,
    numbers: {
      ...layout,
      radius: Math.min(MOST_RADIUS, Math.max(2, Math.round(4 * scale * Math.max(0.8, room)))),
      ...{ hues_in_all: hues ?? 0, first_of_twig: nodes - twig, twig: own | 0, other: other | 0 },
    },
    reads,
    code: `${PIXEL}${RAMP}
    fn radius_of(node: u32) -> i32 { return numbers.radius; }
    fn disc_word(node: u32) -> u32 { return ${hues ? HUE : TWIG}; }`,
  });
}

/** Nodes in pre-order side by side, each above its subtree; gaps between them, where there is room. @param {PreparedImage} size @param {Lab} lab @param {State} state */
export function runsOn({ width, height, scale, theme }, lab, { input, found }) {
  const nodes = input.parents.length;
  const levels = Math.min(nodes, found.deepest + 1);
  const gap = Math.round(scale);
  const shift = Math.max(0, 32 - Math.clz32(nodes) - RANK_BITS);
  const image = borrowed(lab.device, width * height);
  submit(lab.device, {
    n: nodes,
    numbers: {
      ...{ image_width: width, image_height: height, levels, shift, parts: nodes >>> shift },
      ...{ gap, gapped: 3 * gap, row_gap: height < 2 * gap * levels ? 0 : gap },
    },
    reads: { pre: found.pre, sizes: found.sizes, depths: found.depths, ramp: theme.ramp },
    writes: { image },
    code: `${FILL}${RAMP}
    fn place_of(rank: u32, depth: u32) -> vec2i {
      let size = vec2u(u32(numbers.image_width), u32(numbers.image_height));
      let parts = vec2u(u32(numbers.parts), u32(numbers.levels));
      return vec2i(min(vec2u(rank >> u32(numbers.shift), depth) * size / parts, size));
    }
    fn each(node: u32) {
      var first = place_of(pre[node], depths[node]);
      var end = place_of(pre[node] + sizes[node], depths[node] + 1) - vec2i(0, numbers.row_gap);
      if (end.x - first.x > numbers.gapped) { end.x -= numbers.gap; }
      first.x = min(first.x, numbers.image_width - 1);
      // By its place: of nodes that share a column, any may be the last that is drawn.
      fill(first, vec2i(max(end.x, first.x + 1), end.y), ramp_word(u32(first.x), u32(numbers.image_width)));
    }`,
  });
  return imageOf(lab, { width, height }, image);
}
