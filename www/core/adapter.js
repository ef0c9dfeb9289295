import { ScanLabError, messageOf } from '../shared/errors.js';
/** @import { AdapterDescription, DeviceFacts, DeviceRequirements, ProbeFacts } from '../types.d.ts' */
/** @import { Wanted } from './open-session.js' */
/** @import { Scope } from './loader.js' */

const RETRY_PAUSE_MS = 200;
/** Names of adapters that run shaders on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b|\bcpu\b/i;

/** The features that ScanLab uses. */
const FEATURES = /** @type {const} */ ({
  subgroups: 'Scans and operations combine elements within a subgroup, without workgroup memory; without it subgroup algorithms are off.',
  'timestamp-query': 'Measurements go by the clock of the device; without it by that of the page, which includes the wait for the device.',
});
/** The limits that plans go by. */
const LIMITS = /** @type {const} */ ({
  maxBufferSize: 'Longer inputs and outputs in one buffer.',
  maxStorageBufferBindingSize: 'Longer inputs and outputs in one pass: with maxBufferSize it bounds maxElements.',
  maxComputeWorkgroupStorageSize: 'Longer tiles of a workgroup, so fewer passes of a sort and fewer sums of tiles.',
  maxComputeWorkgroupsPerDimension: 'More workgroups in one dispatch.',
});

/**
 * The features and limits of an adapter that ScanLab uses, as `requestDevice` takes them, with what each brings.
 * @param {Pick<GPUAdapter, 'features' | 'limits'>} adapter
 * @returns {DeviceRequirements}
 */
export function requirementsOf({ features, limits }) {
  const requiredFeatures = keysOf(FEATURES).filter((name) => features.has(name));
  const requiredLimits = Object.fromEntries(keysOf(LIMITS).map((name) => [name, limits[name]]));
  const brings = Object.fromEntries(
    Object.entries({ ...FEATURES, ...LIMITS }).filter(([name]) => name in LIMITS || features.has(/** @type {GPUFeatureName} */ (name))),
  );
  return { requiredFeatures, requiredLimits, brings };
}

/** @template {object} T @param {T} object */
const keysOf = (object) => /** @type {(keyof T)[]} */ (Object.keys(object));

/** @param {Scope} scope */
export function requireWebGpu(scope) {
  // Outside browsers there is no such property.
  if (scope.isSecureContext === false) {
    throw new ScanLabError(
      'insecure-context',
      'WebGPU requires a secure context: https, or http on localhost or 127.0.0.1. This page has none.',
    );
  }
  const gpu = scope.navigator?.gpu;
  if (gpu) return gpu;
  throw new ScanLabError(
    'webgpu-unavailable',
    'WebGPU is required; there is no navigator.gpu here. Chrome and Edge 123, Safari 26 and Firefox 141 or later have it, ' +
      'on some systems only once it is enabled in the settings.',
  );
}

/**
 * Waits for an adapter. A browser whose GPU process is still starting has none for some seconds.
 * @param {Pick<GPU, 'requestAdapter'>} gpu
 * @param {Pick<Wanted, 'powerPreference'>} wanted
 * @param {number} timeout_ms
 * @param {() => void} onAnswer throws to end the wait
 */
export async function requireAdapter(gpu, { powerPreference }, timeout_ms, onAnswer) {
  const start = performance.now();
  let reason = 'it returned none';
  for (;;) {
    try {
      const adapter = await gpu.requestAdapter({ powerPreference });
      if (adapter) return adapter;
    } catch (failure) {
      reason = messageOf(failure);
    }
    onAnswer();
    const waited = performance.now() - start;
    if (waited + RETRY_PAUSE_MS > timeout_ms) {
      throw new ScanLabError(
        'no-adapter',
        `A GPU adapter is required; requests to the browser failed for ${(waited / 1000).toFixed(1)} s (adapterWaitMs): ${reason}. ` +
          "Hardware acceleration may be off, or the GPU may be on the browser's block list.",
      );
    }
    await new Promise((resume) => setTimeout(resume, RETRY_PAUSE_MS));
  }
}

