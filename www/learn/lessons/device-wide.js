/** Scans whose steps each run over the whole device, and the one that needs no steps. */

/** @type {Record<string, import('./index.js').Lesson>} */
export const DEVICE_WIDE = {
  sequential: {
    idea: `One invocation walks through the input from front to back, keeps a running sum and stores it after every element: the loop
      that anyone would write for a CPU.`,
    diagram: `A staircase. Every ⊕ takes the result of the step before it, so no two of them can ever happen at the same time.`,
    work: `One application an element, the least that there can be. It is the measure by which other scans are called
      {work-efficient}. But its {depth} is as long as the input, and that is the whole trouble.`,
    gpu: `A single lane waits for memory after every access while thousands stay idle. There is no {barrier} and next to no scratch memory.`,
    choose: `As the baseline of a speed-up, and to see what parallelism is worth. On a software adapter, where starting a dispatch
      costs more than many additions, it wins for rather long inputs.`,
    changed: `The input is taken in chunks, a dispatch each, and the running sum is handed on in memory: the system would stop one
      dispatch that runs for seconds.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.1, Algorithm 1', 'Harris 2007, sequential scan'],
  },
  'hillis-steele': {
    idea: `Recursive doubling. In the first step every element adds its left neighbour, in the next one the element two places before,
      then four, eight and so on. After step i each element holds the sum of the 2ⁱ elements that end with it.`,
    diagram: `One row a step; the slanted lines double their length from row to row. Columns without ⊕ are finished already.`,
    work: `Log₂ n steps are few, but nearly every element adds in each of them: n log₂ n − (n − 1) applications where n − 1 would do. It
      is step-efficient, and not {work-efficient}.`,
    gpu: `A dispatch a step, because workgroups cannot wait for each other inside one, and two buffers that swap roles. Accesses are
      contiguous, but the whole array passes through memory in every step.`,
    choose: `To teach, and for short inputs on wide devices, where steps matter more than {work}: Sengupta and his co-authors saw it
      turn bad past 4096 elements.`,
    changed: `The paper prints distances from 2¹ on; they are 1, 2, 4 … here, as its text has them. The input is kept, and any length works.`,
    sources: [
      'Hillis & Steele 1986, sum of an array by pointer doubling',
      'Horn 2005, GPU Gems 2, chapter 36',
      'Sengupta, Lefohn & Owens 2006, §2.2, Algorithm 2',
    ],
  },
  'reduce-downsweep': {
    idea: `Add non-overlapping pairs, then pairs of these sums, until one sum is left. All levels are kept. On the way back every pair
      learns the prefix of what lies before it and hands it to its two halves.`,
    diagram: `The reduce rows thin out to a single ⊕ and the sweep rows fill up again. Second elements have their prefix from
      the level above.`,
    work: `A tree of n leaves has n − 1 inner nodes, once up and about once down: 2(n − 1) − log₂ n applications. That is {work-efficient}, at
      twice the {depth} of Horn’s scan.`,
    gpu: `Two dispatches a level. The small levels near the root leave the device idle, and each still pays for its start; about eight
      array lengths pass through memory in all.`,
    choose: `For long inputs when only simple dispatches are at hand.`,
    changed: `Levels of odd length end in a pair of one, so n is any number; the tree goes up to one element; operands stand in index
      order, where the paper’s sum commutes.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.3, Algorithms 3 and 4', 'Blelloch 1990, §1.2'],
  },
  hybrid: {
    idea: `Take the best of two. Reduce steps shrink the array while it is longer than the device is wide; once it fits, Horn’s scan
      finishes the rest in few steps; the down-sweep spreads the result.`,
    diagram: `Two reduce rows, then Horn’s doubling distances on the columns that are left, then two sweep rows.`,
    work: `With r reduce steps the tree takes about 2n(1 − 2⁻ʳ) applications, and Horn’s scan works on n / 2ʳ elements only. It is
      {work-efficient} as soon as 2ʳ outweighs the remaining logarithm, at fewer steps than the whole tree.`,
    gpu: `A dispatch a step. Every reduce step halves the traffic of all that follow; one too many starts dispatches that cannot fill the device.`,
    choose: `Instead of either parent. The tuning parameter shows the trade: r = 0 is Horn’s scan, a large r the whole tree.`,
    changed: `Nothing in the idea: it strings the other two algorithms’ passes together and takes r from you. Lengths need not be powers of two.`,
    sources: ['Sengupta, Lefohn & Owens 2006, §2.4 and §4'],
  },
  nakano: {
    idea: `Sum pairs, pairs of pairs and so on, every level in an array of its own; then run back through the levels. An interval’s prefix
      goes to two elements of the finer level: copied to one, added to the next.`,
    diagram: `Sums of intervals of 2, 4, 8 climb at the columns where the intervals end, without the last interval of each level, which no
      prefix needs. Then each prefix is added to the interval behind it; the last element closes.`,
    work: `Twice a tree without its right edge: 2n − 2 log₂ n − 1 applications for a power of two. {work-efficient|Work-efficient}, with a
      {depth} of about 2 log₂ n.`,
    gpu: `Neighbouring invocations touch neighbouring addresses in every step, so accesses coalesce and no {bank-conflict|bank conflict} arises. The
      price is a dispatch a level and stage, and work space of n elements.`,
    choose: `To study a scan that is provably optimal on a model of GPU memory.`,
    changed: `The input is kept; n is any number. The step for the last element is merged into the one before it.`,
    sources: ['Nakano 2012, §7, Theorem 2'],
  },
  'nakano-sequential': {
    idea: `The optimal scan needs as much work space as input. So cut the input into groups of k elements, scan one group after the other, and
      put the last prefix of a group into the first element of the next.`,
    diagram: `Four groups of four columns, each with its own interval sums and sums of intervals; a single ⊕ joins a group to the one before.`,
    work: `As {work-efficient} as the whole scan, with one application more a group. The {depth} grows to about 2(n / k) log₂ k, for groups
      take their turns.`,
    gpu: `Every group is a chain of dispatches, so small groups drown in their starts and never fill the device. On the memory machine a
      group of about wl log(wl) elements hides the latency; that is the least k worth trying.`,
    choose: `Where work space is short and a group is still long. Compare it with {tile|tiles}, which bring the same saving without the chain.`,
    changed: `A very small k is raised so that there are never more than a few hundred groups, and the last group may be shorter.`,
    sources: ['Nakano 2012, §7, Corollary 1'],
  },
};
