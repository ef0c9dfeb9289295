/** Comparisons without a verdict, in words. */
/** @import { Comparison } from '../types.d.ts' */
/** @import { Formats } from './format.js' */

/** @typedef {Pick<Comparison, 'verdict' | 'cause' | 'reason' | 'median_ratio'>} Outcome */

/** Whether a comparison could not be made, which says nothing of the times: times that cannot be told apart were compared. @param {Outcome} outcome */
export function hasNoVerdict({ verdict, cause }) {
  return verdict === 'cannot-tell' && cause?.kind !== 'interval';
}

/** The reason, and the ratio of the medians where there is one, without a full stop. @param {Outcome} outcome @param {Formats} formats */
export function whyNoVerdict({ reason = 'the times were not compared', median_ratio }, formats) {
  const medians = median_ratio === undefined ? '' : `; the ratio of the medians is ${formats.three.format(median_ratio)}`;
  return reason.replace(/\.$/, '') + medians;
}
