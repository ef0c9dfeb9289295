/**
 * Fakes of the core and of the browser, for the tests of the code between them. The file is long, since one object has all functions of the
 * core: they share its state.
 */
import { scanSequentially } from '../oracle/sequential.ts';
import { ScanLab } from './lab.ts';
import { OPERATION_ENTRIES, fakeOperate } from './operations.fakes.mjs';
import { fakeChecks } from './requests.fakes.mjs';
import { FakeTimers, NEVER, tick, until } from '../shared/timers.fakes.mjs';

export { tick, until };

const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
export const TILE = 8;
export const PER_INVOCATION = 2;
export const MAX_ELEMENTS = 10_000;

/** The core's statistics of transfers, except that the interval is the range of the samples, not a bootstrap interval. */
export function transfer(spans_ns, repeats, resolution_ns) {
  const samples_ns = [...spans_ns].filter((span_ns) => span_ns > 0).map((span_ns) => span_ns / repeats);
  const sorted = [...samples_ns].sort((left, right) => left - right);
  const median_ns = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  const resolved = median_ns * repeats >= 50 * resolution_ns;
  const interval_ns = sorted.length < 6 ? null : [sorted[0], sorted.at(-1)];
  const statistics = resolved
    ? { median_ns, interval_ns, minimum_ns: sorted[0] }
    : { median_ns: null, interval_ns: null, minimum_ns: null };
  return { samples_ns, ...statistics, resolved };
}

/** A point without times, with the fields that tests look at. */
function pointOf({ inPlace: _, ...request }, transfers) {
  const none = transfers ? { upload: null, readback: null } : {};
  return {
    ...request,
    ...none,
    verified: false,
    mismatch: null,
    samples_ns: [],
    rounds: [],
    hidden: false,
    median_ns: null,
    skipped: null,
  };
}

/** An error as the core throws it. */
export const failure = (code, message, timeLimit) => Object.assign(new Error(message), { code, timeLimit });

/** A value as the core reads it. */
function read(what, value) {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch (thrown) {
    throw failure('bad-argument', `${what} must be readable; found ${thrown.message}`);
  }
}

/** The parts of the oracles, as the page loads them. Without workers, the page does not run the script. */
export const ORACLE = {
  of: 'scans',
  channel: () => import('../oracle/channel.ts'),
  script: async () => ({ default: '' }),
  engine: () => import('../oracle/engine.ts'),
};
const OPERATION_ORACLE = { ...ORACLE, of: 'operations', engine: () => import('../oracle/operation-engine.ts') };

/** The initial value of test inputs. */
const INITIAL = 7;

const view = (type, words) => new ARRAYS[type](words.buffer, words.byteOffset, words.length);

function catalogue() {
  const algorithm = (id, tuning = [], needs = []) => ({
    id,
    title: id,
    family: 'f',
    summary: '',
    paper: '',
    work: '',
    depth: '',
    order: '',
    traffic: '',
    needs,
    tuning,
    inPlace: id !== 'hybrid',
  });
  const operator = (id, words = 1, types = ['u32', 'i32', 'f32']) => ({
    id,
    title: id,
    types,
    words,
    commutative: words === 1,
    identity: {},
  });
  return {
    version: '1.2.3',
    algorithms: [
      algorithm('sequential'),
      algorithm('hybrid', [{ name: 'reduce_steps', title: '', min: 0, max: 9, default: 3 }]),
      algorithm('reduce-then-scan'),
      algorithm('subgroup', [], ['subgroups']),
    ],
    operators: [operator('add'), operator('mul'), operator('min'), operator('max'), operator('bicyclic', 2, ['u32']), operator('pair', 2)],
    operations: OPERATION_ENTRIES,
    measured: [],
    patterns: [
      { id: 'ramp', title: 'Ramp' },
      { id: 'ones', title: 'Ones' },
    ],
    limits: { columns: 2 ** 31, segmentLength: 2 ** 20 },
  };
}

/** Functions that return their names and arguments. A callback among the arguments is replaced by its result for 1000. */
function settingsCore() {
  const names = ['parseQuery', 'parseAlgorithms', 'parseSizes', 'parseSize', 'parseSizeList', 'sizesOfRange'];
  const shown = (value) => (typeof value === 'function' ? value(1000) : value);
  const told = names.map((name) => [name, (...args) => [name, ...args.map(shown)]]);
  return { ...Object.fromEntries(told), formatQuery: (settings, range) => ['formatQuery', read('settings', settings), range] };
}

