/** Scans that differ in how tiles learn what lies before them, and the choice among all. */

/** @type {Record<string, import('./index.js').Lesson>} */
export const JOINED = {
  'reduce-then-scan': {
    idea: `First only sum each block of M elements. Scan the sums, by the same method if there are many. Then read each block again and scan it
      starting from what lies before it, so that nothing has to be added afterwards.`,
    diagram: `Four blocks are summed, three ⊕ scan the sums, then each block is scanned from its offset.`,
    work: `About three applications an element: one to reduce, two to scan. {work-efficient|Work-efficient} at any length.`,
    gpu: `Reading is repeated instead of writing: just over 2n reads and n writes, a quarter less than scanning first and adding later. Two
      dispatches a level, yet levels are few because M is thousands.`,
    choose: `As the plain form of a robust scan: it needs no {forward-progress|forward progress}, no {subgroup|subgroups}, nothing beyond core
      WebGPU. “Subgroup operations” and “Cache-blocked” are its faster relatives, whose tiles stay in registers.`,
    changed: `The slides leave the scan within a {tile} open; here invocations take runs around one workgroup scan. They count
      log_M n kernels, but every level except the last is reduced and scanned.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'Merrill & Grimshaw 2009, reduce-then-scan'],
  },
  'two-level': {
    idea: `The more parallelism, the more overhead, so use no more than fills the device. Fix the number of blocks at C instead of their size;
      each workgroup takes its block serially, sub-block by sub-block, carrying the sum along.`,
    diagram: `Two blocks are reduced, one ⊕ joins their sums, and each block is scanned in sub-blocks, the second from the end of the first.`,
    work: `{work-efficient|Work-efficient} in n, but every sub-block pays for a workgroup scan with a log₂ W in it. {depth|Depth} grows with n / C.`,
    gpu: `Three dispatches whatever the length, and scratch memory for C sums alone. It pays in {barrier|barriers}: several for each
      sub-block. With too few blocks the device is not full; with too many nothing is gained.`,
    choose: `When dispatches or scratch memory are dear. Sweep C to find your device’s width.`,
    changed: `A block is a whole number of sub-blocks, so short inputs have fewer than C; very long ones have more, since one workgroup
      must not run for too long.`,
    sources: ['Merry 2014, Two-Level Prefix Sum, Fixed Block Count and Advantages', 'Merrill & Grimshaw 2009, fixed number of blocks'],
  },
  subgroup: {
    idea: `Lanes of a {subgroup} can hand values to each other directly. Scan with shuffles inside subgroups, scan the few totals between
      them, and join {tile|tiles} by reduce-then-scan.`,
    diagram: `Four subgroups of four lanes, an element each: shuffles by 1 and 2, a scan of their totals, and one ⊕ that adds what lies before.`,
    work: `A lane first scans packs of 16 bytes by itself; only their sums are shuffled, at distances that double as Kogge and Stone’s do. So
      log₂ S applications a pack are not {work-efficient}, but they cost no memory access and no waiting.`,
    gpu: `Up to eight packs a lane stay in registers: all of them shuffle in the same steps. One {barrier} a tile and pass is left, and workgroup
      memory holds only totals, so a {bank-conflict|bank conflict} is no subject. Twice in, once out.`,
    choose: `Where the adapter offers subgroups and a scan must not rely on {forward-progress|forward progress}.`,
    changed: `Subgroups may have 4 to 128 lanes and an adapter’s report cannot be trusted, so shaders ask each subgroup for its size. One
      workgroup scans all tiles’ sums.`,
    sources: ['Merry 2014, Reduce-then-Scan strategy', 'Harris & Garland 2012, GPU Computing Gems, scans by warps'],
  },
  'cache-blocked': {
    idea: `Reduce-then-scan reads everything twice. Take the input in chunks that fit the last-level cache, and the second read of a chunk need
      not go to memory. One dispatch scans a chunk and reduces the next.`,
    diagram: `Four {tile|tiles} are reduced; three ⊕ add their sums up, as far as the chunk goes and from chunk to chunk; then each tile is scanned
      from what lies before it.`,
    work: `About as {work-efficient} as reduce-then-scan. Every tile also adds up for itself the sums before it in its chunk, which saves a
      dispatch.`,
    gpu: `Tiles stay in registers, scanned by {subgroup|subgroups} where there are some. There are n / chunk + 1 dispatches, and each must
      start: on the device where it was measured small chunks lost more by that than the cache gave back.`,
    choose: `Where no workgroup may wait for another, or for a scan in place without {forward-progress|forward progress}. Sweep the tiles of
      a chunk to find your device’s cache.`,
    changed: `There is no paper on this form. Even workgroups of a dispatch scan and odd ones reduce, at the same time.`,
    sources: ['Merry 2014, Reduce-then-Scan, Strategy and Analysis', 'ScanLab 2026, src/scan/cache_blocked.rs'],
  },
  chained: {
    idea: `Scan everything in one dispatch. Each {tile} sums its elements, waits until its left neighbour has published a prefix, publishes
      its own, and finishes from there. The input is read exactly once.`,
    diagram: `Four tiles sum themselves at the same time; then the prefix travels from tile to tile, one ⊕ each; then all scan their elements.`,
    work: `About three applications an element, {work-efficient}. But the {depth} contains a chain through all tiles, and each of its links
      is a trip through memory.`,
    gpu: `n reads and n writes, the least traffic possible, in a single dispatch. The chain costs latency: while it lasts, waiting workgroups
      hold their place on the device. It needs {forward-progress|forward progress}, which WebGPU does not promise.`,
    choose: `To see why {look-back} was invented: the difference between the two is the chain.`,
    changed: `Tiles stay in registers and take numbers by a ticket in the order in which they start; every wait is bounded, and a run that waited
      in vain is void instead of hanging the device. A scan of one tile takes no ticket.`,
    sources: ['Yan, Long & Zhang 2013, adjacent synchronisation in StreamScan'],
  },
  'look-back': {
    idea: `Publish in two stages: first the {tile}’s own sum, at once, later its prefix. A tile that wants to know what lies before it
      {look-back|looks back} over its predecessors, adding plain sums until it meets a prefix.`,
    diagram: `The same operations as in the chained scan. What the picture cannot show is time: the middle steps need not happen one after the
      other, since a tile may add several sums itself.`,
    work: `About three applications an element, and a few redundant ones while looking back: {work-efficient}.`,
    gpu: `One dispatch, n reads and n writes, so it comes close to a plain copy. Tiles stay in registers meanwhile; a {subgroup} inspects a
      predecessor a lane. Flag and value must be seen together, or a new flag pairs with an old value.`,
    choose: `As the fastest scan of long inputs on devices with {forward-progress|forward progress}; a probe decides whether it is offered.`,
    changed: `A state’s words each hold 16 bits of the value, a flag and the run’s number, and only words that agree count, so nothing is
      cleared between runs. Waits are bounded.`,
    sources: ['Merrill & Garland 2016, decoupled look-back'],
  },
  'look-back-fallback': {
    idea: `As decoupled look-back, except that a tile does not trust its predecessors to run. Where one stays silent too long, whoever waits
      sums that {tile} from the input itself, publishes the sum for everybody and goes on.`,
    diagram: `As for the other single passes. A fallback would repeat the summing rows of a silent tile in another workgroup.`,
    work: `As {work-efficient} as look-back if nobody is silent. Each fallback sums one tile again; a waiting tile gets past all silent ones by itself.`,
    gpu: `One dispatch, n reads and n writes at best. It does not need {forward-progress|forward progress}, so it is safe on devices where waiting would hang.
      The number of spins trades patience against repeated reads.`,
    choose: `As the single pass to ship when you do not know the device.`,
    changed: `The states are split over words that carry their own flags, so wide elements work, as in a {segmented} scan. Two
      sums of a tile must be the same bits to be published twice: where sums are rounded, helpers keep theirs to themselves.`,
    sources: ['Smith, Levien & Owens 2025, decoupled fallback', 'Merrill & Garland 2016, decoupled look-back'],
  },
  auto: {
    idea: `No algorithm of its own. A table of measurements names the fastest of the other scans for a kind of device and a length; the
      chosen one runs exactly as if you had picked it.`,
    diagram: `A scan of four {tile|tiles} in one pass, as an example; the plan below shows what is really chosen for your n.`,
    work: `As chosen. Long inputs want a {work-efficient} scan; for short ones the number of steps decides, and {work} hardly counts.`,
    gpu: `Which cost dominates changes with n. Short inputs are bound by the time to start a dispatch, long ones by bandwidth, and in between
      by {barrier|barriers} and latency: no single scan is best everywhere.`,
    choose: `When you want prefix sums, not a study of them. Compare it with its rivals on your own device: the table was measured on another.`,
    changed: `There is no paper behind it. The table is data of this project; a scan that needs what the device does not have, such as
      {forward-progress|forward progress} or {subgroup|subgroups}, is never chosen.`,
    sources: ['ScanLab 2026, table in src/scan/auto.rs'],
  },
};
