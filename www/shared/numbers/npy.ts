/** NumPy array files: reads one-dimensional arrays of integers and floats of any size, and writes u32, i32 and f32. */
import { NumbersError, Values } from './values.ts';
import type { ElementType, Elements } from '../../types.ts';

/** The type of the items. kind: b (bool), i, u or f. */
type Descr = { descr: string; kind: string; item_bytes: number; isBigEndian: boolean };
type Items = ArrayLike<number | bigint>;

export const NPY_MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** NumPy pads the header so that the data starts at a multiple of this number. */
const ALIGNMENT_BYTES = 64;
/** The maximum length of a header. Plain arrays have shorter headers. */
const LONGEST_HEADER_BYTES = 1 << 16;
const LONGEST_QUOTED = 40;

/** Converts little-endian bytes into items, by kind and size in bytes. */
const ITEMS: Record<string, (bytes: ArrayBuffer) => Items> = {
  b1: (bytes) => new Uint8Array(bytes),
  i1: (bytes) => new Int8Array(bytes),
  u1: (bytes) => new Uint8Array(bytes),
  i2: (bytes) => new Int16Array(bytes),
  u2: (bytes) => new Uint16Array(bytes),
  i4: (bytes) => new Int32Array(bytes),
  u4: (bytes) => new Uint32Array(bytes),
  i8: (bytes) => new BigInt64Array(bytes),
  u8: (bytes) => new BigUint64Array(bytes),
  f2: (bytes) => Float32Array.from(new Uint16Array(bytes), halfOf),
  f4: (bytes) => new Float32Array(bytes),
  f8: (bytes) => new Float64Array(bytes),
};
const OWN_TYPES: Record<string, ElementType> = { u4: 'u32', i4: 'i32', f4: 'f32' };
const DESCR_OF: Record<ElementType, string> = { u32: '<u4', i32: '<i4', f32: '<f4' };
const HOLDS: Record<ElementType, (value: number) => boolean> = {
  u32: (value) => value >>> 0 === value,
  i32: (value) => (value | 0) === value,
  f32: (value) => Math.fround(value) === value || Number.isNaN(value),
};

function typeOf(values: Elements): ElementType {
  if (values instanceof Uint32Array) return 'u32';
  return values instanceof Int32Array ? 'i32' : 'f32';
}

/** @param bits of a 16-bit float (binary16) */
function halfOf(bits: number) {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 25) * (1024 + fraction) : 2 ** -24 * fraction);
}

/**
 * Reads an array into its own type if this is one of the given types. Otherwise, reads it into the chosen type, which must be able to
 * represent each value.
 * @param chunks the contents of the file
 * @param wanted size_bytes: the size of the file, if known
 * @returns array: a description of the array's type
 */
export async function readNpy(
  chunks: AsyncIterable<Uint8Array>,
  { types, type: chosen, size_bytes }: { types: readonly ElementType[]; type: ElementType; size_bytes?: number },
): Promise<{ type: ElementType; values: Elements; array: string }> {
  let values: Values<ElementType> | undefined;
  let header: Header | undefined;
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    rest = joined(rest, chunk);
    if (!header || !values) {
      header = parseHeader(rest) ?? undefined;
      if (!header) continue;
      if (size_bytes !== undefined) requireData(header, size_bytes);
      values = new Values(typeFor(header, types, chosen), size_bytes === undefined ? undefined : header.length);
      rest = rest.subarray(header.offset_bytes);
    }
    const { item_bytes } = header.descr;
    const count = Math.min(header.length - values.length, Math.floor(rest.length / item_bytes));
    append(values, rest.slice(0, count * item_bytes), header.descr);
    rest = rest.subarray(count * item_bytes);
    if (values.length === header.length) break;
  }
  if (!header || !values) throw notEnough(rest);
  if (values.length < header.length) requireData(header, header.offset_bytes + values.length * header.descr.item_bytes + rest.length);
  const { descr, kind, item_bytes } = header.descr;
  const array = OWN_TYPES[`${kind}${item_bytes}`] === values.type ? values.type : `“${descr}”, read as ${values.type}`;
  return { type: values.type, values: values.all(), array };
}

function joined(left: Uint8Array<ArrayBuffer>, right: Uint8Array) {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

function typeFor({ descr: { kind, item_bytes } }: Header, types: readonly ElementType[], chosen: ElementType) {
  const own = OWN_TYPES[`${kind}${item_bytes}`];
  return own && types.includes(own) ? own : chosen;
}

/** Throws if the file ends before its data. @param size_bytes of the file */
function requireData({ descr, length, offset_bytes }: Header, size_bytes: number) {
  const required = offset_bytes + descr.item_bytes * length;
  if (size_bytes >= required) return;
  throw new NumbersError(`the header declares ${length} values (${required} bytes in total), but the file has ${size_bytes} bytes`);
}

/** Appends whole items. */
function append(values: Values<ElementType>, bytes: Uint8Array<ArrayBuffer>, { kind, item_bytes, isBigEndian }: Descr) {
  if (isBigEndian) for (let at = 0; at < bytes.length; at += item_bytes) bytes.subarray(at, at + item_bytes).reverse();
  const items = ITEMS[`${kind}${item_bytes}`](bytes.buffer);
  if (OWN_TYPES[`${kind}${item_bytes}`] === values.type) return values.appendAll(items as ArrayLike<number>);
  const holds = HOLDS[values.type];
  const numbers = new Float64Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const value = Number(items[i]);
    if (!holds(value) || (typeof items[i] === 'bigint' && BigInt(value) !== items[i])) throw notHeld(values, i, items[i]);
    numbers[i] = value;
  }
  values.appendAll(numbers);
}