class CancelToken {
  cancelled = false;
  freed = false;
  onCancel = () => {};
  cancel() {
    if (this.freed) throw new Error('null pointer passed to rust');
    this.cancelled = true;
    this.onCancel();
  }
  free() {
    this.freed = true;
  }
}

/** Head flags, one word each. */
function flagsOf({ headsAsBits }, heads, n) {
  return headsAsBits ? Uint32Array.from({ length: n }, (_, i) => (heads[i >> 5] >>> (i & 31)) & 1) : heads;
}

/** A core that scans in JavaScript; `script` injects a test's failures. */
export function fakeCore(script = {}) {
  const log = [];
  NEVER.begun = 0;
  const state = {
    log,
    points: [],
    moves: [],
    panic: undefined,
    heartbeat: 0,
    calibrations: [],
    quick: [],
    freed: 0,
    blocksFreed: 0,
    streams: [],
    compared: [],
    forecast: [],
    searched: [],
    planned: [],
    busy: 0,
    mostBusy: 0,
    tokens: [],
    script,
    opened: [],
    subgroups: [],
    software: false,
  };
  const fillHeads = (start, heads) => heads.forEach((_, i) => (heads[i] = Number((start + i) % 9 === 4)));
  const fill = (type, start, words) => view(type, words).set(ARRAYS[type].from(words, (_, i) => (start + i) % 100));

  async function busy(work) {
    state.mostBusy = Math.max(state.mostBusy, ++state.busy);
    try {
      await tick();
      return await work();
    } finally {
      state.busy--;
    }
  }

  class Block {
    constructor(requests, failures) {
      Object.assign(this, { requests, failures });
    }
    finish(rank, token) {
      state.tokens.push(token);
      return busy(() => {
        const request = this.requests[rank];
        if (this.failures.has(request)) throw this.failures.get(request);
        this.output = timedOutput(request);
        this.finished = request;
      });
    }
    point(given, transfers, verified, hidden, mark) {
      const request = read('request', given);
      state.points.push({ request, transfers, verified, hidden, mark });
      const samples_ns = Array.from({ length: 11 }, (_, i) => 1000 + i);
      const times = { samples_ns, rounds: samples_ns.map((_, i) => i + 1), median_ns: script.time_ns?.(this.finished) ?? 1005 };
      const timed = { repeats: 4, timer_resolution_ns: 32, resolved: true, copy: { median_ns: 500 }, ran: 'hybrid', block: `${mark}-0` };
      return { ...pointOf(request, transfers), verified, hidden, ...(verified && times), ...timed };
    }
    readOutput(start, words) {
      return busy(async () => {
        await script.read?.();
        words.set(this.output.subarray(start, start + words.length));
      });
    }
    free() {
      state.blocksFreed++;
    }
  }

  function timedOutput(request) {
    const { type, segmented, n } = request;
    const words = new Uint32Array(n);
    fill(type, 0, words);
    const heads = segmented ? new Uint32Array(n) : undefined;
    if (heads) fillHeads(0, heads);
    const output = new Uint32Array(n);
    scanSequentially(known(request), view(type, words), view(type, output), heads);
    // Only sums have an initial value here. `script.initial` is the one of a faulty device.
    if (request.initial) output.forEach((_, i) => (output[i] += script.initial ?? INITIAL));
    if (script.wrongAt !== undefined) output[script.wrongAt] ^= 1;
    return output;
  }

  /** Definitions of custom operators, by their names. @type {Map<string, object>} */
  const own = new Map();
  const known = (request) => ({ ...request, operator: own.has(request.operator) ? 'add' : request.operator });
  const customOperator = (definition) => {
    script.customOperator?.(definition);
    const texts = [...own.values()].map((one) => JSON.stringify(one));
    const number = texts.indexOf(JSON.stringify(definition)) + 1 || own.size + 1;
    const id = `custom-${String(number).padStart(16, '0')}`;
    own.set(id, definition);
    return { id, warnings: script.warnings ?? [] };
  };

  /** Scans chunk by chunk, with the sum of earlier chunks as `carry`: sums of one word, plain or segmented. */
  class StreamScan {
    carry = 0;
    freed = false;
    lengths = [];
    underWay = 0;
    mostUnderWay = 0;
    uploaded = Promise.resolve();
    scanned = Promise.resolve();
    constructor(request, most) {
      Object.assign(this, { request, most });
      state.streams.push(this);
    }
    /** Uploads one chunk after another, while earlier chunks are read back. */
    push(words, copyNext, takeNext, heads, token) {
      state.tokens.push(token);
      if (words > this.most * (this.request.operator === 'pair' ? 2 : 1)) throw new Error('a chunk too long');
      this.lengths.push(words);
      this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
      const input = new Uint8Array(4 * words);
      const uploaded = this.uploaded.then(async () => {
        await script.upload?.(token);
        // Copies in two slices: the core may copy in several.
        copyNext(input.subarray(0, 4));
        copyNext(input.subarray(4));
      });
      this.uploaded = uploaded;
      const before = this.scanned;
      const scanned = busy(async () => {
        await uploaded;
        await before;
        await script.push?.(token);
        takeNext();
        const output = new Uint32Array(words);
        this.scanChunk(new Uint32Array(input.buffer), output, heads);
        takeNext(new Uint8Array(output.buffer, 0, 4));
        takeNext(new Uint8Array(output.buffer, 4));
      });
      this.scanned = scanned.finally(() => this.underWay--);
      this.scanned.catch(() => {});
      return scanned;
    }
    scanChunk(input, output, heads) {
      const backward = this.request.direction === 'backward';
      const flags = heads && flagsOf(this.request, heads, input.length);
      if (this.request.type === 'f32') [input, output] = [input, output].map(({ buffer }) => new Float32Array(buffer));
      for (let rank = 0; rank < input.length; rank++) {
        const at = backward ? input.length - 1 - rank : rank;
        if (flags?.[at] && !backward) this.carry = 0;
        const total = this.carry + input[at];
        const sum = this.request.type === 'f32' ? Math.fround(total) : total >>> 0;
        output[at] = this.request.mode === 'exclusive' ? this.carry : sum;
        this.carry = flags?.[at] && backward ? 0 : sum;
      }
    }
    free() {
      if (this.freed || state.busy > 0) throw new Error('borrowed');
      this.freed = true;
    }
  }

  /** A device with buffers between which words are copied; the script may falsify a readback. */
  const device = { source: [], prefixes: [], heads: [] };
  async function takePhases({ input, output, heads, token }, { uploads, work, readbacks }) {
    state.moves.push({ uploads, work, readbacks, cancelled: token.cancelled });
    if (token.cancelled) throw failure('cancelled', 'cancelled');
    await script.move?.();
    if (uploads) Object.assign(device, { source: input.slice(), heads: heads?.slice() });
    if (work === 'copy-input') device.prefixes = [...device.source];
    if (work === 'copy-heads') device.prefixes = [...device.heads];
    if (readbacks) output.set(device.prefixes);
    if (readbacks && work === script.spoils) output[2] ^= 1;
  }

  /** Returns its argument with an empty prediction. */
  class Predictor {
    predict(measured) {
      return { model: null, problem: { kind: 'no-copies' }, scans: [], measured: read('points', measured) };
    }
  }

  /** Requests both ends of its range, and concludes that the scans cross between them. */
  class CrossoverSearch {
    constructor(request) {
      this.request = { ...request, recorded: [] };
      this.left = [request.from, request.to];
      state.searched.push(this.request);
    }
    most() {
      return 40;
    }
    next() {
      return this.left[0];
    }
    record(...points) {
      this.left.shift();
      this.request.recorded.push(points);
    }
    conclude() {
      const { algorithms, from, to } = this.request;
      const last = { n: to, low: from, high: to, faster: algorithms[1] };
      return { last, reason: null, crossings: [last], stretches: [], unsure: [], ends: [] };
    }
  }

  /** Forecasts the same duration for every sweep. */
  class Forecaster {
    isMeasured() {
      return true;
    }
    sweep(sweep) {
      read('request', sweep);
      return { expected_s: 1, most_s: 2 };
    }
    begin(sweep, points, now_ms) {
      state.forecast.push(['begin', read('request', sweep), read('points', points), now_ms]);
    }
    point(...point) {
      state.forecast.push(['point', ...point]);
    }
    resume(now_ms) {
      state.forecast.push(['resume', now_ms]);
    }
    left(now_ms) {
      return { expected_s: 1, most_s: 2, points: now_ms };
    }
  }

  class Core {
    static async open(device, timestamps) {
      state.opened.push({ device, timestamps });
      await script.open?.();
      return new Core();
    }
    adapter() {
      return { timestamps: true, limits: { maxBufferSize: 5 }, name: 'fake', isFallback: false, maxElements: MAX_ELEMENTS };
    }
    setSoftware() {
      state.software = true;
    }
    setCalibration(rows) {
      if (rows.some(({ id }) => !catalogue().algorithms.some((one) => one.id === id))) throw failure('bad-argument', 'no such algorithm');
      state.calibrations.push(rows);
    }
    setSubgroups(min, max, sizeControl) {
      state.subgroups.push({ min, max, sizeControl });
      this.hasSubgroups = true;
    }
    tryOperator(id, input, token) {
      state.tokens.push(token);
      return busy(async () => {
        log.push(['try', id, ...input]);
        await script.tryOperator?.(id, input, token);
        return { rounds: own.get(id).type === 'f32' };
      });
    }
    async probe() {
      state.subgroupsBeforeProbe = state.subgroups.length;
      await script.probe?.();
      return { forwardProgress: !state.software, subgroupsAdjoin: true };
    }
    supports(request) {
      const { algorithm, operator, direction, segmented, inPlace } = request;
      if (algorithm === 'subgroup' && !this.hasSubgroups) return '"subgroup" needs subgroup operations';
      if (inPlace && algorithm === 'hybrid') return 'hybrid reads what was overwritten';
      if (operator !== 'min') return undefined;
      return direction === 'backward' ? 'backward is for later' : segmented ? 'segments are for later' : undefined;
    }
    plan({ algorithm, tuning, n, segmented }) {
      // An element of one word and its flag take the space of two elements.
      const most_elements = segmented ? MAX_ELEMENTS / 2 : MAX_ELEMENTS;
      const tile = { tile_elements: TILE, elements_per_invocation: PER_INVOCATION, most_elements };
      return { algorithm, tuning, dispatches: 2, scratch_bytes: 16, operator_depth: n, passes: [], ...tile };
    }
    formulas({ algorithm, n }) {
      return [{ quantity: algorithm, formula: 'n', value: n, planned: n, reason: null }];
    }
    /** Requests one block. Its fastest scan is the table's only row. */
    calibrator() {
      const [times, left] = [[], [{ n: 1000, algorithms: ['sequential', 'reduce-then-scan'], end_ms: 20_000 }]];
      return {
        nextBlock: () => left.shift(),
        record: (id, _n, ns) => void times.push({ id, ns }),
        rows: () => {
          if (!times.length) throw failure('unsupported', 'a scan with a correct output is required');
          const [{ id }] = times.sort((one, other) => one.ns - other.ns);
          return [{ up_to_elements: 2 ** 32 - 1, id }];
        },
      };
    }
    crossoverSearch(request) {
      return new CrossoverSearch(read('search', request));
    }
    forecaster() {
      return new Forecaster();
    }
    predictor() {
      return new Predictor();
    }
    shaders() {
      return [{ entry_points: ['main'], parts: [{ path: 'prelude', first_line: 1, source: '' }] }];
    }
    scan(given, input, output, heads, initial, token, phases) {
      const request = read('request', given);
      const { type } = request;
      if (phases) return busy(() => takePhases({ input, output, heads, token }, phases));
      log.push(['scan', request]);
      state.tokens.push(token);
      return busy(async () => {
        await script.scan?.(token);
        scanSequentially(known(request), view(type, input), view(type, output), heads && flagsOf(request, heads, input.length));
      });
    }
    supportsOperation({ operator }) {
      return operator === 'min' ? 'min is for later' : undefined;
    }
    operationPlan(request) {
      state.planned.push(read('request', request));
      return this.plan(request);
    }
    operationShaders(request) {
      state.planned.push(read('request', request));
      const [{ parts, ...shader }] = this.shaders();
      return [{ ...shader, parts: parts.map((part) => ({ ...part, path: `${request.operation}.wgsl` })) }];
    }
    operate(given, input, flags, values, offsets, token) {
      const request = read('request', given);
      log.push(['operate', request]);
      state.tokens.push(token);
      return busy(async () => {
        await script.operate?.(token);
        return fakeOperate(request, input, flags, values, offsets);
      });
    }
    stream(request, most) {
      return busy(async () => {
        await script.stream?.();
        return new StreamScan(request, most);
      });
    }
    measure(given, quick, token, onStage) {
      state.quick.push(quick);
      const requests = read('requests', given);
      script.measured?.(requests);
      state.tokens.push(token);
      return busy(async () => {
        const failures = new Map();
        for (const [rank, request] of requests.entries()) {
          log.push(['measure', request]);
          onStage(rank, 'timing');
          await (async () => script.measure?.(request, token))().catch((error) => failures.set(request, error));
        }
        return new Block(requests, failures);
      });
    }
    heartbeat() {
      if (this.freed) throw new Error('null pointer passed to rust');
      return state.heartbeat;
    }
    close() {
      state.log.push(['close']);
    }
    free() {
      if (state.busy > 0) throw new Error('borrowed');
      this.freed = true;
      state.freed++;
    }
  }

  const core = {
    default: async () => script.init?.(),
    flow: (algorithm, columns) => ({ algorithm, columns, exclusive: false, steps: [] }),
    plan: (request) => new Core().plan(request),
    shaders: () => new Core().shaders(),
    crossovers: (times) => [read('points', times)],
    ...settingsCore(),
    formulas: (request) => new Core().formulas(request),
    checkResultFile(text) {
      if (!text.startsWith('{')) throw failure('bad-argument', 'a result file is required');
    },
    resultFileJson: (text) => text,
    resultsCsv: (text) => JSON.parse(text).adapter_name,
    skippedPoint(request, transfers, timestamps, reason) {
      const timer = timestamps ? 'timestamp' : 'wall';
      return { ...pointOf(read('request', request), transfers), timer, skipped: reason };
    },
    leastSamples: () => 6,
    sequentialPoint(request, transfers, verified, hidden, samples_ns, repeats) {
      const times = { samples_ns: [...samples_ns], median_ns: samples_ns[samples_ns.length >> 1], repeats, timer: 'wall' };
      return { ...pointOf(read('request', request), transfers), block: null, verified, hidden, ...times };
    },
    customOperator,
    ...fakeChecks(catalogue(), own),
    conditionWarnings: () => script.warnings ?? [],
    catalogue,
    onPanic: (callback) => void (state.panic = callback),
    fillScan(request, input, start, words) {
      if (input === 'flags') fillHeads(start, words);
      else fill(request.type, input === 'initial' ? INITIAL : start, words);
    },
    compare(...points) {
      state.compared.push(points);
      return script.compare?.(...points) ?? { verdict: 'same', ratio: { value: 1, interval: [0.999, 1.001] }, paired: true };
    },
    transfer,
    CancelToken,
    Core,
    Predictor,
  };
  return { core, state };
}

