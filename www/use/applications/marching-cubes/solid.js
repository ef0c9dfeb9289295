/** Draws what lies in the unit cube, by parallel projection: its edges, places and triangles, the farthest first. */

/** @typedef {import('../../types.d.ts').Surface} Surface */

/** Words of a triangle: three vertices of three coordinates. */
export const TRIANGLE_WORDS = 9;
/** Triangles reach so far over their neighbours, in CSS pixels, since edges that only touch would leave a seam. */
const OVERLAP = 0.6;
/** The light, towards the viewer from above. */
export const LIGHT = [0.25, 0.6, 0.76];
/** How bright what no light falls on is. */
export const SHADE = { dark: 0.35, light: 0.5 };

/**
 * A view of the unit cube.
 * @param {{ width: number, height: number }} surface in CSS pixels @param {number} turn around the upright axis, in degrees @param {number} tilt in degrees
 * @returns {(x: number, y: number, z: number) => [x: number, y: number, depth: number]} in CSS pixels
 */
export function viewOf({ width, height }, turn, tilt) {
  const [around, over] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
  const size = Math.min(width, height) * 0.66;
  const [sine, cosine, up, level] = [Math.sin(around), Math.cos(around), Math.sin(over), Math.cos(over)];
  return (x, y, z) => {
    const across = (x - 0.5) * cosine + (z - 0.5) * sine;
    const deep = (z - 0.5) * cosine - (x - 0.5) * sine;
    return [width / 2 + size * across, height / 2 + size * ((y - 0.5) * level - deep * up), size * (deep * level + (y - 0.5) * up)];
  };
}

/** The edges of the cube. @param {Surface} surface @param {ReturnType<typeof viewOf>} view */
export function cubeEdges({ context, theme }, view) {
  const corner = (/** @type {number} */ i) => view(i & 1, (i >> 1) & 1, i >> 2);
  context.beginPath();
  for (let from = 0; from < 8; from++) {
    for (const to of [from | 1, from | 2, from | 4]) {
      if (to === from) continue;
      context.moveTo(corner(from)[0], corner(from)[1]);
      context.lineTo(corner(to)[0], corner(to)[1]);
    }
  }
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.stroke();
}

/** Triangles, each in its colour as the light falls on it. @param {Surface} surface @param {ReturnType<typeof viewOf>} view @param {ArrayLike<number>} vertices @param {number} unit the cube's width, in what they count @param {(triangle: number) => number} wordOf */
export function triangles({ context, theme }, view, vertices, unit, wordOf) {
  const { places, order } = farthestFirst(view, vertices, unit);
  const dim = SHADE[theme.isDark ? 'dark' : 'light'];
  for (const i of order) {
    const at = TRIANGLE_WORDS * i;
    context.fillStyle = litColor(wordOf(i), Math.min(1, dim + (1 - dim) * lightOn(places, at)));
    const [x, y] = [(places[at] + places[at + 3] + places[at + 6]) / 3, (places[at + 1] + places[at + 4] + places[at + 7]) / 3];
    context.beginPath();
    for (let corner = at; corner < at + TRIANGLE_WORDS; corner += 3) {
      const [dx, dy] = [places[corner] - x, places[corner + 1] - y];
      const grown = 1 + OVERLAP / (Math.sqrt(dx * dx + dy * dy) || 1);
      context.lineTo(x + grown * dx, y + grown * dy);
    }
    context.fill();
  }
}

/** @param {number} word @param {number} bright */
function litColor(word, bright) {
  const red = Math.min(255, Math.round((word & 255) * bright));
  const green = Math.min(255, Math.round(((word >>> 8) & 255) * bright));
  const blue = Math.min(255, Math.round(((word >>> 16) & 255) * bright));
  return `#${(0x1000000 | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
}

/** Vertices as the view has them, and the triangles in the order in which they hide others. @param {ReturnType<typeof viewOf>} view @param {ArrayLike<number>} vertices @param {number} unit */
function farthestFirst(view, vertices, unit) {
  const places = new Float64Array(vertices.length);
  for (let at = 0; at < vertices.length; at += 3) {
    const place = view(vertices[at] / unit, vertices[at + 1] / unit, vertices[at + 2] / unit);
    for (let axis = 0; axis < 3; axis++) places[at + axis] = place[axis];
  }
  const order = new Uint32Array(vertices.length / TRIANGLE_WORDS);
  const depths = new Float64Array(order.length);
  for (let i = 0, at = 0; i < order.length; i++, at += TRIANGLE_WORDS) {
    order[i] = i;
    depths[i] = places[at + 2] + places[at + 5] + places[at + 8];
  }
  order.sort((left, right) => depths[right] - depths[left]);
  return { places, order };
}

/** From 0 to 1; of thousands of triangles a frame, so without arrays. @param {Float64Array} places @param {number} at the triangle's first word */
function lightOn(places, at) {
  const [x, y, z] = [places[at], places[at + 1], places[at + 2]];
  const [a, b, c] = [places[at + 3] - x, places[at + 4] - y, places[at + 5] - z];
  const [d, e, f] = [places[at + 6] - x, places[at + 7] - y, places[at + 8] - z];
  const [across, down, deep] = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.sqrt(across * across + down * down + deep * deep) || 1;
  return Math.abs(across * LIGHT[0] + down * LIGHT[1] + deep * LIGHT[2]) / length;
}
