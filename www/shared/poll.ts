/** Asks a device for what is done while short work is waited for. */

type Device = Pick<GPUDevice, 'pushErrorScope' | 'popErrorScope'>;

/** Work that takes longer gains little. */
const POLLED_MS = 4;

/** Until when each wait is polled, and whether the device is. */
const waits: WeakMap<Device, { ends_ms: Set<{ ms: number }>; isPolled: boolean }> = new WeakMap();

/**
 * Settles as the work does. Chromium's GPU process looks for what the device has done whenever it gets a message, and else about every 2 ms:
 * several times as long as a short scan takes. So it gets messages until the work has ended, each after the answer to the one before.
 */
export async function polled<T>(device: Device, work: Promise<T>): Promise<T> {
  const all = waits.get(device) ?? { ends_ms: new Set(), isPolled: false };
  waits.set(device, all);
  const end = { ms: performance.now() + POLLED_MS };
  all.ends_ms.add(end);
  // Of a lost device the work tells.
  if (!all.isPolled) poll(device, all).catch(() => {});
  try {
    return await work;
  } finally {
    all.ends_ms.delete(end);
  }
}

async function poll(device: Device, all: { ends_ms: Set<{ ms: number }>; isPolled: boolean }) {
  all.isPolled = true;
  try {
    while ([...all.ends_ms].some(({ ms }) => performance.now() < ms)) {
      device.pushErrorScope('validation');
      await device.popErrorScope();
    }
  } finally {
    all.isPolled = false;
  }
}
