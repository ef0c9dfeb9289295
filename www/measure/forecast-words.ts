/** Texts of forecasts. Pure: no DOM. */

import type { Forecast, ForecastLeft } from '../types.ts';

/** A rounded duration, which is at most slightly shorter than the exact one. */
export function durationText(s: number) {
  if (s < 57.5) return `${Math.max(5, 5 * Math.ceil(s / 5 - 0.5))} s`;
  if (s < 57.5 * 60) return `${Math.ceil(s / 60 - 0.25)} min`;
  return `${Math.ceil(s / 360 - 0.25) / 10} h`;
}

/** The remaining time, or “Nearly done” if no points are missing. */
export function leftText(left: ForecastLeft, isMeasured: boolean) {
  if (!left.points) return 'Nearly done.';
  if ((isMeasured ? left.expected_s : left.most_s) > 0) return `Remaining: ${forecastText(left, isMeasured)}.`;
  return 'This takes longer than estimated.';
}

export function forecastText({ expected_s, most_s }: Forecast, isMeasured: boolean) {
  return isMeasured ? `about ${durationText(expected_s)}` : `at most ${durationText(most_s)}`;
}
