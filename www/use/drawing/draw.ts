/** Shapes that several applications draw. */
import type { Surface } from '../types.ts';

/** in CSS pixels */
export type Box = { x: number; y: number; width: number; height: number };

/**
 * The side of square dots that cover about 40 % of an area, at most 12 device pixels.
 * @param area in device pixels
 */
export function dotSide(area: number, dots: number) {
  return Math.max(1, Math.min(12, Math.round(Math.sqrt(area / dots) * 0.62)));
}

export function ring({ context }: Surface, [x, y]: [x: number, y: number], [across, down]: [across: number, down: number], color: string) {
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
}

export function label(
  { context, theme, isSmall }: Surface,
  text: string,
  x: number,
  y: number,
  { color = theme.muted, align = 'left', size = 12 }: { color?: string; align?: CanvasTextAlign; size?: number } = {},
) {
  if (isSmall) return;
  context.font = `${size}px ${theme.font}`;
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  // An outline separates the letters from the picture under them.
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = theme.surface;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}
