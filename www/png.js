/** A drawing as a picture of pixels. */

/** Pixels of the picture for each of the drawing's, so that text stays sharp in print. */
const SCALE = 2;

/** @param {string} svg the text of an SVG file, whose width and height are in pixels @returns {Promise<Blob>} */
export async function pngOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('a canvas to draw on is required; the browser gave none');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await blobOf(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
function blobOf(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`a picture of ${canvas.width} × ${canvas.height} pixels is required; the browser made none`))), 'image/png');
  });
}

/** This browser's name and version where it tells them, or else all that it says of itself. @returns {string} */
export function thisBrowser() {
  const { userAgentData, userAgent } = /** @type {Navigator & { userAgentData?: { brands: { brand: string, version: string }[], platform: string } }} */ (navigator);
  // One of the brands is made up, so that nobody relies on the list's form.
  const brands = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)) ?? [];
  if (!userAgentData || !brands.length) return userAgent;
  return `${brands.map(({ brand, version }) => `${brand} ${version}`).join(', ')} on ${userAgentData.platform || 'an unnamed system'}`;
}