/**
 * A device with what ScanLab uses of the adapter, and what is required beside that.
 * @param {GPUAdapter} adapter
 * @param {Pick<Wanted, 'requiredFeatures' | 'requiredLimits' | 'subgroups' | 'timestamps'>} wanted
 */
export async function requestDevice(adapter, { requiredFeatures, requiredLimits, subgroups, timestamps }) {
  const used = requirementsOf(adapter);
  /** @type {Set<string>} */
  const features = new Set([...used.requiredFeatures, ...requiredFeatures]);
  for (const name of requiredFeatures) requireFeature(adapter, name);
  if (!subgroups && !requiredFeatures.includes('subgroups')) features.delete('subgroups');
  if (!timestamps && !requiredFeatures.includes('timestamp-query')) features.delete('timestamp-query');
  const limits = { ...used.requiredLimits };
  for (const [name, value] of Object.entries(requiredLimits)) {
    requireLimit(adapter, name, value);
    // An alignment is the better the smaller it is.
    limits[name] = isAlignment(name) ? value : Math.max(value, limits[name] ?? 0);
  }
  try {
    const names = /** @type {GPUFeatureName[]} */ ([...features]);
    return await adapter.requestDevice({ label: 'scanlab', requiredFeatures: names, requiredLimits: limits });
  } catch (failure) {
    throw new ScanLabError('no-adapter', `The GPU adapter must give a device; it has refused one: ${messageOf(failure)}`, {
      cause: failure,
    });
  }
}

/** @param {string} limit */
const isAlignment = (limit) => limit.endsWith('Alignment');

/** @param {GPUAdapter} adapter @param {string} name */
function requireFeature({ features }, name) {
  if (features.has(/** @type {GPUFeatureName} */ (name))) return;
  const found = [...features].join(', ') || 'none';
  throw new ScanLabError('unsupported', `requiredFeatures must be features of the adapter, which has ${found}; ${name} is not.`);
}

/** @param {GPUAdapter} adapter @param {string} name @param {number} value */
function requireLimit({ limits }, name, value) {
  const most = plainLimits(limits)[name];
  if (most === undefined) {
    const known = Object.keys(plainLimits(limits)).join(', ');
    throw new ScanLabError('bad-argument', `requiredLimits may have the limits ${known}; it has ${JSON.stringify(name)}.`);
  }
  if (isAlignment(name) ? value >= most : value <= most) return;
  const bound = isAlignment(name) ? 'at least' : 'at most';
  throw new ScanLabError('unsupported', `requiredLimits.${name} must be ${bound} ${most} on this adapter; it was ${value}.`);
}

/**
 * The description of a device's adapter, except for the results of the probes.
 * @param {Pick<DeviceFacts, 'name' | 'isFallback' | 'timestamps'>} facts
 * @param {Pick<GPUDevice, 'adapterInfo' | 'features' | 'limits'>} device
 * @param {boolean} usesSubgroups where the device has them
 * @returns {Omit<AdapterDescription, keyof ProbeFacts>}
 */
export function describeAdapter(facts, device, usesSubgroups) {
  /** @type {Partial<GPUAdapterInfo>} */
  const info = device.adapterInfo ?? {};
  const vendor = info.vendor ?? '';
  const architecture = info.architecture ?? '';
  const name = info.device ?? '';
  const parts = [vendor, architecture, name].filter(Boolean).join(' ');
  const description = info.description || parts || facts.name;
  const min = info.subgroupMinSize;
  const max = info.subgroupMaxSize;
  return {
    vendor,
    architecture,
    device: name,
    description,
    isFallback: Boolean(info.isFallbackAdapter || facts.isFallback) || SOFTWARE.test(`${parts} ${description} ${facts.name}`),
    subgroups: usesSubgroups && device.features.has('subgroups') && min && max ? { min, max } : null,
    timestamps: facts.timestamps,
    limits: plainLimits(device.limits),
  };
}

/** @param {GPUSupportedLimits} limits whose values are getters of its prototype */
function plainLimits(limits) {
  /** @type {Record<string, number>} */
  const plain = {};
  for (const name in limits) {
    const value = Reflect.get(limits, name);
    if (typeof value === 'number') plain[name] = value;
  }
  return plain;
}
