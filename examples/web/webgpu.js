/** Plain WebGPU: sums of a buffer, recorded into an encoder between your passes. */
import { ScanLab } from 'scanlab';

const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice();
const lab = await ScanLab.open({ device });
const n = 1000;
const scan = await lab.prepare({ type: 'u32', mode: 'exclusive', n });

const { COPY_DST, COPY_SRC, MAP_READ, STORAGE } = GPUBufferUsage;
const [input, output] = [STORAGE | COPY_DST, STORAGE | COPY_SRC].map((usage) =>
  device.createBuffer({ size: scan.requirements.buffers.input, usage }),
);
device.queue.writeBuffer(input, 0, new Uint32Array(n).fill(2));
const staging = device.createBuffer({ size: 4 * n, usage: COPY_DST | MAP_READ });

const encoder = device.createCommandEncoder();
scan.record(encoder, { input, output });
encoder.copyBufferToBuffer(output, 0, staging, 0, 4 * n);
device.queue.submit([encoder.finish()]);

await scan.check();
await staging.mapAsync(GPUMapMode.READ);
const sums = new Uint32Array(staging.getMappedRange());
export const isRight = sums.every((sum, i) => sum === 2 * i);
