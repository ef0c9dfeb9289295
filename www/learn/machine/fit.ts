/** Fits the width and the latency of a memory machine to the times of contiguous copies. Pure: no DOM. */

/** The time of a copy of n words by p invocations. */
export type Sample = { p: number; ns: number };
/** The fitted machine. A copy reads and writes each word once. By Lemma 1, it takes 2 (n/p)(p/w + l − 1) = n · 2/w + (n/p) · 2 (l − 1). */
export type Fit = {
  /** words that the memory handles per nanosecond */
  width: number;
  /** the latency of one access in a chain of accesses */
  latency_ns: number;
  /** the median relative deviation of the times from the fit */
  deviation: number;
};

export function fittedTime({ width, latency_ns }: Fit, n: number, p: number) {
  return 2 * (n / width + (n / p) * latency_ns);
}

/**
 * Fits by least squares of relative deviations, because times span orders of magnitude. Neither of the two parts of a time is negative.
 * @param samples with two or more values of p
 */
export function fit(samples: Sample[], n: number): Fit {
  // Minimises Σ (a x + b y − 1)², where a x and b y are the parts of the fitted time, each divided by the measured time.
  let [xx, xy, yy, x, y] = [0, 0, 0, 0, 0];
  for (const { p, ns } of samples) {
    const [u, v] = [n / ns, n / p / ns];
    [xx, xy, yy, x, y] = [xx + u * u, xy + u * v, yy + v * v, x + u, y + v];
  }
  const determinant = xx * yy - xy * xy;
  let a = (x * yy - y * xy) / determinant;
  let b = (y * xx - x * xy) / determinant;
  if (!(a > 0)) [a, b] = [0, y / yy];
  else if (!(b > 0)) [a, b] = [x / xx, 0];
  const found = { width: 2 / a, latency_ns: b / 2, deviation: 0 };
  const deviations = samples.map(({ p, ns }) => Math.abs(fittedTime(found, n, p) / ns - 1)).sort((left, right) => left - right);
  return { ...found, deviation: deviations[Math.floor(deviations.length / 2)] };
}

/** The number of words in flight that hides the latency. With more invocations, the bandwidth is the limit. */
export function wordsInFlight({ width, latency_ns }: Fit) {
  return width * latency_ns;
}
