/** Lessons of scans in which each step is a dispatch over the whole device, and of the sequential baseline. */

import type { Lesson } from './index.ts';

export const DEVICE_WIDE: Record<string, Lesson> = {
  sequential: {
    idea: `One {invocation} reads the n elements of the input from front to back. It keeps a running sum, and stores this sum after every
      element. This is the usual loop on a CPU.`,
    diagram: `Each ⊕ applies the operator. The ⊕ form a staircase: each needs the result of the one before, so no two can run at the same time.`,
    work: `A scan takes at least n − 1 applications. This scan takes about n, so it is {work-efficient}. But each waits for the one before,
      so the {depth} is also about n.`,
    gpu: `The invocation waits for memory after every access, while thousands of others could run. The scan needs no {barrier}.`,
    choose: `As the baseline of a speed-up. On a software adapter, the GPU is emulated by a CPU. There, the start of a {dispatch} costs more
      than many additions, so this scan can be the fastest for thousands of elements.`,
    changed: `The system ends a dispatch that runs for seconds. So the input is scanned in chunks, with one {dispatch} per chunk. The
      running sum stays in memory between dispatches.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.1, Algorithm 1', 'Harris 2007, sequential scan'],
  },
  'hillis-steele': {
    idea: `In the first step, every position adds the value of its left neighbour. In the next step, it adds the value two positions before
      it, then four, eight and so on. After step i, each position holds the sum of up to 2ⁱ elements that end there.`,
    diagram: `One row per step. Each ⊕ applies the operator. In each row, slanted lines reach twice as far. Columns without a ⊕ are finished.`,
    work: `A scan of n elements takes only log₂ n steps, the least {depth}. But nearly every position adds in every step: n log₂ n − (n − 1)
      applications, where n − 1 suffice. So the scan is not {work-efficient}.`,
    gpu: `Each step is a {dispatch}, because workgroups cannot wait for each other within a dispatch. Two buffers alternate as source and
      destination. The array passes through memory in every step.`,
    choose: `For teaching, and for short inputs, where the number of steps matters more than {work}.`,
    changed: `Sengupta’s listing starts at distance 2, but his text starts at 1. The kernel follows the text, and does not overwrite the
      input.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Horn 2005, GPU Gems 2, chapter 36',
      'Sengupta, Lefohn & Owens 2006, §2.2, Algorithm 2',
    ],
  },
  'reduce-downsweep': {
    idea: `The reduce phase adds neighbouring pairs, then pairs of these sums, until one sum is left. On the way back, the down-sweep
      computes prefixes: the sums up to each element. A pair’s prefix is also that of its second element. The first element’s prefix is the
      prefix before the pair plus this element.`,
    diagram: `Each ⊕ applies the operator. Reduce rows have fewer and fewer ⊕. Sweep rows have more and more.`,
    work: `A tree over n elements has n − 1 inner nodes. Each applies the operator once upwards, and most once downwards: 2(n − 1) − log₂ n
      applications. The scan is {work-efficient}, but its {depth} is twice the minimum.`,
    gpu: `Each level takes two {dispatch|dispatches}. Small levels near the root leave most of the device idle. In total, about 8n elements
      are read and written.`,
    choose: `For long inputs, if all kernels should be simple.`,
    changed: `In the paper, n is a power of two. Here a level of odd length ends in a pair of one element, so n can be any number. Operands
      stay in index order, because the operator need not commute.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.3, Algorithms 3 and 4', 'Blelloch 1990, §1.2'],
  },
  hybrid: {
    idea: `A reduce step adds neighbouring pairs, so it halves the array. When the device can handle all remaining sums at once, Hillis–Steele
      takes over: every sum adds an earlier one, at distance 1, then 2, 4 and so on. Then a down-sweep turns the results for sums into those
      for elements.`,
    diagram: `Two reduce rows, then Hillis–Steele on the remaining columns, then two down-sweep rows. Each ⊕ applies the operator.`,
    work: `After r reduce steps, n elements have become m = n / 2ʳ sums. Hillis–Steele takes about m log₂ m applications, and the other steps
      about 2n(1 − 2⁻ʳ). The whole scan is {work-efficient} once 2ʳ exceeds log₂ m.`,
    gpu: `Each step is a {dispatch}. A reduce step halves the number of sums that Hillis–Steele scans. With many reduce steps, dispatches
      are too small to fill the device.`,
    choose: `To see a trade-off: r = 0 is Hillis–Steele, and a large r is a whole tree.`,
    changed: `In the paper, reduce steps stop when the device can handle all sums at once. That is the default, but you can set r.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.4 and §4'],
  },
  nakano: {
    idea: `Sum pairs, then pairs of pairs, and so on. Each level of sums has its own array. On the way back, each sum becomes a prefix: the
      sum of all elements up to its end. At the finer level, this prefix is copied to the element with the same end, and added to the next
      element.`,
    diagram: `Each ⊕ applies the operator. Sums of 2, 4 and 8 elements are drawn where they end. No prefix needs the last sum of a level.`,
    work: `If the length n is a power of two, the way up and the way back take 2n − 2 log₂ n − 1 applications. That is {work-efficient},
      with a {depth} of about 2 log₂ n.`,
    gpu: `The paper’s model of GPU memory serves a group of w neighbouring words at a time. Each invocation adds a pair. So w neighbouring
      invocations read every second one of 2w words: two groups, or three if unaligned. Each level takes two {dispatch|dispatches}.`,
    choose: `To study a scan that is provably optimal on this model, the memory machine.`,
    changed: `The input is not overwritten.`,
    sources: ['Nakano 2012, §7, Theorem 2'],
  },
  'nakano-sequential': {
    idea: `Nakano’s scan adds pairs, then pairs of pairs, and so on. Its sums need as much scratch memory as the input. This variant scans
      groups of k elements one after another, in the same scratch memory. The last result of a group is added to the first element of the
      next group.`,
    diagram: `Four groups of four columns. Each ⊕ applies the operator. In later groups, one ⊕ adds the last result of the group before.`,
    work: `The scan is as {work-efficient} as Nakano’s, with one more application per group. But each group waits for the previous one, so
      the {depth} for n elements grows to about 2(n / k) log₂ k.`,
    gpu: `Each group takes many {dispatch|dispatches}. With small groups, their starts dominate the time. The memory machine, the paper’s
      model of memory, serves w words at a time, with a latency of l time units. A k of about wl log(wl) hides this latency.`,
    choose: `If scratch memory is short. Scans of {tile|tiles} need as little, without the chain of groups.`,
    changed: `A very small k is raised, so that there are at most 256 groups.`,
    sources: ['Nakano 2012, §7, Corollary 1'],
  },
};
