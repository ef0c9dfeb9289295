/** Files that a bundler has put into the module, as `data:` addresses. They need no `fetch`, which the page's policy may forbid for them. */
import type { WasmSource } from '../types.ts';

/** Bytes in base64, which may be compressed. */
const FORM = /^data:([^;,]*)(;encoding=gzip)?;base64,/;

export function isInlined({ protocol }: URL) {
  return protocol === 'data:';
}

/** The file at an address, from the network or from the address itself. */
export function fetchFile(file: URL): Response | Promise<Response> {
  const [head, type, gzip] = (isInlined(file) && FORM.exec(file.href)) || [];
  if (head === undefined) return fetch(file);
  const bytes = Uint8Array.from(atob(file.href.slice(head.length)), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream();
  return new Response(gzip ? stream.pipeThrough(new DecompressionStream('gzip')) : stream, { headers: { 'content-type': type } });
}

/** WASM as wasm-bindgen's glue takes it. */
export function wasmOf(wasm: WasmSource) {
  return wasm instanceof URL && isInlined(wasm) ? fetchFile(wasm) : wasm;
}
