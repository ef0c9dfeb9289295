/**
 * The calls of the fuzz test: valid, partly random arguments for every method of the public API. Runs in the page. The file is long,
 * since every method has an entry.
 */
import { OddError } from './odd-values.js';

const ALGORITHMS = [
  'auto',
  'sequential',
  'hillis-steele',
  'hybrid',
  'blelloch',
  'nakano-sequential',
  'reduce-then-scan',
  'cache-blocked',
  'look-back-fallback',
];
/** The types of each operator. */
const OPERATORS = {
  add: ['u32', 'i32', 'f32'],
  max: ['u32', 'i32', 'f32'],
  xor: ['u32', 'i32'],
  bicyclic: ['u32'],
  affine: ['f32'],
  mat2: ['u32', 'f32'],
};
const WORDS = { bicyclic: 2, affine: 2, mat2: 4 };
const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
const PATTERNS = ['random', 'zeros', 'ones', 'max', 'alternating', 'sorted', 'spikes'];
/** Sizes around the edges of tiles. They are also the lengths of chunks of streams. */
const SIZES = [0, 1, 2, 3, 5, 63, 256, 257, 1000, 2049];

const DOUBLE = `@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(8) fn double(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&numbers)) { numbers[id.x] *= 2u; }
}`;
const SERIAL = `struct Params { n: u32 }
@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(1) fn scan() {
  var sum = identity();
  for (var i = 0u; i < params.n; i++) { sum = combine(sum, source[i]); result[i] = sum; }
}`;

const ADAPTER = await navigator.gpu.requestAdapter();
/** A device with default limits, as the page may have one beside the lab's. */
const DEVICE = await ADAPTER.requestDevice();

/** Names and modes of a scan, some of them left out. */
function kind(random, { withType = true } = {}) {
  const operator = random.pick(Object.keys(OPERATORS));
  const all = {
    algorithm: random.pick(ALGORITHMS),
    operator,
    ...(withType && { type: random.pick(OPERATORS[operator]) }),
    mode: random.pick(['inclusive', 'exclusive']),
    direction: random.pick(['forward', 'backward']),
  };
  const kept = Object.entries(all).filter(([name]) => name === 'operator' || name === 'type' || random.chance(0.8));
  return { kind: Object.fromEntries(kept), operator, words: WORDS[operator] ?? 1, type: all.type ?? random.pick(OPERATORS[operator]) };
}

/** An array that a kind of scan takes. It covers a whole buffer or a part of it. */
function elements(random, { type, words }, n = random.pick(SIZES)) {
  const before = random.pick([0, 3]);
  const array = new ARRAYS[type](new ArrayBuffer(4 * (before + n * words)), 4 * before);
  // The numbers are so small that every operator keeps them in its range.
  return array.map(() => random.below(3));
}

/** Valid arguments for a scan of an array. */
function scanArguments(random) {
  const { kind: request, ...form } = kind(random, { withType: false });
  const input = elements(random, form);
  const n = input.length / form.words;
  const asBits = random.chance(0.5);
  const words = asBits ? Math.ceil(n / 32) : n;
  if (random.chance(0.3)) request.heads = Uint32Array.from({ length: words }, () => (asBits ? random.below(2 ** 32) : random.below(2)));
  else if (random.chance(0.2))
    Object.assign(request, {
      shape: random.pick([
        [n, 1],
        [1, n],
      ]),
      axis: random.below(2),
    });
  if (request.heads && asBits) request.headsAsBits = true;
  if (request.algorithm === 'hybrid' && random.chance(0.5)) request.tuning = { reduce_steps: random.below(5) };
  if (random.chance(0.2)) request.signal = new AbortController().signal;
  return [input, request];
}

/** The bytes of an array; any valid number if `input` is no array or throws on access. */
function bytesOf(input) {
  try {
    return 4 * Math.floor(Math.max(0, Math.min(input.byteLength, 2 ** 16)) / 4) || 0;
  } catch {
    return 20;
  }
}

/** Valid arguments for a recording of a scan for an emulator. */
function recordingArguments(random) {
  const [input, request] = scanArguments(random);
  if (random.chance(0.5)) request.subgroupSize = 2 ** random.below(8);
  if (random.chance(0.2)) request.largestSubgroupSize = 2 ** random.below(8);
  if (random.chance(0.5)) request.workgroupSize = 1 + random.below(256);
  return [input, request];
}

