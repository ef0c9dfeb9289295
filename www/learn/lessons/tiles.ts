/** Lessons of scans of a tile in workgroup memory. A scan of tile totals extends them to any length. */

import type { Lesson } from './index.ts';

export const TILES: Record<string, Lesson> = {
  'naive-tiles': {
    idea: `Each workgroup loads a {tile}, its part of the input, into fast workgroup memory. In the first step, every position adds the
      value of its left neighbour, then the value 2 positions before it, then 4 and so on. The totals of tiles are scanned the same way.
      Then each tile adds the sum of the tiles before it.`,
    diagram: `The steps within one tile. Each ⊕ applies the operator. The scan of totals is not drawn.`,
    work: `A tile of E elements takes E log₂ E − (E − 1) applications. That is not {work-efficient}, but a tile is short, so its logarithm
      is small.`,
    gpu: `Two arrays alternate as source and destination. So one {barrier} per step is enough, but the workgroup memory is doubled. The
      output is read again to add the sums of earlier tiles.`,
    choose: `As the first tile scan to read: it has the least code.`,
    changed: `Mahmoud’s kernel has one array and two barriers per step. Its invocations leave the loop around the barriers at different
      times, which is undefined behaviour. Here every invocation takes every step.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Harris 2007, Algorithm 2 and Listing 1',
      'Mahmoud, lecture 6, naive inclusive parallel scan',
    ],
  },
  blelloch: {
    idea: `The elements of a {tile} are the leaves of a balanced tree. The up-sweep stores at each inner node the sum of its children. Then
      the root becomes the identity: 0 for sums. In the down-sweep, each node passes its value to its left child. The right child gets this
      value plus the left child’s old sum.`,
    diagram: `Each ⊕ applies the operator. In “down” rows, a dashed line leads to the left child, and a ⊕ computes the right one. The result
      is exclusive: each column holds the sum of everything before it.`,
    work: `A tile of E elements takes E − 1 applications up and E − 1 down. That is {work-efficient}, with a {depth} of 2 log₂ E, twice the
      minimum.`,
    gpu: `On higher levels, nodes are farther apart, so their words share few banks of workgroup memory, and accesses wait: a
      {bank-conflict|bank conflict}. Padding, one unused word after every 32, prevents it. Each sweep has one {barrier} per level.`,
    choose: `As the reference for work-efficient scans.`,
    changed: `To include each element itself, Harris shifts the result. Here each invocation adds its own elements.`,
    sources: [
      'Blelloch 1990, §1.2',
      'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.2',
      'Mahmoud, lecture 6, work-efficient parallel scan',
    ],
  },
  'kogge-stone': {
    idea: `Each invocation has one element of a {tile}, and keeps a sum s of elements that end there. At first, s is only this element. In
      the first step, every s adds the s of the invocation before, then the s two positions before, then four and so on.`,
    diagram: `Each ⊕ applies the operator. The distances are 1, 2, 4 and 8 columns.`,
    work: `About E log₂ E applications for a tile of E elements, so the scan is not {work-efficient}. But the {depth} is minimal: log₂ E
      steps.`,
    gpu: `All s are in workgroup memory. Each step has two {barrier|barriers}: one between reads and writes, one after the writes.
      Neighbouring invocations read neighbouring words, without a {bank-conflict|bank conflict}. Each invocation also keeps its own s in a
      register, which saves one of two reads.`,
    choose: `Within a {subgroup}. Most scans there use these steps.`,
    changed: `Merry swaps the operands, which is right only if the operator commutes. Here operands are in index order. With padding,
      zeros (in general, identities) stand before the tile, so its start is no special case.`,
    sources: ['Kogge & Stone 1973, recursive doubling', 'Merry 2014, Kogge-Stone, Optimizations and Properties'],
  },
  sklansky: {
    idea: `Scan the left half and the right half of a {tile} independently, by the same rule. Then add the last prefix of the left half, its
      total, to every prefix of the right half. So the first step combines single elements, and blocks double in every step.`,
    diagram: `Each ⊕ applies the operator. In every row, half of the columns have a ⊕. All columns of a block read the last column of the
      block to the left.`,
    work: `A tile of E elements takes E / 2 applications in each of log₂ E steps. The {depth} is minimal. Kogge–Stone has the same depth,
      but up to twice the applications. Still, the scan is not {work-efficient}.`,
    gpu: `No invocation writes a word that another reads in the same step, so one {barrier} per step is enough. Many invocations read the
      same word. That is cheap, because workgroup memory broadcasts it.`,
    choose: `As a simple and fast tile scan. No invocation is idle.`,
    changed: `Sklansky’s circuit adds two binary numbers. Here the method runs on any {monoid}. A scan of tile totals extends it to any
      length.`,
    sources: ['Sklansky 1960, conditional-sum addition logic', 'Harris, Sengupta & Owens 2007, GPU Gems 3, §39.2.4'],
  },
  'brent-kung': {
    idea: `Add neighbouring pairs, and scan the sums by the same rule. The result for a pair is its prefix: the sum of all elements before
      the pair. It is also the prefix of the pair’s first element. Adding this element gives the prefix of the second element.`,
    diagram: `Each ⊕ applies the operator. “Up” rows add pairs. At the top, two sums a and b become 0 and a. “Down” rows turn each prefix
      into two: a dashed copy and a ⊕.`,
    work: `About two applications per element, so the scan is {work-efficient}. For a {tile} of E elements, the {depth} is about 2 log₂ E,
      twice the minimum.`,
    gpu: `Each level of sums has its own contiguous array. So neighbouring invocations access nearly neighbouring words, and a
      {bank-conflict|bank conflict} is at most two-way: two accesses wait for one bank. The price is twice the workgroup memory. Each level
      takes one {barrier} up and one down.`,
    choose: `If applications are expensive, as for matrices.`,
    changed: `Merry’s first pseudo-code lacks a factor of 2 in its indices. The kernel follows the second one.`,
    sources: ['Brent & Kung 1982, regular layout of a prefix tree', 'Merry 2014, Brent-Kung, out of place'],
  },
  'brent-kung-in-place': {
    idea: `Add neighbouring pairs of a {tile}, then pairs of sums, and so on up a tree. Each sum replaces the pair’s second element. On the
      way down, the second element receives the pair’s prefix: the sum of all elements before the pair. The prefix moves to the first
      element. The second becomes the prefix plus the old first element.`,
    diagram: `Each ⊕ applies the operator. At the top, two sums a and b become 0 and a.`,
    work: `A tile of E elements takes 2E − 3 applications, including its total, so the scan is {work-efficient}.`,
    gpu: `On higher levels, accessed words are farther apart and share few banks of workgroup memory: {bank-conflict|bank conflicts}. In a
      tile of 512, up to 16 accesses wait for one bank. Padding, one unused word after every 32, spreads the words. Then a tile of
      2,048 has only two-way conflicts. Each level takes one {barrier} up and one down.`,
    choose: `To see the effect of padding.`,
    changed: `Merry shows no code for this tree. The padding is Harris’s. An inclusive scan adds each element to its prefix.`,
    sources: [
      'Brent & Kung 1982, regular layout of a prefix tree',
      'Merry 2014, Brent-Kung, Memory Arrangement',
      'Harris 2007, avoiding bank conflicts',
    ],
  },
  'brent-kung-radix': {
    idea: `In a tree of sums, nodes need not have two children. Here each node has k children, and k is called the radix. On the way up, one
      invocation adds the children of a node one after another. On the way down, it computes their prefixes one after another.`,
    diagram: `Radix 4 on 16 columns. Each ⊕ applies the operator. Each node of the first level takes three ⊕. At the top, four sums are
      scanned.`,
    work: `Still about two applications per element, so the scan is {work-efficient}. But a node handles its children serially. For a {tile}
      of E elements, the {depth} grows to about 2(k − 1) log_k E.`,
    gpu: `A larger k means fewer levels, and so fewer {barrier|barriers}: about 2 log_k E. With an odd k, there is no
      {bank-conflict|bank conflict}. If k is a power of two, k accesses wait for one bank of workgroup memory.`,
    choose: `If barriers dominate the time.`,
    changed: `Merry only states that a larger radix is possible. Here a level whose length is not a multiple of k ends in a smaller
      node.`,
    sources: ['Merry 2014, Generalizing Brent-Kung', 'Brent & Kung 1982, regular layout of a prefix tree'],
  },
  'han-carlson': {
    idea: `Add neighbouring pairs of a {tile}. Then scan these sums by Kogge and Stone’s steps: every sum adds the sum 1, then 2, then 4 …
      pairs before it. Now every second element has its prefix. In the last step, each other element adds the prefix of the element before
      it.`,
    diagram: `Each ⊕ applies the operator. The first row adds pairs. Kogge and Stone’s steps follow, on every second column. The last row
      completes the other columns.`,
    work: `A tile of E elements takes (E / 2) log₂ E applications: little more than half of Kogge–Stone’s, but still not {work-efficient}.
      The {depth} is log₂ E + 1, one more than the minimum.`,
    gpu: `Kogge and Stone’s steps have two {barrier|barriers} each. Neighbouring invocations access every second word, so two accesses wait
      for one bank of workgroup memory: a two-way {bank-conflict|bank conflict}.`,
    choose: `To compare with Kogge–Stone. Each invocation has two elements instead of one, for one step more.`,
    changed: `The paper’s circuits add two binary numbers. Here any {monoid} is scanned. Other circuits of the paper add pairs on several
      levels. One level gives the least depth.`,
    sources: ['Han & Carlson 1987, hybrid of two prefix graphs'],
  },
  'ladner-fischer': {
    idea: `Two rules alternate. “Halves” scans both halves of a {tile}, then adds the last prefix of the left half to the right half.
      “Pairs” adds neighbouring pairs, scans the sums, then computes the prefixes between. “Pairs” takes one step more, but its last prefix
      needs no extra step. “Halves” needs only this prefix from its left half. So it scans the left half by “pairs”, without more depth.`,
    diagram: `Each ⊕ applies the operator. One extra step: pairs around halves. Up to 16 columns, the rows between are Sklansky’s scan,
      which has only halves.`,
    work: `Fewer than four applications per element at minimal {depth}: {work-efficient}. Each extra step adds a level of “pairs” and saves
      applications, down to Brent and Kung’s number.`,
    gpu: `One {barrier} per step. Each invocation always updates the same words of workgroup memory, so there is no
      {bank-conflict|bank conflict}, but many invocations idle. Many integer instructions compute which word to add.`,
    choose: `To trade depth for work, if applications are expensive.`,
    changed: `Textbooks of adders draw Sklansky’s scan between levels of pairs. That is the same up to 8 sums.`,
    sources: ['Ladner & Fischer 1980, circuits P₀ and Pₖ'],
  },
  knowles: {
    idea: `Scans of the least {depth} differ in fan-out: how many invocations read one value in a step. In Kogge and Stone’s scan, it is 1.
      In Sklansky’s, it is up to half of the {tile}. Here you limit it to f. First, Sklansky’s steps scan blocks of f elements. Then Kogge
      and Stone’s steps follow: each element adds the last value of the block 1, then 2, then 4 … blocks before it.`,
    diagram: `Fan-out 2. Each ⊕ applies the operator. The first row adds pairs. Later rows add last values of pairs.`,
    work: `A tile of E elements takes (E / 2) log₂ f + E log₂ (E / f) − (E − f) applications. A larger f takes fewer, but the scan is never
      {work-efficient}.`,
    gpu: `Sklansky’s steps need one {barrier}. Kogge and Stone’s need two, so a large f saves barriers. Neighbouring invocations read the
      same word or different banks, without a {bank-conflict|bank conflict}.`,
    choose: `To see how little fan-out costs on a GPU.`,
    changed: `For Knowles’ operator, x ⊕ x = x, so combined sums may share elements. Addition would count these elements twice, so here sums
      share none.`,
    sources: ['Knowles 1999, family of prefix graphs'],
  },
  raking: {
    idea: `A {tile} is divided into runs of k neighbouring elements, and each invocation sums one run. A scan of these sums by the whole
      workgroup gives each run its start: the sum of the runs before it. Then each invocation scans its run from there.`,
    diagram: `Four runs of four columns. Each ⊕ applies the operator. First come serial sums, then two steps that scan the sums, then serial
      scans.`,
    work: `Two applications per element, and a small scan of the sums. That is {work-efficient}, even if the small scan is not.`,
    gpu: `The number of {barrier|barriers} does not depend on k, so longer runs have fewer barriers per element. Neighbouring invocations
      load neighbouring elements into workgroup memory, because global memory serves such accesses together. From there, each invocation
      reads its run. With an odd k, these reads are in different banks, without a {bank-conflict|bank conflict}.`,
    choose: `As a reference for other tile scans.`,
    changed: `In the papers, each lane of one {subgroup} has a run. Here each invocation of the workgroup has one.`,
    sources: ['Blelloch 1990, §1.2', 'Dotsenko et al. 2008, matrix-based scan', 'Merrill & Grimshaw 2009, raking within a block'],
  },
  matrix: {
    idea: `Write a {tile} as a square matrix, row by row. Its product with a triangular matrix of ones and zeros holds the prefix sums of
      each row. Another triangular matrix gives, for each row, the sum of all rows before it. Added together, both give the prefix sums of
      the tile.`,
    diagram: `Each row of four columns is scanned by its product. Then the sums of rows are scanned, and each row adds the sum of the rows
      before it.`,
    work: `About six additions per element, because this kernel leaves out the zeros. A matrix unit, hardware for such products, also
      multiplies by zeros: with S columns, its {work} is S operations per element.`,
    gpu: `WebGPU offers no matrix units yet, so the products are loops here. Four {barrier|barriers} per tile are few.`,
    choose: `To see how accelerators for neural networks scan. Only sums can be written as such products. Other operators and {segmented}
      scans cannot.`,
    changed: `With multiplications, infinity times zero would be NaN (not a number). One infinity in a row would spoil other rows. Here
      nothing is multiplied.`,
    sources: [
      'Dakkak et al. 2019, scan by matrix products',
      'Wróblewski, Gottardo & Zouzias 2025, arXiv 2505.15112',
      'Sobczyk, Sorrentino & Zouzias 2025, arXiv 2506.23906',
    ],
  },
};
