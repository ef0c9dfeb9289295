// Measures each of args.scans at each of its sizes, beside the copy kernel on the same number of bytes; every point is verified.
// A scan has the options of lab.measure (algorithm, operator, type, mode, direction, segmented, tuning, pattern, seed) and, optionally, its
// sizes as `n` or as `words` (the operator gives the number of elements), `open` (options of ScanLab.open), and `constants`. These replace
// constants of the scan's shaders by name: { WITHHELD_PERCENT: 50 } withholds half of the tiles. The plan must not depend on them. A
// constant that no shader of the scan declares is an error.
// args.scans defaults to those forms of scans whose speeds may differ, for each of args.algorithms. args.words is the size of scans without
// sizes. Returns per point the scan and its size, `share` (the speed divided by that of the copy kernel, with its 95 % interval), the time,
// and the error.
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

/** Matches the line of a shader that declares a constant. */
const declaration = (name) => new RegExp(`^(const ${name}: (\\w+) = ).*;$`, 'm');

/** Throws if a constant is in no shader of the scan. */
function requireConstants(lab, constants, request) {
  if (!Object.keys(constants).length) return;
  const sources = lab.shaders(request).flatMap(({ parts }) => parts.map(({ source }) => source));
  const unknown = Object.keys(constants).filter((name) => !sources.some((source) => declaration(name).test(source)));
  if (!unknown.length) return;
  const known = new Set(sources.flatMap((source) => [...source.matchAll(/^const (\w+):/gm)].map(([, name]) => name)));
  throw new Error(
    `constants must be in the shaders of ${request.algorithm}, which have ${[...known].join(', ')}; not there: ${unknown.join(', ')}`,
  );
}

/** Replaces constants in all shaders that the device compiles while `work` runs. */
async function withConstants(constants, work) {
  const { createShaderModule } = GPUDevice.prototype;
  GPUDevice.prototype.createShaderModule = function (descriptor) {
    let { code } = descriptor;
    for (const [name, value] of Object.entries(constants)) {
      code = code.replace(declaration(name), (_, start, type) => `${start}${value}${type === 'u32' ? 'u' : ''};`);
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
  const { open, constants = {}, n: _, words: __, ...request } = scan;
  const { pattern, seed, ...planned } = request;
  requireConstants(lab, constants, { ...planned, n });
  const point = await lab.measure({ seed: 1, ...request, n });
  const { copy_ratio, tuning, median_ns, elements_per_s, copy_drifted, verified, mismatch, dispatches } = point;
  const share = copy_ratio && { value: 1 / copy_ratio.value, interval: copy_ratio.interval.map((ratio) => 1 / ratio).reverse() };
  return {
    share,
    median_us: median_ns && median_ns / 1e3,
    giga_elements_per_s: elements_per_s && elements_per_s / 1e9,
    tuning,
    dispatches,
    copy_drifted,
    verified,
    mismatch,
  };
}

/** Scans with the same key share a device. A device keeps its compiled shaders, so each set of constants needs a separate device. */
const keyOf = ({ open, constants = {} }) => JSON.stringify([open, constants]);
const labs = new Map();
const rows = [];
let adapter = null;
for (const [i, scan] of scans.entries()) {
  const key = keyOf(scan);
  await withConstants(scan.constants ?? {}, async () => {
    if (!labs.has(key)) labs.set(key, await ScanLab.open(scan.open));
    adapter ??= labs.get(key).adapter;
    for (const n of sizesOf(scan)) {
      const row = { ...scan, n };
      try {
        rows.push({ ...row, ...(await measure(labs.get(key), scan, n)) });
      } catch (error) {
        rows.push({ ...row, error: `${error.code ?? error.name}: ${error.message}` });
      }
      const { share, error } = rows.at(-1);
      console.log(
        JSON.stringify(row),
        share ? `share ${share.value.toFixed(3)} [${share.interval.map((end) => end.toFixed(3))}]` : (error ?? 'no time'),
      );
    }
  });
  if (scans.slice(i + 1).some((later) => keyOf(later) === key)) continue;
  labs.get(key).close();
  labs.delete(key);
}
return { browser: navigator.userAgent, adapter, rows };
