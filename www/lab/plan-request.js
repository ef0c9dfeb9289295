/** @import { Job } from './verify.js' */

/** A job as the core plans it. @param {Job} job */
export function planRequest({ algorithm, operator, type, mode, direction, segmented, inPlace, n, tuning }) {
  return { algorithm, operator, type, mode, direction, segmented, inPlace, n, tuning };
}
