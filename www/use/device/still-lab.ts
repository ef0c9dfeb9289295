/** A device of its own that draws still pictures, so that they need neither the core nor what runs on the lab's device. */
import type { Lab } from '../drawing/image.ts';

let opening: Promise<Lab | null> | null = null;

/** The device, or null where no GPU is to be had; asked again, it is tried again. */
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
    // A still picture is seldom drawn: its pixels are read on any device.
    return { device, adapter: { isFallback: true } };
  } catch {
    return null;
  }
}
