/** Lessons of scans that first reduce all tiles, then scan each tile from its exclusive prefix. */

import type { Lesson } from './index.ts';

export const REDUCE_THEN_SCAN: Record<string, Lesson> = {
  'reduce-then-scan': {
    idea: `The input is divided into blocks of M elements. First sum each block. Then scan these sums, by the same method if there are many.
      Now each block has its exclusive prefix: the sum of all blocks before it. Read each block again, and scan it beginning with this
      prefix.`,
    diagram: `Four blocks are summed. Each ⊕ applies the operator. Three ⊕ scan the sums. Then each block is scanned from its exclusive
      prefix.`,
    work: `About three applications per element: one to sum, two to scan. The scan is {work-efficient} at any length.`,
    gpu: `For n elements, there are just over 2n reads, and n writes. Each level of sums takes at most two {dispatch|dispatches}. There are
      few levels, because M is in the thousands.`,
    choose: `As the simplest robust scan. It needs nothing beyond core WebGPU, and no {forward-progress|forward progress}. “Subgroup
      operations” and “Cache-blocked” are faster: they keep blocks in registers, not in workgroup memory.`,
    changed: `Merry’s slides do not specify how a block is scanned. Here each invocation sums its own elements, the workgroup scans these
      sums, and each invocation scans its elements.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'Merrill & Grimshaw 2009, reduce-then-scan'],
  },
  'two-level': {
    idea: `More parallelism means more overhead, so use only enough to fill the device. The input is divided into a fixed number of blocks,
      C. Each workgroup sums or scans one block, in sub-blocks one after another, with a running sum.`,
    diagram: `Two blocks are summed. Each ⊕ applies the operator. One ⊕ scans the two sums. Then each block is scanned in two sub-blocks.
      The second one continues from the last prefix of the first.`,
    work: `With W invocations per workgroup, n elements take about (7 + log₂ W) n / 2 applications. W is fixed, so this is {work-efficient}.
      The {depth} grows with n / C, because sub-blocks are handled serially.`,
    gpu: `Three {dispatch|dispatches} for any length: sum the blocks, scan the sums, scan the blocks. Scratch memory holds only C sums. The
      price is several {barrier|barriers} per sub-block.`,
    choose: `If dispatches or scratch memory are expensive.`,
    changed: `A block is a whole number of sub-blocks, so a short input has fewer than C blocks. A very long input has more, because one
      workgroup must not run for too long.`,
    sources: ['Merry 2014, Two-Level Prefix Sum, Fixed Block Count and Advantages', 'Merrill & Grimshaw 2009, fixed number of blocks'],
  },
  subgroup: {
    idea: `Invocations of a {subgroup}, its lanes, can exchange values directly, by shuffles. Each {tile} of the input is summed, and the
      sums are scanned. Then each tile is scanned from the sum of the tiles before it. Within a tile, each subgroup scans its part by
      shuffles.`,
    diagram: `Four subgroups of four lanes. Each ⊕ applies the operator. Two rows shuffle by 1 and 2 lanes. Then totals are scanned. In the
      last row, each lane adds the total of the subgroups before.`,
    work: `Each lane first scans packs of 16 bytes serially. Only the sums of packs are shuffled. With S lanes per subgroup, this takes log₂
      S applications per pack. That is not {work-efficient}, but a shuffle needs no memory access and no barrier.`,
    gpu: `Tiles stay in registers. Only subgroup totals are in workgroup memory, so one {barrier} per tile and dispatch is enough. For n
      elements, there are 2n reads and n writes.`,
    choose: `If the adapter offers subgroups, but not {forward-progress|forward progress}.`,
    changed: `The kernel reads the size of its subgroups when it runs, because the adapter may report another size.`,
    sources: ['Merry 2014, Reduce-then-Scan strategy', 'Harris & Garland 2012, GPU Computing Gems, scans by warps'],
  },
  'cache-blocked': {
    idea: `Reduce-then-scan reads everything twice: to sum it, and to scan it. Here the input is divided into chunks that fit the device’s
      last-level cache. Then the second read of a chunk need not go to memory. One {dispatch} scans a chunk and sums the {tile|tiles} of the
      next chunk.`,
    diagram: `Two chunks of two tiles. Each ⊕ applies the operator. All tiles are summed, and three ⊕ scan the sums. Then each tile is
      scanned from the sum of the tiles before it.`,
    work: `About four applications per element, so the scan is {work-efficient}. One of them repeats work: every tile sums the totals of
      earlier tiles in its chunk. This saves a dispatch.`,
    gpu: `There is one dispatch per chunk, and one more. In measurements with small chunks, the starts of dispatches took more time than the
      cache saved.`,
    choose: `To scan in place without {forward-progress|forward progress}, or if no workgroup may wait for another.`,
    changed: `No paper describes this scan. In each dispatch, workgroups with even indices scan, and those with odd indices sum.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'ScanLab 2026, src/scan/cache_blocked.rs'],
  },
};
