/** What adapters are called. */

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */

/** @param {Pick<AdapterDescription, 'vendor' | 'architecture' | 'device' | 'description'>} adapter */
export function adapterName({ vendor, architecture, device, description }) {
  const words = [vendor, architecture].filter(Boolean).join(' ');
  const model = description || device;
  if (!words || !model) return words || model || 'a GPU that the browser does not name';
  // Some descriptions repeat vendor and architecture.
  return model.toLowerCase().includes(words.toLowerCase()) ? model : `${words} (${model})`;
}
