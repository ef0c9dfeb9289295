/** three.js on the device of a lab: sums in an attribute of three.js. */
import { ScanLab } from 'scanlab';
import * as THREE from 'three/webgpu';

const lab = await ScanLab.open();
const renderer = new THREE.WebGPURenderer({ canvas: document.querySelector('canvas'), device: lab.device });
await renderer.init();

const n = 1000;
const [input, output] = [3, 0].map((value) => new THREE.StorageBufferAttribute(new Uint32Array(n).fill(value), 1));
[input, output].forEach((attribute) => renderer.backend.createStorageAttribute(attribute));
const bufferOf = (attribute) => renderer.backend.get(attribute).buffer;

const scan = await lab.prepare({ type: 'u32', n });
const encoder = lab.device.createCommandEncoder();
scan.record(encoder, { input: bufferOf(input), output: bufferOf(output) });
lab.device.queue.submit([encoder.finish()]);

await scan.check();
const sums = new Uint32Array(await renderer.getArrayBufferAsync(output));
export const isRight = sums.length === n && sums.every((sum, i) => sum === 3 * (i + 1));
