/** Scans of a tile in workgroup memory, which handle any length by a scan of tile totals. */

import type { Lesson } from './index.ts';

export const TILES: Record<string, Lesson> = {
  'naive-tiles': {
    idea: `The doubling steps of Hillis and Steele, in fast workgroup memory. A workgroup loads a {tile}, scans it there and stores it. The
      totals of tiles are scanned the same way, then added to the elements of later tiles.`,
    diagram: `The steps within one tile, which are exactly those of Horn’s scan. The scan of tile totals is not drawn.`,
    work: `E log₂ E − (E − 1) applications per tile of E elements. This is not {work-efficient}, but the logarithm is that of the tile’s
      length, not of the input’s.`,
    gpu: `Two halves of an array alternate, so one {barrier} per step is enough, at the price of twice the workgroup memory. The input is
      read once for the scan. The output is read once more to add exclusive prefixes.`,
    choose: `As the first tile scan to read: it has the least code.`,
    changed: `The lecture’s kernel has one buffer and two barriers per step, as here if you choose one buffer. But its barriers are in
      a loop that invocations leave at different times, which is undefined behaviour. Here every invocation takes every step.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Harris 2007, Algorithm 2 and Listing 1',
      'Mahmoud, lecture 6, naive inclusive parallel scan',
    ],
  },
  blelloch: {
    idea: `A balanced tree over a {tile}, in place. The up-sweep stores partial sums at the inner nodes. Then the root becomes the identity,
      and in the down-sweep each node passes its value to its left child, and value ⊕ the left child’s old sum to its right child.`,
    diagram: `Each “up” row has half as many ⊕ as the row before. A square clears the root. In “down” rows, a dashed copy goes left, and a
      ⊕ stays right. The result is exclusive.`,
    work: `E − 1 applications up and E − 1 down for a tile of E elements: {work-efficient}, with twice the steps of the naive scan.`,
    gpu: `Strides double, so in the upper levels all accesses fall on a few banks: the classic {bank-conflict|bank conflict}. Padding by one
      slot after every 32 removes it: a tile of 512 has 16-way conflicts only without padding. Each sweep has one {barrier} per level.`,
    choose: `As the reference for work-efficient scans, and to see the effect of padding.`,
    changed: `Harris shifts an exclusive scan left to make it inclusive. Here each invocation adds its own elements.`,
    sources: [
      'Blelloch 1990, §1.2',
      'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.2',
      'Mahmoud, lecture 6, work-efficient parallel scan',
    ],
  },
  'kogge-stone': {
    idea: `Let s be the sum of the t elements that end at an invocation’s element. The sum of the t elements before them, combined with s,
      is the sum of 2t elements. Doubling t gives all prefixes of a tile of E elements in log₂ E steps. Each invocation keeps its s in a
      register and stores it for the others.`,
    diagram: `As for Horn’s scan: the recurrence is the same, and only the memory that holds the values differs.`,
    work: `About E log₂ E applications per {tile}, so not {work-efficient}. But the {depth} is minimal, and all steps are equally regular.`,
    gpu: `One buffer means two {barrier|barriers} per step: one before writes, one before reads. Neighbouring
      invocations read neighbouring words, so there is no {bank-conflict|bank conflict}. The register saves one of two reads.`,
    choose: `Within small groups of invocations, where the number of steps decides. Most {subgroup} scans use these steps.`,
    changed: `The slides swap the operands, which is right only for operators that commute. Here operands are in index order. With padding,
      identities before the tile make the test for its start unnecessary.`,
    sources: ['Kogge & Stone 1973, recursive doubling', 'Merry 2014, Kogge-Stone, Optimizations and Properties'],
  },
  sklansky: {
    idea: `Divide and conquer. Scan the left half and the right half independently, then combine the last prefix of the left half with every
      prefix of the right half. The first step combines single elements, and blocks double in every step.`,
    diagram: `In every row, half of the columns have a ⊕. All columns of a block read the same column: the last one of the block to the
      left.`,
    work: `E / 2 applications in each of log₂ E steps, for a tile of E elements. The {depth} is minimal and Kogge–Stone needs twice the
      applications, yet this is still not {work-efficient}.`,
    gpu: `Every invocation works in every step. One {barrier} per step suffices, because no invocation writes a slot that another reads in
      the same step. Many reads of one value, a large fan-out, are expensive in a circuit, but cheap here: reads of one address are a broadcast.`,
    choose: `As a simple and fast {tile} scan: short, regular, without idle invocations or padding.`,
    changed: `Sklansky’s network adds two binary numbers. Here it runs on any {monoid}, and tile totals extend it to any length.`,
    sources: ['Sklansky 1960, conditional-sum addition logic', 'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.4'],
  },
  'brent-kung': {
    idea: `Add neighbouring pairs and scan the sums by the same rule. Each prefix of the sums gives two prefixes: the prefix itself, and the
      prefix combined with the pair’s first element. Every level of the recursion has its own memory.`,
    diagram: `“Up” rows build sums of pairs. At the top, two values are left, whose exclusive scan is a shift. “Down” rows turn each
      prefix into two: a dashed copy and a ⊕.`,
    work: `About two applications per element: {work-efficient}. The {depth} is about 2 log₂ E for a tile of E elements, twice the
      minimum.`,
    gpu: `Levels are contiguous, so neighbouring invocations access nearly neighbouring words, and a {bank-conflict|bank conflict} is at
      worst two-way. The price is twice the workgroup memory. Each sweep has one {barrier} per level. There are half as many invocations as
      elements, and little divergence.`,
    choose: `If applications are expensive, as for matrices, and there is enough workgroup memory.`,
    changed: `The slides’ first pseudo-code lacks a factor of 2 in its indices. The kernel follows their pseudo-code for work-items. The
      total of a {tile} is its last prefix ⊕ its last element.`,
    sources: ['Brent & Kung 1982, regular layout of a prefix tree', 'Merry 2014, Brent-Kung, out of place'],
  },
  'brent-kung-in-place': {
    idea: `The recursion of the out-of-place tree in one array. The sum of each pair replaces its second element. On the way down, the
      prefix of a pair moves from its second slot to the first.`,
    diagram: `The operations are the same, in the columns where pairs end. The tree stops at two values, whose scan is a shift.`,
    work: `2E − 3 applications per {tile} of E elements, including its total: {work-efficient}. Each sweep has one step fewer than
      Blelloch’s.`,
    gpu: `No extra memory. But strides double: at stride s, accesses fall on every s-th bank, and {bank-conflict|bank conflicts} grow with
      each level. One unused word after every 32 spreads the accesses over the banks. Without it, a tile of 512 has 16-way conflicts.
      Merry’s slides report two-way conflicts with padding. They occur in a tile of 2,048. The out-of-place tree has as many
      {barrier|barriers}.`,
    choose: `To see the effect of memory layout: compare it with and without padding, and with the out-of-place tree.`,
    changed: `The slides show no code for this tree. Padding follows Harris. An inclusive scan adds each element to its exclusive prefix.`,
    sources: [
      'Brent & Kung 1982, regular layout of a prefix tree',
      'Merry 2014, Brent-Kung, Memory Arrangement',
      'Harris 2007, avoiding bank conflicts',
    ],
  },
  'brent-kung-radix': {
    idea: `A tree of sums need not be binary. If each node has k children, an invocation sums k values serially on the way up, and computes
      k prefixes serially on the way down.`,
    diagram: `Radix 4 on 16 columns: three serial ⊕ for every node of the first level, a scan of four values at the top, then the way
      back.`,
    work: `Still about two applications per element, so {work-efficient}. For E elements in a tile, the {depth} grows to about 2(k − 1)
      log_k E, because the children of a node are handled serially.`,
    gpu: `Fewer levels mean fewer {barrier|barriers}: about 2 log_k E. Serial steps need no synchronisation and keep invocations busy. An
      odd radix avoids every {bank-conflict|bank conflict}. A power of two causes k-way conflicts.`,
    choose: `If barriers dominate the time. Sweep the radix to find where serial steps cost more than the barriers they save.`,
    changed: `The slides only state that a higher radix is possible. Here a level whose length is not a multiple of k ends in a smaller
      node. One invocation scans the top of the {tile}.`,
    sources: ['Merry 2014, Generalizing Brent-Kung', 'Brent & Kung 1982, regular layout of a prefix tree'],
  },
  'han-carlson': {
    idea: `Add neighbouring pairs, then scan the sums of pairs by Kogge and Stone’s steps. Now every second element has its prefix. One last
      step combines every other element with the prefix of the element before it.`,
    diagram: `The first row and the last row are one level of Brent and Kung’s tree. The rows between are those of Kogge–Stone, on every
      second column.`,
    work: `(E / 2) log₂ E applications per {tile} of E elements: half of Kogge–Stone’s, and as many as Sklansky’s, so not {work-efficient}.
      The {depth} is log₂ E + 1, one more than the minimum.`,
    gpu: `No value is read by more than two invocations in one step. A small fan-out helps a circuit, but hardly a GPU, which broadcasts.
      Kogge and Stone’s steps have two {barrier|barriers} each. Neighbours access every second word, so a {bank-conflict|bank conflict} is two-way.`,
    choose: `To compare with Kogge–Stone: twice the elements per invocation, for one step more.`,
    changed: `The paper’s circuits add two binary numbers; here any {monoid} is scanned. The paper also has several levels of pairs; one
      level gives the least depth.`,
    sources: ['Han & Carlson 1987, hybrid of two prefix graphs'],
  },
  'ladner-fischer': {
    idea: `Two recursions alternate. “Halves” adds the last prefix of the left half to the right half. “Pairs” scans the sums of pairs,
      then fills the prefixes between. “Pairs” takes one more step, but its last prefix is ready one step early. “Halves” needs only this
      prefix of the left half, so scanning that half by pairs costs no depth. Each extra step puts a level of pairs around the scan.`,
    diagram: `One extra step: pairs, then halves of the sums, then the prefixes between. Up to 16 columns, the rows between are Sklansky’s.
      In longer tiles, they have fewer ⊕.`,
    work: `Fewer than four applications per element at minimal {depth}: {work-efficient}. Each extra step saves applications, down to
      Brent and Kung’s number.`,
    gpu: `One {barrier} per step. Invocations keep their slots, so there is no {bank-conflict|bank conflict}, but many invocations idle.
      Finding the slot to combine with takes many integer instructions.`,
    choose: `To trade depth for work, if applications are expensive.`,
    changed: `Textbooks of adders draw Sklansky’s scan between levels of pairs, which is the same up to 8 sums. Each ⊕ is as late as
      possible.`,
    sources: ['Ladner & Fischer 1980, circuits P₀ and Pₖ'],
  },
  knowles: {
    idea: `Scans of the least depth differ in how many neighbours read one value in a step: one in Kogge and Stone’s scan, up to half of
      the tile in Sklansky’s. Here you limit this fan-out to f: Sklansky’s steps scan blocks of f elements. Then each element is combined
      with the last value of an earlier block, at a distance of 1, then 2, then 4 blocks and so on.`,
    diagram: `With fan-out 2, pairs are summed first. In later rows, both columns of a pair read one column.`,
    work: `(E / 2) log₂ f + E log₂ (E / f) − (E − f) applications per {tile} of E elements: fewer with a larger fan-out, but never
      {work-efficient}.`,
    gpu: `Sklansky’s steps need one {barrier}, Kogge and Stone’s two, so a large fan-out saves barriers. Neighbours read one address or
      different banks: no {bank-conflict|bank conflict}.`,
    choose: `To see how little fan-out costs on a GPU. In a circuit, it decides the speed.`,
    changed: `For Knowles’ operator, x ⊕ x = x, so two combined sums may share elements. A sum would count these twice. Here only the scans
      without shared elements exist.`,
    sources: ['Knowles 1999, family of prefix graphs'],
  },
  raking: {
    idea: `Each invocation has a run of k neighbouring elements and sums it serially. One scan by the workgroup gives the exclusive prefix
      of every run. Then each invocation scans its run from that prefix. Parallelism is used only where it is needed.`,
    diagram: `Four runs of four columns: serial sums, two doubling steps over the sums of the runs, then serial scans.`,
    work: `Two applications per element and a small scan of the sums: {work-efficient}, even if the small scan is not.`,
    gpu: `The number of {barrier|barriers} does not depend on k, so longer runs spread their cost over more elements. Neighbouring
      invocations load neighbouring elements into workgroup memory, so loads coalesce although each invocation has its own run. With an
      odd k, invocations access different banks, without a {bank-conflict|bank conflict}.`,
    choose: `As a reference for the other scans of this family. “Reduce, then scan” scans the same {tile|tiles} with less traffic.`,
    changed: `In the papers, each lane of one warp has a run; here, each invocation has one. The steps of Kogge and Stone scan the sums of
      the runs.`,
    sources: ['Blelloch 1990, §1.2', 'Dotsenko et al. 2008, matrix-based scan', 'Merrill & Grimshaw 2009, raking within a block'],
  },
  matrix: {
    idea: `Write a {tile} as a square matrix, row by row. Its product with a triangular matrix of ones holds the prefix sums of each row.
      Another triangular product gives the sum of the rows before each row. Together they give the prefix sums of the tile.`,
    diagram: `Four rows: each is scanned by its product, the sums of the rows are scanned, and every row adds the sum before it.`,
    work: `About six additions per element here, since zeros are left out. A matrix unit also multiplies by the zeros: with S columns,
      its {work} is S per element.`,
    gpu: `Four {barrier|barriers} per tile are few for a scan in workgroup memory. Matrix units compute such products in a few instructions.
      WebGPU does not offer them yet, so the products here are portable loops.`,
    choose: `To see how accelerators for neural networks scan. Only sums have such products, not other operators or pairs of flag and
      value.`,
    changed: `Nothing is multiplied, so an infinity in one row does not turn others into NaN. The second product uses only the sums of
      rows.`,
    sources: [
      'Dakkak et al. 2019, scan by matrix products',
      'Wróblewski, Gottardo & Zouzias 2025, arXiv 2505.15112',
      'Sobczyk, Sorrentino & Zouzias 2025, arXiv 2506.23906',
    ],
  },
};
