/** The path “From a loop to look-back”: what each screen says and asks, with the reason of every answer. Pure: no DOM. */

export type Answer = { text: string; reason: string; isRight?: true };
export type Screen = {
  id: string;
  title: string;
  /** Sentences, with terms of the glossary in braces. */
  idea: string[];
  /** What to try with the picture. */
  attempt: string;
  question: string;
  answers: Answer[];
  /** Whether the picture is of the reader's numbers. */
  takesNumbers?: true;
};

export const TITLE = 'From a loop to look-back';

export const SCREENS: readonly Screen[] = [
  {
    id: 'loop',
    title: 'A loop',
    takesNumbers: true,
    idea: [
      'A scan, or prefix sum, gives each element the sum of all elements up to it. A loop does that with one addition per element: each sum is the one before it plus the next number.',
      'One processor can do no better. The question of this path is how thousands of invocations share the work.',
    ],
    attempt: 'Change a number: all sums from there on change.',
    question: 'Why can eight invocations not each run one iteration of this loop at the same time?',
    answers: [
      {
        text: 'Addition is not associative.',
        reason:
          'Addition of integers is associative: (a + b) + c = a + (b + c). The next screens regroup the sums, which only that allows.',
      },
      {
        text: 'Each iteration needs the sum of the one before it.',
        isRight: true,
        reason: 'The sums form a chain: the last one waits for all others. Its length, n − 1 applications, is the {depth} of the loop.',
      },
      {
        text: 'Two iterations would write the same element.',
        reason: 'Each iteration writes an element of its own. It is what an iteration reads that another must have written before.',
      },
    ],
  },
  {
    id: 'naive',
    title: 'Naive steps and their race',
    takesNumbers: true,
    idea: [
      'Give each element an invocation. In the first step each adds the element 1 to its left, then the one 2 to its left, then 4. After log₂ n steps all sums are there.',
      'In one buffer, an invocation may overwrite a value that its neighbour has not read yet: a race. A {barrier} between reading and writing prevents it; so does a second buffer.',
    ],
    attempt: 'Choose another kernel and another order of execution. A race may leave the output right in one order and not in another.',
    question: 'With one buffer a step needs two barriers. Which of them may go if the steps alternate between two buffers?',
    answers: [
      {
        text: 'The one after writing.',
        reason: 'The next step would read values that are not written yet. Choose “two buffers, no barrier” above: it races.',
      },
      {
        text: 'Both.',
        reason: 'What a step reads, the step before must have written. No number of buffers changes that: “two buffers, no barrier” races.',
      },
      {
        text: 'The one between reading and writing.',
        isRight: true,
        reason:
          'With two buffers a step reads one and writes the other, so that no write can come before a read of the same step. The barrier after writing stays.',
      },
      {
        text: 'Neither.',
        reason: 'One is enough: choose “two buffers, one barrier” above. The emulator finds no race in any order.',
      },
    ],
  },
  {
    id: 'work',
    title: 'Work',
    idea: [
      'The naive scan takes few steps, but nearly every element adds in every step. {work|Work} counts all applications of +, {depth} counts steps.',
      'A GPU runs thousands of invocations at once. Once there are more elements than that, a step of n applications takes several rounds.',
    ],
    attempt: 'Double n: the loop and the tree double their work, the naive scan more than doubles it.',
    question: 'For 64 elements the naive scan takes half as many steps as the tree. Why is the tree faster for a million?',
    answers: [
      {
        text: 'A step of the tree takes less time, because its additions are simpler.',
        reason: 'Both apply the same +. What differs is how often.',
      },
      {
        text: 'There are far fewer invocations at work than elements, so the number of applications decides.',
        isRight: true,
        reason:
          'With p invocations at once, W applications take at least W/p rounds. The naive work grows with n log n, that of the tree with n: the tree is {work-efficient}.',
      },
      {
        text: 'The tree needs no barriers.',
        reason: 'It needs more of them: one after each of its steps, of which it has twice as many.',
      },
    ],
  },
  {
    id: 'tree',
    title: 'The tree',
    takesNumbers: true,
    idea: [
      'Blelloch’s scan adds in pairs, then pairs of pairs, up a tree: the up-sweep. Then the root gets 0, and the down-sweep hands values back: a node gives its value to its left child, and its value plus the left child’s old sum to its right child.',
      'Each half takes n − 1 applications. The result is exclusive: each element gets the sum of those before it.',
    ],
    attempt: 'Leave out one barrier at a time. The emulator runs the kernel in five orders of execution and looks for races in each.',
    question: 'One of the four barriers of this kernel may go. Which?',
    answers: [
      {
        text: 'The one after the input is stored.',
        reason: 'The first level of the up-sweep reads elements that other invocations have stored.',
      },
      {
        text: 'The one in the up-sweep.',
        reason: 'Each level reads sums that other invocations have written on the level below.',
      },
      {
        text: 'The one after the root is cleared.',
        isRight: true,
        reason:
          'Invocation 0 clears the root, and invocation 0 alone works on the first level of the down-sweep, which reads it. All other sums are ordered by the last barrier of the up-sweep.',
      },
      {
        text: 'The one in the down-sweep.',
        reason: 'Each level reads values that other invocations have written on the level above.',
      },
    ],
  },
  {
    id: 'banks',
    title: 'Banks',
    idea: [
      'Workgroup memory is divided into banks, here 8, word by word: address i lies in bank i mod 8. In one time unit each bank serves one word.',
      'Level by level, the tree’s invocations access words that are 2, 4, 8, … apart. Such strides meet the same few banks.',
    ],
    attempt: 'Try the strides 1, 2, 4, 8, and then 9: padding, one free word after every 8, turns a stride of 8 into one of 9.',
    question: 'What is a bank conflict?',
    answers: [
      {
        text: 'Two invocations write the same word, in no defined order.',
        reason: 'That is a race: it can make the result wrong. A bank conflict only costs time.',
      },
      {
        text: 'Two invocations read the same word at once.',
        reason: 'One read serves all of them: the word is broadcast.',
      },
      {
        text: 'Invocations access words that are far apart.',
        reason: 'Distance does not count in workgroup memory, only the bank: stride 9 is farther than 8, and has no conflict.',
      },
      {
        text: 'Invocations that run together access different words of the same bank.',
        isRight: true,
        reason:
          'The bank serves one word per time unit, so that the accesses take place one after another: 8 words of one bank take 8 units.',
      },
    ],
  },
  {
    id: 'tiles',
    title: 'Tiles and block sums',
    takesNumbers: true,
    idea: [
      'A workgroup holds some thousand elements, not millions. So the input is cut into {tile|tiles}, one per workgroup: each is summed, the sums are scanned, and each tile is scanned beginning with the sum of the tiles before it.',
      'The three parts are dispatches of their own: each begins when the one before has ended.',
    ],
    attempt: 'Change a number of the first tile: its sum changes, and with it all later tiles.',
    question: 'A tile needs the sum of the tiles before it. Why another dispatch, and not another barrier?',
    answers: [
      {
        text: 'A dispatch is faster than a barrier.',
        reason: 'It takes longer: between two dispatches all workgroups end, and others begin.',
      },
      {
        text: 'Barriers join the invocations of one workgroup only.',
        isRight: true,
        reason:
          'WGSL has no barrier across workgroups, since some of them may begin only when others have ended. The end of a dispatch orders all of them.',
      },
      {
        text: 'Workgroup memory is too small for the sums.',
        reason: 'The sums lie in storage, where all workgroups see them. What is missing is the knowledge of when they are there.',
      },
    ],
  },
  {
    id: 'passes',
    title: 'Reduce-then-scan against one pass',
    idea: [
      'Summing the tiles reads every element. Scanning them reads it again and writes it: three accesses per element. A scan in one pass reads and writes each element once, as a copy does.',
      'A large scan does little else than wait for memory, so that its accesses decide its time.',
    ],
    attempt: 'Choose small and large n: for a small n the number of dispatches counts, for a large one the accesses.',
    question: 'No scan can be faster than a copy of its input. Why?',
    answers: [
      {
        text: 'A copy too reads each element once and writes it once.',
        isRight: true,
        reason:
          'A scan must do at least that, whatever it computes in between. So the time of a copy is the bound, and one pass comes close to it.',
      },
      {
        text: 'The copy uses special hardware.',
        reason: 'It is a kernel like the others, measured in the same run: only, it adds nothing.',
      },
      {
        text: 'A copy needs no barrier.',
        reason: 'Nor does it, but barriers take little of the time of a large scan: while one workgroup waits, others run.',
      },
    ],
  },
  {
    id: 'look-back',
    title: 'Look-back and its progress',
    idea: [
      'In one pass, each tile publishes its sum, its aggregate, as soon as it has it. Then it looks back over the tiles before it, adds their aggregates, and stops at the first that has published a prefix: the sum of everything up to its end. In a chained scan each tile waits for its predecessor’s prefix.',
      'Looking back means waiting for other workgroups, and thus for a guarantee that they go on: {forward-progress|forward progress}. WebGPU does not give it.',
    ],
    attempt: 'Compare the marks of prefixes, then let some workgroups never go on.',
    question: 'Why does look-back need no second pass over the elements?',
    answers: [
      {
        text: 'All workgroups meet at a barrier and exchange their sums.',
        reason: 'There is no barrier across workgroups. They exchange sums by states in storage, each when it has one.',
      },
      {
        text: 'A tile does not need the sums of the tiles before it.',
        reason: 'It does: without them every tile would begin at 0.',
      },
      {
        text: 'It waits for the prefix of the tile before it, and that is fast.',
        reason:
          'That is the chained scan. It has one pass too, but n tiles in a chain; look-back adds the aggregates of many tiles at once.',
      },
      {
        text: 'A workgroup keeps its tile in registers while it adds the published sums of the tiles before it.',
        isRight: true,
        reason:
          'It has read its elements once, and writes them once their prefix is known. Only the states of tiles, a few words each, are read in between.',
      },
    ],
  },
];

/** The screen of a part of the address, from 1; null for none. */
export function screenAt(text: string): number | null {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= SCREENS.length ? Number(text) : null;
}
