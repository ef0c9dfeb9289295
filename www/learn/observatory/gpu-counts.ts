/** Counts look-backs on this page's GPU. The measured WGSL runs with added counters, on a separate device. */
import { USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePasses, recordPass, submitCommands } from '../../shared/passes.ts';
import { openAdapter, readWords, runOnGpu } from '../gpu-run.ts';
import { BINDING, WORDS, readCounts, withCounters } from './counters.ts';
import type { PlanDescription } from '../../types.ts';
import type { Lab } from '../../ui/element-types.ts';
import type { Counts } from './counters.ts';

export type Counted = Counts & { tiles: number; runs: number; isRight: boolean; n: number };

/** The scans that have counters. Deterministic look-back always reads the same windows, so counts of its depth would tell nothing. */
export const COUNTED = ['look-back', 'look-back-fallback', 'chained'];

export async function countLookBacks(
  lab: Lab,
  { scan, n, runs, signal }: { scan: string; n: number; runs: number; signal: AbortSignal },
): Promise<Counted> {
  const query = { algorithm: scan, operator: 'add', type: 'u32' as const, mode: 'inclusive' as const };
  const request = { ...query, n };
  const reason = lab.supports(query);
  if (reason) throw new Error(reason);
  const plan = lab.plan(request);
  const [pass] = plan.passes;
  const { parts } = lab.shaders(request)[0];
  if (plan.passes.length > 1 || pass.workgroups < 2) throw new Error('a single tile does not look back: choose more elements');
  const source = parts.map((part) => part.source).join('');
  const paths = parts.map(({ path }) => path);
  if (paths.includes('lib/few_tiles.wgsl'))
    throw new Error(`with only ${pass.workgroups} tiles, each reads all aggregates at once and does not look back: choose more elements`);
  const code = withCounters(source, paths);
  const features = lab.adapter.subgroups ? ['subgroups'] : [];
  return runOnGpu(await openAdapter(), { features, signal }, (device, step) => new Bench(device, { code, plan, n }).run(runs, step));
}

class Bench {
  device: GPUDevice;
  code;
  pass;
  n;
  input;
  readback;
  read;
  /** The buffers by their names in the plan. */
  buffers: Record<string, GPUBuffer>;

  constructor(device: GPUDevice, { code, plan, n }: { code: string; plan: PlanDescription; n: number }) {
    this.device = device;
    this.code = code;
    this.pass = plan.passes[0];
    this.n = n;
    const { storage, copyTarget, copySource, mapRead, uniform } = USAGE;
    const make = (size: number, usage: number) => device.createBuffer({ size: Math.max(16, size), usage });
    // Kernels may read whole tiles, so the buffers have whole tiles too.
    const bytes = 4 * Math.ceil(n / plan.tile_elements) * plan.tile_elements;
    this.input = Uint32Array.from({ length: n }, (_, i) => (i % 7) + 1);
    this.readback = make(4 * n, copyTarget | mapRead);
    this.read = make(4 * WORDS, copyTarget | mapRead);
    this.buffers = {
      parameters: make(16, uniform | copyTarget),
      source: make(bytes, storage | copyTarget),
      prefixes: make(bytes, storage | copySource | copyTarget),
      'scratch 0': make(plan.scratch_bytes - 16, storage),
      'scratch 1': make(16, storage),
      counts: make(4 * WORDS, storage | copySource),
    };
    device.queue.writeBuffer(this.buffers.parameters, 0, Uint32Array.of(this.pass.elements, this.pass.argument, 0, 0));
    device.queue.writeBuffer(this.buffers.source, 0, this.input);
  }

  async run(runs: number, step: () => void): Promise<Counted> {
    const { device, pass } = this;
    const { entry_point: entryPoint, workgroups } = pass;
    const bindings = ['0 parameters', ...pass.bindings, `${BINDING} counts`].map(bindingOf);
    const counted = { shader: 0, entryPoint, workgroups: [workgroups, 1, 1], bindings };
    const passes = await compilePasses(device, { shaders: [this.code], passes: [counted] });
    step();
    const dispatches = bindPasses(device, passes, this.buffers);
    let isRight = true;
    for (let run = 0; run < runs; run++) {
      const { prefixes } = this.buffers;
      submitCommands(device, (encoder) => {
        // If the output were not cleared, an aborted run would leave that of the previous run.
        encoder.clearBuffer(prefixes);
        recordPass(encoder, dispatches);
      });
      isRight = (await readWords(device, prefixes, this.readback, this.n, (found) => this.#isRight(found))) && isRight;
      step();
    }
    const counts = await readWords(device, this.buffers.counts, this.read, WORDS, readCounts);
    return { ...counts, tiles: workgroups, runs, isRight, n: this.n };
  }

  #isRight(found: Uint32Array) {
    let sum = 0;
    return this.input.every((word, i) => (sum = (sum + word) >>> 0) === found[i]);
  }
}

/**
 * The number of a binding and the name of its buffer.
 * @param text the binding in a plan
 */
function bindingOf(text: string): [number, string] {
  const space = text.indexOf(' ');
  return [Number(text.slice(0, space)), text.slice(space + 1)];
}
