/** Plans and runs conformance cases on an open lab. */
import { axesOfCase } from './case.ts';
import { SEGMENTS, allCases, countAll, edgeSizes, farSizes, spreadCases } from './cases.ts';
import { SharedInputs, isSame } from './inputs.ts';
import { isOfOperation, operationCases, runOperation, takesOperations, unsupportedOperation } from './operations.ts';
import { Recorder, elementsOf } from './recorder.ts';
import { partOf } from './shard.ts';
import { smokeAxes, smokeCases } from './smoke.ts';
import { codeOf } from '../ui/messages.ts';
import type { ConformanceGrid, Mismatch, ScanRequest, TuningParameter, Verification } from '../types.ts';
import type { Catalogue, Lab, PlanRequest } from '../ui/element-types.ts';
import type { Axes, Case, Scan } from './cases.ts';
import type { Choice } from './choice.ts';
import type { Shared } from './inputs.ts';
import type { Shard } from './shard.ts';

export type Plan = { grid: ConformanceGrid; shard: Shard | null; axes: Axes; cases: Iterable<Case>; total: number };
export type Outcome = 'passed' | 'failed' | 'unsupported';
export type Result = { case: Case; outcome: Outcome; reason: string | null; mismatch: Mismatch | null };

const WORKGROUP = 256;
/** The most common subgroup size, for adapters that do not report it. */
const COMMON_SUBGROUP = 32;
const LARGE = 100_003;
/** Elements per row in queries that do not depend on the length. */
const ROW = 1000;
/** The limit of tile sizes. It is necessary because a scan without tiles may report the whole input as one tile. */
const MAX_TILE = 2 ** 14;
/** The time after which cases pause for other tasks of the page. */
const SLICE_MS = 40;

export async function planGrid(lab: Lab, catalogue: Catalogue, { grid, shard, one, ...chosen }: Choice): Promise<Plan> {
  if (grid === 'case') {
    if (!one) throw new Error('the grid “case” requires a case, found none');
    return { grid, shard: null, axes: axesOfCase(one), cases: [one], total: 1 };
  }
  if (takesOperations(catalogue, chosen)) return withOperations(lab, catalogue, { grid, shard, ...chosen });
  return planScans(lab, catalogue, { grid, shard, ...chosen });
}

/** The plan of a choice: the cases of scans, then those of operations. */
async function withOperations(lab: Lab, catalogue: Catalogue, choice: Choice): Promise<Plan> {
  const scans = await planScans(lab, catalogue, choice);
  const ofOperations = operationCases(catalogue, scans.axes, choice);
  const algorithms = [...scans.axes.algorithms, ...catalogue.operations.map(({ id }) => id)];
  const joined = function* () {
    yield* scans.cases;
    yield* ofOperations;
  };
  const axes = { ...scans.axes, algorithms };
  return { ...scans, axes, cases: { [Symbol.iterator]: joined }, total: scans.total + ofOperations.length };
}

async function planScans(lab: Lab, catalogue: Catalogue, { grid, shard, ...chosen }: Choice): Promise<Plan> {
  const all = await axesOf(lab, catalogue, chosen);
  const axes = grid === 'smoke' ? smokeAxes(all) : all;
  if (grid === 'full') return { grid, shard, axes, cases: allCases(axes, shard), total: countAll(axes, shard) };
  const unsupportedReason = supportOf(lab);
  const canRun = (each: Case) => unsupportedReason(each) === null;
  const cases = grid === 'smoke' ? smokeCases(axes, canRun, shard) : partOf(spreadCases(axes, canRun), shard);
  return { grid, shard, axes, cases, total: cases.length };
}

