/** Scans of a tile in workgroup memory, with tile totals for any length. */

import type { Lesson } from './index.ts';

export const TILES: Record<string, Lesson> = {
  'naive-tiles': {
    idea: `The doubling steps of Hillis and Steele, moved into fast workgroup memory. A workgroup loads a {tile}, scans it there and
      stores it; tile totals are scanned likewise and added back.`,
    diagram: `The steps within one tile, exactly Horn’s. The scan of tile totals is not drawn.`,
    work: `Per tile of E elements E log₂ E − (E − 1) applications. Not {work-efficient}, but the logarithm is that of a tile, not of the input.`,
    gpu: `Two halves of an array alternate, so one {barrier} a step is enough, at twice the workgroup memory. The input is read once to
      scan, and the output once more to add the exclusive prefixes.`,
    choose: `As the first tile scan to read: it has the least code.`,
    changed: `The lecture’s kernel has one buffer and two barriers a step, as the parameter “buffers” = 1 has; it puts them into a loop that
      invocations leave at different times, which is undefined. Here every invocation takes every step.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Harris 2007, Algorithm 2 and Listing 1',
      'Mahmoud, lecture 6, naive inclusive parallel scan',
    ],
  },
  blelloch: {
    idea: `A balanced tree over a {tile}, in place. The up-sweep stores partial sums at the inner nodes. Then the root becomes the
      identity, and in the down-sweep each node hands its value to its left child, and value ⊕ the left child’s old sum to its right child.`,
    diagram: `Rows “up” halve the number of ⊕; a square clears the root; in rows “down” a dashed copy goes left while a ⊕ stays right. The
      result is exclusive.`,
    work: `E − 1 applications up and E − 1 down for E elements: {work-efficient}, with twice the steps of the naive scan.`,
    gpu: `Strides double, so in the upper levels all accesses fall on few banks: the classic {bank-conflict|bank conflict}. Padding
      by one slot after every 32 removes it: by the kernel’s addresses from 16-way to none in a tile of 512. A {barrier} a level each way.`,
    choose: `As the reference for work-efficient scans, and to see the effect of padding.`,
    changed: `Harris shifts an exclusive scan to the left to make it inclusive, and appends the total; here each invocation adds its own
      elements, so nothing moves between {tile|tiles}.`,
    sources: [
      'Blelloch 1990, §1.2',
      'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.2',
      'Mahmoud, lecture 6, work-efficient parallel scan',
    ],
  },
  'kogge-stone': {
    idea: `Let s be the sum of the t elements that end here; the sum of 2t is that of the t before, combined with s. Doubling t gives all
      prefixes in log₂ E steps. Each invocation keeps its own s in a register and stores it for the others.`,
    diagram: `The same picture as Horn’s scan: the recurrence is the same, only the memory of the values differs.`,
    work: `About E log₂ E applications a {tile}, so not {work-efficient}; but {depth} is minimal and every step is equally regular.`,
    gpu: `One buffer means two {barrier|barriers} a step: one before overwriting, one before reading. Neighbours read neighbours, so there is no
      {bank-conflict|bank conflict}. The register saves one of two reads.`,
    choose: `Within small groups of invocations, where steps are what counts: it is also how most {subgroup} scans work inside.`,
    changed: `The slides’ operands are swapped, which is right only for operators that commute; here they are in order. With padding,
      identities in front of the tile replace the “if”.`,
    sources: ['Kogge & Stone 1973, recursive doubling', 'Merry 2014, Kogge-Stone, Optimizations and Properties'],
  },
  sklansky: {
    idea: `Divide and conquer. Scan the left half and the right half independently, then combine the last prefix of the left with every
      element of the right. Unrolled from the bottom, blocks double in every step.`,
    diagram: `In every row half of the columns have a ⊕, and all those of a block read the same column: the last of the block to its left.`,
    work: `Half of E in each of log₂ E steps. The least {depth} and half of Kogge–Stone’s applications, yet still not {work-efficient}.`,
    gpu: `Every invocation works in every step, and one {barrier} a step suffices because no slot is written that another invocation reads. The
      fan-out, expensive in a circuit, is cheap here: reads of one address are a broadcast.`,
    choose: `As a strong plain {tile} scan: short, regular, no idle invocations, no padding.`,
    changed: `Sklansky’s network is an adder of two numbers; here it runs on any {monoid}, and tile totals extend it to any length.`,
    sources: ['Sklansky 1960, conditional-sum addition logic', 'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.4'],
  },
  'brent-kung': {
    idea: `Add neighbouring pairs, scan the sums by the same rule, and get two prefixes from each: that before the pair as it is, and
      that combined with the pair’s first element. Every level of the recursion has memory of its own.`,
    diagram: `Rows “up” build pair sums, the two values at the top are shifted, and rows “down” turn each prefix into two: a dashed copy and a ⊕.`,
    work: `About two applications an element: {work-efficient}. The {depth} is some 2 log₂ E, twice the minimum.`,
    gpu: `Levels are contiguous, so neighbouring invocations access nearly neighbouring words and a {bank-conflict|bank conflict} is two-way at
      worst, as its addresses show step by step, for twice the workgroup memory. One {barrier} a level each way; half as many invocations as elements, and little divergence.`,
    choose: `When applications are expensive, such as for matrices, and workgroup memory is plentiful.`,
    changed: `The slides’ first pseudo-code lacks a factor 2 in its indices; the one for work-items runs here. The {tile}’s total is the
      last prefix ⊕ the last element.`,
    sources: ['Brent & Kung 1982, regular layout of a prefix tree', 'Merry 2014, Brent-Kung, out of place'],
  },
  'brent-kung-in-place': {
    idea: `The same recursion as the out-of-place tree, in a single array: each pair’s sum replaces its second element, and on the way down
      the prefix moves from the second slot to the first.`,
    diagram: `Identical operations at the columns where pairs end. It stops at two values: scanning those needs a shift, no ⊕.`,
    work: `2E − 3 applications a {tile}, its total included; {work-efficient}, and a step less up and down than Blelloch’s, which goes on to a root.`,
    gpu: `No extra memory. But strides double, so at stride s every s-th bank is hit, and a {bank-conflict|bank conflict} grows with each level. Padding
      at one word in 32 spreads them: by the kernel’s addresses from 16-way to none in a tile of 512; the slides’ two-way is that of 2,048. As many {barrier|barriers} as the out-of-place tree.`,
    choose: `Beside the out-of-place form, to see the effect of memory layout alone: turn padding on and off and compare the three.`,
    changed: `The slides show no code for it. Padding after every 32 slots follows Harris; an inclusive scan adds each element to its prefix.`,
    sources: [
      'Brent & Kung 1982, regular layout of a prefix tree',
      'Merry 2014, Brent-Kung, Memory Arrangement',
      'Harris 2007, avoiding bank conflicts',
    ],
  },
  'brent-kung-radix': {
    idea: `A tree of sums need not be binary. With k children a node, an invocation sums k values serially on the way up, and computes k
      prefixes serially on the way down.`,
    diagram: `Radix 4 on 16 columns: three serial ⊕ for every node of the first level, four values scanned at the top, then back.`,
    work: `Still about two applications an element, so {work-efficient}; {depth} grows to about 2(k − 1) log_k E because children are serial.`,
    gpu: `Fewer levels, so fewer {barrier|barriers}: about 2 log_k E. Serial steps need no synchronisation and keep invocations busy. An odd radix
      avoids every {bank-conflict|bank conflict}; a power of two gives k-way ones.`,
    choose: `When barriers dominate. Sweep the radix to find where serial steps cost more than the barriers they save.`,
    changed: `The slides only state that it can be done. Here a level that is no multiple of k ends in a smaller node, and one invocation
      scans the top of the {tile}.`,
    sources: ['Merry 2014, Generalizing Brent-Kung', 'Brent & Kung 1982, regular layout of a prefix tree'],
  },
  raking: {
    idea: `Each invocation has a run of k neighbours. It sums its run serially; one scan by the workgroup gives the exclusive prefix of
      every run; then it scans its run from that. Parallelism is used only where it is needed.`,
    diagram: `Four runs of four columns: serial sums, two doubling steps between the ends of the runs, then serial scans.`,
    work: `Two applications an element and a small scan of the sums, so {work-efficient}, however wasteful the scan in the middle.`,
    gpu: `The number of {barrier|barriers} does not depend on k: longer runs amortise it over more elements. Elements pass through workgroup
      memory, so that loads coalesce although runs are contiguous; an odd k keeps invocations on different banks, without {bank-conflict|bank conflict}.`,
    choose: `As the tile scan to beat in this frame. The same {tile} with less device traffic is “reduce, then scan”.`,
    changed: `Runs belong to invocations, not to the lanes of one warp, and Kogge and Stone’s recurrence scans their sums.`,
    sources: ['Blelloch 1990, §1.2', 'Dotsenko et al. 2008, matrix-based scan', 'Merrill & Grimshaw 2009, raking within a block'],
  },
  matrix: {
    idea: `Write a {tile} as a square matrix, row by row. Multiplied by a triangular matrix of ones it becomes the prefix sums of its rows;
      another triangular product gives, for each row, the sum of the rows before. Together they are the prefix sums of the tile.`,
    diagram: `Four rows: each is scanned by its product, the sums of the rows are scanned, and every row gets the sum before it.`,
    work: `About six additions an element here, where the zeros are left out. A matrix unit multiplies by them too, so its {work} is S an
      element for S columns, which costs it little.`,
    gpu: `Four {barrier|barriers} a tile, few for a scan in workgroup memory. Matrix units do such products in a few instructions; WebGPU
      does not offer them yet, so these are portable loops.`,
    choose: `To see how accelerators of neural networks scan. Sums only: other operators have no such product, nor have pairs of flag
      and value.`,
    changed: `No multiplications, so an infinity in one row does not turn others into NaN. The row sums are multiplied instead of the matrix.`,
    sources: [
      'Dakkak et al. 2019, scan by matrix products',
      'Wróblewski, Gottardo & Zouzias 2025, arXiv 2505.15112',
      'Sobczyk, Sorrentino & Zouzias 2025, arXiv 2506.23906',
    ],
  },
};
