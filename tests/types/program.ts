/**
 * A program that uses all declarations of `scanlab.js`, compiled as by users: strictly, with only dist/.
 */
import * as scanlab from '../../dist/scanlab.js';
import { ScanLab, ScanLabError } from '../../dist/scanlab.js';
import type {
  AdapterDescription,
  Algorithm,
  AlgorithmId,
  AlgorithmName,
  AnswerDetail,
  Calibration,
  CalibrationRow,
  Catalogue,
  CheckedCondition,
  CheckedOperator,
  CodeWarning,
  Compacted,
  CompareOptions,
  Comparison,
  ConformanceGrid,
  ConformanceProgress,
  ConformanceReport,
  CopyTimes,
  Cost,
  Crossover,
  CrossoverEnd,
  CrossoverRequest,
  DeviceRequirements,
  Direction,
  ElementType,
  Elements,
  EndDetail,
  ExerciseDetail,
  ErrorCode,
  ErrorDetail,
  Explainer,
  ExportDevice,
  ExportedModule,
  ExportRequest,
  Flow,
  FlowOperation,
  FlowStep,
  InputRequest,
  JoinedShader,
  MeasureRequest,
  Mismatch,
  Mode,
  OpenOptions,
  OperationId,
  OperationName,
  OperationPlanRequest,
  Operator,
  OperatorId,
  OperatorName,
  ParsedOperation,
  PassCost,
  PassDescription,
  Pattern,
  PatternId,
  PatternName,
  PlanDescription,
  PlanRequest,
  Point,
  Progress,
  Ratio,
  ReadyDetail,
  Recording,
  RecordingRequest,
  Reduced,
  RunOptions,
  ScanConformanceAttributes,
  ScanConformanceElement,
  ScanLabAttributes,
  ScanLabElement,
  ScanLabEventMap,
  ScanRequest,
  SettingsGrammar,
  ShaderPart,
  SizeList,
  SizeRange,
  SizeRules,
  Statement,
  StreamRequest,
  SupportQuery,
  SweepRequest,
  Transfer,
  TunedAlgorithm,
  Tuning,
  TuningParameter,
  Verification,
} from '../../dist/scanlab.js';
import { EXPLAINER, EXPORTS, INSTANCE, OBSERVED, SETTINGS_GRAMMAR, STATICS } from './members.js';

