/** TypeGPU on its own device: ScanLab sorts its typed buffers. */
import { ScanLab } from 'scanlab';
import tgpu, { d } from 'typegpu';

const root = await tgpu.init();
const { device } = root;
const lab = await ScanLab.open({ device });

const n = 1000;
const words = d.arrayOf(d.u32, n);
const scores = Array.from({ length: n }, (_, i) => (i * 7919) % 1009);
const keys = root.createBuffer(words, scores).$usage('storage');
const places = root.createBuffer(words, Array.from(scores.keys())).$usage('storage');

// Pass TypeGPU's buffer with unwrap. createBuffer turns your buffer into a typed one.
const raw = device.createBuffer({ size: 4 * n, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
const output = root.createBuffer(words).$usage('storage');
const order = root.createBuffer(words, raw);

const sort = await lab.prepare({ operation: 'sort', type: 'u32', values: true, n });
const encoder = device.createCommandEncoder();
sort.record(encoder, { input: root.unwrap(keys), values: root.unwrap(places), output: root.unwrap(output), outputValues: raw });
device.queue.submit([encoder.finish()]);

await sort.check();
const [sorted, ranks] = await Promise.all([output.read(), order.read()]);
const expected = scores.toSorted((a, b) => a - b);
export const isRight = sorted.every((key, i) => key === expected[i] && key === scores[ranks[i]]);
