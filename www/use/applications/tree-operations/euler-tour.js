/** Kernels along the walk around a tree, and of its nodes. */
import { storage, submit } from '../../device/device.js';
import { counted } from '../../device/scans.js';

/** @typedef {import('./tree.js').Tour} Tour */

/** Nodes that an invocation counts are so many apart. */
const COUNTERS = 2 ** 14;

/** A flag where the walk comes down to a node and one where it goes up, and both as signs. @param {GPUDevice} device @param {Tour} tour */
export function flagsOn(device, { downs, ups }) {
  const n = downs.length;
  const found = { signs: storage(device, 2 * n), isDown: storage(device, 2 * n), isUp: storage(device, 2 * n) };
  submit(device, {
    n,
    reads: { downs, ups },
    writes: { signs: [found.signs, 'i32'], is_down: found.isDown, is_up: found.isUp },
    code: `fn each(node: u32) {
      signs[downs[node]] = 1;
      is_down[downs[node]] = 1;
      signs[ups[node]] = -1;
      is_up[ups[node]] = 1;
    }`,
  });
  return found;
}

/** Words of each node, by expressions of WGSL of the `sums` along the walk `down` to it and `up` from it. @param {GPUDevice} device @param {Tour} tour @param {GPUBuffer} sums @param {Record<string, string>} words by name */
export function ofNodes(device, { downs, ups }, sums, words) {
  const names = Object.keys(words);
  const found = Object.fromEntries(names.map((name) => [name, storage(device, downs.length)]));
  submit(device, {
    n: downs.length,
    reads: { downs, ups, sums },
    writes: found,
    code: `fn each(node: u32) {
      let down = sums[downs[node]];
      let up = sums[ups[node]];
      ${names.map((name) => `${name}[node] = ${words[name]};`).join('\n')}
    }`,
  });
  return found;
}

/** How many nodes are leaves, and the largest depth. @param {import('../../device/work.js').Work} work @param {Record<string, GPUBuffer>} found */
export async function countsOn(work, { depths, sizes }) {
  const nodes = depths.size / 4;
  const [leaves, deepest] = await counted(work, 2, {
    n: Math.min(COUNTERS, nodes),
    numbers: { nodes },
    reads: { depths, sizes },
    code: `fn each(i: u32) {
      var leaves = 0u;
      var deepest = 0u;
      for (var node = i; node < u32(numbers.nodes); node += ${COUNTERS}) {
        leaves += u32(sizes[node] == 1);
        deepest = max(deepest, depths[node]);
      }
      atomicAdd(&counts[0], leaves);
      atomicMax(&counts[1], deepest);
    }`,
  });
  return { leaves, deepest };
}
