import type { CoreRequest } from '../types.ts';
import type { PointJob } from './points.ts';

/** The fields of a job or a point that the core's planner takes. */
export function planRequest({
  algorithm,
  operator,
  type,
  mode,
  direction,
  segmented,
  headsAsBits,
  columns,
  axis,
  inPlace,
  initial,
  n,
  tuning,
}: CoreRequest & { algorithm: string; operator: string }) {
  const segments = { segmented, ...(headsAsBits && { headsAsBits }), ...(columns && { columns, axis }) };
  return { algorithm, operator, type, mode, direction, ...segments, inPlace, ...(initial && { initial }), n, tuning };
}

/** The request of a job for measurements and points of the core. */
export function coreRequest({ pattern, seed, segmentLength, ...job }: PointJob): CoreRequest {
  return { ...planRequest(job), pattern, seed, segmentLength };
}
