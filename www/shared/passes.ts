/**
 * Compiles passes, which are plain data, on any GPUDevice, binds them to buffers, and records them. This module knows WebGPU, but not the
 * purpose of the passes.
 */

/** A dispatch, as plain data. */
export type Pass = {
  /** the index of its shader module */
  shader: number;
  entryPoint: string;
  /** the number of workgroups in each dimension */
  workgroups: readonly number[];
  /** its bindings in group 0 */
  bindings: readonly (readonly [binding: number, resource: number | string])[];
  /** the types of its bindings, if it binds more than its entry point uses */
  types?: readonly GPUBufferBindingType[];
};
/** WGSL modules, and dispatches of them. */
export type Program = { shaders: readonly string[]; passes: readonly Pass[] };
export type CompiledPass = Pass & { pipeline: GPUComputePipeline; layout: GPUBindGroupLayout };
/** A whole buffer, or a part of one. */
type Resource = GPUBuffer | GPUBufferBinding;
/** A pass with its buffers. */
export type Dispatch = { pipeline: GPUComputePipeline; group: GPUBindGroup; workgroups: readonly number[] };

/** GPUShaderStage.COMPUTE, which is undefined without WebGPU. */
const COMPUTE = 4;

/** The maximum number of cached pipelines per device, the same as in the core. */
const MAX_PIPELINES = 512;
/** Pipelines by code and entry point, since plans of several lengths have the same shaders. */
const keptPipelines: WeakMap<GPUDevice, Map<string, GPUComputePipeline>> = new WeakMap();

const keyOf = ({ shaders }: Program, { shader, entryPoint, types }: Pass) => `${entryPoint} ${types ?? 'auto'}\n${shaders[shader]}`;

/**
 * Makes the pipelines that are not cached. Passes with the same key share a pipeline.
 * @param create makes a pipeline, at once or asynchronously
 * @returns the pipelines of all passes
 */
function makePipelines<T>(
  device: GPUDevice,
  program: Program,
  create: (descriptor: GPUComputePipelineDescriptor) => T,
): (T | GPUComputePipeline)[] {
  const modules: GPUShaderModule[] = [];
  const made: Map<string, T | GPUComputePipeline> = new Map();
  const kept = keptPipelines.get(device);
  return program.passes.map((pass) => {
    const { shader, entryPoint } = pass;
    const key = keyOf(program, pass);
    const moduleOf = () => (modules[shader] ??= device.createShaderModule({ code: program.shaders[shader] }));
    const pipeline =
      kept?.get(key) ??
      made.get(key) ??
      create({ label: entryPoint, layout: layoutOf(device, pass), compute: { module: moduleOf(), entryPoint } });
    made.set(key, pipeline);
    return pipeline;
  });
}

function layoutOf(device: GPUDevice, { bindings, types }: Pass): GPUPipelineLayout | 'auto' {
  if (!types) return 'auto';
  const entries = bindings.map(([binding], rank) => ({ binding, visibility: COMPUTE, buffer: { type: types[rank] } }));
  return device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] });
}

function keep(device: GPUDevice, program: Program, pipelines: readonly GPUComputePipeline[]): CompiledPass[] {
  const kept = keptPipelines.get(device) ?? new Map();
  keptPipelines.set(device, kept);
  // Beyond the limit, most pipelines are for forms that are no longer used.
  if (kept.size > MAX_PIPELINES) kept.clear();
  return program.passes.map((pass, rank) => {
    const pipeline = pipelines[rank];
    kept.set(keyOf(program, pass), pipeline);
    return { ...pass, pipeline, layout: pipeline.getBindGroupLayout(0) };
  });
}

/** Compiles the passes of a program. Rejects if the device refuses a pipeline, and then caches no pipeline of the program. */
export async function compilePasses(device: GPUDevice, program: Program) {
  const pipelines = makePipelines(device, program, (descriptor) => device.createComputePipelineAsync(descriptor));
  return keep(device, program, await Promise.all(pipelines));
}

/** Compiles the passes synchronously. Error scopes of the device get the error of a refused pipeline. The caller then forgets all pipelines. */
export function compilePassesAtOnce(device: GPUDevice, program: Program) {
  const pipelines = makePipelines(device, program, (descriptor) => device.createComputePipeline(descriptor));
  return keep(device, program, pipelines);
}

/** Forgets the pipelines of a device. Call this when the device has refused a pipeline. */
export const forgetPipelines = (device: GPUDevice) => keptPipelines.delete(device);

/**
 * Binds passes to buffers.
 * @param given the buffers, by their indices or names in the passes
 */
export function bindPasses(
  device: GPUDevice,
  passes: readonly CompiledPass[],
  given: readonly Resource[] | Record<string, Resource>,
): Dispatch[] {
  const resourceOf = (name: number | string) => {
    const resource = (given as Record<number | string, Resource>)[name];
    return 'buffer' in resource ? resource : { buffer: resource };
  };
  return passes.map(({ pipeline, layout, workgroups, bindings }) => {
    const entries = bindings.map(([binding, resource]) => ({ binding, resource: resourceOf(resource) }));
    return { pipeline, group: device.createBindGroup({ layout, entries }), workgroups };
  });
}

export function recordDispatches(pass: GPUComputePassEncoder, dispatches: readonly Dispatch[], times = 1) {
  for (const { pipeline, group, workgroups } of dispatches) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let time = 0; time < times; time++) pass.dispatchWorkgroups(workgroups[0], workgroups[1], workgroups[2]);
  }
}

export function recordPass(
  encoder: GPUCommandEncoder,
  dispatches: readonly Dispatch[],
  times = 1,
  descriptor: GPUComputePassDescriptor = {},
) {
  const pass = encoder.beginComputePass(descriptor);
  recordDispatches(pass, dispatches, times);
  pass.end();
}

export function submitCommands(device: GPUDevice, record: (encoder: GPUCommandEncoder) => void) {
  const encoder = device.createCommandEncoder();
  record(encoder);
  device.queue.submit([encoder.finish()]);
}
