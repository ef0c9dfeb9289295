/**
 * Renames what a WASM module imports and exports. wasm-bindgen ends each import's name with a hash, which says nothing here and
 * cannot be compressed: short names save 6 KB of the page.
 */

const [IMPORTS, EXPORTS] = [2, 7];
/** Bytes that follow an import's kind: an index, a table's type and limits, limits, a type and mutability, an attribute and an index. */
const DESCRIPTIONS = [
  (reader) => reader.number(),
  (reader) => (reader.number(), limits(reader)),
  (reader) => limits(reader),
  (reader) => (reader.number(), reader.number()),
  (reader) => (reader.number(), reader.number()),
];

/** @param {Uint8Array} wasm @param {Record<string, string | false>} names the new ones by the old */
export function renameWasm(wasm, names) {
  const reader = new Reader(wasm, 8);
  const parts = [wasm.subarray(0, 8)];
  while (reader.at < wasm.length) {
    const id = reader.number();
    const length = reader.number();
    const body = wasm.subarray(reader.at, reader.at + length);
    reader.at += length;
    const renamed = id === IMPORTS || id === EXPORTS ? renameSection(id, body, names) : body;
    parts.push(Uint8Array.of(id), leb128(renamed.length), renamed);
  }
  return Buffer.concat(parts);
}

function renameSection(id, body, names) {
  const reader = new Reader(body, 0);
  const count = reader.number();
  const parts = [leb128(count)];
  for (let entry = 0; entry < count; entry++) {
    if (id === IMPORTS) parts.push(text(reader.text()));
    const name = reader.text();
    parts.push(text(names[name] || name));
    const start = reader.at;
    const kind = reader.number();
    if (id === IMPORTS) DESCRIPTIONS[kind](reader);
    else reader.number();
    parts.push(body.subarray(start, reader.at));
  }
  return Buffer.concat(parts);
}

function limits(reader) {
  const bounded = reader.number() & 1;
  reader.number();
  if (bounded) reader.number();
}

class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** An unsigned LEB128 number. */
  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  text() {
    const length = this.number();
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString();
  }
}

function text(string) {
  const bytes = Buffer.from(string);
  return Buffer.concat([leb128(bytes.length), bytes]);
}

/** @param {number} value @returns {Uint8Array} */
function leb128(value) {
  return Uint8Array.from(value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...leb128(Math.floor(value / 0x80))]);
}
