/** The path “From a loop to look-back”: the text and the question of each screen, with the reason of every answer. Pure: no DOM. */

export type Answer = { text: string; reason: string; isRight?: true };
export type Screen = {
  id: string;
  title: string;
  /** Paragraphs, with terms of the glossary in braces. */
  idea: string[];
  /** A suggestion to change something in the picture. */
  attempt: string;
  question: string;
  answers: Answer[];
  /** Whether the picture shows the reader's numbers. */
  takesNumbers?: true;
};

export const TITLE = 'From a loop to look-back';

export const SCREENS: readonly Screen[] = [
  {
    id: 'loop',
    title: 'A loop',
    takesNumbers: true,
    idea: [
      'A scan, or prefix sum, replaces each element by the sum of all elements up to it. A loop does that with one addition per element: each sum is the previous sum plus the next number.',
      'A single processor cannot do better. A GPU runs thousands of {invocation|invocations} of one program, the kernel, at the same time. This path shows how they share the work.',
    ],
    attempt: 'Change a number: all sums from this element on change.',
    question: 'Why can’t eight invocations each run one iteration of this loop at the same time?',
    answers: [
      {
        text: 'Addition is not associative.',
        reason: 'Addition of integers is associative: (a + b) + c = a + (b + c). Because of this, the next screens can regroup the sums.',
      },
      {
        text: 'Each iteration needs the sum of the previous iteration.',
        isRight: true,
        reason:
          'The sums form a chain: the last sum waits for all others. The length of the chain, n − 1 applications, is the {depth} of the loop.',
      },
      {
        text: 'Two iterations would write the same element.',
        reason: 'Each iteration writes a different element. The problem is a read: another iteration must have written the value before.',
      },
    ],
  },
  {
    id: 'naive',
    title: 'Naive steps and their race',
    takesNumbers: true,
    idea: [
      'Each element has an invocation. In the first step, every invocation adds the value 1 position to the left, then 2 positions, then 4. After log₂ n steps, all sums are complete.',
      'In one buffer, an invocation may overwrite a value that its neighbour has not read yet. This is a race. At a {barrier}, all invocations of a workgroup wait for each other. Two barriers per step prevent the race: one between the reads and the writes, and one after the writes. With a second buffer, one barrier per step is enough.',
    ],
    attempt:
      'Choose another kernel and another order of execution. With a race, the output may be right in one order and wrong in another.',
    question: 'With one buffer, a step needs two barriers. Which of them is unnecessary if the steps alternate between two buffers?',
    answers: [
      {
        text: 'The barrier after the writes.',
        reason: 'The next step would read values that are not written yet. Choose “two buffers, no barrier” above: its accesses race.',
      },
      {
        text: 'Both.',
        reason:
          'With any number of buffers, each step reads values that the previous step must have written. The accesses of “two buffers, no barrier” race.',
      },
      {
        text: 'The barrier between reads and writes.',
        isRight: true,
        reason:
          'With two buffers, a step reads one and writes the other, so no write can disturb a read of the same step. The barrier after the writes stays.',
      },
      {
        text: 'Neither.',
        reason: 'One of them is unnecessary: choose “two buffers, one barrier” above. The emulator finds no race in any order.',
      },
    ],
  },
  {
    id: 'work',
    title: 'Work',
    idea: [
      'The naive scan takes few steps, but nearly every element adds in every step. The tree of the next screen takes twice as many steps, and adds far less. {work|Work} is the number of all applications of +. {depth|Depth} is the number of steps that add.',
      'A GPU runs thousands of invocations at once. If there are more elements, a step of n applications takes several rounds.',
    ],
    attempt: 'Double n: the work of the loop and of the tree doubles, and that of the naive scan more than doubles.',
    question: 'For 64 elements, the naive scan takes half as many steps as the tree. Why is the tree faster for a million elements?',
    answers: [
      {
        text: 'A step of the tree takes less time, because its additions are simpler.',
        reason: 'Both apply the same +. Only the number of applications differs.',
      },
      {
        text: 'Far fewer invocations run at once than there are elements, so the number of applications decides.',
        isRight: true,
        reason:
          'If p invocations run at once, W applications take at least W/p rounds. The work of the naive scan grows with n log n, and the work of the tree with n: the tree is {work-efficient}.',
      },
      {
        text: 'The tree needs no barriers.',
        reason: 'It needs more barriers: one after each step, and it has twice as many steps.',
      },
    ],
  },
  {
    id: 'tree',
    title: 'The tree',
    takesNumbers: true,
    idea: [
      'Blelloch’s scan adds pairs, then pairs of pairs, up a tree. This is the up-sweep. Then invocation 0 sets the root to 0, and the down-sweep passes values back: a node gives its value to its left child, and its value plus the left child’s old sum to its right child. On a level of k nodes, the invocations 0 to k − 1 work.',
      'Each sweep takes n − 1 applications. The result is exclusive: each element gets the sum of the elements before it.',
    ],
    attempt:
      'Leave out the barrier that you think is unnecessary. The emulator runs the kernel in five orders of execution, and looks for races in each.',
    question: 'One of the four barriers of this kernel is unnecessary. Which one?',
    answers: [
      {
        text: 'The barrier after the input is stored.',
        reason: 'The first level of the up-sweep reads elements that other invocations have stored.',
      },
      {
        text: 'The barrier in the up-sweep.',
        reason: 'Each level reads sums that other invocations have written on the level below.',
      },
      {
        text: 'The barrier after the root is cleared.',
        isRight: true,
        reason:
          'Invocation 0 clears the root, and only invocation 0 works on the first level of the down-sweep. It reads the zero that it has written itself. The other sums were complete at the last barrier of the up-sweep.',
      },
      {
        text: 'The barrier in the down-sweep.',
        reason: 'Each level reads values that other invocations have written on the level above.',
      },
    ],
  },
  {
    id: 'banks',
    title: 'Banks',
    idea: [
      'Workgroup memory is divided into banks, here 8. Address i is in bank i mod 8. In one time unit, each bank serves one word.',
      'Level by level, the tree’s invocations access words that are 2, 4, 8, … apart. With these strides, invocations that run together access different words of one bank, and have to take turns. This is a {bank-conflict|bank conflict}.',
    ],
    attempt: 'Choose 8, then 9. Padding, one free word after every 8, turns a stride of 8 into a stride of 9.',
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
        reason: 'In workgroup memory, only the bank matters, not the distance: stride 9 is larger than stride 8, and has no conflict.',
      },
      {
        text: 'Invocations that run together access different words of the same bank.',
        isRight: true,
        reason: 'The bank serves one word per time unit, so the accesses happen one after another: 8 words of one bank take 8 time units.',
      },
    ],
  },
  {
    id: 'tiles',
    title: 'Tiles and block sums',
    takesNumbers: true,
    idea: [
      'A workgroup can hold thousands of elements, not millions. So the input is cut into {tile|tiles}, also called blocks, one per workgroup. In the picture, a tile has two numbers. Each tile is summed, the sums are scanned, and each tile is scanned beginning with the sum of the tiles before it.',
      'The three parts are separate {dispatch|dispatches}: each begins when the previous one has ended. With many tiles, their sums are scanned in tiles too, by further dispatches.',
    ],
    attempt: 'Change the first number: the sum of the first tile changes, and so do all later tiles.',
    question: 'A tile needs the sum of the tiles before it. Why is this another dispatch, and not another barrier?',
    answers: [
      {
        text: 'A dispatch is faster than a barrier.',
        reason: 'A dispatch takes longer: between two dispatches, all workgroups end and others begin.',
      },
      {
        text: 'Barriers synchronise only the invocations of one workgroup.',
        isRight: true,
        reason:
          'WGSL has no barrier across workgroups, since some of them may begin only after others have ended. The end of a dispatch synchronises all of them.',
      },
      {
        text: 'Workgroup memory is too small for the sums.',
        reason: 'The sums are in storage, where all workgroups can read them. But a workgroup cannot know when they are complete.',
      },
    ],
  },
  {
    id: 'passes',
    title: 'Reduce-then-scan and a single pass',
    idea: [
      'Reduce-then-scan reads each element twice, to sum the tiles and to scan them, and writes it once: three accesses per element. A single-pass scan reads and writes each element once, as a copy does.',
      'A large scan mostly waits for memory, so accesses matter more than additions.',
    ],
    attempt: 'Choose small and large n. For a small n, the start of a dispatch takes most of the time. For a large n, the accesses do.',
    question: 'No scan can be faster than a copy of its input. Why?',
    answers: [
      {
        text: 'A copy also reads each element once and writes it once.',
        isRight: true,
        reason:
          'A scan must do at least that, whatever it computes in between. So the time of a copy is the lower bound, and a single-pass scan is close to this bound for large n.',
      },
      {
        text: 'The copy uses special hardware.',
        reason: 'The copy is a kernel like the others, measured in the same run, but it adds nothing.',
      },
      {
        text: 'A copy needs no barrier.',
        reason: 'That is true, but barriers are a small part of the time of a large scan: while one workgroup waits, others run.',
      },
    ],
  },
  {
    id: 'look-back',
    title: 'Look-back and its progress',
    idea: [
      'In a single pass, a workgroup reads its tile once, keeps it, and publishes the tile’s sum, the aggregate, as soon as it is known. Then it looks back over the tiles before it, beginning with the nearest one. It adds their aggregates, and stops at the first tile that has published a prefix, the sum of everything up to this tile’s end. Then it writes its tile. In a chained scan, each tile waits for its predecessor’s prefix.',
      'Look-back waits for other workgroups, so it needs a guarantee that they continue: {forward-progress|forward progress}. WebGPU does not give this guarantee. With decoupled fallback, a workgroup that has waited for a certain time sums the missing tile itself.',
    ],
    attempt: 'Compare the marks of prefixes. Then let some workgroups stop permanently: with fallback, all others end.',
    question: 'Why does look-back need no second pass over the elements?',
    answers: [
      {
        text: 'All workgroups meet at a barrier and exchange their sums.',
        reason: 'There is no barrier across workgroups. Each workgroup publishes its sum in storage as soon as it is known.',
      },
      {
        text: 'A tile does not need the sums of the tiles before it.',
        reason: 'It does: without them, every tile would begin at 0.',
      },
      {
        text: 'It waits for the prefix of the tile before it, which is fast.',
        reason:
          'That is the chained scan. It also has a single pass, but its tiles form a chain. Look-back adds the aggregates of many tiles at once.',
      },
      {
        text: 'A workgroup keeps its tile in variables while it adds the published sums of the tiles before it.',
        isRight: true,
        reason:
          'It reads its elements once, and writes them when their prefix is known. In between, it reads only the states of other tiles. Each state is an aggregate or a prefix.',
      },
    ],
  },
];

/** The number of a screen, from 1; null if the text names no screen. @param text a part of the address: the number or the id of a screen */
export function screenAt(text: string): number | null {
  const i = SCREENS.findIndex(({ id }, i) => text === id || text === `${i + 1}`);
  return i < 0 ? null : i + 1;
}
