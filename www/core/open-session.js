import { describeAdapter, requireAdapter, withCapturedDevice } from './adapter.js';
import { calibrationKey, withStorage } from './calibration-store.js';
import { deepFreeze, explainFailure, loadCore, unexpectedError } from './loader.js';
import { CoreSession, stallError } from './session.js';
import { ScanLabError } from '../shared/errors.js';
import { OracleClient } from '../oracle/client.js';
import { Watchdog } from '../shared/watchdog.js';
/** @import { AdapterDescription, Calibration, Catalogue, DeviceOptions } from '../types.d.ts' */
/** @import { Captured } from './adapter.js' */
/** @import { LoadedCore, Runtime, Scope } from './loader.js' */
/** @import { checkOpenOptions } from '../lab/requests.js' */

/** @typedef {{ session: CoreSession, catalogue: Catalogue, adapter: AdapterDescription, maxElements: number, calibration: Calibration | null }} Opened */

/**
 * Opens a device for one lab.
 * @param {Runtime} runtime
 * @param {ReturnType<typeof checkOpenOptions>} wanted
 * @returns {Promise<Opened>}
 */
export async function openSession(runtime, { watchdogMs, calibration, ...wanted }) {
  const { scope } = runtime;
  const watchdog = new Watchdog(scope, watchdogMs);
  await unlessStalled(watchdog, requireAdapter(scope, wanted, runtime.adapterPatience_ms), () => adapterStallError(watchdog.bound));
  const shared = await loadCore(runtime);
  const { opened, captured } = await withCapturedDevice(scope, wanted.subgroups, (captured) =>
    openWithWatchdog(shared, openCore(shared, wanted, captured), captured, watchdog),
  );
  const { core, adapter, facts } = opened;
  const session = new CoreSession(shared, core, new OracleClient(scope, runtime.oracle, watchdog), captured, watchdog);
  const { catalogue } = shared;
  const kept = calibration ? restoreCalibration(core, scope, calibrationKey(adapter, catalogue.version)) : null;
  return { session, catalogue, adapter, maxElements: facts.maxElements, calibration: kept };
}

/**
 * Restores the calibration of the adapter, if there is one that the core accepts.
 * @param {import('scanlab-core').Core} core
 * @param {Scope} scope
 * @param {string} key
 * @returns {Calibration | null}
 */
function restoreCalibration(core, scope, key) {
  const take = (/** @type {Storage} */ storage) => {
    /** @type {import('./calibration-store.js').Kept} */
    const { rows } = JSON.parse(storage.getItem(key) ?? '{}');
    if (!rows?.length) return null;
    core.setCalibration([...rows]);
    return deepFreeze(rows);
  };
  return withStorage(scope, take) ?? null;
}

/**
 * Opens a device, passes the browser's description of it to the core, and runs the probes.
 * @param {LoadedCore} shared
 * @param {DeviceOptions} options
 * @param {Captured} captured
 */
async function openCore(shared, options, captured) {
  /** @type {import('scanlab-core').Core | undefined} */
  let core;
  try {
    core = await shared.core.Core.open(options);
    const facts = core.adapter();
    const description = describeAdapter(facts, captured);
    const { isFallback, subgroups } = description;
    if (isFallback) core.setSoftware();
    if (subgroups) core.setSubgroups(subgroups.min, subgroups.max);
    return { core, facts, adapter: deepFreeze({ ...description, ...(await core.probe()) }) };
  } catch (failure) {
    const error = explainFailure(shared, failure) ?? unexpectedError(failure);
    captured.device?.destroy();
    // After a panic the core must not be called.
    if (!shared.lifetime.ended) core?.free();
    throw error;
  }
}

/**
 * Opening includes the probe, which may hang as any work may.
 * @param {LoadedCore} shared
 * @param {ReturnType<typeof openCore>} opening
 * @param {Captured} captured
 * @param {Watchdog} watchdog
 */
function openWithWatchdog(shared, opening, captured, watchdog) {
  const onStall = () => {
    captured.device?.destroy();
    // A core that opens afterwards is freed.
    opening.then(
      ({ core }) => core.free(),
      () => {},
    );
    return stallError('opening a device', watchdog.bound);
  };
  // The promise of a core that panics while it opens never settles.
  return shared.lifetime.guard(unlessStalled(watchdog, opening, onStall));
}

/**
 * @template T
 * @param {Watchdog} watchdog
 * @param {Promise<T>} work
 * @param {() => ScanLabError} onStall
 * @returns {Promise<T>}
 */
function unlessStalled(watchdog, work, onStall) {
  return new Promise((resolve, reject) => {
    watchdog.watch(work, () => reject(onStall())).then(resolve, reject);
  });
}

/** @param {string} bound */
function adapterStallError(bound) {
  return new ScanLabError(
    'no-adapter',
    `A GPU adapter is required; the browser has not answered the request for one within ${bound} (watchdogMs).`,
  );
}
