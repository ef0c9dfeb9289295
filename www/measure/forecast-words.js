/** Texts of forecasts. Pure: no DOM. */
/** @typedef {import('../types.d.ts').Forecast} Forecast */

/** A rounded duration, at most slightly below the exact one. @param {number} s */
export function durationText(s) {
  if (s < 57.5) return `${Math.max(5, 5 * Math.ceil(s / 5 - 0.5))} s`;
  if (s < 57.5 * 60) return `${Math.ceil(s / 60 - 0.25)} min`;
  return `${Math.ceil(s / 360 - 0.25) / 10} h`;
}

/** The remaining time; “Nearly done” only if no points are missing. @param {import('../types.d.ts').ForecastLeft} left @param {boolean} isMeasured */
export function leftText(left, isMeasured) {
  if (!left.points) return 'Nearly done.';
  if ((isMeasured ? left.expected_s : left.most_s) > 0) return `Left: ${forecastText(left, isMeasured)}.`;
  return 'This takes longer than estimated.';
}

/** @param {Forecast} forecast @param {boolean} isMeasured */
export function forecastText({ expected_s, most_s }, isMeasured) {
  return isMeasured ? `about ${durationText(expected_s)}` : `at most ${durationText(most_s)}`;
}
