/** Comparisons without a verdict, in words. */

import type { Comparison } from '../types.ts';
import type { Formats } from './format.ts';

type Outcome = Pick<Comparison, 'verdict' | 'cause' | 'reason' | 'median_ratio'>;

/** Whether a comparison could not be made, which says nothing of the times: times that cannot be told apart were compared. */
export function hasNoVerdict({ verdict, cause }: Outcome) {
  return verdict === 'cannot-tell' && cause?.kind !== 'interval';
}

/** The reason, and the ratio of the medians where there is one, without a full stop. */
export function whyNoVerdict({ reason = 'the times were not compared', median_ratio }: Outcome, formats: Formats) {
  const medians = median_ratio === undefined ? '' : `; the ratio of the medians is ${formats.three.format(median_ratio)}`;
  return reason.replace(/\.$/, '') + medians;
}
