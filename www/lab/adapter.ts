import { ScanLabError, messageOf } from '../shared/errors.ts';
import type { AdapterDescription, DeviceFacts, DeviceRequirements, ProbeFacts } from '../types.ts';
import type { Scope } from './loader.ts';
import type { Wanted } from './open-session.ts';

const RETRY_PAUSE_MS = 200;
/** Names of adapters that run shaders on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b|\bcpu\b/i;

/** The features that ScanLab uses. */
const FEATURES = {
  subgroups:
    'Scans and operations combine elements within a subgroup, without workgroup memory. Without this feature, subgroup algorithms are off.',
  'subgroup-size-control': 'Sorts require one subgroup size on a device with several sizes, which takes fewer registers.',
  'timestamp-query':
    'Measurements use the clock of the device. Without this feature, they use the clock of the page, which includes the wait for the device.',
} as const;
/** The limits that plans depend on. */
const LIMITS = {
  maxBufferSize: 'Longer inputs and outputs in one buffer.',
  maxStorageBufferBindingSize: 'Longer inputs and outputs in one pass: with maxBufferSize it bounds maxElements.',
  maxComputeWorkgroupStorageSize: 'Longer tiles of a workgroup, so fewer passes of a sort and fewer sums of tiles.',
  maxComputeWorkgroupsPerDimension: 'More workgroups in one dispatch.',
} as const;

/** The features and limits of an adapter that ScanLab uses, as a descriptor for `requestDevice`, with the effect of each. */
export function requirementsOf({ features, limits }: Pick<GPUAdapter, 'features' | 'limits'>): DeviceRequirements {
  // The types of WebGPU lack newer features.
  const requiredFeatures = (keysOf(FEATURES) as GPUFeatureName[]).filter((name) => features.has(name));
  const requiredLimits = Object.fromEntries(keysOf(LIMITS).map((name) => [name, limits[name]]));
  const brings = Object.fromEntries(
    Object.entries({ ...FEATURES, ...LIMITS }).filter(([name]) => name in LIMITS || features.has(name as GPUFeatureName)),
  );
  return { requiredFeatures, requiredLimits, brings };
}

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[];

export function requireWebGpu(scope: Scope) {
  // Outside browsers, `isSecureContext` is undefined.
  if (scope.isSecureContext === false) {
    throw new ScanLabError(
      'insecure-context',
      'WebGPU requires a secure context: https, or http on localhost or 127.0.0.1. This page is not in one.',
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
 * Requests an adapter until the browser returns one. While a browser starts its GPU process, it returns no adapter for some seconds.
 * @param timeout_ms the maximum time of the wait
 * @param onAnswer called after each failed request; throws to end the wait
 */
export async function requireAdapter(
  gpu: Pick<GPU, 'requestAdapter'>,
  { powerPreference }: Pick<Wanted, 'powerPreference'>,
  timeout_ms: number,
  onAnswer: () => void,
) {
  const start = performance.now();
  let reason = 'it returned no adapter';
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

/** Requests a device with the features and limits of ScanLab, unless `limits` is `guaranteed`, and with those that the caller requires. */
export async function requestDevice(
  adapter: GPUAdapter,
  {
    limits: whose,
    requiredFeatures,
    requiredLimits,
    subgroups,
    timestamps,
  }: Pick<Wanted, 'limits' | 'requiredFeatures' | 'requiredLimits' | 'subgroups' | 'timestamps'>,
) {
  const used = whose === 'guaranteed' ? { requiredFeatures: [], requiredLimits: {} } : requirementsOf(adapter);
  const features: Set<string> = new Set([...used.requiredFeatures, ...requiredFeatures]);
  for (const name of requiredFeatures) requireFeature(adapter, name);
  const unwanted = [...(subgroups ? [] : ['subgroups', 'subgroup-size-control']), ...(timestamps ? [] : ['timestamp-query'])];
  for (const name of unwanted) if (!requiredFeatures.includes(name)) features.delete(name);
  const limits: Record<string, number> = { ...used.requiredLimits };
  for (const [name, value] of Object.entries(requiredLimits)) {
    requireLimit(adapter, name, value);
    // For an alignment, a smaller value is the stronger requirement.
    limits[name] = isAlignment(name) ? value : Math.max(value, limits[name] ?? 0);
  }
  try {
    const names = [...features] as GPUFeatureName[];
    return await adapter.requestDevice({ label: 'scanlab', requiredFeatures: names, requiredLimits: limits });
  } catch (failure) {
    throw new ScanLabError('no-adapter', `The GPU adapter must provide a device; it has refused: ${messageOf(failure)}`, {
      cause: failure,
    });
  }
}

const isAlignment = (limit: string) => limit.endsWith('Alignment');

function requireFeature({ features }: GPUAdapter, name: string) {
  if (features.has(name as GPUFeatureName)) return;
  const found = [...features].join(', ') || 'none';
  throw new ScanLabError('unsupported', `requiredFeatures must be features of the adapter, which has ${found}; ${name} is not.`);
}

function requireLimit({ limits }: GPUAdapter, name: string, value: number) {
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
 * @param usesSubgroups whether the lab uses the subgroups that the device may have
 */
export function describeAdapter(
  facts: Pick<DeviceFacts, 'name' | 'isFallback' | 'timestamps'>,
  device: Pick<GPUDevice, 'adapterInfo' | 'features' | 'limits'>,
  usesSubgroups: boolean,
): Omit<AdapterDescription, keyof ProbeFacts> {
  const info: Partial<GPUAdapterInfo> = device.adapterInfo ?? {};
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

/** The limits as a plain object. On `GPUSupportedLimits`, they are getters of the prototype. */
function plainLimits(limits: GPUSupportedLimits) {
  const plain: Record<string, number> = {};
  for (const name in limits) {
    const value = Reflect.get(limits, name);
    if (typeof value === 'number') plain[name] = value;
  }
  return plain;
}
