/** Pictures of a tree: its nodes as discs below their parents, or as runs of the pre-order; in JavaScript, and on the device of ranks that stay there. */
import { MOST_RADIUS, discsOn, drawDiscs, mixed } from '../../drawing/discs.js';
import { PIXEL, layoutOf, shapeOf, pixelsIn } from './places.js';
import { borrowed, giveBack, submit } from '../../device/device.js';
import { line, rampIndex } from '../../drawing/draw.js';
import { LINE } from '../../drawing/device-lines.js';
import { SHARE } from '../../drawing/device-pixels.js';
import { RAMP } from '../../parts/places.js';
import { imageOf } from '../../drawing/device-image.js';

/** @typedef {import('../../drawing/device-image.js').Lab} Lab */
/** @typedef {import('../../types.d.ts').PreparedImage} PreparedImage */
/** @typedef {import('../../types.d.ts').State} State */
/** @typedef {Pick<PreparedImage, 'theme' | 'word'>} Colours */
/** @typedef {{ data: Uint32Array } & Size} Image */
/** @typedef {import('./places.js').Size} Size */

/** Of more edges, every so many-th is drawn, and those of larger subtrees. */
const MOST_EDGES = 2 ** 16;

/** What of the tree's shape all drawings of it take. @param {Size} size @param {Colours} colours @param {State} state */
function shapesOf(size, { theme, word }, { input, found }) {
  const nodes = input.parents.length;
  const layout = layoutOf(size, nodes, found.deepest);
  const room = Math.min(9, layout.high / layout.deepest / 3 / size.scale, (1.1 * size.width) / size.scale / nodes + 1);
  const surface = word(theme.surface);
  const part = Math.min(0.7, 0.15 + 100 / nodes);
  return {
    layout,
    radius: Math.min(MOST_RADIUS, Math.max(2, Math.round(4 * size.scale * Math.max(0.8, room)))),
    // Odd: one of two would be the first child of each node of a binary tree.
    stride: nodes > MOST_EDGES ? Math.ceil(nodes / MOST_EDGES) | 1 : 1,
    edge: mixed(surface, word(theme.muted), Math.round(255 * part)),
    twig: { first: nodes - input.twig, word: word(theme.series[1]), other: word(theme.series[0]) },
    discs: { n: nodes, areAlike: true, isLargestOnTop: true, surface },
  };
}

/** All that a step's hues, which are of an array of this name, are parts of; none where the twig has its colour. @param {State} state @param {string} step @returns {number | undefined} */
function wholeOf({ input, found }, step) {
  const nodes = input.parents.length;
  return { depths: found.deepest + 1, pre: nodes, post: nodes }[step];
}

/** The tree's edges, and its nodes in the colours of a step. @param {Colours} colours @param {Image} image @param {State} state @param {string} step */
export function drawTree(colours, image, state, step) {
  const { parents } = state.input;
  const { layout, radius, stride, edge, twig, discs } = shapesOf(image, colours, state);
  const { sizes } = state.found;
  const pixelOf = pixelsIn(layout, state.found);
  for (let node = 1; node < parents.length; node++) {
    if (node % stride === 0 || sizes[node] > stride) line(image, pixelOf(parents[node]), pixelOf(node), edge);
  }
  const whole = wholeOf(state, step);
  const { ramp } = colours.theme;
  drawDiscs(image, discs, {
    pixelOf,
    radiusOf: () => radius,
    wordOf: (node) => (whole ? ramp[rampIndex(state.found[step][node], whole)] : node < twig.first ? twig.other : twig.word),
  });
}

/** The same on the device. @param {PreparedImage} size @param {Lab} lab @param {State} state @param {string} step */
export function treeOn(size, lab, state, step) {
  const { device } = lab;
  const { input, found } = state;
  const { layout, radius, stride, edge, twig, discs } = shapesOf(size, size, state);
  const image = borrowed(device, size.width * size.height);
  submit(device, {
    n: discs.n,
    numbers: { ...layout, stride, edge: edge | 0, image_width: size.width, image_height: size.height },
    reads: { ...shapeOf(found), parents: input.parents },
    writes: { image: [image, 'atomic<u32>'] },
    code: `${PIXEL}${LINE}
    fn line_pixel(place: i32) { atomicStore(&image[place], u32(numbers.edge)); }
    fn each(node: u32) {
      let stride = u32(numbers.stride);
      if (node % stride == 0 || sizes[node] > stride) { draw_line(pixel_of(parents[node]), pixel_of(node)); }
    }`,
  });
  const whole = wholeOf(state, step);
  const kernels = {
    numbers: { ...layout, radius, whole_hue: (whole ?? 0) | 0, twig: twig.first, twig_word: twig.word | 0, other_word: twig.other | 0 },
    reads: { ...shapeOf(found), hues: found[step], ramp: size.theme.ramp },
    code: `${PIXEL} ${whole ? RAMP : ''}
    fn radius_of(node: u32) -> i32 { return numbers.radius; }
    fn disc_word(node: u32) -> u32 {
      ${
        whole
          ? 'return ramp_word(hues[node], max(1, u32(numbers.whole_hue)));'
          : 'return u32(select(numbers.other_word, numbers.twig_word, i32(node) >= numbers.twig));'
      }
    }`,
  };
  return discsOn(lab, size, discs, kernels, image);
}

