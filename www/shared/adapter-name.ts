/** Names of adapters. */

import type { AdapterDescription } from '../types.ts';

/** The name of an adapter for which the browser gives no name, as in Firefox. */
export const UNNAMED = 'an unnamed adapter';

export function adapterName({
  vendor,
  architecture,
  device,
  description,
}: Pick<AdapterDescription, 'vendor' | 'architecture' | 'device' | 'description'>) {
  const words = [vendor, architecture].filter(Boolean).join(' ');
  const model = description || device;
  if (!words || !model) return words || model || UNNAMED;
  // Some descriptions repeat vendor and architecture.
  return model.toLowerCase().includes(words.toLowerCase()) ? model : `${words} (${model})`;
}
