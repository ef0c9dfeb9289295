/** Comparisons without a verdict, in words. */

import type { Comparison } from '../types.ts';
import type { Formats } from './format.ts';

type Outcome = Pick<Comparison, 'verdict' | 'cause' | 'reason' | 'median_ratio'>;

/** Whether a comparison could not be made. A comparison that is inconclusive because of its interval was made. */
export function hasNoVerdict({ verdict, cause }: Outcome) {
  return verdict === 'inconclusive' && cause?.kind !== 'interval';
}

/** The reason for the missing verdict, and the ratio of the medians if it is known, without a full stop. */
export function whyNoVerdict({ reason = 'the times were not compared', median_ratio }: Outcome, formats: Formats) {
  const medians = median_ratio === undefined ? '' : `; the ratio of the medians is ${formats.three.format(median_ratio)}`;
  return reason.replace(/\.$/, '') + medians;
}