/** An array with one word per element, and the same number of flags and values. */
function operands(random) {
  const type = random.pick(Object.keys(ARRAYS));
  const keys = elements(random, { type, words: 1 });
  return { keys, flags: Uint32Array.from(keys, () => random.below(2)), values: Float32Array.from(keys, () => random.below(9)) };
}

function selection(random) {
  const { keys, flags } = operands(random);
  const scan = random.pick([undefined, 'auto', 'hybrid', 'reduce-then-scan']);
  return [keys, { ...(random.chance(0.5) ? { flags } : { where: 'i % 3u == 1u' }), ...(scan && { scan }) }];
}

/** Valid arguments for operations. */
const OPERATIONS = {
  reduce: (random) => [operands(random).keys, { operator: random.pick(['add', 'max']) }],
  compact: (random) => {
    const [keys, request] = selection(random);
    return [keys, { ...request, indices: random.chance(0.5), words: random.pick([undefined, 1]) }];
  },
  partition: (random) => {
    const [keys, request] = selection(random);
    return [keys, { ...request, reversed: random.chance(0.5) }];
  },
  unique: (random) => [operands(random).keys, { indices: random.chance(0.5) }],
  runLengths: (random) => [operands(random).keys, {}],
  reduceByKey: (random) => {
    const { keys, values } = operands(random);
    return [keys, values, { operator: random.pick(['add', 'min']) }];
  },
  segmentedReduce: (random) => {
    const { keys, flags } = operands(random);
    return [keys, Uint32Array.of(0, 0, ...flags.map((_, i) => (i % 3 ? i : 0)).sort()), { operator: random.pick(['add', 'min']) }];
  },
  segmentedSort: (random) => {
    const { keys, values, flags } = operands(random);
    const offsets = Uint32Array.of(0, 0, ...flags.map((_, i) => (i % 3 ? i : 0)).sort());
    return [keys, offsets, { descending: random.chance(0.5), ...(random.chance(0.5) && { values }) }];
  },
  histogram: (random) => [operands(random).keys, { bins: 1 + random.below(300), from: 0, to: 1 + random.below(9) }],
  topK: (random) => [operands(random).keys, { k: 1 + random.below(300), largest: random.chance(0.5) }],
  argMin: (random) => [operands(random).keys, {}],
  argMax: (random) => [operands(random).keys, {}],
  lowerBound: (random) => {
    const { keys } = operands(random);
    return [keys, keys.slice().sort(), { upper: random.chance(0.5), sortedLength: random.pick([undefined, 0]) }];
  },
  merge: (random) => {
    const { keys } = operands(random);
    const options = { indices: random.chance(0.5), sortedLength: random.pick([undefined, 0]) };
    const sorted = keys.slice().sort();
    return [sorted, sorted.slice(random.below(sorted.length + 1)), options];
  },
  sort: (random) => {
    const { keys, values } = operands(random);
    if (random.chance(0.3))
      return [
        random.pick([BigUint64Array, BigInt64Array]).from(keys, (key) => BigInt(Number.isFinite(key) ? Math.floor(key) : 0)),
        { values },
      ];
    return [keys, { descending: random.chance(0.5), bits: [0, random.below(33)], ...(random.chance(0.5) && { values }) }];
  },
};

/** The request of a point with a small n. */
function pointRequest(random) {
  const { kind: request } = kind(random);
  return {
    algorithm: 'sequential',
    ...request,
    segmented: random.chance(0.3),
    n: random.pick(SIZES),
    pattern: random.pick(PATTERNS),
    seed: random.below(100),
  };
}

function planRequest(random) {
  const { pattern: _, seed: __, ...request } = pointRequest(random);
  return { ...request, tuning: {} };
}