/** What all drawings of runs take: gaps between them, where there is room. @param {Size} size @param {State} state */
function runsOf({ width, height, scale }, { input, found }) {
  const nodes = input.parents.length;
  const levels = Math.min(nodes, found.deepest + 1);
  const gap = Math.round(scale);
  return {
    nodes,
    levels,
    width,
    height,
    gap,
    gapped: Math.ceil((3 * scale * nodes) / width),
    row_gap: height < 2 * gap * levels ? 0 : gap,
  };
}

/** Nodes in pre-order side by side, each above its subtree: column by column, from the lowest node there to the root. @param {Colours} colours @param {Image} image @param {State} state */
export function drawRuns({ theme: { ramp } }, image, state) {
  const { parents } = state.input;
  const { pre, sizes, depths } = state.found;
  const { nodes, levels, width, height, gap, gapped, row_gap } = runsOf(image, state);
  const inOrder = new Uint32Array(nodes);
  for (let node = 0; node < nodes; node++) inOrder[pre[node]] = node;
  const rankAt = (/** @type {number} */ column) => Math.floor((column * nodes) / width);
  const rowOf = (/** @type {number} */ depth) => Math.floor((depth * height) / levels);
  const { data } = image;
  for (let column = 0; column < width; column++) {
    const after = rankAt(column + gap);
    for (let node = inOrder[rankAt(column)], isRoot = false; !isRoot; node = parents[node]) {
      isRoot = node === 0;
      if (sizes[node] > gapped && after - pre[node] >= sizes[node]) continue;
      const word = ramp[rampIndex(pre[node], nodes)];
      for (let row = rowOf(depths[node]); row < rowOf(depths[node] + 1) - row_gap; row++) data[row * width + column] = word;
    }
  }
}

/** The same on the device. @param {PreparedImage} size @param {Lab} lab @param {State} state */
export function runsOn(size, lab, state) {
  const { device } = lab;
  const { input, found } = state;
  const numbers = runsOf(size, state);
  const [inOrder, image] = [borrowed(device, numbers.nodes), borrowed(device, size.width * size.height)];
  submit(device, {
    n: numbers.nodes,
    reads: { pre: found.pre },
    writes: { in_order: inOrder },
    code: 'fn each(node: u32) { if (pre[node] < u32(numbers.n)) { in_order[pre[node]] = node; } }',
  });
  submit(device, {
    n: size.width,
    numbers,
    reads: { ...shapeOf(found), parents: input.parents, in_order: inOrder, ramp: size.theme.ramp },
    writes: { image },
    code: `${SHARE} ${RAMP}
    fn rank_at(column: u32) -> u32 { return share(column, u32(numbers.nodes), u32(numbers.width)); }
    fn row_of(depth: u32) -> i32 { return i32(min(depth * u32(numbers.height) / u32(numbers.levels), u32(numbers.height))); }
    fn paint(node: u32, column: u32) {
      let word = ramp_word(pre[node], u32(numbers.nodes));
      for (var row = row_of(depths[node]); row < row_of(depths[node] + 1) - numbers.row_gap; row++) {
        image[row * numbers.width + i32(column)] = word;
      }
    }
    fn each(column: u32) {
      let after = rank_at(column + u32(numbers.gap));
      var node = in_order[rank_at(column)];
      loop {
        if (sizes[node] <= u32(numbers.gapped) || after - pre[node] < sizes[node]) { paint(node, column); }
        if (node == 0) { break; }
        node = parents[node];
      }
    }`,
  });
  giveBack(device, inOrder);
  return imageOf(lab, size, image);
}
