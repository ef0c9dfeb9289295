/** Odd values for the fuzz test: values that a caller may pass by mistake. Runs in the page. */

/** Random numbers that a seed repeats: the hashes of a counter. @param {number} seed */
export function randomOf(seed) {
  let drawn = seed >>> 0;
  const next = () => {
    drawn = (drawn + 0x9e3779b9) >>> 0;
    let hash = drawn;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, chance: (share) => next() < share, pick: (list) => list[below(list.length)] };
}

/** The error of values that must not be accessed. It differs from the errors of ScanLab. */
export class OddError extends Error {}

const thrower = () => {
  throw new OddError('odd');
};

const TRAPS = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'set', 'defineProperty', 'apply', 'construct'];

/** An object that throws on every access. @param {object} [target] */
export function throwing(target = {}) {
  return new Proxy(target, Object.fromEntries(TRAPS.map((trap) => [trap, thrower])));
}

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cyclic() {
  const own = { list: [] };
  own.list.push(own);
  return Object.assign(own, { own });
}

/** An array whose buffer has been transferred away. */
export function detached(array = new Uint32Array(4)) {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

/** An array whose buffer has shrunk so that it ends before the array begins. */
export function shrunk() {
  const buffer = new ArrayBuffer(32, { maxByteLength: 64 });
  const array = new Uint32Array(buffer, 16, 4);
  buffer.resize(8);
  return array;
}

const shared = () => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer;
const redefined = (array, more) => Object.defineProperties(array, more);

export const ODD_NUMBERS = [
  NaN,
  Infinity,
  -Infinity,
  -0,
  0,
  1,
  -1,
  0.5,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32 - 1,
  2 ** 32,
  2 ** 32 + 4,
  2 ** 53,
  2 ** 53 + 2,
  1e300,
  Number.MIN_VALUE,
];
export const ODD_TEXTS = [
  '',
  ' ',
  'x',
  'auto',
  'add ',
  'ADD',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '\0',
  '\ud800',
  '"},{"',
  'é'.repeat(50),
  'x'.repeat(2 ** 20),
];

/** The makers of odd values. Each call makes a new value that no earlier call has accessed. */
const MAKERS = [
  ...[undefined, null, true, false].map((value) => () => value),
  ...ODD_NUMBERS.map((value) => () => value),
  ...ODD_TEXTS.map((value) => () => value),
  () => Symbol('odd'),
  () => 5n,
  () => -(10n ** 400n),
  () => Object(5),
  () => Object('add'),
  () => ({}),
  () => [],
  () => [undefined],
  () => new Array(2 ** 32 - 1),
  () => new Array(100),
  () => Array.from({ length: 20_000 }, () => 5),
  () => Object.create(null),
  () => cyclic(),
  () => [cyclic()],
  () => throwing(),
  () => throwing([]),
  () => throwing(() => {}),
  () => revoked({}),
  () => revoked([]),
  () => new Proxy([1, 2], { get: (list, key) => (key === 'length' ? 2 ** 40 : list[key]) }),
  () => Object.assign([5], { [Symbol.iterator]: thrower, map: 5, every: thrower }),
  () => ({
    get n() {
      return thrower();
    },
    get id() {
      return thrower();
    },
  }),
  () => ({ toString: thrower, valueOf: thrower, [Symbol.toPrimitive]: thrower, toJSON: thrower }),
  () => ({
    get [Symbol.toStringTag]() {
      return thrower();
    },
  }),
  () => ({ then: thrower }),
  () => () => {},
  () => class Odd {},
  () => async () => {},
  () => new Date(NaN),
  () => /odd/,
  () => new Map([['n', 1]]),
  () => new Error('odd'),
  () => globalThis,
  () => document.body,
  () => new ArrayBuffer(16),
  () => shared(),
  () => new Uint32Array(shared(), 0, 4),
  () => new Uint32Array(new ArrayBuffer(16, { maxByteLength: 64 })),
  () => new Float64Array(4),
  () => new Uint8Array(4),
  () => new BigInt64Array(4),
  () => new DataView(new ArrayBuffer(16)),
  () => new Uint32Array(0),
  () => Uint32Array.of(0, 2),
  () => detached(),
  () => shrunk(),
  () => new Proxy(new Uint32Array(4), {}),
  () => redefined(new Uint32Array(4), { length: { value: 2 ** 31 }, byteLength: { value: -1 }, buffer: { get: thrower } }),
  () => redefined(new Float64Array(4), { [Symbol.toStringTag]: { value: 'Uint32Array' } }),
  () =>
    new (class extends Uint32Array {
      get length() {
        return thrower();
      }
    })(4),
  () => AbortSignal.abort('odd'),
  () =>
    redefined(new AbortController().signal, {
      aborted: { get: thrower },
      addEventListener: { value: 5 },
      removeEventListener: { value: thrower },
    }),
  () => ({ aborted: false, addEventListener: thrower, removeEventListener: thrower }),
  () => new ReadableStream({ pull: thrower }),
  () => new ReadableStream({ pull: (controller) => controller.enqueue('odd') }),
  () => ({ locked: false, getReader: thrower }),
  () => ({ locked: false, getReader: () => ({ read: thrower, cancel: thrower }) }),
  () => ({ locked: false, getReader: () => ({ read: async () => undefined, cancel: async () => thrower() }) }),
];

/** @param {ReturnType<typeof randomOf>} random */
export const oddValue = (random) => random.pick(MAKERS)();

/**
 * The arguments with a fault: an odd field, an additional or a missing field, or an odd argument.
 * @param {ReturnType<typeof randomOf>} random @param {unknown[]} args @returns {unknown[]}
 */
export function mutated(random, args) {
  const changed = [...args];
  const at = random.below(Math.max(1, args.length));
  changed[at] = mutatedArgument(random, args[at]);
  // The arguments may have more than one fault.
  return random.chance(0.15) ? mutated(random, changed) : changed;
}

function mutatedArgument(random, argument) {
  const way = random.next();
  try {
    if (argument?.constructor === Object && way > 0.12) return mutatedFields(random, argument, way);
  } catch {
    // The argument throws, so it is already odd.
  }
  return oddValue(random);
}

function mutatedFields(random, fields, way) {
  const keys = Object.keys(fields);
  const key = random.pick(keys);
  if (way < 0.2) return { ...fields, [random.pick(['n', 'heads', 'odd', '__proto__x', ''])]: oddValue(random) };
  if (way < 0.28 && keys.length) return Object.defineProperty({ ...fields }, key, { get: thrower, enumerable: true });
  if (way < 0.33) return new Proxy(fields, { get: (target, name) => (name === key ? thrower() : target[name]) });
  if (way < 0.38 && keys.length) return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
  const value = fields[key];
  // The fault may be deeper in a nested value.
  if (value?.constructor === Object && random.chance(0.7)) return { ...fields, [key]: mutatedFields(random, value, random.next()) };
  if (Array.isArray(value) && value.length && random.chance(0.7))
    return { ...fields, [key]: value.with(random.below(value.length), oddValue(random)) };
  return { ...fields, [key || 'odd']: oddValue(random) };
}
