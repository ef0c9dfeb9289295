/** @import { CoreRequest } from '../types.d.ts' */

/** A job, or a point, as the core plans it. @param {CoreRequest} job @returns {CoreRequest} */
export function planRequest({ algorithm, operator, type, mode, direction, segmented, headsAsBits, columns, axis, inPlace, n, tuning }) {
  const segments = { segmented, ...(headsAsBits && { headsAsBits }), ...(columns && { columns, axis }) };
  return { algorithm, operator, type, mode, direction, ...segments, inPlace, n, tuning };
}

/** A job as the core measures it, and makes points of it. @param {import('./points.js').PointJob} job @returns {CoreRequest} */
export function coreRequest({ pattern, seed, segmentLength, ...job }) {
  return { ...planRequest(job), pattern, seed, segmentLength };
}
