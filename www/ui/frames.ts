/** Permissions of the page in its frames: to save files, and to copy texts. */

/** Whether the page is in a frame. */
export function isFramed(page: Window = globalThis.window) {
  return page.parent !== page;
}

/**
 * Whether the sandboxes of the frames around the page allow downloads. A browser drops a forbidden download silently.
 * @returns null if it is unknown, because a frame has another origin
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
 * @returns null, or the reason for failure as a clause
 */
export async function copyText(text: string): Promise<string | null> {
  try {
    await navigator.clipboard.writeText(text);
    return null;
  } catch {
    if (!globalThis.isSecureContext) return 'the clipboard needs a secure address: https, or localhost';
    const policy = (document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
    // If the browser does not tell what the frame allows, the frame is the likely cause.
    const isRefused = isFramed() && !policy?.allowsFeature('clipboard-write');
    return isRefused ? 'the frame around this page must allow it, by allow="clipboard-write"' : 'the browser refuses it';
  }
}
