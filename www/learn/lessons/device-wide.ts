/** Scans whose every step is a dispatch over the whole device, and the sequential baseline. */

import type { Lesson } from './index.ts';

export const DEVICE_WIDE: Record<string, Lesson> = {
  sequential: {
    idea: `One invocation reads the input from front to back, keeps a running sum and stores it after every element: the usual loop on a
      CPU.`,
    diagram: `The ⊕ form a staircase. Each needs the result of the step before it, so no two of them can run at the same time.`,
    work: `One application per element is the minimum, and {work-efficient} scans need work of the same order. But the {depth} equals the
      length of the input: this scan has no parallelism.`,
    gpu: `A single invocation waits for memory after every access, while thousands of others stay idle. The scan needs no {barrier} and
      almost no scratch memory.`,
    choose: `As the baseline of a speed-up. On a software adapter, where starting a dispatch costs more than many additions, it is the
      fastest scan even for fairly long inputs.`,
    changed: `The input is scanned in chunks, with one dispatch per chunk. The running sum stays in memory between dispatches. On a long
      input, a single dispatch would run for seconds, and the system would end it.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.1, Algorithm 1', 'Harris 2007, sequential scan'],
  },
  'hillis-steele': {
    idea: `In the first step, every element adds its left neighbour. In the next steps, it adds the element two positions before it, then
      four, eight and so on. After step i, each element holds the sum of the 2ⁱ elements that end with it.`,
    diagram: `One row per step. The slanted lines double their length from row to row. Columns without ⊕ are already finished.`,
    work: `Log₂ n steps are few, but nearly every element adds in each of them: n log₂ n − (n − 1) applications, where n − 1 suffice. The
      scan is step-efficient, but not {work-efficient}.`,
    gpu: `Each step is a dispatch, because workgroups cannot synchronise within a dispatch. Two buffers alternate as source and destination.
      Accesses are contiguous, but the whole array passes through memory in every step.`,
    choose: `For teaching, and for short inputs, where the number of steps matters more than {work}. Sengupta and his co-authors found it
      inefficient beyond 4096 elements.`,
    changed: `The paper’s listing starts at distance 2¹. Here distances are 1, 2, 4 …, as in its text. The input is not overwritten, and n
      can be any length.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Horn 2005, GPU Gems 2, chapter 36',
      'Sengupta, Lefohn & Owens 2006, §2.2, Algorithm 2',
    ],
  },
  'reduce-downsweep': {
    idea: `Add non-overlapping pairs, then pairs of these sums, until one sum is left. Keep all levels. On the way back, the second element
      of each pair takes the pair’s prefix. The first element is combined with the prefix before the pair.`,
    diagram: `Reduce rows have fewer and fewer ⊕, down to one. Sweep rows have more and more. Each pair’s second prefix comes from the
      level above.`,
    work: `A tree of n leaves has n − 1 inner nodes. Each applies ⊕ once upwards, and most once downwards: 2(n − 1) − log₂ n applications.
      That is {work-efficient}, at twice the {depth} of Horn’s scan.`,
    gpu: `Two dispatches per level. Small levels near the root leave the device idle, yet each costs a start. In total, about 8n
      elements are read and written.`,
    choose: `For long inputs, if all dispatches should be simple.`,
    changed: `A level of odd length ends in a pair of one element, so n can be any number. The tree goes up to one element. Operands stay in
      index order, because the operator need not commute as the paper’s sum does.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.3, Algorithms 3 and 4', 'Blelloch 1990, §1.2'],
  },
  hybrid: {
    idea: `Two scans are combined. Reduce steps shrink the array while it exceeds the parallelism of the device. Then Horn’s scan finishes
      the rest in a few steps, and the down-sweep distributes the result.`,
    diagram: `Two reduce rows, then Horn’s doubling distances on the remaining columns, then two sweep rows.`,
    work: `With r reduce steps, the tree takes about 2n(1 − 2⁻ʳ) applications, and Horn’s scan works on only n / 2ʳ elements. The scan is
      {work-efficient} once 2ʳ exceeds the logarithm of n / 2ʳ, and takes fewer steps than the whole tree.`,
    gpu: `One dispatch per step. Every reduce step halves the traffic of all steps after it. With too many reduce steps, dispatches are too
      small to fill the device.`,
    choose: `In place of Horn’s scan (r = 0) or the whole tree (large r). The tuning parameter r shows the trade-off.`,
    changed: `You can set r. By default, reduce steps stop at the device’s parallelism, as in the paper; here this parallelism is an
      estimate. Lengths need not be powers of two. The passes are those of the other two algorithms.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.4 and §4'],
  },
  nakano: {
    idea: `Sum pairs, then pairs of pairs, and so on. Each level has an array; together, they have about n elements. On the way back, the
      prefix of an interval goes to two elements of the finer level: it is copied to one and added to the next.`,
    diagram: `Sums of intervals of 2, 4 and 8 elements are drawn where intervals end. No prefix needs the last interval of a level. Then
      each prefix is added to the next interval.`,
    work: `If n is a power of two, both passes over the tree take 2n − 2 log₂ n − 1 applications. That is {work-efficient}, with a
      {depth} of about 2 log₂ n.`,
    gpu: `A {subgroup} of w invocations accesses every second word of 2w neighbouring words: two or three address groups, each of w words. In
      workgroup memory, this is a two-way {bank-conflict|bank conflict}. The scan has one dispatch per level and direction.`,
    choose: `To study a scan that is provably optimal on a model of GPU memory.`,
    changed: `The input is not overwritten. n can be any number. The last element needs no separate step.`,
    sources: ['Nakano 2012, §7, Theorem 2'],
  },
  'nakano-sequential': {
    idea: `Nakano’s optimal scan needs as much scratch memory as input. So divide the input into groups of k elements and scan the
      groups one after another. Combine the last prefix of a group with the first element of the next group.`,
    diagram: `Four groups of four columns. Each has its own interval sums and prefixes. A single ⊕ adds the last prefix of the group before.`,
    work: `As {work-efficient} as Nakano’s optimal scan, with one more application per group. The {depth} grows to about 2(n / k) log₂ k,
      since groups are sequential.`,
    gpu: `Every group is a chain of dispatches. With small groups, the starts of dispatches dominate the time, and the device is not full.
      On the memory machine of width w and latency l, the smallest useful k is about wl log(wl): it hides the latency.`,
    choose: `If scratch memory is short and groups are still long. Compare it with scans of {tile|tiles}, which save as much memory without
      the chain.`,
    changed: `A very small k is raised, so that there are at most a few hundred groups. The last group may be shorter.`,
    sources: ['Nakano 2012, §7, Corollary 1'],
  },
};
