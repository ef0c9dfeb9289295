/** The picture of a text's brackets: lines of it, indented by their depth, above the depths of all of it. */
import { borrowed } from '../../device/device.js';
import { imageOf } from '../../drawing/image.js';
import { label } from '../../drawing/draw.js';
import { drawDepths } from './depths.js';
import { drawLines, firstOf, linesOn } from './lines.js';

/** @param {{ width: number, height: number }} size in CSS pixels */
function boxesOf({ width, height }) {
  const high = height - Math.min(90, 0.3 * height);
  return {
    text: { x: 0, y: 4, width, height: high - 10 },
    depths: { x: 0, y: high + 18, width, height: height - high - 20 },
  };
}

/** @type {NonNullable<import('../../types.d.ts').Application['prepare']>} */
export async function prepare({ width, height, scale, theme, word }, lab, state, step) {
  const { device } = lab;
  const { text, depths } = boxesOf({ width: width / scale, height: height / scale });
  const line = Math.round(1.5 * scale);
  const image = borrowed(device, width * height);
  drawDepths(device, image, state, {
    ...{ width, first: Math.round(depths.y * scale), rows: Math.max(line, Math.round(depths.height * scale)), line },
    ...{ curve: word(theme.accent) | 0, bad: word(theme.bad) | 0, is_marked: Number(step === 'sort') },
  });
  const drawn = imageOf(lab, { width, height }, image);
  const [strip, lines] = await Promise.all([drawn, linesOn(device, theme, text, state, step)]);
  return { strip, lines };
}

/** @param {import('../../types.d.ts').Surface} surface @param {import('../../types.d.ts').State} state */
export function draw(surface, state) {
  const { context, width, theme, prepared } = surface;
  const { text, depths } = boxesOf(surface);
  drawLines(context, text, prepared.lines);
  surface.add(prepared.strip);
  context.fillStyle = theme.text;
  context.fillRect((firstOf(state) * width) / state.input.text.length, depths.y - 4, 1.5, depths.height + 4);
  label(surface, `depth, up to ${state.found.deepest}`, 10, depths.y - 4);
}