/** The axes of all cases that this lab supports. */
export async function axesOf(
  lab: Lab,
  { algorithms, operators, patterns }: Catalogue,
  chosen: { algorithms: string[]; operators: string[] },
): Promise<Axes> {
  const tileOf = tilesOf(lab);
  const { backward, segmented } = await abilitiesOf(lab);
  return {
    algorithms: chosen.algorithms,
    kinds: operators
      .filter(({ id }) => chosen.operators.includes(id))
      .flatMap(({ id, types }) => types.map((type) => ({ operator: id, type }))),
    modes: ['inclusive', 'exclusive'],
    directions: backward ? ['forward', 'backward'] : ['forward'],
    segments: segmented ? [...SEGMENTS] : ['whole'],
    inPlace: [false, true],
    initial: [false, true],
    sizes: edgeSizes({
      subgroup: lab.adapter.subgroups?.max ?? COMMON_SUBGROUP,
      workgroup: WORKGROUP,
      large: LARGE,
      tileOf: (scan) => Math.min(MAX_TILE, tileOf(scan)),
    }),
    patterns: patterns.map(({ id }) => id),
    far: farSizes({ fast: !lab.adapter.isFallback, tileOf: (scan) => (tileOf(scan) > MAX_TILE ? WORKGROUP : tileOf(scan)) }),
    farTuning: (id) => smallTiles(algorithms.find((one) => one.id === id)?.tuning ?? []),
  };
}

/** @returns the number of elements per tile of a scan, cached by kind of scan */
function tilesOf(lab: Lab): (scan: Scan) => number {
  const known: Map<string, number> = new Map();
  return ({ algorithm, operator, type, mode, direction, segments, tuning }) => {
    const request = { algorithm, operator, type, mode, direction, ...queryOf(segments), ...(tuning ? { tuning } : {}) };
    const key = JSON.stringify(request);
    const tile = known.get(key) ?? tileOf(lab, { ...request, n: LARGE });
    known.set(key, tile);
    return tile;
  };
}

function tileOf(lab: Lab, request: PlanRequest) {
  try {
    return Math.max(1, lab.plan(request).tile_elements);
  } catch (error) {
    if (['unsupported', 'too-large'].includes(codeOf(error))) return WORKGROUP;
    throw error;
  }
}

function smallTiles(tuning: readonly TuningParameter[]) {
  // The least value is raised to 1, because 0 means the default of the algorithm.
  return Object.fromEntries(tuning.filter(({ name }) => name === 'items').map(({ name, min }) => [name, Math.max(1, min)]));
}

const abilities: WeakMap<Lab, Promise<{ backward: boolean; segmented: boolean }>> = new WeakMap();

/** Whether scans and their checks support backward and segmented scans. Each lab is tried once, on two elements. */
function abilitiesOf(lab: Lab) {
  const tried =
    abilities.get(lab) ??
    Promise.all([works(lab, { direction: 'backward' }), works(lab, { heads: Uint32Array.of(1, 1) })]).then(([backward, segmented]) => ({
      backward,
      segmented,
    }));
  abilities.set(lab, tried);
  return tried;
}

async function works(lab: Lab, kind: Pick<ScanRequest, 'direction' | 'heads'>) {
  try {
    const input = Uint32Array.of(1, 2);
    await lab.verify(input, await lab.scan(input, kind), kind);
    return true;
  } catch (error) {
    if (['unsupported', 'bad-argument'].includes(codeOf(error))) return false;
    throw error;
  }
}

/**
 * The part of a query or of a plan request that describes segments.
 * @param columns elements per row
 */
function queryOf(segments: Case['segments'], columns: number = ROW) {
  const isOfRows = segments === 'rows' || segments === 'columns';
  return {
    segmented: segments === 'heads' || segments === 'head-bits',
    ...(segments === 'head-bits' && { headsAsBits: true }),
    ...(isOfRows && { columns, axis: (segments === 'rows' ? 1 : 0) as 0 | 1 }),
  };
}

