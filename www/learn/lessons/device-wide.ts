/** Scans whose steps each run over the whole device, and the sequential baseline. */

import type { Lesson } from './index.ts';

export const DEVICE_WIDE: Record<string, Lesson> = {
  sequential: {
    idea: `One invocation reads the input from front to back, keeps a running sum and stores it after every element: the usual loop on a
      CPU.`,
    diagram: `A staircase. Every ⊕ takes the result of the step before it, so no two of them can be simultaneous.`,
    work: `One application an element, the minimum. {work-efficient|Work-efficient} scans are those of the same order. But its {depth}
      equals the length of the input, so it has no parallelism at all.`,
    gpu: `A single invocation waits for memory after every access while thousands stay idle. There is no {barrier} and next to no scratch memory.`,
    choose: `As the baseline of a speed-up. On a software adapter, where starting a dispatch costs more than many additions, it is the
      fastest even for rather long inputs.`,
    changed: `The input is scanned in chunks, a dispatch each, with the running sum in memory between them, because the system would end a
      single dispatch that runs for seconds.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.1, Algorithm 1', 'Harris 2007, sequential scan'],
  },
  'hillis-steele': {
    idea: `Recursive doubling. In the first step every element adds its left neighbour, in the next one the element two places before,
      then four, eight and so on. After step i each element holds the sum of the 2ⁱ elements that end with it.`,
    diagram: `One row a step; the slanted lines double their length from row to row. Columns without ⊕ are finished already.`,
    work: `Log₂ n steps are few, but nearly every element adds in each of them: n log₂ n − (n − 1) applications where n − 1 suffice. It
      is step-efficient, and not {work-efficient}.`,
    gpu: `A dispatch a step, because workgroups cannot synchronise inside one, and two buffers that alternate. Accesses are contiguous,
      but the whole array passes through memory in every step.`,
    choose: `To teach, and for short inputs on wide devices, where steps matter more than {work}: Sengupta and his co-authors measured it
      to be inefficient past 4096 elements.`,
    changed: `The paper prints distances from 2¹ on; here they are 1, 2, 4 …, as in its text. The input is kept, and n is any length.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Horn 2005, GPU Gems 2, chapter 36',
      'Sengupta, Lefohn & Owens 2006, §2.2, Algorithm 2',
    ],
  },
  'reduce-downsweep': {
    idea: `Add non-overlapping pairs, then pairs of these sums, until one sum is left. All levels are kept. On the way back the exclusive
      prefix of every pair is combined with its two halves.`,
    diagram: `The reduce rows thin out to a single ⊕ and the sweep rows fill up again. The prefixes of second elements come from the level
      above.`,
    work: `A tree of n leaves has n − 1 inner nodes, once up and about once down: 2(n − 1) − log₂ n applications. That is {work-efficient}, at
      twice the {depth} of Horn’s scan.`,
    gpu: `Two dispatches a level. The small levels near the root leave the device idle, and each still pays for its start; about eight
      array lengths pass through memory in all.`,
    choose: `For long inputs, by simple dispatches alone.`,
    changed: `Levels of odd length end in a pair of one, so n is any number; the tree goes up to one element; operands are in index
      order, where the paper’s sum commutes.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.3, Algorithms 3 and 4', 'Blelloch 1990, §1.2'],
  },
  hybrid: {
    idea: `A combination of two scans. Reduce steps shrink the array while it exceeds the parallelism of the device; then Horn’s scan
      finishes the rest in few steps; the down-sweep distributes the result.`,
    diagram: `Two reduce rows, then Horn’s doubling distances on the columns that are left, then two sweep rows.`,
    work: `With r reduce steps the tree takes about 2n(1 − 2⁻ʳ) applications, and Horn’s scan works on n / 2ʳ elements only. It is
      {work-efficient} as soon as 2ʳ outweighs the remaining logarithm, at fewer steps than the whole tree.`,
    gpu: `A dispatch a step. Every reduce step halves the traffic of all that follow; one too many starts dispatches that cannot fill the device.`,
    choose: `Instead of either of the two. The tuning parameter shows the trade-off: r = 0 is Horn’s scan, a large r the whole tree.`,
    changed: `R can be set; by default steps stop as in the paper, at the device’s parallelism, which is an estimate. Lengths need not be
      powers of two. The passes are those of the other two algorithms.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.4 and §4'],
  },
  nakano: {
    idea: `Sum pairs, pairs of pairs and so on, every level in an array of its own; then run back through the levels. An interval’s prefix
      goes to two elements of the finer level: copied to one, added to the next.`,
    diagram: `Sums of intervals of 2, 4, 8 are in the columns where the intervals end, without the last interval of each level, which no
      prefix needs. Then each prefix is added to the interval after it; the last element comes last.`,
    work: `Twice a tree without its right edge: 2n − 2 log₂ n − 1 applications for a power of two. {work-efficient|Work-efficient}, with a
      {depth} of about 2 log₂ n.`,
    gpu: `Neighbouring invocations access neighbouring pairs, a stride of at most 2: two address groups a warp, nearly contiguous; in
      workgroup memory a two-way {bank-conflict|bank conflict}. Price: a dispatch a level and stage, and n elements of memory.`,
    choose: `To study a scan that is provably optimal on a model of GPU memory.`,
    changed: `The input is kept; n is any number. The step for the last element is merged into the one before it.`,
    sources: ['Nakano 2012, §7, Theorem 2'],
  },
  'nakano-sequential': {
    idea: `The optimal scan needs as much scratch memory as input. So divide the input into groups of k elements, scan the groups in
      sequence, and combine the last prefix of a group with the first element of the next.`,
    diagram: `Four groups of four columns, each with its own interval sums and sums of intervals; a single ⊕ adds the prefix of the group before.`,
    work: `As {work-efficient} as the whole scan, with one application more a group. The {depth} grows to about 2(n / k) log₂ k, since
      groups are sequential.`,
    gpu: `Every group is a chain of dispatches, so for small groups launches dominate and the device is never full. On the memory machine
      a group of about wl log(wl) elements hides the latency; that is the least useful k.`,
    choose: `Where scratch memory is short and a group is still long. Compare it with {tile|tiles}, which save as much without the chain.`,
    changed: `A very small k is raised so that there are never more than a few hundred groups, and the last group may be shorter.`,
    sources: ['Nakano 2012, §7, Corollary 1'],
  },
};
