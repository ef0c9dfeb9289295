/** The shapes of charts: texts, markers, lines and bands. */
import {
  area,
  line,
  symbol,
  symbolAsterisk,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolPlus,
  symbolSquare,
  symbolStar,
  symbolTimes,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';
import { s } from '../ui/svg.ts';
import type { SymbolType } from 'd3-shape';

type Attributes = Record<string, string | number>;

const hexagon: SymbolType = {
  draw(path, size) {
    // The area of a regular hexagon is 3√3/2 times the square of its radius.
    const radius = Math.sqrt((2 * size) / (3 * Math.sqrt(3)));
    for (let corner = 0; corner < 6; corner++) {
      const angle = (corner * Math.PI) / 3;
      const at = [radius * Math.sin(angle), -radius * Math.cos(angle)] as const;
      if (corner) path.lineTo(...at);
      else path.moveTo(...at);
    }
    path.closePath();
  },
};

const MARKERS: Record<string, SymbolType> = {
  asterisk: symbolAsterisk,
  circle: symbolCircle,
  cross: symbolCross,
  diamond: symbolDiamond,
  hexagon,
  plus: symbolPlus,
  square: symbolSquare,
  star: symbolStar,
  times: symbolTimes,
  triangle: symbolTriangle,
  wye: symbolWye,
};

/** A line of text. By default, its middle is at `x`. */
export function text(content: string, x: number, y: number, attributes: Attributes = {}) {
  return s('text', { x, y, ...attributes }, content);
}

/** The look of a text with an outline in the background colour, so that the text is legible over lines. */
export function halo(background: string, width: number): Attributes {
  return { stroke: background, 'stroke-width': width, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
}

/**
 * A marker of a point.
 * @param radius the radius of a circle with the same area
 */
export function marker(name: string, x: number, y: number, radius: number, { degrees = 0, ...attributes }: Attributes = {}) {
  const d = symbol(MARKERS[name], Math.PI * radius ** 2)() ?? '';
  return s('path', { d, 'stroke-width': 1.5, transform: `translate(${x},${y})${degrees ? ` rotate(${degrees})` : ''}`, ...attributes });
}

/** A line through points. It has gaps at points with a coordinate that is not finite. */
export function linePath<T>(points: readonly T[], x: (point: T) => number, y: (point: T) => number) {
  const isKnown = (point: T) => Number.isFinite(x(point)) && Number.isFinite(y(point));
  return line<T>(x, y).defined(isKnown)([...points]) ?? '';
}

/** A band between the low and the high values of points. It has gaps at points with a value that is not finite. */
export function bandPath<T>(points: readonly T[], x: (point: T) => number, low: (point: T) => number, high: (point: T) => number) {
  const isKnown = (point: T) => Number.isFinite(low(point)) && Number.isFinite(high(point));
  return area<T>(x, low, high).defined(isKnown)([...points]) ?? '';
}
