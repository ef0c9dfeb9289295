// Measures args.scans, each beside the copy kernel on as many bytes, at each of args.sizes; every point is verified.
// A scan: what lab.measure takes but n (algorithm, operator, type, mode, direction, segmented, tuning, pattern, seed), its own sizes
// as `n` or `words` (the elements follow from the operator), `open` (what ScanLab.open takes), and `constants`, by name, that replace
// those generated for its shaders, where the plan does not depend on them: { WITHHELD_PERCENT: 50 } keeps half of the tiles silent; one
// that none of its shaders has is an error.
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

/** The line of a shader that says what a constant is. */
const declaration = (name) => new RegExp(`^(const ${name}: (\\w+) = ).*;$`, 'm');

/** Throws where a constant would be replaced in vain. */
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

/** Has the device compile shaders with other constants while `work` runs. */
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

/** Scans with the same key can share a device; devices keep what they have compiled, so each set of constants has its own. */
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
