/** Terms of the lessons. */

type Term = { name: string; meaning: string };

export const GLOSSARY: Record<string, Term> = {
  work: { name: 'Work', meaning: 'The number of applications of ⊕ by all invocations: the time that a single processor would need.' },
  depth: {
    name: 'Depth, or span',
    meaning: 'The longest chain of applications that each need the one before: the time that any number of processors would still need.',
  },
  'work-efficient': {
    name: 'Work-efficient',
    meaning:
      'Of the same order of work as the sequential scan, at most a constant number of applications an element. An algorithm of least depth is called step-efficient.',
  },
  tile: {
    name: 'Tile',
    meaning: 'The elements that one workgroup handles together, small enough for its memory or registers. Papers also say block.',
  },
  barrier: {
    name: 'Barrier',
    meaning:
      'A point at which all invocations of a workgroup wait for each other, so that what was written before it can be read after it. Workgroups have none between them but the end of a dispatch.',
  },
  'bank-conflict': {
    name: 'Bank conflict',
    meaning:
      'Workgroup memory is spread over banks, usually 32, word by word. Simultaneous accesses to different words of one bank are serialised.',
  },
  subgroup: {
    name: 'Subgroup',
    meaning:
      'Invocations of a workgroup that run in lockstep and can pass values to each other without memory; 4 to 128 of them. Elsewhere called warp or wave.',
  },
  'forward-progress': {
    name: 'Forward progress',
    meaning:
      'The guarantee that a started workgroup keeps being scheduled, even while others wait for it. Without it a wait may never end. WebGPU does not give this guarantee.',
  },
  'look-back': {
    name: 'Decoupled look-back',
    meaning:
      'Computing a tile’s exclusive prefix from the states that earlier tiles have published, aggregates or inclusive prefixes, instead of waiting in a chain.',
  },
  segmented: {
    name: 'Segmented scan',
    meaning: 'A scan that starts anew at every flagged element. It is an ordinary scan of pairs of flag and value under a suitable ⊕.',
  },
  monoid: {
    name: 'Monoid',
    meaning:
      'Values with an operator ⊕ that is associative and has an identity. A scan requires no more; ⊕ need not commute, so the order of operands matters.',
  },
};

/** A part of a lesson's text: plain, or a term. */
type Stretch = { text: string; term: string | null };

const TERM = /\{([\w-]+)(?:\|([^}]+))?\}/g;

/** Splits a lesson's text at its terms. */
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