function operationPlanRequest(random) {
  const { operator, ...request } = random.pick([
    { operation: 'reduce', operator: random.pick(['add', 'max']) },
    { operation: 'compact', where: 'x > 1u', indices: random.chance(0.5), scan: 'hybrid', tuning: { reduce_steps: random.below(9) } },
    { operation: 'partition', flags: true, reversed: random.chance(0.5), words: random.pick([undefined, 1, 3, 16]) },
    { operation: 'segmented-reduce', segments: 1 + random.below(300), operator: random.pick(['add', 'max']) },
    { operation: 'segmented-sort', segments: 1 + random.below(300), values: random.chance(0.5), bits: [0, random.below(33)] },
    { operation: 'top-k', k: 1 + random.below(300), largest: random.chance(0.5) },
    { operation: 'unique', indices: random.chance(0.5), words: random.pick([undefined, 1, 3, 16]) },
    { operation: 'lower-bound', sortedLength: random.below(300), upper: random.chance(0.5) },
    { operation: 'merge', sortedLength: random.below(300), descending: random.chance(0.5), indices: random.chance(0.5) },
    { operation: 'histogram', bins: 1 + random.below(300), from: 0, to: 1 + random.below(9) },
    { operation: 'sort', values: random.chance(0.5), descending: random.chance(0.5), bits: [0, random.below(33)] },
    { operation: 'sort', type: random.pick(['u64', 'i64', 'f64']), indices: random.chance(0.5), bits: [random.below(33), 64] },
  ]);
  return { type: 'u32', ...request, ...(operator && { operator }), n: random.pick(SIZES) };
}

/** The request of a plan of a scan or of an operation. */
function eitherPlanRequest(random) {
  return random.chance(0.6) ? planRequest(random) : operationPlanRequest(random);
}

/** Valid arguments for the export of a module, for any device or for a given one. */
function exportArguments(random) {
  const request = eitherPlanRequest(random);
  if (random.chance(0.3)) return [request];
  const device = {
    limits: random.pick([{}, { maxComputeWorkgroupStorageSize: 2 ** 14 + random.below(2 ** 16), maxTextureDimension2D: 8192 }]),
    subgroups: random.pick([null, { min: 4, max: 4 }, { min: 1 + random.below(32), max: 32 + random.below(97) }]),
    forwardProgress: random.chance(0.5),
  };
  return [{ ...request, device: random.chance(0.5) ? { ...device, startsInOrder: random.chance(0.5) } : device }];
}

/** Options of a measurement. They cancel it after a while, since only its arguments matter. */
function runOptions(random) {
  const onProgress = random.pick([
    () => {},
    () => {
      throw new OddError('progress');
    },
  ]);
  return { signal: AbortSignal.timeout(random.pick([0, 50, 400])), onProgress };
}

function point(random) {
  const samples_ns = Array.from({ length: random.pick([0, 5, 12]) }, () => 1000 + random.below(100));
  return {
    algorithm: random.pick(ALGORITHMS),
    operator: 'add',
    type: 'u32',
    n: 1000,
    verified: true,
    resolved: true,
    skipped: null,
    samples_ns,
    hidden: false,
    rounds: samples_ns.map((_, round) => 2 * round),
    block: random.pick(['a', 'b', null]),
    repeats: 4,
    timer_resolution_ns: 32,
    median_ns: 1050,
    copy_drifted: false,
  };
}

/** Points with the costs of their plans, and the scans among them to predict. */
function predictArguments(random) {
  const points = Array.from({ length: random.below(4) }, () => ({
    ...point(random),
    ...planRequest(random),
    dispatches: 1 + random.below(9),
    scratch_bytes: random.below(4096),
    overhead_ns: 2000,
    elements_per_s: 1e9,
    bytes_per_s: 8e9,
    interval_ns: [1000, 1100],
    copy: { median_ns: 500 + random.below(100), interval_ns: [400, 700] },
  }));
  return [points, points.map(({ algorithm }) => algorithm ?? 'sequential')];
}

/** Results of a sweep. */
function resultsOf(random) {
  const [points] = predictArguments(random);
  return {
    app_version: '0.1.0',
    date: '2026-01-02T03:04:05.678Z',
    settings: 'v=1',
    config: { algorithms: ['hybrid'], sizes: [1], operator: 'add', type: 'u32', mode: 'inclusive', pattern: 'random', seed: 1, tuning: {} },
    adapter: random.pick([null, { vendor: 'v', architecture: '', device: '', description: 'd' }]),
    browser: 'b',
    points,
  };
}

/** The text of a result file of any length; in half of the cases, with a part cut out. */
function resultFileText(random) {
  const text = JSON.stringify({ schema: 'scanlab-results', version: 1, ...resultsOf(random) });
  const start = random.below(text.length);
  return random.chance(0.5) ? text : text.slice(0, start) + text.slice(start + random.below(20));
}

