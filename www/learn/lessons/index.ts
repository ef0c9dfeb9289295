/**
 * The lesson of every algorithm, for first-time readers. The panel of a scan shows its lesson. In a text, `{barrier}` is a term of the
 * glossary, and `{barrier|barriers}` shows the term in another form.
 */
import { DEVICE_WIDE } from './device-wide.ts';
import { REDUCE_THEN_SCAN } from './reduce-then-scan.ts';
import { SEGMENTS } from './segments.ts';
import { SINGLE_PASS } from './single-pass.ts';
import { TILES } from './tiles.ts';

export type Lesson = {
  idea: string;
  /** how to read the diagram of the scan */
  diagram: string;
  /** the work and the depth of the scan, and whether it is work-efficient */
  work: string;
  /** the costs of the scan on a GPU */
  gpu: string;
  /** when to choose the scan */
  choose: string;
  /** the differences of the scan from its sources */
  changed: string;
  /** the sources: each names a text and a place in it */
  sources: string[];
};

/** The lessons, by algorithm id. */
export const LESSONS: Record<string, Lesson> = { ...DEVICE_WIDE, ...TILES, ...REDUCE_THEN_SCAN, ...SEGMENTS, ...SINGLE_PASS };