/** A device. `limits` is a getter, as in a GPUDevice. */
export class FakeDevice {
  #limits;
  #onDestroyed;
  /** @type {(loss: { reason: string, message: string }) => void} */
  lose = () => {};
  lost = new Promise((resolve) => (this.lose = resolve));
  constructor({ info = {}, limits = { maxBufferSize: 1024 }, features = new Set() } = {}, onDestroyed = () => {}) {
    const adapterInfo = {
      vendor: 'acme',
      architecture: 'one',
      device: '',
      description: '',
      subgroupMinSize: 4,
      subgroupMaxSize: 32,
      ...info,
    };
    Object.assign(this, { adapterInfo, features });
    this.#limits = limits;
    this.#onDestroyed = onDestroyed;
  }
  get limits() {
    return this.#limits;
  }
  pushErrorScope() {}
  async popErrorScope() {
    return null;
  }
  destroy() {
    this.#onDestroyed();
    this.#onDestroyed = () => {};
    this.lose({ reason: 'destroyed', message: '' });
  }
}
globalThis.GPUDevice = FakeDevice;

/** A browser with one adapter. `loseDevice` loses the adapter's last device. */
export function fakeScope({ adapters = [], features = ['subgroups', 'timestamp-query'], info = {} } = {}) {
  class GPUAdapter {
    features = new Set(features);
    #limits = Object.create({ maxBufferSize: 1024, minStorageBufferOffsetAlignment: 64, name: 'not a number' });
    get limits() {
      return this.#limits;
    }
    async requestDevice(descriptor) {
      scope.requests.push(descriptor);
      const limits = Object.create({ maxBufferSize: 1024, name: 'not a number' });
      const device = new FakeDevice({ info, limits, features: new Set(descriptor.requiredFeatures) }, () => void scope.destroyed++);
      scope.loseDevice = device.lose;
      return device;
    }
  }
  const timers = new FakeTimers();
  const scope = {
    GPUAdapter,
    timers,
    setTimeout: timers.setTimeout,
    clearTimeout: timers.clearTimeout,
    destroyed: 0,
    requests: [],
    adapterRequests: 0,
    isSecureContext: true,
    navigator: {
      gpu: { requestAdapter: async () => (adapters.length > scope.adapterRequests ? adapters[scope.adapterRequests++] : new GPUAdapter()) },
    },
    reported: [],
    reportError: (error) => scope.reported.push(error),
  };
  globalThis.GPUAdapter = GPUAdapter;
  return scope;
}

/** A lab class with a fake core in a fake browser. */
export function fakeLabClass(script = {}, scope = fakeScope(), more = {}) {
  const { core, state } = fakeCore(script);
  class TestLab extends ScanLab {
    static runtime = {
      core,
      oracle: ORACLE,
      operationOracle: OPERATION_ORACLE,
      wasm: new URL('file:///scanlab_bg.wasm'),
      scope,
      adapterPatience_ms: 500,
      ...more,
    };
  }
  return { TestLab, state, scope };
}
