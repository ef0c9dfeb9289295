/** Scans made for segments. */

import type { Lesson } from './index.ts';

export const SEGMENTS: Record<string, Lesson> = {
  'segmented-difference': {
    idea: `Scan everything as if there were no segments. The prefix before a segment is in all prefixes of the segment, so subtract it there. A
      scan of the starts numbers the segments, and those prefixes are kept by number.`,
    diagram: `The plain scan, of four {tile|tiles} in one pass; each segment is one subtraction an element after that.`,
    work: `Two plain scans and n subtractions: {work-efficient}. No pairs of flag and value, so the scans in the middle run at their full
      speed.`,
    gpu: `Five passes, 8n reads and 4n writes in all where the plain scans read once, twice the traffic of scans that keep flags beside the values in
      registers.`,
    choose: `To see how a {segmented} scan follows from a plain one when the operator has an inverse, as sparse matrix products on
      accelerators use it. Integers alone: differences of f32 cancel.`,
    changed: `The paper takes one sum a segment. Here every element needs the prefix before its own, so the starts are scanned too.`,
    sources: ['Sobczyk, Sorrentino & Zouzias 2025, arXiv 2506.23906'],
  },
};