/** `true` if two unions have the same parts; else `never`, to which `true` cannot be assigned. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;

export const lists: true[] = [
  true satisfies Same<keyof typeof scanlab, keyof typeof EXPORTS>,
  true satisfies Same<Exclude<keyof typeof ScanLab, 'prototype'>, keyof typeof STATICS>,
  true satisfies Same<Exclude<keyof ScanLab, symbol>, keyof typeof INSTANCE>,
  true satisfies Same<keyof Explainer, keyof typeof EXPLAINER>,
  true satisfies Same<keyof SettingsGrammar, keyof typeof SETTINGS_GRAMMAR>,
  true satisfies Same<
    Exclude<keyof ScanLabAttributes, 'limits' | 'heading-level' | 'follow-address' | 'url-config' | 'autorun'>,
    keyof typeof OBSERVED
  >,
];

export async function open(): Promise<ScanLab> {
  const options: OpenOptions = {
    powerPreference: 'high-performance',
    subgroups: true,
    timestamps: false,
    watchdogMs: 1000,
    calibration: false,
    requiredFeatures: ['shader-f16', 'a-later-feature'],
    requiredLimits: { maxBufferSize: 2 ** 30 },
    adapterWaitMs: 0,
    signal: AbortSignal.timeout(1000),
  };
  const lab = await ScanLab.open(options);
  const adapter: AdapterDescription = lab.adapter;
  const sizes: { min: number; max: number } | null = adapter.subgroups;
  const limit: number | undefined = adapter.limits['maxBufferSize'];
  const flags: boolean[] = [adapter.isFallback, adapter.timestamps, adapter.forwardProgress, adapter.subgroupsAdjoin];
  const lost: Promise<{ message: string }> = lab.lost;
  const most: number = lab.maxElements;
  void [sizes, limit, flags, lost, most, lab instanceof ScanLab];
  return lab;
}

export function catalogue(lab: ScanLab): string[] {
  const algorithms: readonly Algorithm[] = lab.algorithms;
  const tuning: TuningParameter[] = algorithms.flatMap((algorithm) => algorithm.tuning);
  const operators: readonly Operator[] = lab.operators;
  const identities: (string[] | undefined)[] = operators.map(({ identity }) => identity.u32);
  const patterns: readonly Pattern[] = lab.patterns;
  const query: SupportQuery = {
    algorithm: 'hybrid',
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    direction: 'backward',
    segmented: true,
    inPlace: false,
  };
  const reasons: (string | null)[] = [lab.supports(query), lab.supports({}), lab.supports()];
  void identities;
  return [...tuning.map(({ name }) => name), ...patterns.map(({ title }) => title), ...reasons.map((reason) => reason ?? 'none')];
}

export async function explain(lab: ScanLab): Promise<void> {
  const { version, algorithms }: Catalogue = await ScanLab.catalogue();
  const explainer: Explainer = await ScanLab.explainer();
  const flow: Flow = explainer.flow(algorithms[0]?.id ?? 'blelloch', 8);
  const steps: FlowStep[] = flow.steps;
  for (const operation of steps.flatMap(({ operations }): FlowOperation[] => operations)) {
    if (operation.kind === 'combine') console.log(version, operation.left + operation.right);
    else if (operation.kind === 'copy') console.log(operation.from);
    else console.log(operation.target);
  }
  const request: PlanRequest = { algorithm: 'hybrid', n: 1024, inPlace: true, tuning: { reduce_steps: 9 } };
  for (const plan of [explainer.plan(request), lab.plan({ n: 1 })] satisfies PlanDescription[]) {
    const cost: Cost = plan.cost;
    const passes: PassDescription[] = plan.passes;
    const first: PassCost | undefined = passes[0]?.cost;
    console.log(cost.depth, cost.is_lower_bound, first?.barriers, plan.tile_elements);
  }
  const selection: OperationPlanRequest = { operation: 'compact', n: 1024, where: 'x > 1u', scan: 'hybrid', tuning: { reduce_steps: 9 } };
  console.log(lab.plan(selection).passes.length, lab.shaders({ operation: 'sort', n: 5, values: true, bits: [0, 8] }).length);
  const shaders: JoinedShader[] = [...explainer.shaders(request), ...lab.shaders(request)];
  const parts: ShaderPart[] = shaders.flatMap((shader) => shader.parts);
  const recording: Recording = explainer.recording(new Int32Array(8), { algorithm: 'hybrid', subgroupSize: 4 } satisfies RecordingRequest);
  console.log(recording.passes.length, recording.output);
  const device: ExportDevice = { ...lab.adapter, startsInOrder: true };
  const exported: ExportedModule = await explainer.export({ ...request, device } satisfies ExportRequest);
  console.log(exported.name, exported.code, (await explainer.export(selection)).code.length);
  const { outcome, findings } = await explainer.emulate({ code: '@compute @workgroup_size(1) fn main() {}' });
  const verdict = await explainer.judge({ exercise: 'serial', code: '' }, { signal: AbortSignal.timeout(1000) });
  console.log(outcome, findings.length, verdict.passed, verdict.goals.length);
  const operator: CheckedOperator = explainer.operator({ type: 'f32', identity: [0], combine: 'return left + right;' });
  const condition: CheckedCondition = explainer.condition('x != 1.0', 'f32');
  const warnings: CodeWarning[] = [...operator.warnings, ...condition.warnings];
  const verification: Verification = await lab.verify(new Float32Array(4), new Float32Array(4), { operator: operator.id });
  console.log(
    warnings.map(({ what, line, column, message }) => `${what} ${line} ${column} ${message}`),
    verification.overflowed ?? 0,
  );
  console.log(parts.map(({ path, first_line, source }) => `${path}:${first_line} ${source}`));
}

export async function onDevice(lab: ScanLab, buffer: GPUBuffer, words: Uint32Array): Promise<GPUBuffer[]> {
  const device: GPUDevice = lab.device;
  const prefixes: GPUBuffer = await lab.scan(buffer, { type: 'f32', n: 5, heads: buffer });
  const { output, indices, count }: Compacted<GPUBuffer> = await lab.compact(prefixes, { flags: words, indices: true });
  const { values }: Reduced<GPUBuffer, GPUBuffer> = await lab.reduceByKey(output, words, { type: 'u32' });
  const bins: GPUBuffer = await lab.histogram(values);
  const ofWords: Uint32Array = await lab.histogram(words);
  await lab.scan(bins, { onSubmitted: (sums: GPUBuffer) => sums.destroy() });
  await lab.sort(bins, { onSubmitted: ({ keys }) => keys.destroy() });
  // @ts-expect-error A call with an array has no option `onSubmitted`.
  await lab.scan(words, { onSubmitted: () => {} });
  console.log(count, ofWords.length, device.limits.maxBufferSize);
  // @ts-expect-error A buffer has no entries.
  console.log(bins[0]);
  return [bins, ...(indices ? [indices] : [])];
}

/** Requested results are always present, so their types are not optional. */
export async function present(lab: ScanLab, buffer: GPUBuffer): Promise<Blob> {
  using other = await ScanLab.open({ device: lab.device });
  const keys = Float32Array.of(2, 1);
  const values: Uint32Array<ArrayBuffer> = (await other.sort(keys, { values: Uint32Array.of(0, 1), descending: true })).values;
  const indices: Uint32Array<ArrayBuffer> = (await lab.compact(keys, { where: 'x > 1.0', indices: true })).indices;
  const moved: GPUBuffer = (await lab.sort(buffer, { values: buffer })).values;
  const places: GPUBuffer = (await lab.compact(buffer, { where: 'x > 1u', indices: true })).indices;
  await lab.sort(buffer, { values: keys, onSubmitted: ({ values }) => values.destroy() });
  const alone: Float32Array = (await lab.sort(keys)).keys;
  const wide: BigInt64Array = (await lab.sort(BigInt64Array.of(2n, 1n), { values: keys, bits: [0, 64] })).keys;
  const ofWide: Uint32Array = (await lab.sort(Float64Array.of(2, 1), { indices: true })).indices;
  await lab.sort(buffer, { type: 'f64', onSubmitted: ({ keys }) => keys.destroy() });
  console.log(wide, ofWide, lab.supports({ operation: 'sort', type: 'u64' }));
  const inSegments: GPUBuffer = (await lab.segmentedSort(buffer, Uint32Array.of(0, 2), { indices: true })).indices;
  const bounds: GPUBuffer = await lab.lowerBound(buffer, keys, { type: 'f32' });
  const merged: GPUBuffer = (await lab.merge(buffer, keys, { type: 'f32', indices: true })).indices;
  const both: Float32Array<ArrayBuffer> = (await lab.merge(keys, keys)).keys;
  const ranks: Uint32Array<ArrayBuffer> = await lab.lowerBound(keys, keys, { upper: true });
  using run = await lab.prepare({ operation: 'compact', where: 'x > 1u', n: 4 });
  run satisfies Disposable;
  moved.destroy();
  inSegments.destroy();
  bounds.destroy();
  merged.destroy();
  places.destroy();
  return new Blob([values, indices, ranks, await lab.histogram(keys), alone.slice(), both]);
}