function byteStream(random) {
  let left = random.below(4);
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(16 * random.below(300)));
      else controller.close();
    },
  });
}

function streamArguments(random) {
  const {
    kind: { direction: _, ...request },
  } = kind(random);
  return [byteStream(random), { ...request, chunkElements: random.pick([1, 64, 1000, 2 ** 20]) }];
}

const drain = async (stream) => {
  const all = [];
  for await (const one of stream) all.push(one);
  return all;
};

/** Opens a separate lab, uses it, and closes it. */
const openAndClose = async ({ ScanLab }, args) => {
  const lab = await ScanLab.open(...args);
  await lab.scan(Uint32Array.of(1, 2));
  lab.close();
};

/** A method with its weight, valid arguments and its call. A `certain` call always succeeds with valid arguments. @typedef {{ weight: number, make: (random: any) => unknown[], call: (all: any, args: unknown[]) => unknown, certain?: boolean }} Method */

const SIZE_TEXTS = ['1000', '2^20+3', '1.5e3', '0.5^-3', '2^10..2^20:steps=5', '1..1e6:spacing=log', 'many', '1e999', '٣', '\ud800', ''];

function sizesText(random) {
  return Array.from({ length: random.below(4) }, () => random.pick(SIZE_TEXTS)).join(random.pick([',', ' ', ';']));
}

function sizeRules(random) {
  return random.pick([undefined, {}, { limit: random.below(2 ** 32) }, { format: (n) => `<${n}>` }]);
}

function sweepSettings(random) {
  const { operator, type } = kind(random);
  const algorithms = [random.pick(ALGORITHMS), 'javascript'];
  const settings = { algorithms, sizes: [1, 2 ** random.below(30)], operator, type, mode: 'inclusive', pattern: 'random', seed: 1 };
  if (random.chance(0.3)) settings.tuning = { hybrid: { reduce_steps: random.below(9) } };
  return { ...settings, ...(random.chance(0.3) && { metric: 'share', transfers: true }) };
}

function sweepArguments(random) {
  const { algorithm: _, n: __, ...request } = pointRequest(random);
  const algorithms = [random.pick(ALGORITHMS), 'javascript', { id: 'hybrid', tuning: { reduce_steps: 2 } }];
  return [{ ...request, algorithms, sizes: [random.pick(SIZES), 7], tuning: { hybrid: { reduce_steps: 1 } } }, runOptions(random)];
}

function sizeRange(random) {
  const [from, to, steps] = [1, 2, 3].map(() => random.pick(SIZE_TEXTS));
  return { from, to, steps, spacing: random.pick(['powers', 'log']) };
}

/** Valid arguments for the methods that read and write settings: any text is valid. */
const SETTINGS = {
  parseQuery: (random) => [`?v=1&sizes=${sizesText(random)}&algorithms=${random.pick(ALGORITHMS)}&a=${random.pick(['%', '%41', ''])}`],
  formatQuery: (random) => [sweepSettings(random), ...(random.chance(0.5) ? [sizeRange(random)] : [])],
  parseOperation: (random) => [
    `${random.pick(['compact', 'sort', 'scan', 'bogo', ''])}:density=${random.pick(SIZE_TEXTS)}:bits=0-${random.below(40)}`,
  ],
  parseAlgorithms: (random) => [`${random.pick(ALGORITHMS)}:items=${random.below(40)},${random.pick(['bogo', 'javascript', ''])}`],
  parseSizes: (random) => [sizesText(random)],
  parseSize: (random) => [random.pick(SIZE_TEXTS), sizeRules(random)],
  parseSizeList: (random) => [sizesText(random), sizeRules(random)],
  sizesOfRange: (random) => [sizeRange(random), sizeRules(random)],
};

function settingsMethod(name, make) {
  return { weight: 6, make, call: ({ explainer }, args) => explainer.settings[name](...args), certain: true };
}