/** The reason why a case is not supported, or null; cached by kind of scan. */
function supportOf(lab: Lab): (one: Case) => string | null {
  const known: Map<string, string | null> = new Map();
  return (one) => {
    const { algorithm, operator, type, mode, direction, segments, inPlace, initial } = one;
    if (isOfOperation(lab, one)) return unsupportedOperation(lab, one);
    const query = { algorithm, operator, type, mode, direction, ...queryOf(segments), inPlace, initial };
    const key = [algorithm, operator, type, mode, direction, segments, inPlace, initial].join();
    const reason = known.has(key) ? known.get(key) : lab.supports(query);
    known.set(key, reason ?? null);
    return reason ?? null;
  };
}

/**
 * Runs cases one after another, each as a call and as a prepared run. An error in a case becomes the result of the case. Only a lost device
 * and the signal end the run.
 */
export async function* runCases(
  lab: Lab,
  cases: Iterable<Case>,
  signal: AbortSignal,
  recorder: Pick<Recorder, 'run' | 'end'> = new Recorder(lab),
): AsyncGenerator<Result, void, void> {
  const unsupportedReason = supportOf(lab);
  const inputs = new SharedInputs(lab);
  let slice_ms = performance.now();
  try {
    for (const one of cases) {
      if (signal.aborted) return;
      const reason = unsupportedReason(one);
      yield reason ? { case: one, outcome: 'unsupported', reason, mismatch: null } : await runCase(lab, { inputs, recorder }, one, signal);
      if (performance.now() - slice_ms < SLICE_MS) continue;
      await new Promise((resume) => setTimeout(resume));
      slice_ms = performance.now();
    }
  } finally {
    recorder.end();
  }
}

/** The inputs and the recorder that cases share. */
type Kept = { inputs: SharedInputs; recorder: Pick<Recorder, 'run'> };

/** The reason of a failure that occurs only in the prepared run. */
const AS_PREPARED = 'The output of the prepared run was wrong.';

async function runCase(lab: Lab, { inputs, recorder }: Kept, one: Case, signal: AbortSignal): Promise<Result> {
  try {
    const shared = inputs.of(one);
    const check = isOfOperation(lab, one) ? runOperation : runScan;
    const called = await check(lab, shared, one, signal, null);
    // A prepared run requires at least one element.
    const recorded = called.verified && one.n > 0 ? await check(lab, shared, one, signal, recorder) : called;
    const { verified, mismatch } = recorded;
    const reason = verified || recorded === called ? null : AS_PREPARED;
    return { case: one, outcome: verified ? 'passed' : 'failed', reason, mismatch };
  } catch (error) {
    const code = codeOf(error);
    if (['cancelled', 'device-lost'].includes(code)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { case: one, outcome: ['unsupported', 'too-large'].includes(code) ? 'unsupported' : 'failed', reason, mismatch: null };
  }
}

/** @param recorder records a prepared run; null for a call */
async function runScan(
  lab: Lab,
  shared: Shared,
  { algorithm, operator, type, mode, direction, segments, inPlace, initial: isFromInitial, n, tuning }: Case,
  signal: AbortSignal,
  recorder: Kept['recorder'] | null,
): Promise<Pick<Verification, 'verified' | 'mismatch'>> {
  const { input, division, initial } = shared;
  const form = { algorithm, operator, mode, direction, inPlace, ...(tuning ? { tuning } : {}) };
  const request = { ...form, ...division, initial, signal };
  let output;
  if (recorder) {
    const of = { ...form, type, n, ...queryOf(segments, division.shape?.[1]), initial: isFromInitial };
    const found = await recorder.run(of, { [inPlace ? 'output' : 'input']: input, heads: division.heads, initial });
    output = elementsOf(found.output, input.length, type);
  } else output = await lab.scan(input, request);
  // An integer output that equals a verified one is right. For floats, the tolerance depends on the algorithm, so every output is verified.
  if (shared.verified && isSame(shared.verified, output)) return { verified: true, mismatch: null };
  const { verified, mismatch } = await lab.verify(input, output, request);
  if (verified && type !== 'f32') shared.verified = output;
  return { verified, mismatch };
}
