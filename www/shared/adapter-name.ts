/** Names of adapters. */

import type { AdapterDescription } from '../types.ts';

/** The description of an adapter, or the browser's information on it. Each member may be missing. */
type Described = Partial<
  Pick<AdapterDescription, 'vendor' | 'architecture' | 'device' | 'description' | 'isFallback'> & Pick<GPUAdapterInfo, 'isFallbackAdapter'>
>;

/** The name of an adapter, or its kind if the browser gives no name, as in Firefox. */
export function adapterName(adapter: Described) {
  return givenName(adapter) || `${kindOf(adapter)} without a name`;
}

/** The name of an adapter, or its kind and the browser if the browser gives no name. */
export function adapterNameIn(browser: string, adapter: Described) {
  return givenName(adapter) || `${kindOf(adapter)} of ${browser}`;
}

/** The name of an adapter. The name of a software adapter includes the kind. */
export function adapterNameAndKind(adapter: Described) {
  return givenName(adapter) && isSoftware(adapter) ? `${adapterName(adapter)}, ${kindOf(adapter)}` : adapterName(adapter);
}

/** The name from the browser, or an empty text. */
export function givenName({ vendor, architecture, device, description }: Described) {
  const words = [vendor, architecture].filter(Boolean).join(' ');
  const model = description || device;
  if (!words || !model) return words || model || '';
  // Some descriptions repeat vendor and architecture.
  return model.toLowerCase().includes(words.toLowerCase()) ? model : `${words} (${model})`;
}

function kindOf(adapter: Described) {
  return isSoftware(adapter) ? 'a software adapter' : 'an adapter';
}

function isSoftware({ isFallback, isFallbackAdapter }: Described) {
  return Boolean(isFallback || isFallbackAdapter);
}
