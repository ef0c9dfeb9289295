/** Scans that first reduce all tiles, then scan them from their exclusive prefixes. */

import type { Lesson } from './index.ts';

export const REDUCE_THEN_SCAN: Record<string, Lesson> = {
  'reduce-then-scan': {
    idea: `First sum each block of M elements. Scan the sums, by the same method if there are many. Then read each block again and scan it
      from its exclusive prefix.`,
    diagram: `Four blocks are summed. Three ⊕ scan the sums. Then each block is scanned from its exclusive prefix.`,
    work: `About three applications per element: one to reduce, two to scan. {work-efficient|Work-efficient} at any length.`,
    gpu: `The scan repeats reads instead of writes: just over 2n reads and n writes. That is a quarter less traffic than scanning each block
      first and adding the prefixes later. There are two dispatches per level, and few levels, because M is in the thousands.`,
    choose: `As the simplest robust scan: it needs no {forward-progress|forward progress}, no {subgroup|subgroups}, and nothing beyond core
      WebGPU. Its {tile|tiles} pass through workgroup memory. “Subgroup operations” and “Cache-blocked” are faster variants, whose tiles
      stay in registers.`,
    changed: `Merry’s slides do not specify the scan within a {tile}. Here each invocation scans its own elements before and after one
      workgroup scan. The slides count log_M n kernels, but every level except the last takes two.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'Merrill & Grimshaw 2009, reduce-then-scan'],
  },
  'two-level': {
    idea: `More parallelism means more overhead, so use only enough to fill the device. Fix the number of blocks, C, instead of their
      size. Each workgroup handles its block serially, sub-block by sub-block, with a running sum.`,
    diagram: `Two blocks are reduced, and one ⊕ scans their sums. Each block is scanned in two sub-blocks: the second one
      continues from the last prefix of the first.`,
    work: `{work-efficient|Work-efficient} in n, but every sub-block needs a scan by W invocations, whose work has a factor log₂ W.
      {depth|Depth} grows with n / C.`,
    gpu: `Three dispatches for any length, and scratch memory for only C sums. The price is {barrier|barriers}: several per sub-block. Too
      few blocks do not fill the device. More blocks than fill it bring no gain.`,
    choose: `If dispatches or scratch memory are expensive. Sweep C to find the number of blocks that fills your device.`,
    changed: `A block is a whole number of sub-blocks, so short inputs have fewer than C blocks. Very long inputs have more, since one
      workgroup must not run for too long.`,
    sources: ['Merry 2014, Two-Level Prefix Sum, Fixed Block Count and Advantages', 'Merrill & Grimshaw 2009, fixed number of blocks'],
  },
  subgroup: {
    idea: `Lanes of a {subgroup} can exchange values directly. Scan within each subgroup by shuffles, scan the few subgroup totals, and
      combine {tile|tiles} by reduce-then-scan.`,
    diagram: `Four subgroups of four lanes, with one element per lane: shuffles by 1 and 2, a scan of the totals, and one ⊕ that adds the
      exclusive prefix.`,
    work: `A lane first scans packs of 16 bytes serially. Only the sums of packs are shuffled, at distances that double as in Kogge–Stone.
      With S lanes per subgroup, these log₂ S applications per pack are not {work-efficient}, but they need no memory access and no
      barrier.`,
    gpu: `Up to eight packs per lane stay in registers, and the same steps shuffle them all. One {barrier} per tile and pass remains.
      Workgroup memory holds only totals, so {bank-conflict|bank conflicts} do not matter. There are 2n reads and n
      writes.`,
    choose: `If the adapter offers subgroups but not {forward-progress|forward progress}.`,
    changed: `The size of a subgroup, 4 to 128 lanes, may differ from the adapter’s report, so shaders read it from the built-in value. One
      workgroup scans the sums of a block of tiles.`,
    sources: ['Merry 2014, Reduce-then-Scan strategy', 'Harris & Garland 2012, GPU Computing Gems, scans by warps'],
  },
  'cache-blocked': {
    idea: `Reduce-then-scan reads everything twice. If the input is handled in chunks that fit the last-level cache, the second read of a
      chunk need not go to memory. One dispatch scans a chunk and reduces the next chunk.`,
    diagram: `Four {tile|tiles} are reduced. Three ⊕ scan their sums, within the chunk and from chunk to chunk. Then each tile is scanned
      from its exclusive prefix.`,
    work: `About as {work-efficient} as reduce-then-scan. Every tile also sums the totals before it in its chunk. This work is redundant,
      but saves a dispatch.`,
    gpu: `Tiles stay in registers; {subgroup|subgroups} scan them if the device has subgroups. There are n / chunk + 1 dispatches, and each
      costs its start. In measurements with small chunks, these starts took more time than the cache saved.`,
    choose: `If no workgroup may wait for another, or for a scan in place without {forward-progress|forward progress}. Sweep the number of
      tiles per chunk to find the size of your device’s cache.`,
    changed: `No paper describes this scan. In each dispatch, workgroups with even indices scan, while those with odd indices reduce.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'ScanLab 2026, src/scan/cache_blocked.rs'],
  },
};
