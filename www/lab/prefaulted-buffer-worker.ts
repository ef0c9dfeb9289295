/** The worker behind prefaulted-buffer.ts, as the text of a classic script. */

/** The smallest size of a memory page in operating systems. */
export const PAGE_BYTES = 2 ** 12;
/** The bytes per slice. The pages of a slice are touched before its bytes are written, so that the slice stays in the CPU's cache. */
export const SLICE_BYTES = 2 ** 18;

/** Touches the buffers slice by slice, so that messages are handled between slices. Posts a buffer when it is complete or requested. */
export const SOURCE = `
const orders = new Map();
const { port1, port2 } = new MessageChannel();
let busy = false;
const go = () => (busy = orders.size > 0) && port2.postMessage(0);
const deliver = (id) => {
  const order = orders.get(id);
  if (orders.delete(id)) postMessage({ id, ...order }, [order.bytes.buffer]);
};
onmessage = ({ data: { id, length } }) => {
  if (!length) return deliver(id);
  try {
    orders.set(id, { bytes: new Uint8Array(length), touched: 0 });
  } catch {
    postMessage({ id });
  }
  if (!busy) go();
};
port1.onmessage = () => {
  for (const [id, order] of orders) {
    const end = Math.min(order.touched + ${SLICE_BYTES}, order.bytes.length);
    for (; order.touched < end; order.touched += ${PAGE_BYTES}) order.bytes[order.touched] = 0;
    if (end === order.bytes.length) deliver(id);
    break;
  }
  go();
};
`;
