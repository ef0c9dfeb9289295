/** Renders a drawing as PNG. */

/** Pixels of the image per pixel of the drawing, so that text is sharp in print. */
const SCALE = 2;

/** The time in which the browser may still report a violation of the policy after an image has failed. */
const REPORT_MS = 1000;
/** Whether the page's policy blocks images with blob URLs. The policy does not change, and the browser would report every attempt. */
let refused = false;

/**
 * The PNG of an SVG, which is drawn onto a canvas by way of an image with a blob URL.
 * @param svg the text of an SVG file with width and height in pixels
 */
export async function pngOf(svg: string): Promise<Blob> {
  if (refused) throw refusal();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = await imageOf(url);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('a canvas is required; the browser provides none');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await blobOf(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The decoded image. Throws `refusal()` if the page's policy blocks it. @param url of a blob */
async function imageOf(url: string): Promise<HTMLImageElement> {
  const listening = new AbortController();
  const violation = new Promise<true>((resolve) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, disposition }) => {
        if (effectiveDirective === 'img-src' && blockedURI.startsWith('blob') && disposition === 'enforce') resolve(true);
      },
      { signal: listening.signal },
    );
  });
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch (failure) {
    refused = await Promise.race([violation, new Promise<false>((resolve) => setTimeout(resolve, REPORT_MS, false))]);
    throw refused ? refusal() : failure;
  } finally {
    listening.abort();
  }
}

function refusal() {
  return new DOMException(
    "a Content-Security-Policy whose img-src allows blob: is required to draw the picture; this page's refuses it",
    'NotAllowedError',
  );
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(blob)
          : reject(new Error(`a picture of ${canvas.width} × ${canvas.height} pixels is required; the browser could not make it`)),
      'image/png',
    );
  });
}

/** This browser's name and version; otherwise its user agent. */
export function thisBrowser(): string {
  const { userAgentData, userAgent } = navigator as Navigator & {
    userAgentData?: { brands: { brand: string; version: string }[]; platform: string };
  };
  // One of the brands is a random placeholder (GREASE).
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? [];
  if (!userAgentData || !brands.length) return userAgent;
  return `${brands.map(({ brand, version }) => `${brand} ${version}`).join(', ')} on ${userAgentData.platform || 'an unnamed system'}`;
}
