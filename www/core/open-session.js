import { describeAdapter, requestDevice, requireAdapter, requireWebGpu } from './adapter.js';
import { calibrationKey, withStorage } from './calibration-store.js';
import { Lifetime } from './lifetime.js';
import { deepFreeze, explainFailure, loadCore, unexpectedError } from './loader.js';
import { CoreSession, lossError, stallError } from './session.js';
import { ScanLabError, cancelled } from '../shared/errors.js';
import { OracleClient } from '../oracle/client.js';
import { Watchdog } from '../shared/watchdog.js';
/** @import { AdapterDescription, Calibration, Catalogue } from '../types.d.ts' */
/** @import { LoadedCore, Runtime, Scope } from './loader.js' */
/** @import { checkOpenOptions } from '../lab/requests.js' */

/** @typedef {{ session: CoreSession, catalogue: Catalogue, adapter: AdapterDescription, maxElements: number, calibration: Calibration | null }} Opened */
/** @typedef {ReturnType<typeof checkOpenOptions>} Wanted */

/**
 * Opens a device for one lab, or takes the caller's. A signal, a stall, a loss or a panic rejects it at once; what comes afterwards is given
 * back.
 * @param {Runtime} runtime
 * @param {Wanted} wanted
 * @returns {Promise<Opened>}
 */
export async function openSession(runtime, wanted) {
  const { signal } = wanted;
  if (signal?.aborted) throw cancelled(signal.reason);
  const opening = new Lifetime();
  return opening.guard(open(runtime, wanted, opening), { signal, onStop: (error) => opening.end(error) });
}

/**
 * @param {Runtime} runtime
 * @param {Wanted} wanted
 * @param {Lifetime} opening
 * @returns {Promise<Opened>}
 */
async function open(runtime, wanted, opening) {
  const { scope } = runtime;
  const gpu = requireWebGpu(scope);
  const watchdog = new Watchdog(scope, wanted.watchdogMs);
  const noAdapter = () => adapterStallError(watchdog.bound);
  const stalled = () => stallError('opening a device', watchdog.bound);
  const { device: given, adapterWaitMs = runtime.adapterPatience_ms } = wanted;
  /** Answers of the browser, each of which is a step. */
  let answers = 0;
  const search = () => requireAdapter(gpu, wanted, adapterWaitMs, () => (opening.check(), answers++));
  const adapter = given
    ? null
    : await watchdog.watch(
        search(),
        () => opening.end(noAdapter()),
        () => answers,
      );
  opening.check();
  const shared = await loadCore(runtime);
  opening.check();
  const forget = [shared.lifetime.onEnd((error) => opening.end(error))];
  try {
    const own = adapter && (await watched(watchdog, opening, openDevice(adapter, wanted, opening), stalled));
    const device = /** @type {GPUDevice} */ (own ?? given);
    if (own) forget.push(opening.onEnd(() => device.destroy()));
    device.lost.then((loss) => opening.end(lossError(loss)));
    const { core, facts, adapter: described } = await watched(watchdog, opening, openCore(shared, device, wanted, opening), stalled);
    const { catalogue } = shared;
    const kept = wanted.calibration ? restoreCalibration(core, scope, calibrationKey(described, catalogue.version)) : null;
    const session = new CoreSession(shared, core, new OracleClient(scope, runtime.oracle, watchdog), { device, isOwn: !given }, watchdog);
    return { session, catalogue, adapter: described, maxElements: facts.maxElements, calibration: kept };
  } catch (failure) {
    const error = explainFailure(shared, failure) ?? unexpectedError(failure);
    opening.end(error);
    throw error;
  } finally {
    forget.forEach((each) => each());
  }
}

/**
 * A device of the lab's own.
 * @param {GPUAdapter} adapter
 * @param {Wanted} wanted
 * @param {Lifetime} opening
 */
async function openDevice(adapter, wanted, opening) {
  const device = await requestDevice(adapter, wanted);
  if (opening.ended) device.destroy();
  opening.check();
  return device;
}

/**
 * Opens a core on a device, passes the browser's description of it to the core, and runs the probes.
 * @param {LoadedCore} shared
 * @param {GPUDevice} device
 * @param {Wanted} wanted
 * @param {Lifetime} opening
 */
async function openCore(shared, device, { subgroups: usesSubgroups, timestamps }, opening) {
  /** @type {import('scanlab-core').Core | undefined} */
  let core;
  try {
    core = await shared.core.Core.open(device, timestamps);
    opening.check();
    const facts = core.adapter();
    const description = describeAdapter(facts, device, usesSubgroups);
    const { isFallback, subgroups } = description;
    if (isFallback) core.setSoftware();
    if (subgroups) core.setSubgroups(subgroups.min, subgroups.max);
    const probed = await core.probe();
    opening.check();
    return { core, facts, adapter: deepFreeze({ ...description, ...probed }) };
  } catch (failure) {
    // After a panic the core must not be called.
    if (!shared.lifetime.ended && !(failure instanceof WebAssembly.RuntimeError)) core?.free();
    throw failure;
  }
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
 * Ends the opening where the work, a step of it, hangs.
 * @template T
 * @param {Watchdog} watchdog
 * @param {Lifetime} opening
 * @param {Promise<T>} work
 * @param {() => ScanLabError} stalled
 * @returns {Promise<T>}
 */
function watched(watchdog, opening, work, stalled) {
  return watchdog.watch(work, () => opening.end(stalled()));
}

/** @param {string} bound */
function adapterStallError(bound) {
  return new ScanLabError(
    'no-adapter',
    `A GPU adapter is required; the browser has not answered the request for one within ${bound} (watchdogMs).`,
  );
}
