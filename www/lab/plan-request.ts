import type { CoreRequest } from '../types.ts';
import type { PointJob } from './points.ts';

/** A job or a point, as the core's planner takes it. */
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

/** A job in the form that the core measures and makes points of. */
export function coreRequest({ pattern, seed, segmentLength, ...job }: PointJob): CoreRequest {
  return { ...planRequest(job), pattern, seed, segmentLength };
}
