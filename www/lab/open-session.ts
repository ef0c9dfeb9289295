import { describeAdapter, requestDevice, requireAdapter, requireWebGpu } from './adapter.ts';
import { calibrationKey } from './calibration-store.ts';
import { withStorage } from '../shared/storage.ts';
import { Lifetime } from './lifetime.ts';
import { deepFreeze, explainFailure, loadCore, unexpectedError } from './loader.ts';
import { CoreSession, lossError, stallError } from './session.ts';
import { ScanLabError, cancelled } from '../shared/errors.ts';
import { OracleClient } from '../oracle/client.ts';
import { Watchdog } from '../shared/watchdog.ts';
import type { checkOpenOptions } from './requests.ts';
import type { AdapterDescription, Calibration, Catalogue } from '../types.ts';
import type { Kept } from './calibration-store.ts';
import type { LoadedCore, Runtime, Scope } from './loader.ts';
import type { Core } from 'scanlab-core';

export type Opened = {
  session: CoreSession;
  catalogue: Catalogue;
  adapter: AdapterDescription;
  maxElements: number;
  calibration: Calibration | null;
};
export type Wanted = ReturnType<typeof checkOpenOptions>;

/**
 * Opens a device for one lab, or uses the caller's. On an abort, a stall, a loss or a panic, the opening rejects at once, and resources that
 * arrive later are released.
 */
export async function openSession(runtime: Runtime, wanted: Wanted): Promise<Opened> {
  const { signal } = wanted;
  if (signal?.aborted) throw cancelled(signal.reason);
  const opening = new Lifetime();
  return opening.guard(open(runtime, wanted, opening), { signal, onStop: (error) => opening.end(error) });
}

async function open(runtime: Runtime, wanted: Wanted, opening: Lifetime): Promise<Opened> {
  const { scope } = runtime;
  const gpu = requireWebGpu(scope);
  const watchdog = new Watchdog(scope, wanted.watchdogMs);
  const noAdapter = () => adapterStallError(watchdog.bound);
  const stalled = () => stallError('opening a device', watchdog.bound);
  const { device: given, adapterWaitMs = runtime.adapterPatience_ms } = wanted;
  /** The number of the browser's answers to requests for an adapter. Each answer is a step for the watchdog. */
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
    const device = (own ?? given) as GPUDevice;
    if (own) forget.push(opening.onEnd(() => device.destroy()));
    device.lost.then((loss) => opening.end(lossError(loss)));
    const { core, facts, adapter: described } = await watched(watchdog, opening, openCore(shared, device, wanted, opening), stalled);
    const { catalogue } = shared;
    const kept = wanted.calibration ? restoreCalibration(core, scope, calibrationKey(described, catalogue.version)) : null;
    const oracles = {
      oracle: new OracleClient(scope, runtime.oracle, watchdog),
      operationOracle: new OracleClient(scope, runtime.operationOracle, watchdog),
    };
    const session = new CoreSession(shared, core, oracles, { device, isOwn: !given }, watchdog);
    return { session, catalogue, adapter: described, maxElements: facts.maxElements, calibration: kept };
  } catch (failure) {
    const error = explainFailure(shared, failure) ?? unexpectedError(failure);
    opening.end(error);
    throw error;
  } finally {
    forget.forEach((each) => each());
  }
}

/** Opens a device for the lab. Destroys it if the opening has ended meanwhile. */
async function openDevice(adapter: GPUAdapter, wanted: Wanted, opening: Lifetime) {
  const device = await requestDevice(adapter, wanted);
  if (opening.ended) device.destroy();
  opening.check();
  return device;
}

/** Opens a core on a device, passes the browser's description of the adapter to the core, and runs the probes. */
async function openCore(shared: LoadedCore, device: GPUDevice, wanted: Wanted, opening: Lifetime) {
  const { limits, subgroups: usesSubgroups, timestamps } = wanted;
  let core: Core | undefined;
  try {
    core = await shared.core.Core.open(device, timestamps);
    opening.check();
    const facts = core.adapter();
    const description = describeAdapter(facts, device, usesSubgroups);
    const { isFallback, subgroups } = description;
    // With the guaranteed limits, the plans are those of a small GPU on every adapter.
    const isSmall = limits === 'guaranteed';
    if (isFallback && !isSmall) core.setSoftware();
    if (subgroups) core.setSubgroups(subgroups.min, subgroups.max, device.features.has('subgroup-size-control'));
    const probed = await core.probe(!isSmall);
    opening.check();
    return { core, facts, adapter: deepFreeze({ ...description, ...probed }) };
  } catch (failure) {
    // After a panic the core must not be called.
    if (!shared.lifetime.ended && !(failure instanceof WebAssembly.RuntimeError)) core?.free();
    throw failure;
  }
}

/** Restores the calibration of the adapter, if the browser stores one and the core accepts it. */
function restoreCalibration(core: Core, scope: Scope, key: string): Calibration | null {
  const take = (storage: Storage) => {
    const { rows }: Kept = JSON.parse(storage.getItem(key) ?? '{}');
    if (!rows?.length) return null;
    core.setCalibration([...rows]);
    return deepFreeze(rows);
  };
  return withStorage(scope, take) ?? null;
}

/** Ends the opening if the work stalls. */
function watched<T>(watchdog: Watchdog, opening: Lifetime, work: Promise<T>, stalled: () => ScanLabError): Promise<T> {
  return watchdog.watch(work, () => opening.end(stalled()));
}

function adapterStallError(bound: string) {
  return new ScanLabError(
    'no-adapter',
    `A GPU adapter is required; the browser has not answered the request for one within ${bound} (watchdogMs).`,
  );
}
