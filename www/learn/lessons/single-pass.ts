/** Scans in a single dispatch, whose tiles wait for their predecessors, and the automatic choice. */

import type { Lesson } from './index.ts';

export const SINGLE_PASS: Record<string, Lesson> = {
  chained: {
    idea: `Scan everything in one dispatch. Each {tile} sums its elements and waits until its predecessor has published an inclusive prefix.
      Then it publishes its own inclusive prefix and scans its elements. The input is read exactly once.`,
    diagram: `Four tiles are summed at the same time. Then the prefix passes from tile to tile, with one ⊕ per tile. Then all tiles are
      scanned.`,
    work: `About three applications per element: {work-efficient}. But the {depth} contains a chain over all tiles, with one memory latency
      per step.`,
    gpu: `A single dispatch with n reads and n writes, the least possible traffic. The chain costs latency, and waiting workgroups occupy
      the device meanwhile. The scan needs {forward-progress|forward progress}, which WebGPU does not guarantee.`,
    choose: `To see why {look-back} was invented: the chain is the difference between the two.`,
    changed: `Tiles stay in registers. Workgroups draw tickets in the order in which they start, and a ticket is the index of a tile. If a
      wait reaches its bound, the run is aborted, so that the device does not hang. A scan of one tile draws no ticket.`,
    sources: ['Yan, Long & Zhang 2013, adjacent synchronisation in StreamScan'],
  },
  'look-back': {
    idea: `A {tile} first publishes its aggregate, the sum of its elements, and later its inclusive prefix. For its exclusive prefix, it
      {look-back|looks back} over its predecessors and sums aggregates until it meets an inclusive prefix.`,
    diagram: `All four tiles look back together. Each adds the aggregate of the tile before it. The next state is a prefix and ends the
      look-back.`,
    work: `About three applications per element, and a few redundant ones during look-back: {work-efficient}.`,
    gpu: `One dispatch, n reads and n writes, as in a copy. Tiles stay in registers. Each lane of a {subgroup} reads one predecessor. Flag
      and value must be read together, or a new flag may be paired with an old value.`,
    choose: `As the fastest scan for long inputs, if a probe finds {forward-progress|forward progress}.`,
    changed: `Each word of a state holds 16 bits of the value, a flag and the number of the run. The words of a valid state have the same flag
      and number, so nothing is cleared. Waits are bounded. If workgroups start in any order, an atomic counter assigns tiles.`,
    sources: ['Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-deterministic': {
    idea: `Look-back with a result that does not depend on timing. The last {tile} of each group of 32 publishes the sum of the group. Every
      32nd group publishes an anchor: the prefix up to its end. A tile combines the last anchor, the sums of the groups since, and the
      aggregates before it in its group.`,
    diagram: `As for decoupled look-back. The four tiles form one group. Each tile reads aggregates of the group, and waits for no prefix.`,
    work: `About three applications per element, and two sums of 32 states per tile: {work-efficient}. The number of states is fixed, so the
      cost is exact.`,
    gpu: `One dispatch, n reads and n writes. In two {subgroup|subgroups}, each lane reads one state. The chain of anchors has one link per
      1,024 tiles. It needs {forward-progress|forward progress}.`,
    choose: `For f32 sums that must be identical in every run, bit by bit. Plain {look-back} rounds in the order in which tiles happen to
      publish. Integers are exact in any order.`,
    changed: `NVIDIA’s CCCL has an anchor at every 32nd tile. Here groups make the chain 32 times shorter.`,
    sources: ['NVIDIA 2026, deterministic look-back in CCCL', 'Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-fallback': {
    idea: `Decoupled look-back that does not depend on the progress of predecessors. If a {tile} has published no state after some spins,
      the waiting workgroup reduces that tile from the input, publishes its aggregate and continues its own look-back.`,
    diagram: `As for decoupled look-back. In a fallback, another workgroup repeats the rows that sum a tile.`,
    work: `As {work-efficient} as look-back, if there are no fallbacks. Each fallback reduces one tile again, and a look-back may need
      several.`,
    gpu: `At best one dispatch with n reads and n writes. It needs no {forward-progress|forward progress}, so it is safe on devices where
      waiting would hang. A higher limit of spins means longer waits, but fewer repeated reads.`,
    choose: `As the single-pass scan for unknown devices.`,
    changed: `States are split over words, and each word has its own flag, so wide elements work, such as those of a {segmented} scan. Two
      writers of a state must write the same bits, so a sum that rounds is published by its own tile only.`,
    sources: ['Smith, Levien & Owens 2025, decoupled fallback', 'Merrill & Garland 2016, decoupled look-back'],
  },
  'look-ahead': {
    idea: `A fixed number of workgroups handle one {tile} after another. A tile publishes only its aggregate. A workgroup keeps a prefix from
      tile to tile, and adds the aggregates of the tiles since its last one.`,
    diagram: `As for decoupled look-back. The four tiles form one window. Each tile waits for aggregates only.`,
    work: `About three applications per element, and sums of states for each tile: {work-efficient}.`,
    gpu: `One dispatch, n reads and n writes. Each lane reads one state. With more workgroups, each adds more aggregates per tile. The scan
      needs {forward-progress|forward progress}.`,
    choose: `For more than 2¹⁷ and up to 2²⁰ elements: all tiles run at once, and a tile reads 256 aggregates in one round. Longer inputs are faster
      with {look-back}. Rounded sums are the same in every run.`,
    changed: `CUB copies tiles in bulk into workgroup memory, and different warps load, reduce, look ahead and store. WGSL has neither such
      copies nor barriers for a part of a workgroup, so all lanes do these steps in turn. Windows have 256 tiles, not 32.`,
    sources: ['NVIDIA 2026, “lookahead” scan of CUB in CCCL 3.4'],
  },
  auto: {
    idea: `This is not an algorithm, but a choice. A table of measurements names the fastest scan for a kind of device and a length. That
      scan runs exactly as if you had chosen it.`,
    diagram: `A scan of four {tile|tiles} in one pass, as an example. The plan below shows the actual choice for your n.`,
    work: `Work and depth are those of the chosen scan. Long inputs need a {work-efficient} scan. For short inputs the number of steps decides, and {work}
      hardly matters.`,
    gpu: `The dominant cost changes with n. Short inputs are limited by the time to start a dispatch, long ones by bandwidth, and those in
      between by {barrier|barriers} and latency. No single scan is best everywhere.`,
    choose: `If you need prefix sums and do not want to study them. Compare it with the others on your own device, because the table was
      measured on other devices.`,
    changed: `No paper describes this choice. The table is data of this project. If the device lacks something that a scan needs, such
      as {forward-progress|forward progress} or {subgroup|subgroups}, that scan is not chosen.`,
    sources: ['ScanLab 2026, table in src/scan/auto.rs'],
  },
};
