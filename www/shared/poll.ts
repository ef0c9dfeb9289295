/** Polls a device while short work is awaited. */

type Device = Pick<GPUDevice, 'pushErrorScope' | 'popErrorScope'>;

/** The maximum time of polling, since longer work gains little. */
const POLLED_MS = 4;

/** The end of polling for each wait, and whether the device is being polled. */
const waits: WeakMap<Device, { ends_ms: Set<{ ms: number }>; isPolled: boolean }> = new WeakMap();

/**
 * Settles as the work does. Chromium's GPU process checks the progress of the device whenever it gets a message. Otherwise, it checks only
 * about every 2 ms, several times as long as a short scan. So this function sends messages until the work has ended, for at most POLLED_MS.
 * It sends each message after the answer to the previous message.
 */
export async function polled<T>(device: Device, work: Promise<T>): Promise<T> {
  const all = waits.get(device) ?? { ends_ms: new Set(), isPolled: false };
  waits.set(device, all);
  const end = { ms: performance.now() + POLLED_MS };
  all.ends_ms.add(end);
  // If the device is lost, the awaited work rejects.
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
