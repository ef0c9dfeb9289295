/** Lessons of scans in a single dispatch, whose tiles wait for their predecessors, and of the automatic choice. */

import type { Lesson } from './index.ts';

export const SINGLE_PASS: Record<string, Lesson> = {
  chained: {
    idea: `Scan everything in one {dispatch}. Each workgroup sums a {tile}, its part of the input. Then it waits until the tile before has
      published its inclusive prefix: the sum of everything up to that tile’s end. It adds its own sum, publishes the result, and scans its
      tile.`,
    diagram: `Four tiles are summed at the same time. Each ⊕ applies the operator. The prefix passes from tile to tile, by three ⊕.
      Then all tiles are scanned.`,
    work: `About three applications per element: {work-efficient}. But the {depth} contains a chain over all tiles, and each link takes the
      latency of a memory access.`,
    gpu: `For n elements, there are n reads and n writes, the least possible. But waiting workgroups occupy the device. The scan needs
      {forward-progress|forward progress}, which WebGPU does not guarantee.`,
    choose: `To compare it with decoupled {look-back}, which avoids the chain.`,
    changed: `A workgroup that starts draws a ticket, which is the index of its tile. So all earlier tiles have started too. If a wait takes
      too long, the run is aborted, so that the device does not hang.`,
    sources: ['Yan, Long & Zhang 2013, adjacent synchronisation in StreamScan'],
  },
  'look-back': {
    idea: `Each workgroup handles one {tile}. It first publishes the tile’s aggregate, the sum of its elements. Then it
      {look-back|looks back} over earlier tiles. It adds their aggregates until it meets an inclusive prefix: the sum of everything up to a
      tile’s end. Then it publishes its inclusive prefix, and scans its tile.`,
    diagram: `Each ⊕ applies the operator. Tiles 2 to 4 look back together. Tile 2 adds a prefix. Tiles 3 and 4 add an aggregate first.`,
    work: `About three applications per element, and a few more during look-back: {work-efficient}.`,
    gpu: `One {dispatch}, with n reads and n writes for n elements. Each invocation of a {subgroup} reads the state of one earlier tile: a
      value with a flag for its kind. Both must be read together, or a new flag may meet an old value.`,
    choose: `As the fastest scan for long inputs, if a test of the device finds {forward-progress|forward progress}.`,
    changed: `Each word of a state holds the flag, the number of the run and 16 bits of the value. So states of earlier runs need not be
      cleared. Waits are bounded.`,
    sources: ['Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-deterministic': {
    idea: `Look-back in a fixed order. Each {tile} publishes its aggregate, the sum of its elements. The last tile of every group of 32
      tiles also publishes the sum of the group. Every 32nd group publishes an anchor: the sum of everything up to the group’s end. A tile
      adds the last anchor, the sums of the groups after that, and the aggregates of earlier tiles in its own group.`,
    diagram: `Each ⊕ applies the operator. The four tiles form one group. Each tile adds the aggregates of the tiles before it.`,
    work: `About three applications per element, and two sums of 32 published values per tile: {work-efficient}.`,
    gpu: `One {dispatch}, with n reads and n writes for n elements. Each anchor needs the previous one: a chain with one link per 1,024
      tiles. The scan needs {forward-progress|forward progress}.`,
    choose: `For f32 sums that must be identical in every run, bit by bit. In plain {look-back}, timing determines the order of additions,
      and so the rounding.`,
    changed: `NVIDIA’s library CCCL has an anchor at every 32nd tile. Here groups make the chain 32 times shorter.`,
    sources: ['NVIDIA 2026, deterministic look-back in CCCL', 'Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-fallback': {
    idea: `In decoupled {look-back}, a workgroup adds the sums that earlier tiles have published, and may have to wait for them. Here waits
      are short. If a {tile} has published nothing after some spins (repeated reads), the waiting workgroup sums that tile from the input.
      It publishes this sum, the tile’s aggregate, and continues. This is a fallback.`,
    diagram: `Each ⊕ applies the operator. In a fallback, another workgroup repeats the rows that sum a tile.`,
    work: `About three applications per element if there are no fallbacks: {work-efficient}. Each fallback sums one tile again, and one
      look-back may need several.`,
    gpu: `At best, one {dispatch} with n reads and n writes for n elements. The scan needs no {forward-progress|forward progress}, so it is
      safe on devices where waiting would hang.`,
    choose: `As the single-pass scan for unknown devices.`,
    changed: `Each word of a published value has its own flag, so elements of several words work too. Two workgroups may publish the sum of
      the same tile, and must write the same bits. Sums that round may differ, so only their own tiles publish them.`,
    sources: ['Smith, Levien & Owens 2025, decoupled fallback', 'Merrill & Garland 2016, decoupled look-back'],
  },
  'look-ahead': {
    idea: `A fixed number of workgroups each handle one {tile} after another. For each tile, a workgroup publishes only the aggregate: the
      sum of the tile’s elements. It keeps a sum over the first tiles of the input. For its next tile, it extends this sum by the aggregates
      of all tiles up to there.`,
    diagram: `Each ⊕ applies the operator. The four tiles form one window: their aggregates are read together. Each tile waits for
      aggregates only.`,
    work: `About three applications per element, and the sums of aggregates for each tile: {work-efficient}.`,
    gpu: `One {dispatch}, with n reads and n writes for n elements. Each invocation reads one aggregate. The scan needs
      {forward-progress|forward progress}.`,
    choose: `For more than 2¹⁷ and up to 2²⁰ elements. Then all tiles run at once, and a tile reads 256 aggregates at a time. For longer
      inputs, {look-back} is faster. Rounded sums are the same in every run.`,
    changed: `In NVIDIA’s library CUB, different subgroups load, sum, look ahead and store. WGSL has no barriers for a part of a workgroup,
      so all invocations do these steps in turn.`,
    sources: ['NVIDIA 2026, “lookahead” scan of CUB in CCCL 3.4'],
  },
  auto: {
    idea: `This is not an algorithm, but a choice. A table of measurements names the fastest scan for a kind of device and a length. That
      scan runs as if you had chosen it.`,
    diagram: `An example: a scan of four {tile|tiles} in one pass. The plan below shows the actual choice for your number of elements n.`,
    work: `Work and depth are those of the chosen scan. Long inputs need a {work-efficient} scan. For short inputs, the number of steps
      matters more than {work}.`,
    gpu: `The dominant cost changes with n. For short inputs, it is the time to start a {dispatch}. For long inputs, it is the bandwidth of
      memory. In between, it is {barrier|barriers} and latency.`,
    choose: `If you need prefix sums and do not want to study them. The table was measured on other devices, so compare the choice with
      other scans on your device.`,
    changed: `No paper describes this choice. The table is data of this project. A scan is not chosen if the device lacks something that it
      needs, such as {forward-progress|forward progress} or {subgroup|subgroups}.`,
    sources: ['ScanLab 2026, table in src/scan/auto.rs'],
  },
};
