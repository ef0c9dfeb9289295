// Measures args.scans, each beside the copy kernel on as many bytes, at each of args.sizes; every point is verified.
// A scan: what lab.measure takes but n (algorithm, operator, type, mode, direction, segmented, tuning, pattern, seed), its own sizes
// as `n` or `words` (the elements follow from the operator), `open` (what ScanLab.open takes), and `constants`, by name, that replace
// those generated for its shaders, where the plan does not depend on them: { WITHHELD_PERCENT: 50 } keeps half of the tiles silent.
// args.scans defaults to forms of scans by which args.algorithms may differ in speed; args.words to the words of all that have no size.
// Returns for each what was asked, `share` (the speed divided by the copy kernel's, with its 95 % interval), the time, and what went wrong.
// The body of an async function, run in the built page.
const { ScanLab } = await import('./scanlab.js');
const catalogue = await ScanLab.catalogue();
const scans = args?.scans ?? defaultScans();
const sizes_words = args?.words ?? [2 ** 24, 2 ** 28];

function defaultScans() {
  const forms = [
    { operator: 'add' },
    { operator: 'add', mode: 'exclusive' },
    { operator: 'add', direction: 'backward' },
    ...['i32', 'f32'].map((type) => ({ operator: 'max', type })),
    { operator: 'min', type: 'f32' },
    ...['bicyclic', 'affine', 'mat2'].map((operator) => ({ operator })),
    { operator: 'mat2', direction: 'backward' },
    { operator: 'add', segmented: true },
    { operator: 'bicyclic', segmented: true },
  ];
  const algorithms = args?.algorithms ?? ['look-back'];
  return algorithms.flatMap((algorithm) => forms.map((form) => ({ algorithm, ...form })));
}

/** Elements of a scan at each of its sizes. */
function sizesOf({ n, words, operator = 'add' }) {
  if (n !== undefined) return [n].flat();
  const { words: element } = catalogue.operators.find(({ id }) => id === operator);
  return [words ?? sizes_words].flat().map((length) => length / element);
}

/** Has the device compile shaders with other constants while `work` runs. */
async function withConstants(constants, work) {
  const { createShaderModule } = GPUDevice.prototype;
  GPUDevice.prototype.createShaderModule = function (descriptor) {
    let { code } = descriptor;
    for (const [name, value] of Object.entries(constants)) {
      code = code.replace(new RegExp(`^(const ${name}: (\\w+) = ).*;$`, 'm'), (_, start, type) => `${start}${value}${type === 'u32' ? 'u' : ''};`);
    }
    return createShaderModule.call(this, { ...descriptor, code });
  };
  try {
    return await work();
  } finally {
    GPUDevice.prototype.createShaderModule = createShaderModule;
  }
}

async function measure(lab, scan, n) {
  const { open, constants, n: _, words: __, ...request } = scan;
  const point = await lab.measure({ seed: 1, ...request, n });
  const { copy_ratio, tuning, median_ns, elements_per_s, copy_drifted, verified, mismatch, dispatches } = point;
  const share = copy_ratio && { value: 1 / copy_ratio.value, interval: copy_ratio.interval.map((ratio) => 1 / ratio).reverse() };
  return { share, median_us: median_ns && median_ns / 1e3, giga_elements_per_s: elements_per_s && elements_per_s / 1e9, tuning, dispatches, copy_drifted, verified, mismatch };
}

const labs = new Map();
const rows = [];
for (const scan of scans) {
  const constants = scan.constants ?? {};
  const key = JSON.stringify([scan.open, constants]);
  await withConstants(constants, async () => {
    // Devices keep what they have compiled, so each set of constants has its own.
    if (!labs.has(key)) labs.set(key, await ScanLab.open(scan.open));
    for (const n of sizesOf(scan)) {
      const row = { ...scan, n };
      try {
        rows.push({ ...row, ...(await measure(labs.get(key), scan, n)) });
      } catch (error) {
        rows.push({ ...row, error: `${error.code ?? error.name}: ${error.message}` });
      }
      const { share, error } = rows.at(-1);
      console.log(JSON.stringify(row), share ? `share ${share.value.toFixed(3)} [${share.interval.map((end) => end.toFixed(3))}]` : (error ?? 'no time'));
    }
  });
}
const { adapter } = labs.values().next().value;
for (const lab of labs.values()) lab.close();
return { browser: navigator.userAgent, adapter, rows };