/** The core from a place that is not beside the module. */
export async function initialize(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await ScanLab.initialize({ wasm: new URL('https://scans.example/scanlab_bg.wasm') });
  await ScanLab.initialize({ wasm: bytes });
}

/** Known ids are literal types, and other names are texts. */
export function ids(lab: ScanLab, adapter: GPUAdapter): [AlgorithmName, OperatorName, PatternName, OperationName] {
  const algorithm: AlgorithmId = 'look-back';
  const operator: OperatorId = 'bicyclic';
  const pattern: PatternId = 'sorted';
  const operation: OperationId = 'run-lengths';
  const first: AlgorithmName = lab.algorithms[0]?.id ?? algorithm;
  const { requiredFeatures, requiredLimits, brings }: DeviceRequirements = ScanLab.requirements(adapter);
  const opened: Promise<GPUDevice> = adapter.requestDevice(ScanLab.requirements(adapter));
  void [opened, requiredFeatures, requiredLimits['maxBufferSize'], brings['subgroups']];
  return [first, operator, pattern, operation];
}

export function settings({ settings }: Explainer): number[] {
  const { values, run, problems, others } = settings.parseQuery('?v=1&sizes=2^10..2^20&page=3');
  const { sizes, choice } = settings.parseSizes(values.sizes ?? '');
  const range: SizeRange | null = choice && 'range' in choice ? choice.range : null;
  const { operation, options }: ParsedOperation = settings.parseOperation('compact:density=0.25');
  console.log(operation, options.density);
  const { entries } = settings.parseAlgorithms(values.algorithms ?? 'hybrid:reduce_steps=9');
  const [{ id, tuning } = { id: 'auto', tuning: {} }] = entries;
  const config = {
    algorithms: [id],
    tuning: { [id]: tuning },
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    pattern: 'random',
    seed: 1,
  };
  const query: string = settings.formatQuery({ ...config, sizes }, range ?? undefined);
  const rules: SizeRules = { limit: 1000, format: String };
  const size = settings.parseSize('1e6', rules);
  const list: SizeList = settings.parseSizeList('1 2', rules);
  const problem: string | undefined = range ? settings.sizesOfRange(range).problems.to : undefined;
  console.log(run, problems, others, query, problem, 'value' in size ? size.value : size.problem);
  return list.sizes;
}

