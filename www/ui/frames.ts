/** What the frames around the page let it do: to save files, to copy texts. */

/** Whether the page is in a frame. */
export function isFramed(page: Window = globalThis.window) {
  return page.parent !== page;
}

/**
 * Whether the sandboxes of the frames around the page allow downloads: a browser drops one that is not allowed, and tells nothing.
 * @returns null where that cannot be known, since a frame belongs to another origin
 */
export function allowsDownloads(page: Window = globalThis.window): boolean | null {
  try {
    for (let inner = page; isFramed(inner); inner = inner.parent) {
      const frame = inner.frameElement;
      if (!frame) return null;
      if (frame.hasAttribute('sandbox') && !(frame as HTMLIFrameElement).sandbox.contains('allow-downloads')) return false;
    }
    return true;
  } catch {
    return null;
  }
}

/**
 * Copies a text.
 * @returns null, or as a clause why it is not copied
 */
export async function copyText(text: string): Promise<string | null> {
  try {
    await navigator.clipboard.writeText(text);
    return null;
  } catch {
    if (!globalThis.isSecureContext) return 'the clipboard takes a secure address: https, or localhost';
    const policy = (document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
    // Where the browser does not tell what the frame allows, the frame is the likely cause.
    const isRefused = isFramed() && !policy?.allowsFeature('clipboard-write');
    return isRefused ? 'the frame around this page must allow it, by allow="clipboard-write"' : 'the browser refuses it';
  }
}