/** The methods by name. A method with a higher weight is called more often. @type {Record<string, Method>} */
export const METHODS = {
  'ScanLab.open': {
    weight: 1,
    make: (random) => [
      {
        ...random.pick([
          { device: DEVICE },
          { powerPreference: 'low-power', requiredFeatures: [], requiredLimits: { maxBufferSize: 2 ** 20 } },
        ]),
        ...{ subgroups: true, timestamps: true, calibration: false, watchdogMs: 240_000, signal: new AbortController().signal },
      },
    ],
    call: openAndClose,
    certain: true,
  },
  'ScanLab.initialize': { weight: 1, make: () => [{ wasm: 'scanlab_bg.wasm' }], call: ({ ScanLab }, args) => ScanLab.initialize(...args) },
  'ScanLab.requirements': { weight: 2, make: () => [ADAPTER], call: ({ ScanLab }, args) => ScanLab.requirements(...args), certain: true },
  'ScanLab.catalogue': { weight: 1, make: () => [], call: ({ ScanLab }, args) => ScanLab.catalogue(...args), certain: true },
  'ScanLab.explainer': { weight: 1, make: () => [], call: ({ ScanLab }, args) => ScanLab.explainer(...args), certain: true },
  'ScanLab.compare': {
    weight: 12,
    make: (random) => [point(random), point(random), { margin: random.next() / 10 }],
    call: ({ ScanLab }, args) => ScanLab.compare(...args),
    certain: true,
  },
  'explainer.flow': {
    weight: 8,
    make: (random) => [random.pick(ALGORITHMS), 2 ** random.below(7)],
    call: ({ explainer }, args) => explainer.flow(...args),
    certain: true,
  },
  'explainer.operator': {
    weight: 4,
    make: (random) => [{ type: 'i32', words: 2, identity: [0, random.below(5)], combine: 'return left + right;' }],
    call: ({ explainer }, args) => explainer.operator(...args),
    certain: true,
  },
  'explainer.condition': {
    weight: 4,
    make: (random) => [random.pick(['x > 1', 'x != 1.0', '!is_nan(x) && (i != 3u || x != 2)']), random.pick(['u32', 'i32', 'f32'])],
    call: ({ explainer }, args) => explainer.condition(...args),
    certain: true,
  },
  'explainer.plan': { weight: 8, make: (random) => [planRequest(random)], call: ({ explainer }, args) => explainer.plan(...args) },
  'explainer.shaders': { weight: 8, make: (random) => [planRequest(random)], call: ({ explainer }, args) => explainer.shaders(...args) },
  'explainer.formulas': { weight: 8, make: (random) => [planRequest(random)], call: ({ explainer }, args) => explainer.formulas(...args) },
  'explainer.export': { weight: 6, make: exportArguments, call: ({ explainer }, args) => explainer.export(...args) },
  'explainer.recording': { weight: 8, make: recordingArguments, call: ({ explainer }, args) => explainer.recording(...args) },
  'explainer.emulate': {
    weight: 3,
    make: (random) => {
      const numbers = Uint32Array.from({ length: 1 + random.below(40) }, () => random.below(100));
      return [
        {
          code: DOUBLE,
          entryPoint: 'double',
          workgroups: 1 + random.below(4),
          buffers: { 0: numbers },
          subgroupSize: 2 ** (2 + random.below(6)),
          trace: random.chance(0.5),
        },
      ];
    },
    call: ({ explainer }, args) => explainer.emulate(...args),
    certain: true,
  },
  'explainer.exercises': { weight: 1, make: () => [], call: ({ explainer }, args) => explainer.exercises(...args), certain: true },
  'explainer.judge': {
    weight: 1,
    make: (random) => [{ exercise: 'serial', code: SERIAL, seed: random.below(100) }],
    call: ({ explainer }, args) => explainer.judge(...args),
    certain: true,
  },
  'explainer.sweep': { weight: 3, make: sweepArguments, call: ({ explainer }, args) => drain(explainer.sweep(...args)) },
  'explainer.crossovers': {
    weight: 8,
    make: predictArguments,
    call: ({ explainer }, args) => explainer.crossovers(...args),
    certain: true,
  },
  'explainer.predict': { weight: 8, make: predictArguments, call: ({ explainer }, args) => explainer.predict(...args), certain: true },
  ...Object.fromEntries(Object.entries(SETTINGS).map(([name, make]) => [`settings.${name}`, settingsMethod(name, make)])),
  'explainer.readResults': {
    weight: 8,
    make: (random) => [resultFileText(random)],
    call: ({ explainer }, args) => explainer.readResults(...args),
  },
  'explainer.resultsJson': {
    weight: 8,
    make: (random) => [resultsOf(random)],
    call: ({ explainer }, args) => explainer.resultsJson(...args),
    certain: true,
  },
  'explainer.resultsCsv': {
    weight: 8,
    make: (random) => [resultsOf(random)],
    call: ({ explainer }, args) => explainer.resultsCsv(...args),
    certain: true,
  },
  'lab.formulas': { weight: 8, make: (random) => [planRequest(random)], call: ({ lab }, args) => lab.formulas(...args) },
  'lab.predict': { weight: 8, make: predictArguments, call: ({ lab }, args) => lab.predict(...args), certain: true },
  'lab.forecaster': { weight: 1, make: () => [], call: ({ lab }, args) => lab.forecaster(...args).isMeasured, certain: true },
  'lab.supports': { weight: 8, make: (random) => [kind(random).kind], call: ({ lab }, args) => lab.supports(...args), certain: true },
  'lab.plan': { weight: 20, make: (random) => [eitherPlanRequest(random)], call: ({ lab }, args) => lab.plan(...args) },
  'lab.prepare': {
    weight: 6,
    make: (random) => [eitherPlanRequest(random)],
    call: async ({ lab }, args) => (await lab.prepare(...args)).destroy(),
  },
  'lab.shaders': { weight: 12, make: (random) => [eitherPlanRequest(random)], call: ({ lab }, args) => lab.shaders(...args) },
  'lab.input': {
    weight: 20,
    make: (random) => {
      const { operator, type } = kind(random);
      return [{ operator, type, n: random.pick(SIZES), pattern: random.pick(PATTERNS), seed: random.below(100) }];
    },
    call: ({ lab }, args) => lab.input(...args),
    certain: true,
  },
  'lab.scan': { weight: 40, make: scanArguments, call: ({ lab }, args) => lab.scan(...args), certain: true },
  'lab.verify': {
    weight: 20,
    make: (random) => {
      const [input, request] = scanArguments(random);
      return [input, input.slice(), request];
    },
    call: ({ lab }, args) => lab.verify(...args),
    certain: true,
  },
  ...Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, make]) => [
      `lab.${name}`,
      { weight: 6, make, call: ({ lab }, args) => lab[name](...args), certain: true },
    ]),
  ),
  'lab.scanStream': { weight: 20, make: streamArguments, call: async ({ lab }, args) => drain(lab.scanStream(...args)), certain: true },
  'lab.measure': { weight: 4, make: (random) => [pointRequest(random), runOptions(random)], call: ({ lab }, args) => lab.measure(...args) },
  'lab.sweep': { weight: 6, make: sweepArguments, call: ({ lab }, args) => drain(lab.sweep(...args)) },
  'lab.crossover': {
    weight: 3,
    make: (random) => {
      const { algorithm: _, n: __, ...request } = pointRequest(random);
      return [{ ...request, algorithms: ['sequential', 'hybrid'], from: 1 + random.below(100), to: 1000 }, runOptions(random)];
    },
    call: ({ lab }, args) => lab.crossover(...args),
  },
  'lab.calibrate': {
    weight: 1,
    make: (random) => [{ signal: runOptions(random).signal }],
    call: ({ lab }, args) => lab.calibrate(...args),
  },
  'lab.forgetCalibration': { weight: 2, make: () => [], call: ({ lab }, args) => lab.forgetCalibration(...args), certain: true },
  // Scans of a buffer on the lab's device.
  'lab.device': {
    weight: 10,
    make: scanArguments,
    call: async ({ lab }, [input, ...rest]) => {
      const buffer = lab.device.createBuffer({ size: bytesOf(input), usage: GPUBufferUsage.COPY_SRC });
      const output = await lab.scan(buffer, ...rest).finally(() => buffer.destroy());
      output.destroy();
    },
    certain: true,
  },
  'lab.calibration': { weight: 1, make: () => [], call: ({ lab }) => lab.calibration, certain: true },
  'lab.close': {
    weight: 1,
    make: () => [],
    call: async ({ ScanLab }, args) => {
      const lab = await ScanLab.open();
      const scan = lab.scan(new Uint32Array(1000)).catch((error) => error);
      lab.close(...args);
      await scan;
      await lab.scan(new Uint32Array(1));
    },
  },
};
