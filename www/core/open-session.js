import { describeAdapter, requireAdapter, withCapturedDevice } from './adapter.js';
import { calibrationKey, withStorage } from './calibration-store.js';
import { deepFreeze, explainFailure, loadCore, unexpectedError } from './loader.js';
import { CoreSession, silenceError } from './session.js';
import { ScanLabError } from '../shared/errors.js';
import { OracleClient } from '../oracle/client.js';
import { Watchdog } from './watchdog.js';
/** @import { AdapterDescription, Calibration, Catalogue, DeviceFacts } from '../types.d.ts' */
/** @import { Captured } from './adapter.js' */
/** @import { LoadedCore, Runtime, Scope } from './loader.js' */
/** @import { checkOpenOptions } from '../lab/requests.js' */

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
  const { opened, captured } = await withCapturedDevice(scope, wanted.subgroups, (captured) =>
    unlessItHangs(shared, openCore(shared, JSON.stringify(wanted), captured), captured, watchdog),
  );
  const { core, adapter, facts } = opened;
  const session = new CoreSession(shared, core, new OracleClient(scope, runtime.oracle, watchdog), captured, watchdog);
  const { catalogue } = shared;
  const kept = calibration ? takeUp(core, scope, calibrationKey(adapter, catalogue.version)) : null;
  return { session, catalogue, adapter, maxElements: facts.maxElements, calibration: kept };
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
    const { rows } = JSON.parse(storage.getItem(key) ?? '{}');
    if (!rows?.length) return null;
    core.setCalibration(JSON.stringify(rows));
    return deepFreeze(rows);
  };
  return withStorage(scope, take) ?? null;
}

/**
 * Opens a device, tells the core what its own request for it could not learn, and has it try the rest out.
 * @param {LoadedCore} shared
 * @param {string} options
 * @param {Captured} captured
 */
async function openCore(shared, options, captured) {
  /** @type {import('scanlab-core').Core | undefined} */
  let core;
  try {
    core = await shared.core.Core.open(options);
    /** @type {DeviceFacts} */
    const facts = JSON.parse(core.adapterJson());
    const told = describeAdapter(facts, captured);
    const { isFallback, subgroups } = told;
    if (isFallback) core.setSoftware();
    if (subgroups) core.setSubgroups(subgroups.min, subgroups.max);
    return { core, facts, adapter: deepFreeze({ ...told, forwardProgress: await core.tryOut() }) };
  } catch (failure) {
    const error = explainFailure(shared, failure) ?? unexpectedError(failure);
    captured.device?.destroy();
    // One that has panicked is asked nothing more.
    if (!shared.lifetime.ended) core?.free();
    throw error;
  }
}

/**
 * Opening tries the device out, so that it may hang as any work may.
 * @param {LoadedCore} shared
 * @param {ReturnType<typeof openCore>} opening
 * @param {Captured} captured
 * @param {Watchdog} watchdog
 */
function unlessItHangs(shared, opening, captured, watchdog) {
  const giveUp = () => {
    captured.device?.destroy();
    // One that opens all the same is nobody's.
    opening.then(
      ({ core }) => core.free(),
      () => {},
    );
    return silenceError('opening a device', watchdog.bound);
  };
  // A core that panics while it opens never answers.
  return shared.lifetime.guard(unlessSilent(watchdog, opening, giveUp));
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
  return new ScanLabError(
    'no-adapter',
    `A GPU adapter is required; the browser has not answered for ${bound} (watchdogMs) when asked for one.`,
  );
}
