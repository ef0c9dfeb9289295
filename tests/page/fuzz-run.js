/** Runs the fuzz test in the page: makes calls with odd arguments one after the other, and checks the state of the page after each call. */
import { METHODS } from './fuzz-calls.js';
import { OddError, mutated, randomOf } from './odd-values.js';

/** The allowed error codes. A lost device is a failure here, since the test destroys no device of the lab. */
const CODES = ['out-of-memory', 'too-large', 'unsupported', 'bad-argument', 'cancelled'];
const SETTLE_MS = 120_000;
/** The number of calls after which the test checks a plain scan. */
const CALLS_BETWEEN_SCANS = 5;

/** The public names: methods and getters of labs, explainers and their settings, and the static members of the class. */
export async function publicNames(ScanLab) {
  const names = [];
  const of = (object, end, prefix) => {
    for (let one = object; one && one !== end; one = Object.getPrototypeOf(one)) {
      for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
        if (name !== 'constructor' && (get || typeof value === 'function')) names.push(`${prefix}.${name}`);
      }
    }
  };
  of(ScanLab.prototype, Object.prototype, 'lab');
  of(ScanLab, Function.prototype, 'ScanLab');
  const explainer = await ScanLab.explainer();
  of(Object.getPrototypeOf(explainer), Object.prototype, 'explainer');
  of(Object.getPrototypeOf(explainer.settings), Object.prototype, 'settings');
  return names.sort();
}

/** The state of an argument that a call must not change: the bytes of an array, the fields of a plain object or list. Skips values that throw. */
function snapshot(value, depth = 3) {
  try {
    if (ArrayBuffer.isView(value)) return { bytes: new Uint8Array(value.buffer, value.byteOffset, value.byteLength).join() };
    const isPlain = Array.isArray(value) ? value.length < 1000 : value?.constructor === Object;
    if (!isPlain || depth === 0) return { same: value };
    return { fields: Object.entries(value).map(([name, field]) => [name, snapshot(field, depth - 1)]) };
  } catch {
    return {};
  }
}

function isSame(left, right) {
  if (left.fields && right.fields) {
    return (
      left.fields.length === right.fields.length &&
      left.fields.every(([name, field], i) => name === right.fields[i][0] && isSame(field, right.fields[i][1]))
    );
  }
  return left.bytes === right.bytes && Object.is(left.same, right.same);
}

/** The fault of a call's outcome, or null. */
function wrongWith(outcome, { ScanLabError }) {
  if (!('error' in outcome)) return null;
  const { error } = outcome;
  if (!(error instanceof ScanLabError)) return `failed with something else than a ScanLabError: ${textOf(error)}`;
  if (!CODES.includes(error.code)) return `failed with the code ${error.code}: ${error.message}`;
  if (typeof error.message !== 'string' || !error.message || error.message.length > 2000)
    return `failed with a message of ${error.message?.length} characters`;
  return null;
}

const textOf = (error) => (error instanceof Error ? `${error.stack ?? error}`.slice(0, 1000) : String(error));

/** Arguments as readable text. */
function shown(value, depth = 3) {
  try {
    if (ArrayBuffer.isView(value)) return `${value[Symbol.toStringTag]}(${value.length})`;
    if (typeof value === 'function') return 'a function';
    if (typeof value !== 'object' || value === null)
      return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : `${String(value).slice(0, 40)}`;
    if (Array.isArray(value))
      return value.length > 20
        ? `an array of ${value.length}`
        : `[${value.map((one) => (depth ? shown(one, depth - 1) : '…')).join(', ')}]`;
    if (value.constructor !== Object) return `an object of class ${value.constructor?.name}`;
    return `{ ${Object.entries(value)
      .map(([name, field]) => `${name}: ${depth ? shown(field, depth - 1) : '…'}`)
      .join(', ')} }`;
  } catch (error) {
    return `what throws ${error?.name}`;
  }
}

