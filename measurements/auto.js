// Compares `auto` with the fastest scan at each of args.sizes: inclusive u32 sums over random input. Every output is verified.
// All scans of a size (args.algorithms, by default all) take their samples in turns, args.passes times. A time is the median over the passes
// of the ratio to the copy kernel's time, since a busy machine slows down both. If a scan is wrong or has no time in any pass, the script
// leaves it out and returns the reason.
// The body of an async function, run in the built page; returns the content of measurements/*.json.
const { ScanLab } = await import('./scanlab.js');
// By default `auto` uses the built-in table, and not a calibration of this browser.
const lab = await ScanLab.open(args?.calibrated ? {} : { calibration: false });
const exponents = Array.from({ length: lab.adapter.isFallback ? 6 : 9 }, (_, i) => 10 + 2 * i);
const sizes = args?.sizes ?? exponents.map((exponent) => 2 ** exponent);
const algorithms = [...new Set(['auto', ...(args?.algorithms ?? lab.algorithms.map(({ id }) => id))])];
const passes = args?.passes ?? 3;

const median = (values) => [...values].sort((left, right) => left - right)[values.length >> 1];
const rounded = (value) => Number(value.toPrecision(4));

const rows = [];
for (const n of sizes) {
  /** By algorithm: the ratio to the copy kernel's time in each pass. */
  const multiples = new Map();
  const left_out = {};
  const copies = [];
  for (let pass = 0; pass < passes; pass++) {
    for await (const { algorithm, verified, skipped, copy, copy_ratio } of lab.sweep({ algorithms, sizes: [n], seed: pass + 1 })) {
      if (!verified || !copy_ratio) left_out[algorithm] = skipped ?? (verified ? 'The timer was too coarse.' : 'The output was wrong.');
      else multiples.set(algorithm, [...(multiples.get(algorithm) ?? []), copy_ratio.value]);
      if (copy) copies.push(copy.median_ns);
    }
  }
  const whole = [...multiples].filter(([id]) => !left_out[id]);
  const of_copy = Object.fromEntries(
    whole.map(([id, values]) => [id, rounded(median(values))]).sort(([, left], [, right]) => left - right),
  );
  const best = Object.keys(of_copy).find((id) => id !== 'auto') ?? null;
  const copy_ns = copies.length ? median(copies) : null;
  const time_ns = (id) => (of_copy[id] && copy_ns ? Math.round(of_copy[id] * copy_ns) : null);
  rows.push({
    n,
    best,
    best_ns: time_ns(best),
    auto_ns: time_ns('auto'),
    auto_to_best: best && of_copy.auto ? rounded(of_copy.auto / of_copy[best]) : null,
    copy_ns: copy_ns && Math.round(copy_ns),
    times_of_copy: of_copy,
    left_out,
  });
}
const { adapter, calibration } = lab;
lab.close();
return { browser: navigator.userAgent, date: new Date().toISOString(), adapter, passes, calibration, rows };
