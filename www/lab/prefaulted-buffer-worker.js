/** The worker behind prefaulted-buffer.js, as the text of a classic script. */

/** The smallest page of memory. */
export const PAGE_BYTES = 2 ** 12;
/** What is touched and then written: it stays in the processor's cache. */
export const SLICE_BYTES = 2 ** 18;

/** Touches one slice of an order after the other, so that a message between two slices is handled soon, and posts what is done or wanted. */
export const SOURCE = `
const orders = new Map();
const { port1, port2 } = new MessageChannel();
let busy = false;
const go = () => (busy = orders.size > 0) && port2.postMessage(0);
const give = (id) => {
  const order = orders.get(id);
  if (orders.delete(id)) postMessage({ id, ...order }, [order.bytes.buffer]);
};
onmessage = ({ data: { id, length } }) => {
  if (!length) return give(id);
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
    if (end === order.bytes.length) give(id);
    break;
  }
  go();
};
`;