async function settled(name, args, all) {
  let timer;
  const bound = new Promise((resolve) => (timer = setTimeout(() => resolve({ hangs: true }), SETTLE_MS)));
  const call = (async () => METHODS[name].call(all, args))().then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  try {
    return await Promise.race([call, bound]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls a method. Returns the fault of the outcome, or null. */
async function examine(name, args, isValid, all) {
  const before = snapshot(args);
  const outcome = await settled(name, args, all);
  if (outcome.hangs) return `did not settle within ${SETTLE_MS} ms`;
  const wrong = wrongWith(outcome, all);
  if (wrong) return wrong;
  if (isValid && METHODS[name].certain && 'error' in outcome) return `failed though its arguments are valid: ${outcome.error.message}`;
  if (!isSame(before, snapshot(args))) return 'has changed its arguments';
  if (isValid && name === 'lab.scan') return resultOf(outcome.value, args, all);
  return null;
}

async function resultOf(output, [input, request], { lab }) {
  const { verified, mismatch } = await lab.verify(input, output, request);
  return verified ? null : `gave a wrong result: ${JSON.stringify(mismatch)}`;
}

/** Checks a plain scan. It fails if the core has stopped. */
async function plainScan({ lab }, n) {
  const input = Uint32Array.from({ length: n }, (_, i) => Math.imul(i + 1, 0x9e3779b9));
  try {
    const output = await lab.scan(input);
    let sum = 0;
    const at = input.findIndex((word, i) => (sum = (sum + word) >>> 0) !== output[i]);
    return at < 0 && output.length === n ? null : `a plain scan of ${n} elements is wrong at ${at}`;
  } catch (error) {
    return `a plain scan has failed: ${textOf(error)}`;
  }
}

/** The name of the next method: at first each method in turn, then at random by weight. */
function nextName(random, rank) {
  const names = Object.keys(METHODS);
  if (rank < 2 * names.length) return names[rank % names.length];
  let at = random.next() * names.reduce((sum, name) => sum + METHODS[name].weight, 0);
  return names.find((name) => (at -= METHODS[name].weight) < 0) ?? names[0];
}

/**
 * Calls until the time is over or something is wrong.
 * @param {{ ScanLab: any, ScanLabError: any }} library
 * @param {{ seed: number, least_ms: number, note: (text: string) => void }} options
 */
export async function fuzz({ ScanLab, ScanLabError }, { seed, least_ms, note }) {
  const end = performance.now() + least_ms;
  const all = { ScanLab, ScanLabError, lab: await ScanLab.open({ watchdogMs: 240_000 }), explainer: await ScanLab.explainer() };
  const codes = {};
  let calls = 0;
  // Calls each method at least twice: once with valid arguments, then mostly with mutated ones.
  for (; performance.now() < end || calls < 2 * Object.keys(METHODS).length; calls++) {
    const random = randomOf(seed + calls);
    const name = nextName(random, calls);
    const valid = METHODS[name].make(random);
    const isValid = calls < Object.keys(METHODS).length || random.chance(0.15);
    const args = isValid ? valid : mutated(random, valid);
    const text = `call ${calls}: ${name}(${args.map((one) => shown(one)).join(', ')})`;
    note(text);
    const wrong =
      (await examine(name, args, isValid, all)) ??
      (calls % CALLS_BETWEEN_SCANS === 0 ? await plainScan(all, 1 + random.below(3000)) : null);
    if (wrong) return { calls, codes, wrong: `${text} ${wrong}` };
    codes[name] = (codes[name] ?? 0) + 1;
  }
  const last = await plainScan(all, 5000);
  all.lab.close();
  return { calls, codes, wrong: last };
}

/** Whether the test itself has thrown an error that the page reports. @param {unknown} error */
export const isOwn = (error) =>
  error instanceof OddError || (error instanceof TypeError && error.message.includes('Class constructor Odd'));