/** @param i the index among the values of the current chunk */
function notHeld(values: Values<ElementType>, i: number, value: number | bigint) {
  return new NumbersError(`each value of the array must be one of ${values.type}; the one at index ${values.length + i} is ${value}`);
}

type Header = { descr: Descr; length: number; offset_bytes: number };

/** The header; null if the bytes end before the header. */
function parseHeader(head: Uint8Array): Header | null {
  if (head.length >= NPY_MAGIC.length && !NPY_MAGIC.every((byte, i) => head[i] === byte)) throw noNpy();
  if (head.length < 12) return null;
  const major = head[6];
  if (!(major >= 1 && major <= 3)) throw new NumbersError(`.npy format versions 1 to 3 are supported; found ${major}`);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = major === 1 ? 10 : 12;
  const header_bytes = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (header_bytes > LONGEST_HEADER_BYTES) {
    throw new NumbersError(`the header must have at most ${LONGEST_HEADER_BYTES} bytes; it declares ${header_bytes}`);
  }
  const offset_bytes = start + header_bytes;
  if (offset_bytes > head.length) return null;
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(head.subarray(start, offset_bytes));
  return { descr: itemType(text), length: arrayLength(text), offset_bytes };
}

/** @param head the whole file, which ends within its header */
function notEnough(head: Uint8Array) {
  if (head.length < NPY_MAGIC.length) return noNpy();
  return new NumbersError(`the file ends inside its header, after ${head.length} bytes`);
}

function noNpy() {
  return new NumbersError('this is not an .npy file: its first bytes are not “\\x93NUMPY”');
}

function itemType(header: string): Descr {
  const found = /['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|(\[))/.exec(header);
  if (!found) throw new NumbersError('the header has no “descr”, the type of its values');
  const [, descr, record] = found;
  const [, order, kind, digits] = /^([<>|=]?)([biuf])(\d{1,2})$/.exec(descr ?? '') ?? [];
  if (kind && Object.hasOwn(ITEMS, kind + digits)) return { descr, kind, item_bytes: Number(digits), isBigEndian: order === '>' };
  const shown = record ? 'a record of several fields' : `“${descr.slice(0, LONGEST_QUOTED)}”`;
  throw new NumbersError(`the values must be bool, integers of 8 to 64 bits or floats of 16 to 64 bits; the header has ${shown}`);
}

function arrayLength(header: string) {
  const shape = /['"]shape['"]\s*:\s*\(([^)]*)\)/.exec(header);
  if (!shape) throw new NumbersError('the header has no “shape”');
  const shown = `(${shape[1].trim().slice(0, LONGEST_QUOTED)})`;
  const sides = shape[1]
    .split(',')
    .map((side) => side.trim())
    .filter(Boolean);
  if (sides.length !== 1) {
    const order = /['"]fortran_order['"]\s*:\s*True/.test(header) ? ', in Fortran order' : '';
    throw new NumbersError(
      `the array has ${sides.length} dimensions (shape ${shown}${order}), but a scan takes one; flatten with a.ravel()`,
    );
  }
  const length = /^\d+$/.test(sides[0]) ? Number(sides[0]) : NaN;
  if (!Number.isSafeInteger(length)) throw new NumbersError(`the shape ${shown} is not a length`);
  return length;
}

export function npyHeader(type: ElementType, length: number): Uint8Array<ArrayBuffer> {
  const dictionary = `{'descr': '${DESCR_OF[type]}', 'fortran_order': False, 'shape': (${length},), }`;
  const unpadded = 10 + dictionary.length + 1;
  const padding = (ALIGNMENT_BYTES - (unpadded % ALIGNMENT_BYTES)) % ALIGNMENT_BYTES;
  const text = `${dictionary}${' '.repeat(padding)}\n`;
  const header = new Uint8Array(10 + text.length);
  header.set([...NPY_MAGIC, 1, 0, text.length & 0xff, text.length >> 8]);
  header.set(new TextEncoder().encode(text), 10);
  return header;
}

export function npyBlob(values: Elements) {
  return new Blob([npyHeader(typeOf(values), values.length), values as BlobPart], { type: 'application/octet-stream' });
}
