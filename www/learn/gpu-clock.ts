/** Times repeated work on a device, by timestamps if the device offers them, else by the wall clock. */
import { MAP_READ, USAGE } from '../shared/flags.ts';

const MOST_REPEATS = 4096;

/** The least time of a sample, by the kind of clock. Browsers round timestamps to 100 µs. The wall clock includes the time of a submission. */
type LeastSpans = { timestamps: number; wall: number };
/** Records the commands of a sample. The first compute pass of the sample must take the timestamp `first`, and the last pass `last`. */
type Record = (encoder: GPUCommandEncoder, first: GPUComputePassTimestampWrites | null, last: GPUComputePassTimestampWrites | null) => void;

export class GpuClock {
  kind: 'timestamps' | 'wall clock';
  #device;
  #least_ns;
  #queries;
  #resolved;
  #stamps;

  /** @param hasTimestamps whether the device has the feature `timestamp-query` @param leastSpans in ns */
  constructor(device: GPUDevice, hasTimestamps: boolean, leastSpans: LeastSpans) {
    const { copySource, copyTarget, mapRead, resolve } = USAGE;
    this.#device = device;
    this.kind = hasTimestamps ? 'timestamps' : 'wall clock';
    this.#least_ns = hasTimestamps ? leastSpans.timestamps : leastSpans.wall;
    this.#queries = hasTimestamps ? device.createQuerySet({ type: 'timestamp', count: 2 }) : null;
    this.#resolved = device.createBuffer({ size: 16, usage: resolve | copySource });
    this.#stamps = device.createBuffer({ size: 16, usage: copyTarget | mapRead });
  }

  /** Runs the recorded commands. @returns their time in ns; zero or negative if the clock went backwards */
  async time(record: Record): Promise<number> {
    const [device, queries, resolved, stamps] = [this.#device, this.#queries, this.#resolved, this.#stamps];
    const encoder = device.createCommandEncoder();
    record(
      encoder,
      queries && { querySet: queries, beginningOfPassWriteIndex: 0 },
      queries && { querySet: queries, endOfPassWriteIndex: 1 },
    );
    if (queries) {
      encoder.resolveQuerySet(queries, 0, 2, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, stamps, 0, 16);
    }
    const start = performance.now();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    const wall_ns = (performance.now() - start) * 1e6;
    if (!queries) return wall_ns;
    await stamps.mapAsync(MAP_READ);
    const [from, to] = new BigUint64Array(stamps.getMappedRange());
    const ns = Number(to - from);
    stamps.unmap();
    return ns;
  }

  /**
   * The number of repeats with which a sample is long enough for the clock.
   * @param time measures the time of a number of repeats, in ns
   */
  async repeatsOf(time: (repeats: number) => Promise<number>): Promise<number> {
    // The first run is not timed, because it compiles and loads the data.
    await time(1);
    let repeats = 1;
    while (repeats < MOST_REPEATS) {
      const ns = await time(repeats);
      if (ns >= this.#least_ns) break;
      const missing = Math.ceil(this.#least_ns / Math.max(ns, this.#least_ns / 64));
      repeats = Math.min(MOST_REPEATS, repeats * Math.max(2, missing));
    }
    return repeats;
  }
}

/** The descriptor of a pass that is the only one of its sample, so that it takes both timestamps. */
export function ofOnePass(
  first: GPUComputePassTimestampWrites | null,
  last: GPUComputePassTimestampWrites | null,
): GPUComputePassDescriptor {
  return first || last ? { timestampWrites: { ...first, ...last } as GPUComputePassTimestampWrites } : {};
}

export function median(values: number[]) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
