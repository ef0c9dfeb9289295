/** Places of a tree's nodes in pictures, in whole numbers, so that every processor finds the same ones, and the nodes at a place. */
import { NONE } from '../../parts/words.js';
import { accepted, read, submit, upload } from '../../device/device.js';

/** @typedef {import('../../types.d.ts').Fields} Fields ranks, sizes and depths by node, in arrays or in buffers */
/** @typedef {{ width: number, height: number, scale: number }} Size in device pixels, and those of a CSS pixel */
/** @typedef {{ left: number, top: number, wide: number, high: number, deepest: number, shift: number, whole: number }} Layout */
/**
 * How far nodes are from a place: whole numbers of 32 bits.
 * @typedef {object} Target
 * @property {(found: Fields) => (node: number) => number} farIn of arrays
 * @property {Record<string, number>} numbers
 * @property {string} code the same in WGSL: `far_of(node: u32) -> u32`
 */

/** The box in which the place of the handle is looked up. */
export const PLACES = { width: 1280, height: 800, scale: 1 };

/** What a quotient leaves of a place among nodes, so that its product with a width fits a word. */
const PLACE_BITS = 19;

/** Each node in the middle of its subtree, below its parent: its place follows from its rank in pre-order, its size and its depth. @param {Size} size @param {number} nodes @param {number} deepest @returns {Layout} */
export function layoutOf({ width, height, scale }, nodes, deepest) {
  const [left, top] = [Math.round(12 * scale), Math.round(20 * scale)];
  const shift = Math.max(0, 32 - Math.clz32(2 * nodes) - PLACE_BITS);
  return {
    left,
    top,
    wide: Math.max(1, width - 2 * left),
    high: Math.max(1, height - 2 * top),
    // More is a wrong scan's.
    deepest: Math.max(1, Math.min(nodes, deepest)),
    shift,
    whole: (2 * nodes) >>> shift,
  };
}

/** @param {Layout} layout @param {Fields} found @returns {(node: number) => [x: number, y: number]} */
export function pixelsIn({ left, top, wide, high, deepest, shift, whole }, { pre, sizes, depths }) {
  return (node) => [
    left + Math.floor((((2 * pre[node] + sizes[node]) >>> shift) * wide) / whole),
    top + Math.floor((depths[node] * high) / deepest),
  ];
}

/** WGSL: the same; what is wrong stays near the picture, too. */
export const PIXEL = `
  fn pixel_of(node: u32) -> vec2i {
    let middle = min((2 * pre[node] + sizes[node]) >> u32(numbers.shift), u32(numbers.whole));
    let depth = min(depths[node], u32(numbers.deepest));
    let place = vec2u(middle * u32(numbers.wide) / u32(numbers.whole), depth * u32(numbers.high) / u32(numbers.deepest));
    return vec2i(numbers.left, numbers.top) + vec2i(place);
  }`;

/** What kernels read of the tree's shape. @param {Fields} found in buffers */
export const shapeOf = ({ pre, sizes, depths }) => ({ pre, sizes, depths });

/** Nodes of a picture of the tree: by their squared distance. @param {Size} size @param {number} nodes @param {number} deepest @param {number} x @param {number} y from 0 to 1 @returns {Target} */
export function inTree(size, nodes, deepest, x, y) {
  const layout = layoutOf(size, nodes, deepest);
  const [right, down] = [Math.round(x * size.width), Math.round(y * size.height)];
  return {
    farIn(found) {
      const pixelOf = pixelsIn(layout, found);
      return (node) => {
        const [nodeX, nodeY] = pixelOf(node);
        return (nodeX - right) ** 2 + (nodeY - down) ** 2;
      };
    },
    numbers: { ...layout, right, down },
    code: `${PIXEL}
      fn far_of(node: u32) -> u32 {
        let away = pixel_of(node) - vec2i(numbers.right, numbers.down);
        return u32(away.x * away.x + away.y * away.y);
      }`,
  };
}

/** Nodes in pre-order side by side: that whose run is there, or else the nearest one above. @param {number} nodes @param {number} deepest @param {number} x @param {number} y from 0 to 1 @returns {Target} */
export function inRuns(nodes, deepest, x, y) {
  const rank = Math.min(nodes - 1, Math.floor(x * nodes));
  const level = Math.min(deepest, Math.floor(y * (deepest + 1)));
  return {
    farIn:
      ({ pre, sizes, depths }) =>
      (node) =>
        pre[node] <= rank && rank - pre[node] < sizes[node] && depths[node] <= level ? level - depths[node] : NONE,
    numbers: { rank, level },
    code: `fn far_of(node: u32) -> u32 {
      let rank = u32(numbers.rank);
      let level = u32(numbers.level);
      let is_there = pre[node] <= rank && rank - pre[node] < sizes[node] && depths[node] <= level;
      return select(${NONE}u, level - depths[node], is_there);
    }`,
  };
}

/** The nearest node; of several, the first. @param {number} nodes @param {Fields} found @param {Target} target */
export function nearestOf(nodes, found, { farIn }) {
  const farOf = farIn(found);
  let [nearest, least] = [0, farOf(0)];
  for (let node = 1; node < nodes; node++) {
    const far = farOf(node);
    if (far < least) [nearest, least] = [node, far];
  }
  return nearest;
}

/** What is found of the nearest node. @param {import('../../types.d.ts').Lab | undefined} lab whose buffers it is in, or none @param {number} nodes @param {Fields} found @param {Target} target */
export async function nodeAt(lab, nodes, found, target) {
  if (lab) return nearestOn(lab.device, nodes, found, target);
  const node = nearestOf(nodes, found, target);
  return { node, depth: found.depths[node], pre: found.pre[node], post: found.post[node], size: found.sizes[node] };
}

/** @param {GPUDevice} device @param {number} nodes @param {Fields} found @param {Target} target */
async function nearestOn(device, nodes, found, { numbers, code }) {
  const find = () => {
    // The least distance, and then the node there.
    const nearest = upload(device, Uint32Array.of(NONE, NONE, 0, 0, 0, 0));
    /** @type {Omit<import('../../device/device.js').Kernel, 'code'>} */
    const kernel = { n: nodes, numbers, reads: { ...shapeOf(found), post: found.post }, writes: { nearest: [nearest, 'atomic<u32>'] } };
    submit(device, { ...kernel, code: `${code} fn each(node: u32) { atomicMin(&nearest[0], far_of(node)); }` });
    submit(device, {
      ...kernel,
      code: `${code} fn each(node: u32) { if (far_of(node) == atomicLoad(&nearest[0])) { atomicMin(&nearest[1], node); } }`,
    });
    submit(device, {
      ...kernel,
      n: 1,
      code: `fn each(i: u32) {
        let node = atomicLoad(&nearest[1]);
        atomicStore(&nearest[2], depths[node]);
        atomicStore(&nearest[3], pre[node]);
        atomicStore(&nearest[4], post[node]);
        atomicStore(&nearest[5], sizes[node]);
      }`,
    });
    const words = read(device, nearest, 1, 5);
    nearest.destroy();
    return words;
  };
  const [node, depth, pre, post, size] = await accepted(device, find, { isRead: true });
  return { node, depth, pre, post, size };
}
