/** NumPy's array files: reading and writing one-dimensional u32, i32 and f32. */
import { ARRAY_OF_TYPE } from '../shared/arguments.js';

/** @typedef {import('../types.d.ts').ElementType} ElementType */
/** @typedef {import('../types.d.ts').Elements} Elements */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** NumPy pads its header so that the data starts at a multiple of this. */
const ALIGNMENT_BYTES = 64;
/** Plain arrays have no longer headers. */
const LONGEST_HEADER_BYTES = 1 << 16;

/** @type {Record<string, ElementType>} */
const TYPE_OF = { '<u4': 'u32', '<i4': 'i32', '<f4': 'f32' };
/** @type {Record<ElementType, string>} */
const DESCR_OF = { u32: '<u4', i32: '<i4', f32: '<f4' };

/** A problem of a file, with a message for its user. */
export class FileError extends Error {}

/** @param {Elements} values @returns {ElementType} */
export function typeOf(values) {
  if (values instanceof Uint32Array) return 'u32';
  return values instanceof Int32Array ? 'i32' : 'f32';
}

/**
 * The header is read separately; the data is read once, directly into the array.
 * @param {Blob} file
 * @returns {Promise<{ type: ElementType, values: Elements }>}
 */
export async function readNpy(file) {
  const head = new Uint8Array(await file.slice(0, LONGEST_HEADER_BYTES).arrayBuffer());
  const { type, length, offset_bytes } = parseHeader(head);
  const required = offset_bytes + 4 * length;
  if (file.size < required) {
    throw new FileError(`the header declares ${length} values (${required} bytes in all), but the file has ${file.size} bytes`);
  }
  const data = await file.slice(offset_bytes, required).arrayBuffer();
  return { type, values: new ARRAY_OF_TYPE[type](data) };
}

/** @param {Uint8Array} head */
export function parseHeader(head) {
  if (!MAGIC.every((byte, i) => head[i] === byte)) throw new FileError('this is no .npy file: its first bytes are not “\\x93NUMPY”');
  const major = head[6];
  if (!(major >= 1 && major <= 3)) throw new FileError(`.npy format version ${major} is not known; versions 1 to 3 are`);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = major === 1 ? 10 : 12;
  if (head.length < start) throw new FileError(`the file ends inside its header, after ${head.length} bytes`);
  const header_bytes = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const offset_bytes = start + header_bytes;
  if (offset_bytes > head.length) {
    throw new FileError(`the header should be ${header_bytes} bytes long, but only ${head.length - start} are there`);
  }
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(head.subarray(start, offset_bytes));
  return { type: elementType(text), length: arrayLength(text), offset_bytes };
}

/** @param {string} header @returns {ElementType} */
function elementType(header) {
  const descr = /['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|(\[))/.exec(header);
  if (!descr) throw new FileError('the header has no “descr”, the type of its values');
  const type = TYPE_OF[descr[1]];
  if (type) return type;
  const found = descr[2] ? 'a record of several fields' : `“${descr[1]}”`;
  throw new FileError(
    `the values are ${found}; ScanLab reads “<u4”, “<i4” and “<f4” (numpy.uint32, int32 and float32, little-endian); convert with a.astype('<f4')`,
  );
}

/** @param {string} header */
function arrayLength(header) {
  const shape = /['"]shape['"]\s*:\s*\(([^)]*)\)/.exec(header);
  if (!shape) throw new FileError('the header has no “shape”');
  const sides = shape[1]
    .split(',')
    .map((side) => side.trim())
    .filter(Boolean);
  if (sides.length !== 1) {
    throw new FileError(
      `the array has ${sides.length} dimensions (shape (${shape[1].trim()})), but a scan takes one; flatten with a.ravel()`,
    );
  }
  const length = Number(sides[0]);
  if (!Number.isSafeInteger(length) || length < 0) throw new FileError(`the shape (${shape[1].trim()}) is not a length`);
  return length;
}

/** @param {ElementType} type @param {number} length @returns {Uint8Array<ArrayBuffer>} */
export function npyHeader(type, length) {
  const dictionary = `{'descr': '${DESCR_OF[type]}', 'fortran_order': False, 'shape': (${length},), }`;
  const unpadded = 10 + dictionary.length + 1;
  const padding = (ALIGNMENT_BYTES - (unpadded % ALIGNMENT_BYTES)) % ALIGNMENT_BYTES;
  const text = `${dictionary}${' '.repeat(padding)}\n`;
  const header = new Uint8Array(10 + text.length);
  header.set([...MAGIC, 1, 0, text.length & 0xff, text.length >> 8]);
  header.set(new TextEncoder().encode(text), 10);
  return header;
}

/** @param {Elements} values */
export function npyBlob(values) {
  return new Blob([npyHeader(typeOf(values), values.length), /** @type {BlobPart} */ (values)], { type: 'application/octet-stream' });
}
