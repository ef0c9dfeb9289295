/** Scans from an initial value: arrays, buffers, recorded runs and exported modules, checked against a loop; and what they refuse. */
import { expect, test } from '@playwright/test';
import { FULL } from './sampled.js';
import { withLab } from './with-lab.js';

/** Buffers of the device, and a scan from an initial value by its definition. */
const toolsOf = (device) => {
  const { COPY_DST, COPY_SRC, MAP_READ, STORAGE } = GPUBufferUsage;
  const combines = {
    add: (l, r) => [(l[0] + r[0]) >>> 0],
    min: (l, r) => [Math.min(l[0], r[0])],
    bicyclic(l, r) {
      const matched = Math.min(l[1], r[0]);
      return [(l[0] + r[0] - matched) >>> 0, (l[1] + r[1] - matched) >>> 0];
    },
  };
  return {
    /** A buffer of whole packs of elements of up to four words. The buffer of an initial value need not have a whole pack. */
    upload(array, packBytes = 64) {
      const size = Math.ceil(array.byteLength / packBytes) * packBytes;
      const buffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
      device.queue.writeBuffer(buffer, 0, array);
      return buffer;
    },
    async read(buffer, like) {
      const staging = device.createBuffer({ size: buffer.size, usage: COPY_DST | MAP_READ });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      const words = new like.constructor(staging.getMappedRange().slice(0, like.byteLength));
      staging.destroy();
      return words;
    },
    byDefinition(input, initial, { operator = 'add', mode = 'inclusive', direction = 'forward', heads, columns = 0 }) {
      const words = initial.length;
      const n = input.length / words;
      const output = new input.constructor(input.length);
      const backward = direction === 'backward';
      const isHead = (i) => (heads ? heads[i] === 1 : columns > 0 && i % columns === 0);
      let total = [...initial];
      for (let rank = 0; rank < n; rank++) {
        const i = backward ? n - 1 - rank : rank;
        if (backward ? i + 1 < n && isHead(i + 1) : isHead(i)) total = [...initial];
        const element = [...input.subarray(i * words, (i + 1) * words)];
        const next = backward ? combines[operator](element, total) : combines[operator](total, element);
        output.set(mode === 'exclusive' ? total : next, i * words);
        total = next;
      }
      return output;
    },
    same: (left, right) => left.length === right.length && left.every((value, i) => value === right[i]),
  };
};

test('every algorithm begins with the initial value, in arrays, buffers and recorded runs', async ({ page }) => {
  if (FULL) test.setTimeout(600_000);
  const compareAll = async ({ lab, device, upload, read, random, byDefinition, same }, full) => {
    const wrong = [];
    let compared = 0;
    const FORMS = [
      { operator: 'bicyclic', type: 'u32', mode: 'exclusive' },
      { operator: 'add', type: 'u32', mode: 'inclusive', direction: 'backward', segmented: true },
      { operator: 'min', type: 'f32', mode: 'exclusive', columns: 7 },
      { operator: 'bicyclic', type: 'u32', mode: 'inclusive', direction: 'backward' },
      { operator: 'add', type: 'u32', mode: 'exclusive', segmented: true, inPlace: true },
    ];
    for (const [rank, { id: algorithm }] of lab.algorithms.entries()) {
      for (const turn of full ? FORMS.keys() : [0]) {
        const { segmented, columns, type, ...form } = FORMS[(rank + turn) % FORMS.length];
        const query = { algorithm, ...form, type, segmented, columns };
        if (lab.supports({ ...query, initial: true }) !== null) continue;
        const words = form.operator === 'bicyclic' ? 2 : 1;
        for (const n of [0, 1, 1015]) {
          const Type = type === 'f32' ? Float32Array : Uint32Array;
          const array = Type.from({ length: n * words }, () => (words === 2 ? random() % 3 : random()));
          const initial = Type.from({ length: words }, () => (words === 2 ? 3 + (random() % 3) : random() / 2));
          const heads = segmented && Uint32Array.from({ length: n }, () => Number(random() % 50 === 0));
          const shape = columns && { shape: n % columns === 0 ? [n / columns, columns] : [n, 1] };
          const expected = byDefinition(array, initial, { ...form, heads, columns: shape && shape.shape[1] });
          const request = { algorithm, ...form, ...shape, ...(segmented && { heads }), initial };
          const name = `${JSON.stringify(query)}, ${n}`;
          const check = (kind, found) => {
            compared++;
            if (!same(found, expected)) wrong.push(`${name}, ${kind}: ${found.slice(0, 4)} instead of ${expected.slice(0, 4)}`);
          };
          check('array', await lab.scan(array, request));
          const [right, other] = await Promise.all(
            [initial, initial.map((value) => value + 1)].map((initial) => lab.verify(array, expected, { ...request, initial })),
          );
          if (!right.verified || (n > 0 && form.operator !== 'min' && other.verified)) wrong.push(`${name}: verdict`);
          if (n === 0) continue;
          const [input, first] = [upload(array), upload(initial, 4)];
          check('buffer', await read(await lab.scan(input, { ...request, type, n, initial: first }), expected));
          if (n > 1 || shape) continue;
          const run = await lab.prepare({ ...query, n, initial: true });
          const output = form.inPlace ? upload(array) : upload(expected.map(() => 0));
          const encoder = device.createCommandEncoder();
          run.record(encoder, { ...(!form.inPlace && { input }), output, initial: first, ...(segmented && { heads: upload(heads) }) });
          device.queue.submit([encoder.finish()]);
          await run.check();
          check('recorded', await read(output, expected));
          run.destroy();
        }
      }
    }
    return { wrong, compared };
  };
  const { wrong, compared } = await withLab(page, toolsOf, compareAll, FULL);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(100);
});

test('initial values of another type, length or place are refused', async ({ page }) => {
  const messages = await withLab(page, toolsOf, async ({ lab, upload, failure }) => {
    const input = Uint32Array.of(1, 2, 3);
    return [
      await failure(lab.scan(input, { initial: 5 })),
      await failure(lab.scan(input, { initial: Float32Array.of(1) })),
      await failure(lab.scan(input, { initial: Uint32Array.of(1, 2) })),
      await failure(lab.scan(input, { initial: upload(input) })),
      await failure(lab.prepare({ n: 3, initial: 1 })),
    ];
  });
  const required = 'bad-argument: initial must be a Uint32Array with 1 entry, one element of add; ';
  expect(messages.slice(0, 3)).toEqual([
    `${required}it was 5.`,
    `${required}it was an object of class Float32Array.`,
    `${required}it has 2.`,
  ]);
  expect(messages[3]).toBe('bad-argument: initial must be an array, since the first input is an array; it was a GPUBuffer.');
  expect(messages[4]).toMatch(/^bad-argument: .*initial/);
});
