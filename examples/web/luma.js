/** luma.gl on its own device: sums of its buffer, recorded into its command encoder. */
import { luma } from '@luma.gl/core';
import { webgpuAdapter } from '@luma.gl/webgpu';
import { ScanLab } from 'scanlab';

const engine = await luma.createDevice({ type: 'webgpu', adapters: [webgpuAdapter] });
const device = engine.handle;
const lab = await ScanLab.open({ device });

const n = 1000;
const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
const input = engine.createBuffer({ usage, data: new Float32Array(n).fill(0.5) });
// Pass luma.gl's buffer as its handle. createBuffer turns your buffer into one of luma.gl's.
const raw = device.createBuffer({ usage, size: 4 * n });
const output = engine.createBuffer({ usage, handle: raw, byteLength: raw.size });

const scan = await lab.prepare({ type: 'f32', n });
scan.record(engine.commandEncoder.handle, { input: input.handle, output: raw });
engine.submit();

await scan.check();
const { buffer, byteOffset } = await output.readAsync();
export const isRight = new Float32Array(buffer, byteOffset, n).every((sum, i) => sum === (i + 1) / 2);
