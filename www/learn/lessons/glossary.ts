/** The glossary: terms that the lessons and the path use. */

type Term = { name: string; meaning: string };

export const GLOSSARY: Record<string, Term> = {
  work: { name: 'Work', meaning: 'How often all invocations together apply the operator ⊕: the time that a single processor would need.' },
  depth: {
    name: 'Depth, or span',
    meaning:
      'The length of the longest chain of applications of ⊕ in which each needs the result of the one before: the time with unlimited processors.',
  },
  'work-efficient': {
    name: 'Work-efficient',
    meaning:
      'A work-efficient scan has work of the same order as the sequential scan: the number of applications per element does not grow with the length.',
  },
  invocation: {
    name: 'Invocation',
    meaning:
      'One execution of a kernel, with its own index. Other texts call it a thread. The invocations of a workgroup share memory. Every WebGPU device allows 256 invocations per workgroup.',
  },
  dispatch: {
    name: 'Dispatch',
    meaning:
      'A command that starts the workgroups of a kernel. They run in any order. The next dispatch can read everything that they have written.',
  },
  tile: {
    name: 'Tile',
    meaning: 'The elements that one workgroup handles together, small enough for its memory or registers. Papers also say block.',
  },
  barrier: {
    name: 'Barrier',
    meaning:
      'A point at which all invocations of a workgroup wait for each other. Values that were written before it can be read after it. Between workgroups, only the end of a dispatch has this effect.',
  },
  'bank-conflict': {
    name: 'Bank conflict',
    meaning:
      'Successive words of workgroup memory are in different banks, usually 32. Simultaneous accesses to different words of one bank run one after another.',
  },
  subgroup: {
    name: 'Subgroup',
    meaning:
      '4 to 128 invocations of a workgroup that execute together and can pass values to each other without memory. Other texts call it a warp or wave.',
  },
  'forward-progress': {
    name: 'Forward progress',
    meaning:
      'The guarantee that a started workgroup continues, even while others wait for it. Without this guarantee, a wait may never end. WebGPU does not give it.',
  },
  'look-back': {
    name: 'Decoupled look-back',
    meaning:
      'A tile adds values that earlier tiles have published. Each value is the sum of one tile, or the sum of everything up to its end. No tile waits for a sum of the second kind.',
  },
  segmented: {
    name: 'Segmented scan',
    meaning: 'A scan that restarts at every flagged element. It is a scan of pairs of a flag and a value, with a suitable operator ⊕.',
  },
  monoid: {
    name: 'Monoid',
    meaning:
      'A set of values with an associative operator ⊕ and an identity, which changes no value. A scan requires nothing else. ⊕ need not commute, so the order of operands matters.',
  },
};

/** A part of a text: plain text, or a term of the glossary as it is shown. */
type Stretch = { text: string; term: string | null };

const TERM = /\{([\w-]+)(?:\|([^}]+))?\}/g;

/** Splits the text of a lesson at its terms. */
export function stretches(text: string): Stretch[] {
  const found: Stretch[] = [];
  let end = 0;
  for (const match of text.matchAll(TERM)) {
    const [whole, term, shown] = match;
    found.push({ text: text.slice(end, match.index), term: null }, { text: shown ?? term, term });
    end = match.index + whole.length;
  }
  found.push({ text: text.slice(end), term: null });
  return found.filter((stretch) => stretch.text);
}
