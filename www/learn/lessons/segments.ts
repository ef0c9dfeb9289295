/** Lessons of scans that are made for segments. */

import type { Lesson } from './index.ts';

export const SEGMENTS: Record<string, Lesson> = {
  'segmented-difference': {
    idea: `A {segmented} scan restarts at the first element of each segment. This method first scans everything as if there were no
      segments. Then every prefix also includes the sum of all elements before its segment. This sum is stored once per segment, and
      subtracted. A scan of the segment starts numbers the segments, so that each element finds its sum.`,
    diagram: `The plain scan of four {tile|tiles}. The subtraction, one per element, is not drawn.`,
    work: `Two plain scans, one of values and one of segment starts, and n subtractions for n elements: {work-efficient}.`,
    gpu: `In total, 8n reads and 4n writes if each plain scan reads its input once. A single-pass scan that keeps segment starts beside the
      values in registers has 2n reads and n writes.`,
    choose: `To see how a segmented scan follows from a plain scan. The operator must have an inverse, as addition has subtraction. Elements
      must be integers, because differences of rounded numbers lose digits.`,
    changed: `The paper computes one sum per segment. Here every element needs the sum before its segment, so segment starts are scanned
      too.`,
    sources: ['Sobczyk, Sorrentino & Zouzias 2025, arXiv 2506.23906'],
  },
};
