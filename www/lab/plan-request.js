/** @import { CoreRequest } from '../types.d.ts' */

/** A job, or a point, as the core plans it. @param {CoreRequest} job @returns {CoreRequest} */
export function planRequest({ algorithm, operator, type, mode, direction, segmented, inPlace, n, tuning }) {
  return { algorithm, operator, type, mode, direction, segmented, inPlace, n, tuning };
}
