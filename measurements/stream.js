// Scans a stream of args.bytes of random u32 (4 GiB by default) on a device whose bindings are limited to 128 MiB, and checks every prefix
// sum as it arrives. The body of an async function, run in the built page; returns the content of measurements/*.json.
const { ScanLab } = await import('./scanlab.js');
const bytes = args?.bytes ?? 2 ** 32;

// Without these two required limits, a device has those that WebGPU guarantees: bindings of 128 MiB in buffers of 256 MiB.
const { requestDevice } = GPUAdapter.prototype;
GPUAdapter.prototype.requestDevice = function (descriptor = {}) {
  const { maxStorageBufferBindingSize: _, maxBufferSize: __, ...requiredLimits } = descriptor.requiredLimits ?? {};
  return requestDevice.call(this, { ...descriptor, requiredLimits });
};
const lab = await ScanLab.open();
GPUAdapter.prototype.requestDevice = requestDevice;
const { maxStorageBufferBindingSize, maxBufferSize } = lab.adapter.limits;
if (maxStorageBufferBindingSize > 2 ** 27)
  throw new Error(`bindings must have at most 128 MiB, found ${maxStorageBufferBindingSize} bytes`);

/** The next random number (xorshift). The check starts from the seed of the source, so no input has to be kept. */
const nextOf = (state) => {
  state ^= state << 13;
  state ^= state >>> 17;
  return state ^ (state << 5);
};

let [given, checked, peakHeld, peakHeap] = [0, 0, 0, 0];
const note = () => {
  peakHeld = Math.max(peakHeld, given - checked);
  peakHeap = Math.max(peakHeap, performance.memory?.usedJSHeapSize ?? 0);
};

let state = 1;
const source = new ReadableStream(
  {
    pull(controller) {
      const words = new Uint32Array(Math.min(2 ** 20, (bytes - given) / 4));
      if (words.length === 0) return controller.close();
      for (let i = 0; i < words.length; i++) words[i] = state = nextOf(state);
      // The second piece begins within an element.
      const piece = new Uint8Array(words.buffer);
      controller.enqueue(piece.subarray(0, 1021));
      controller.enqueue(piece.subarray(1021));
      given += piece.length;
      note();
    },
  },
  { highWaterMark: 0 },
);

const started = performance.now();
let [input, sum, mismatch, longest] = [1, 0, null, 0];
for await (const prefixes of lab.scanStream(source, { chunkElements: args?.chunkElements, algorithm: args?.algorithm })) {
  note();
  for (let i = 0; i < prefixes.length; i++) {
    input = nextOf(input);
    sum = (sum + input) | 0;
    if ((prefixes[i] | 0) !== sum && mismatch === null) mismatch = { index: checked / 4 + i, expected: sum >>> 0, found: prefixes[i] };
  }
  longest = Math.max(longest, prefixes.byteLength);
  checked += prefixes.byteLength;
  if (mismatch) break;
}
const seconds = (performance.now() - started) / 1e3;
return {
  browser: navigator.userAgent,
  adapter: lab.adapter,
  bytes,
  checked_bytes: checked,
  exact: mismatch === null && checked === bytes,
  mismatch,
  seconds,
  bytes_per_s: checked / seconds,
  limits: { maxStorageBufferBindingSize, maxBufferSize },
  // Input that the source has given and the check has not reached. In addition, the lab holds the chunk that it fills, and its result.
  peak_unchecked_bytes: peakHeld,
  chunk_bytes: longest,
  estimated_peak_bytes: peakHeld + 2 * longest,
  peak_js_heap_bytes: peakHeap,
};
