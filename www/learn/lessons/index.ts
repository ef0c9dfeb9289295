/**
 * The lesson of every algorithm, for first-time readers. Data only: the panel of a scan shows it, and a test compares it with the registry.
 * `{barrier}` is a term of the glossary; `{barrier|barriers}` is the term in another form.
 */
import { DEVICE_WIDE } from './device-wide.ts';
import { REDUCE_THEN_SCAN } from './reduce-then-scan.ts';
import { SEGMENTS } from './segments.ts';
import { SINGLE_PASS } from './single-pass.ts';
import { TILES } from './tiles.ts';

export type Lesson = {
  idea: string;
  /** its steps on the diagram */
  diagram: string;
  /** whether it is work-efficient, and the reason */
  work: string;
  /** its cost on a GPU */
  gpu: string;
  /** when to choose it */
  choose: string;
  /** differences from its sources */
  changed: string;
  /** each names a paper and a section in it */
  sources: string[];
};

/** by algorithm id */
export const LESSONS: Record<string, Lesson> = { ...DEVICE_WIDE, ...TILES, ...REDUCE_THEN_SCAN, ...SEGMENTS, ...SINGLE_PASS };
