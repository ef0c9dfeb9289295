/** TypeGPU on the device of a lab: sums in its typed buffers. */
import { ScanLab } from 'scanlab';
import tgpu, { d } from 'typegpu';

const lab = await ScanLab.open();
const root = tgpu.initFromDevice({ device: lab.device });

const n = 1000;
const numbers = d.arrayOf(d.f32, n);
const input = root.createBuffer(numbers, Array(n).fill(0.25)).$usage('storage');
const output = root.createBuffer(numbers).$usage('storage');

const scan = await lab.prepare({ type: 'f32', n });
const encoder = lab.device.createCommandEncoder();
scan.record(encoder, { input: root.unwrap(input), output: root.unwrap(output) });
lab.device.queue.submit([encoder.finish()]);

await scan.check();
const sums = await output.read();
export const isRight = sums.length === n && sums.every((sum, i) => sum === (i + 1) / 4);
