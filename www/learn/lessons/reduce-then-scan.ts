/** Scans that reduce all tiles first, then scan them from their exclusive prefixes. */

import type { Lesson } from './index.ts';

export const REDUCE_THEN_SCAN: Record<string, Lesson> = {
  'reduce-then-scan': {
    idea: `First only sum each block of M elements. Scan the sums, by the same method if there are many. Then read each block again and scan
      it from its exclusive prefix, so that nothing has to be added afterwards.`,
    diagram: `Four blocks are summed, three ⊕ scan the sums, then each block is scanned from its offset.`,
    work: `About three applications an element: one to reduce, two to scan. {work-efficient|Work-efficient} at any length.`,
    gpu: `Reading is repeated instead of writing: just over 2n reads and n writes, a quarter less than scanning first and adding later. Two
      dispatches a level, yet levels are few because M is thousands.`,
    choose: `As the plain form of a robust scan: it needs no {forward-progress|forward progress}, no {subgroup|subgroups}, nothing beyond core
      WebGPU. Its {tile|tiles} pass through workgroup memory; “Subgroup operations” and “Cache-blocked” are faster variants, whose tiles stay
      in registers.`,
    changed: `The slides do not specify the scan within a {tile}; here invocations scan runs around one workgroup scan. They count
      log_M n kernels, but every level except the last is reduced and scanned.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'Merrill & Grimshaw 2009, reduce-then-scan'],
  },
  'two-level': {
    idea: `The more parallelism, the more overhead, so use no more than fills the device. Fix the number of blocks at C instead of their size;
      each workgroup handles its block serially, sub-block by sub-block, with a running sum.`,
    diagram: `Two blocks are reduced, one ⊕ scans their sums, and each block is scanned in sub-blocks, the second from the end of the first.`,
    work: `{work-efficient|Work-efficient} in n, but every sub-block pays for a workgroup scan with a log₂ W in it. {depth|Depth} grows with n / C.`,
    gpu: `Three dispatches for any length, and scratch memory for C sums alone. The price is {barrier|barriers}: several for each
      sub-block. With too few blocks the device is not full; with too many nothing is gained.`,
    choose: `When dispatches or scratch memory are expensive. Sweep C to find the number of blocks that fills your device.`,
    changed: `A block is a whole number of sub-blocks, so short inputs have fewer than C; very long ones have more, since one workgroup
      must not run for too long.`,
    sources: ['Merry 2014, Two-Level Prefix Sum, Fixed Block Count and Advantages', 'Merrill & Grimshaw 2009, fixed number of blocks'],
  },
  subgroup: {
    idea: `Lanes of a {subgroup} can exchange values directly. Scan by shuffles inside subgroups, scan the few totals between them, and
      combine {tile|tiles} by reduce-then-scan.`,
    diagram: `Four subgroups of four lanes, an element each: shuffles by 1 and 2, a scan of their totals, and one ⊕ that adds the exclusive prefix.`,
    work: `A lane first scans packs of 16 bytes serially; only their sums are shuffled, at distances that double as Kogge and Stone’s do. So
      log₂ S applications a pack are not {work-efficient}, but they need no memory access and no barrier.`,
    gpu: `Up to eight packs per lane stay in registers, and all are shuffled in the same steps. One {barrier} a tile and pass is left, and
      workgroup memory holds only totals, so {bank-conflict|bank conflicts} do not matter. 2n reads, n writes.`,
    choose: `Where the adapter offers subgroups and a scan must not rely on {forward-progress|forward progress}.`,
    changed: `Subgroups may have 4 to 128 lanes and may differ from the adapter’s report, so shaders read each subgroup’s size from the
      built-in value. One workgroup scans the sums of a block of tiles.`,
    sources: ['Merry 2014, Reduce-then-Scan strategy', 'Harris & Garland 2012, GPU Computing Gems, scans by warps'],
  },
  'cache-blocked': {
    idea: `Reduce-then-scan reads everything twice. Take the input in chunks that fit the last-level cache, and the second read of a chunk need
      not go to memory. One dispatch scans a chunk and reduces the next.`,
    diagram: `Four {tile|tiles} are reduced; three ⊕ scan their sums, within the chunk and from chunk to chunk; then each tile is scanned
      from its exclusive prefix.`,
    work: `About as {work-efficient} as reduce-then-scan. Every tile also sums the totals before it in its chunk redundantly, which saves a
      dispatch.`,
    gpu: `Tiles stay in registers, scanned by {subgroup|subgroups} where there are some. There are n / chunk + 1 dispatches, and each must
      start: on the device where it was measured small chunks lost more by that than the cache gave back.`,
    choose: `Where no workgroup may wait for another, or for a scan in place without {forward-progress|forward progress}. Sweep the tiles of
      a chunk to find your device’s cache.`,
    changed: `There is no paper on this form. Even workgroups of a dispatch scan and odd ones reduce, at the same time.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'ScanLab 2026, src/scan/cache_blocked.rs'],
  },
};
