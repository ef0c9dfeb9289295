import { describeAdapter, requireAdapter, withCapturedDevice } from './adapter.js';
import { calibrationKey, withStorage } from './calibration-store.js';
import { deepFreeze, explainFailure, loadCore, unexpectedError } from './core-loader.js';
import { CoreSession, silenceError } from './core-session.js';
import { ScanLabError } from './errors.js';
import { OracleClient } from './oracle-client.js';
import { Watchdog } from './watchdog.js';
/** @import { AdapterDescription, Calibration } from './types.d.ts' */
/** @import { Captured, CoreFacts } from './adapter.js' */
/** @import { Catalogue, LoadedCore, Runtime, Scope } from './core-loader.js' */
/** @import { checkOpenOptions } from './requests.js' */

/** @typedef {{ session: CoreSession, catalogue: Catalogue, adapter: AdapterDescription, maxElements: number, calibration: Calibration | null }} Opened */

/**
 * Opens a device of its own for one lab.
 * @param {Runtime} runtime
 * @param {ReturnType<typeof checkOpenOptions>} wanted
 * @returns {Promise<Opened>}
 */
export async function openSession(runtime, { watchdogMs, calibration, ...wanted }) {
  const { scope } = runtime;
  const watchdog = new Watchdog(scope, watchdogMs);
  await unlessSilent(watchdog, requireAdapter(scope, wanted, runtime.adapterPatience_ms), () => noAnswer(watchdog.bound));
  const shared = await loadCore(runtime);
  const explain = (/** @type {unknown} */ failure) => {
    throw explainFailure(shared, failure) ?? unexpectedError(failure);
  };
  const { opened, captured } = await withCapturedDevice(scope, wanted.subgroups, (captured) =>
    openCore(shared, JSON.stringify(wanted), captured, watchdog),
  ).catch(explain);
  const session = new CoreSession(shared, opened, new OracleClient(scope, runtime.oracle, watchdog), captured, watchdog);
  /** @type {CoreFacts} */
  const facts = session.call(() => JSON.parse(opened.adapterJson()));
  const adapter = deepFreeze(describeAdapter(facts, captured));
  const { subgroups } = adapter;
  if (adapter.isFallback) session.call(() => opened.setSoftware());
  if (subgroups) {
    // The core's own request was without them, so it cannot know.
    const tried = session.call(() => opened.setSubgroups(subgroups.min, subgroups.max));
    await tryOut(shared, tried, captured, watchdog).catch(explain);
  }
  const { catalogue } = shared;
  const kept = calibration ? takeUp(opened, scope, calibrationKey(adapter, catalogue.version)) : null;
  return { session, catalogue, adapter, maxElements: facts.maxElements ?? Infinity, calibration: kept };
}

/**
 * What was found out about the adapter before, unless it is none or not what the core can go by.
 * @param {import('scanlab-core').Core} core
 * @param {Scope} scope
 * @param {string} key
 * @returns {Calibration | null}
 */
function takeUp(core, scope, key) {
  const take = (/** @type {Storage} */ storage) => {
    /** @type {import('./calibration-store.js').Kept} */
    const { rows, choices } = JSON.parse(storage.getItem(key) ?? '{}');
    if (!rows?.[0]?.id) return null;
    core.setCalibration(`${choices}`);
    return deepFreeze(rows);
  };
  return withStorage(scope, take) ?? null;
}

/**
 * @param {LoadedCore} shared
 * @param {string} options
 * @param {Captured} captured
 * @param {Watchdog} watchdog
 */
function openCore(shared, options, captured, watchdog) {
  const opening = shared.core.Core.open(options);
  // One that opens all the same is nobody's.
  return tryOut(shared, opening, captured, watchdog, () => opening.then((core) => core.free(), () => {}));
}

/**
 * Opening tries the device out, so that it may hang as any work may.
 * @template T
 * @param {LoadedCore} shared
 * @param {Promise<T>} work
 * @param {Captured} captured
 * @param {Watchdog} watchdog
 * @param {() => void} [onGiveUp]
 */
function tryOut(shared, work, captured, watchdog, onGiveUp) {
  const giveUp = () => {
    captured.device?.destroy();
    onGiveUp?.();
    return silenceError('opening a device', watchdog.bound);
  };
  // A core that panics while it opens never answers.
  return shared.lifetime.guard(unlessSilent(watchdog, work, giveUp));
}

/**
 * @template T
 * @param {Watchdog} watchdog
 * @param {Promise<T>} work
 * @param {() => ScanLabError} giveUp
 * @returns {Promise<T>}
 */
function unlessSilent(watchdog, work, giveUp) {
  return new Promise((resolve, reject) => {
    watchdog.watch(work, () => reject(giveUp())).then(resolve, reject);
  });
}

/** @param {string} bound */
function noAnswer(bound) {
  return new ScanLabError('no-adapter', `A GPU adapter is required; the browser has not answered for ${bound} (watchdogMs) when asked for one.`);
}