export async function scan(lab: ScanLab, signal: AbortSignal): Promise<Elements> {
  const mode: Mode = 'exclusive';
  const direction: Direction = 'backward';
  const tuning: Tuning = { items: 8 };
  const request: ScanRequest = {
    algorithm: 'look-back',
    operator: 'add',
    mode,
    direction,
    heads: Uint32Array.of(1, 0),
    inPlace: true,
    tuning,
    signal,
  };
  const words: Uint32Array = await lab.scan(Uint32Array.of(4, 3), request);
  const floats: Float32Array = await lab.scan(new Float32Array(8));
  const { verified, mismatch }: Verification = await lab.verify(Uint32Array.of(4, 3), words, request);
  const where: Mismatch | null = mismatch;
  console.log(verified, where?.index, where?.expected, floats.length);

  const streaming: StreamRequest = { operator: 'max', type: 'f32', mode, direction: 'forward', tuning, signal, chunkElements: 2 ** 16 };
  const results: ReadableStream<Elements> = lab.scanStream(new Blob([words.slice()]).stream(), streaming);
  for await (const chunk of results) console.log(chunk.length);

  const type: ElementType = 'i32';
  const wanted: InputRequest = { operator: 'add', type, pattern: 'random', seed: 7, n: 100 };
  return lab.input(wanted);
}

export async function measure(lab: ScanLab, signal: AbortSignal): Promise<Point[]> {
  const options: RunOptions = { signal, onProgress: ({ done, total, stage }: Progress) => console.log(done / total, stage) };
  const request: MeasureRequest = {
    algorithm: 'hybrid',
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
    initial: true,
    n: 2 ** 20,
    pattern: 'random',
    seed: 1,
    tuning: { reduce_steps: 10 },
    transfers: true,
  };
  const point: Point = await lab.measure(request, options);
  const interval: [number, number] | null = point.interval_ns;
  const ratio: Ratio | null = point.copy_ratio;
  const copy: CopyTimes | null = point.copy;
  const upload: Transfer | null | undefined = point.upload;
  console.log(interval, ratio?.value, copy?.bytes_per_s, upload?.median_ns, point.stopped, point.block);

  const tuned: TunedAlgorithm = { id: 'hybrid', tuning: { reduce_steps: 9 } };
  const sweep: SweepRequest = { algorithms: ['look-back', tuned], sizes: [1024], tuning: { 'look-back': { items: 4 } }, transfers: true };
  const points: Point[] = [point];
  for await (const one of lab.sweep(sweep, options)) points.push(one);

  const margin: CompareOptions = { margin: 0.02 };
  const comparison: Comparison = await ScanLab.compare(point, points[1] ?? point, margin);
  if (comparison.cause?.kind === 'too-few-samples') console.log(comparison.cause.required, comparison.cause.found, comparison.median_ratio);
  else if (comparison.verdict === 'inconclusive') console.log(comparison.cause?.kind, comparison.reason);
  else console.log(comparison.verdict, comparison.ratio?.interval, comparison.paired);

  const search: CrossoverRequest = { algorithms: ['hillis-steele', 'hybrid'], from: 1024, to: 2 ** 20, operator: 'add' };
  const crossover: Crossover = await lab.crossover(search, options);
  if (crossover.n === null) {
    const ends: CrossoverEnd[] = crossover.ends;
    for (const end of ends) console.log(end.n, end.faster === null ? end.reason : end.faster);
  } else {
    const middle: number = crossover.n;
    console.log(middle, crossover.low, crossover.high);
  }
  return [...points, ...crossover.points];
}

export async function calibrate(lab: ScanLab): Promise<void> {
  const rows: Calibration = await lab.calibrate({ signal: AbortSignal.timeout(5000) });
  const kept: Calibration | null = lab.calibration;
  const row: CalibrationRow | undefined = rows[0];
  console.log(row?.id, row?.up_to_elements, kept?.length);
  lab.forgetCalibration();
  lab.close();
}

