/** Running conformance cases on an open lab. */
import { edgeSizes, headsOf } from './conformance-cases.js';
import { codeOf } from './messages.js';

/** @typedef {import('./types.d.ts').Mismatch} Mismatch */
/** @typedef {import('./types.d.ts').ScanRequest} ScanRequest */
/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./element-types.d.ts').Lab} Lab */
/** @typedef {import('./conformance-cases.js').Axes} Axes */
/** @typedef {import('./conformance-cases.js').Case} Case */
/** @typedef {'passed' | 'failed' | 'unsupported'} Outcome */
/** @typedef {{ case: Case, outcome: Outcome, reason: string | null, mismatch: Mismatch | null }} Result */

const SEED = 1;
const WORKGROUP = 256;
/** Where an adapter says nothing of subgroups, the size that most GPUs have. */
const USUAL_SUBGROUP = 32;
const LARGE = 100_003;
/** A scan that has no tiles may call the whole input one. */
const MOST_TILE = 2 ** 14;
/** So long may cases follow each other before the page gets a turn. */
const TURN_MS = 40;

/**
 * What can be run here, all of it.
 * @param {Lab} lab @param {Catalogue} catalogue @param {{ algorithms: string[], operators: string[] }} chosen
 * @returns {Promise<Axes>}
 */
export async function axesOf(lab, { operators, patterns }, chosen) {
  const tiles = new Map(chosen.algorithms.map((algorithm) => [algorithm, tileOf(lab, algorithm)]));
  const { backward, segmented } = await abilitiesOf(lab);
  return {
    algorithms: chosen.algorithms,
    kinds: operators.filter(({ id }) => chosen.operators.includes(id)).flatMap(({ id, types }) => types.map((type) => ({ operator: id, type }))),
    modes: ['inclusive', 'exclusive'],
    directions: backward ? ['forward', 'backward'] : ['forward'],
    segmented: segmented ? [false, true] : [false],
    places: [false, true],
    sizes: edgeSizes({
      subgroup: lab.adapter.subgroups?.max ?? USUAL_SUBGROUP, workgroup: WORKGROUP, large: LARGE, tileOf: (algorithm) => tiles.get(algorithm) ?? WORKGROUP,
    }),
    patterns: patterns.map(({ id }) => id),
  };
}

/** @param {Lab} lab @param {string} algorithm */
function tileOf(lab, algorithm) {
  try {
    const { tile_elements } = lab.plan({ algorithm, n: LARGE });
    return Math.min(MOST_TILE, Math.max(1, tile_elements));
  } catch (error) {
    if (['unsupported', 'too-large'].includes(codeOf(error))) return WORKGROUP;
    throw error;
  }
}

/** @type {WeakMap<Lab, Promise<{ backward: boolean, segmented: boolean }>>} */
const abilities = new WeakMap();

/** Whether scans and their check go backward and in segments: tried once, on two elements. @param {Lab} lab */
function abilitiesOf(lab) {
  const tried = abilities.get(lab) ?? Promise.all([works(lab, { direction: 'backward' }), works(lab, { heads: Uint32Array.of(1, 1) })])
    .then(([backward, segmented]) => ({ backward, segmented }));
  abilities.set(lab, tried);
  return tried;
}

/** @param {Lab} lab @param {Pick<ScanRequest, 'direction' | 'heads'>} kind */
async function works(lab, kind) {
  try {
    const input = Uint32Array.of(1, 2);
    await lab.verify(input, await lab.scan(input, kind), kind);
    return true;
  } catch (error) {
    if (['unsupported', 'bad-argument'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Why a case is not offered, asked once for each kind of scan. @param {Lab} lab @returns {(one: Case) => string | null} */
export function supportOf(lab) {
  /** @type {Map<string, string | null>} */
  const known = new Map();
  return ({ algorithm, operator, type, mode, direction, segmented, inPlace }) => {
    const query = { algorithm, operator, type, mode, direction, segmented, inPlace };
    const key = Object.values(query).join();
    const reason = known.has(key) ? known.get(key) : lab.supports(query);
    known.set(key, reason ?? null);
    return reason ?? null;
  };
}

/**
 * Runs cases one after the other. What one of them cannot do is its result; only what ends the lab, and the signal, end the run.
 * @param {Lab} lab @param {Iterable<Case>} cases @param {AbortSignal} signal
 * @returns {AsyncGenerator<Result, void, void>}
 */
export async function* runCases(lab, cases, signal) {
  const reasonAgainst = supportOf(lab);
  let turn_ms = performance.now();
  for (const one of cases) {
    if (signal.aborted) return;
    const reason = reasonAgainst(one);
    yield reason ? { case: one, outcome: 'unsupported', reason, mismatch: null } : await runCase(lab, one, signal);
    if (performance.now() - turn_ms < TURN_MS) continue;
    await new Promise((resume) => setTimeout(resume));
    turn_ms = performance.now();
  }
}

/** @param {Lab} lab @param {Case} one @param {AbortSignal} signal @returns {Promise<Result>} */
async function runCase(lab, one, signal) {
  const { algorithm, operator, type, mode, direction, segmented, inPlace, n, pattern } = one;
  /** @type {ScanRequest} */
  const request = { algorithm, operator, mode, inPlace, signal };
  if (direction === 'backward') request.direction = direction;
  if (segmented) request.heads = headsOf(n, SEED);
  try {
    const input = lab.input({ operator, type, pattern, seed: SEED, n });
    const { verified, mismatch } = await lab.verify(input, await lab.scan(input, request), request);
    return { case: one, outcome: verified ? 'passed' : 'failed', reason: null, mismatch };
  } catch (error) {
    const code = codeOf(error);
    if (['cancelled', 'device-lost'].includes(code)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { case: one, outcome: ['unsupported', 'too-large'].includes(code) ? 'unsupported' : 'failed', reason, mismatch: null };
  }
}
