/** Scans made for segments. */

import type { Lesson } from './index.ts';

export const SEGMENTS: Record<string, Lesson> = {
  'segmented-difference': {
    idea: `Scan everything as if there were no segments. Every prefix within a segment includes the sum of all elements before the segment,
      so subtract that sum. The sums are stored by segment. A scan of the head flags numbers the segments.`,
    diagram: `The plain scan of four {tile|tiles} in one pass. Segments add one subtraction per element, which is not drawn.`,
    work: `Two plain scans and n subtractions: {work-efficient}. Elements are not pairs of flag and value, so both scans run at full
      speed.`,
    gpu: `Five passes, with 8n reads and 4n writes in total if each plain scan reads its input once. A single-pass scan that keeps
      flags beside the values in registers has 2n reads and n writes.`,
    choose: `To see how a {segmented} scan follows from a plain scan if the operator has an inverse. Sparse matrix products on accelerators
      use this method. Elements must be integers, because differences of f32 lose digits by cancellation.`,
    changed: `The paper computes one sum per segment. Here every element needs the sum before its segment, so the head flags are scanned
      too.`,
    sources: ['Sobczyk, Sorrentino & Zouzias 2025, arXiv 2506.23906'],
  },
};