export function fail(failure: unknown): ErrorCode {
  if (!(failure instanceof ScanLabError)) throw new ScanLabError('unsupported', 'ScanLab was required.', { cause: failure });
  const code: ErrorCode = failure.code;
  switch (code) {
    case 'webgpu-unavailable':
    case 'insecure-context':
    case 'no-adapter':
    case 'device-lost':
    case 'out-of-memory':
    case 'too-large':
    case 'unsupported':
    case 'bad-argument':
    case 'cancelled':
      return code;
    default:
      return code satisfies never;
  }
}

export function embed(): void {
  const tags: (keyof HTMLElementTagNameMap)[] = ['scan-lab', 'scan-conformance'];
  const element: ScanLabElement = document.createElement('scan-lab');
  const attributes: ScanLabAttributes = {
    algorithms: 'hillis-steele, hybrid',
    sizes: '2^10, 2^14',
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    initial: '1',
    pattern: 'random',
    seed: '7',
    transfers: '1',
    metric: 'elements',
    show: 'hybrid',
    view: 'learn',
    algorithm: 'hybrid',
    experiment: 'reduce-steps',
    input: '3 1 7 0',
    src: 'results.json',
    limits: 'guaranteed',
    'heading-level': '3',
    'follow-address': '',
    'url-config': '',
    autorun: '',
  };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.addEventListener('scanlab-ready', ({ detail }) => detail.adapter satisfies AdapterDescription);
  element.addEventListener('scanlab-progress', ({ detail }) => detail.stage satisfies Progress['stage']);
  element.addEventListener('scanlab-result', ({ detail }) => detail satisfies Point);
  element.addEventListener('scanlab-error', ({ detail }) => detail.code satisfies ErrorCode | 'unexpected');
  element.addEventListener('scanlab-end', (event) => {
    const { view, experiment, outcome, points, verified }: EndDetail = event.detail;
    view satisfies 'measure' | 'check' | 'experiments' | 'numbers' | 'use';
    outcome satisfies 'done' | 'cancelled' | 'failed';
    const end: [string | undefined, Point[] | undefined, boolean | undefined] = [experiment, points, verified];
    console.log(end);
  });
  element.addEventListener('scanlab-exercise', ({ detail }) => {
    const { exercise, passed, goals, attempts }: ExerciseDetail = detail;
    console.log([exercise, passed, goals.every(({ met }) => met), attempts] satisfies [string, boolean, boolean, number]);
  });
  element.addEventListener('scanlab-answer', ({ detail }) => {
    const { screen, correct, attempts, passed, total }: AnswerDetail = detail;
    console.log([screen, correct, attempts, passed, total] satisfies [string, boolean, number, number, number]);
  });
  element.addEventListener('scanlab-statement', ({ detail }) => {
    const { verb, object, result, timestamp }: Statement = detail;
    console.log(verb.id, object.definition.choices?.[0]?.id, result.score.scaled, result.completion satisfies true | undefined, timestamp);
  });
  const alone: string | null = element.view;
  document.addEventListener('scanlab-result', ({ detail }) => console.log(detail.algorithm));
  const details: [ReadyDetail, ErrorDetail] | [] = [];
  const names: (keyof ScanLabEventMap)[] = [
    'scanlab-ready',
    'scanlab-progress',
    'scanlab-result',
    'scanlab-error',
    'scanlab-end',
    'scanlab-answer',
    'scanlab-exercise',
    'scanlab-statement',
    'scanlab-conformance-progress',
    'scanlab-conformance',
  ];
  console.log(tags, details, names, alone, document.querySelector('scan-lab')?.isConnected);

  const conformance: ScanConformanceElement = document.createElement('scan-conformance');
  const choices: ScanConformanceAttributes = {
    algorithms: 'blelloch',
    operators: 'add',
    grid: 'smoke',
    shard: '2/8',
    case: 'blelloch add u32 inclusive forward n=5 ones',
    run: '1',
    limits: 'adapter',
    'heading-level': '2',
    'follow-address': '',
  };
  for (const [name, value] of Object.entries(choices)) conformance.setAttribute(name, value);
  conformance.addEventListener('scanlab-conformance', ({ detail }) => {
    const { cases, failures, cells, axes, seconds }: ConformanceReport = detail;
    const grid: ConformanceGrid = detail.grid;
    console.log(cases.passed, failures[0]?.message, cells[0]?.unsupported, axes.largeSizes, seconds, detail.format satisfies 3, grid);
  });
  conformance.addEventListener('scanlab-conformance-progress', ({ detail }) => {
    const { done, total, failed }: ConformanceProgress = detail;
    console.log(done / total, failed);
  });
}
