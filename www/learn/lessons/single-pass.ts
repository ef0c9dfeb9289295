/** Scans of a single dispatch, whose tiles wait for their predecessors, and the automatic choice. */

import type { Lesson } from './index.ts';

export const SINGLE_PASS: Record<string, Lesson> = {
  chained: {
    idea: `Scan everything in one dispatch. Each {tile} sums its elements, waits until its predecessor has published its inclusive prefix,
      publishes its own, and scans from there. The input is read exactly once.`,
    diagram: `Four tiles are summed at the same time; then the prefix passes from tile to tile, one ⊕ each; then all are scanned.`,
    work: `About three applications an element, {work-efficient}. But the {depth} contains a chain over all tiles, with the latency of
      memory at each step.`,
    gpu: `n reads and n writes, the least traffic possible, in a single dispatch. The chain costs latency, during which waiting workgroups
      occupy the device. It needs {forward-progress|forward progress}, which WebGPU does not guarantee.`,
    choose: `To see why {look-back} was invented: the difference between the two is the chain.`,
    changed: `Tiles stay in registers and get their ranks from tickets in the order in which workgroups start; every wait is bounded, and a
      run whose wait ends is aborted instead of hanging the device. A scan of one tile draws no ticket.`,
    sources: ['Yan, Long & Zhang 2013, adjacent synchronisation in StreamScan'],
  },
  'look-back': {
    idea: `A {tile} publishes its aggregate at once, and later its inclusive prefix. For its exclusive prefix it {look-back|looks back} over
      its predecessors and sums their aggregates down to an inclusive prefix.`,
    diagram: `All four tiles look back at once: each adds the aggregate before its own, then what the tile before that has published, by
      now a prefix.`,
    work: `About three applications an element, and a few redundant ones while looking back: {work-efficient}.`,
    gpu: `One dispatch, n reads and n writes, so it comes close to a copy. Tiles stay in registers meanwhile; each lane of a {subgroup}
      reads one predecessor. Flag and value must be read together, or a new flag is paired with an old value.`,
    choose: `The fastest scan for long inputs, where the device guarantees {forward-progress|forward progress}; a probe decides whether it is
      offered.`,
    changed: `Each word of a state holds 16 bits of the value, a flag and the run’s number, and only words that agree count, so nothing is
      cleared between runs. Waits are bounded. Ranks come from tickets, or from workgroups where these start in order.`,
    sources: ['Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-deterministic': {
    idea: `Look-back whose result does not depend on timing. The last {tile} of a group of 32 publishes the group’s sum, and that of every
      32nd group an anchor, the prefix up to it. A tile combines the last anchor, the groups since, and the tiles before it in its group.`,
    diagram: `As for decoupled look-back; the four tiles are one group, whose aggregates each tile reads without waiting for a prefix.`,
    work: `About three applications an element, and two sums of 32 states a tile: {work-efficient}. Their number is fixed, so the cost is
      exact.`,
    gpu: `One dispatch, n reads and n writes. Two {subgroup|subgroups} read a state per lane. The chain of anchors has a link for every 1,024
      tiles. It needs {forward-progress|forward progress}.`,
    choose: `For f32 sums that must be equal bit by bit in every run: plain {look-back} rounds in the order in which tiles happen to publish.
      Integers are exact in any order.`,
    changed: `CCCL has an anchor at every 32nd tile. Groups between tiles and anchors make the chain 32 times shorter.`,
    sources: ['NVIDIA 2026, deterministic look-back in CCCL', 'Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-fallback': {
    idea: `Decoupled look-back that does not depend on the progress of predecessors. Where a {tile} has no published state after some spins,
      the waiting workgroup reduces it from the input, publishes its aggregate and continues its look-back.`,
    diagram: `As for decoupled look-back. A fallback repeats the summing rows of a tile in another workgroup.`,
    work: `As {work-efficient} as look-back without fallbacks. Each fallback reduces one tile again; a look-back may need several.`,
    gpu: `One dispatch, n reads and n writes at best. It needs no {forward-progress|forward progress}, so it is safe on devices where
      waiting would hang. The number of spins trades waiting against repeated reads.`,
    choose: `As the single-pass scan for unknown devices.`,
    changed: `The states are split over words with flags of their own, so wide elements work, as in a {segmented} scan. Two writers of a
      state must write the same bits, so sums that round are published by their own tiles only.`,
    sources: ['Smith, Levien & Owens 2025, decoupled fallback', 'Merrill & Garland 2016, decoupled look-back'],
  },
  auto: {
    idea: `Not an algorithm of its own. A table of measurements gives the fastest of the other scans for a kind of device and a length, and
      that one runs exactly as if you had picked it.`,
    diagram: `A scan of four {tile|tiles} in one pass, as an example; the plan below shows the actual choice for your n.`,
    work: `As chosen. Long inputs need a {work-efficient} scan; for short ones the number of steps decides, and {work} hardly matters.`,
    gpu: `Which cost dominates changes with n. Short inputs are bound by the time to start a dispatch, long ones by bandwidth, and in between
      by {barrier|barriers} and latency: no single scan is best everywhere.`,
    choose: `When you need prefix sums, not a study of them. Compare it with the others on your own device: the table was measured on another.`,
    changed: `There is no paper behind it. The table is data of this project; a scan that needs what the device does not have, such as
      {forward-progress|forward progress} or {subgroup|subgroups}, is never chosen.`,
    sources: ['ScanLab 2026, table in src/scan/auto.rs'],
  },
};
