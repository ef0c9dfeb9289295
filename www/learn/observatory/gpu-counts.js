/** Look-backs counted on this page's GPU: the WGSL that is measured, with counters added, on a device of its own. */
import { USAGE, openAdapter, readWords, runOnGpu } from '../gpu-run.js';
import { BINDING, WORDS, readCounts, withCounters } from './counters.js';

/** @typedef {import('../../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('./counters.js').Counts} Counts */
/** @typedef {Counts & { tiles: number, runs: number, isRight: boolean, n: number }} Counted */

/** The scans with counters. Deterministic look-back reads fixed windows: its depth is no outcome. */
export const COUNTED = ['look-back', 'look-back-fallback', 'chained'];

/** @param {Lab} lab @param {{ scan: string, n: number, runs: number, signal: AbortSignal }} options @returns {Promise<Counted>} */
export async function countLookBacks(lab, { scan, n, runs, signal }) {
  const query = { algorithm: scan, operator: 'add', type: /** @type {const} */ ('u32'), mode: /** @type {const} */ ('inclusive') };
  const request = { ...query, n };
  const reason = lab.supports(query);
  if (reason) throw new Error(reason);
  const plan = lab.plan(request);
  const [pass] = plan.passes;
  const { parts } = lab.shaders(request)[0];
  if (plan.passes.length > 1 || pass.workgroups < 2) throw new Error('one tile alone looks back nowhere: choose more elements');
  const source = parts.map((part) => part.source).join('');
  const paths = parts.map(({ path }) => path);
  if (paths.includes('lib/few_tiles.wgsl'))
    throw new Error(
      `${pass.workgroups} tiles are so few that each reads all aggregates at once and looks back nowhere: choose more elements`,
    );
  const code = withCounters(source, paths);
  const features = lab.adapter.subgroups ? ['subgroups'] : [];
  return runOnGpu(await openAdapter(), { features, signal }, (device, step) => new Bench(device, { code, plan, n }).run(runs, step));
}

class Bench {
  /** @param {GPUDevice} device @param {{ code: string, plan: import('../../types.d.ts').PlanDescription, n: number }} of */
  constructor(device, { code, plan, n }) {
    this.device = device;
    this.code = code;
    this.pass = plan.passes[0];
    this.n = n;
    const { storage, copyTarget, copySource, mapRead, uniform } = USAGE;
    const make = (/** @type {number} */ size, /** @type {number} */ usage) => device.createBuffer({ size: Math.max(16, size), usage });
    // Whole packs and tiles may be read.
    const bytes = 4 * Math.ceil(n / plan.tile_elements) * plan.tile_elements;
    this.input = Uint32Array.from({ length: n }, (_, i) => (i % 7) + 1);
    this.counts = make(4 * WORDS, storage | copySource);
    this.readback = make(4 * n, copyTarget | mapRead);
    this.read = make(4 * WORDS, copyTarget | mapRead);
    /** By their names in the plan. @type {Record<string, GPUBuffer>} */
    this.buffers = {
      parameters: make(16, uniform | copyTarget),
      source: make(bytes, storage | copyTarget),
      prefixes: make(bytes, storage | copySource | copyTarget),
      'scratch 0': make(plan.scratch_bytes - 16, storage),
      'scratch 1': make(16, storage),
    };
    device.queue.writeBuffer(this.buffers.parameters, 0, Uint32Array.of(this.pass.elements, this.pass.argument, 0, 0));
    device.queue.writeBuffer(this.buffers.source, 0, this.input);
  }

  /** @param {number} runs @param {() => void} step @returns {Promise<Counted>} */
  async run(runs, step) {
    const { device, pass } = this;
    const module = device.createShaderModule({ code: this.code });
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: pass.entry_point } });
    step();
    const group = this.#group(pipeline);
    let isRight = true;
    for (let run = 0; run < runs; run++) {
      const encoder = device.createCommandEncoder();
      // Else a run that is aborted would leave the output of the one before.
      encoder.clearBuffer(this.buffers.prefixes);
      const compute = encoder.beginComputePass();
      compute.setPipeline(pipeline);
      compute.setBindGroup(0, group);
      compute.dispatchWorkgroups(pass.workgroups);
      compute.end();
      device.queue.submit([encoder.finish()]);
      const { prefixes } = this.buffers;
      isRight = (await readWords(device, prefixes, this.readback, this.n, (found) => this.#isRight(found))) && isRight;
      step();
    }
    const counts = await readWords(device, this.counts, this.read, WORDS, readCounts);
    return { ...counts, tiles: pass.workgroups, runs, isRight, n: this.n };
  }

  /** @param {GPUComputePipeline} pipeline */
  #group(pipeline) {
    // A binding that the kernel does not use is none of its layout.
    const used = new Set([...this.code.matchAll(/@binding\((\d+)\) var<(?!private)/g)].map(([, binding]) => Number(binding)));
    const named = ['0 parameters', ...this.pass.bindings].map((text) => [Number(text.split(' ')[0]), text.slice(text.indexOf(' ') + 1)]);
    const entries = named
      .filter(([binding]) => used.has(Number(binding)) && (binding !== 0 || /\bparameters\./.test(this.code)))
      .map(([binding, name]) => ({ binding: Number(binding), resource: { buffer: this.buffers[name] } }));
    entries.push({ binding: BINDING, resource: { buffer: this.counts } });
    return this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  }

  /** @param {Uint32Array} found */
  #isRight(found) {
    let sum = 0;
    return this.input.every((word, i) => (sum = (sum + word) >>> 0) === found[i]);
  }
}
