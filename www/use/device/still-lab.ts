/** A separate device that draws still pictures: they need neither the core nor the work on the lab's device. */
import type { Lab } from '../drawing/image.ts';

let opening: Promise<Lab | null> | null = null;

/** The device, or null if no GPU is available. The next call tries again. */
export function stillLab(): Promise<Lab | null> {
  return (opening ??= open().then((lab) => {
    if (!lab) opening = null;
    return lab;
  }));
}

async function open(): Promise<Lab | null> {
  try {
    const device = await (await navigator.gpu?.requestAdapter())?.requestDevice();
    if (!device) return null;
    void device.lost.then(() => (opening = null));
    // A still picture is seldom drawn, so its pixels are read back on any device.
    return { device, adapter: { isFallback: true } };
  } catch {
    return null;
  }
}
