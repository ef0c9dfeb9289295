/** The page's colours in the form that canvases need: custom properties resolved for the current theme. */
import { h } from '../../ui/dom.ts';
import type { Theme } from '../types.ts';

const NAMES = ['surface', 'panel', 'text', 'muted', 'line', 'accent', 'good', 'bad'] as const;
/** Properties of the probe that hold the colours. */
const PROPERTIES = [
  'color',
  'background-color',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
  'outline-color',
  'text-decoration-color',
];
const SERIES = ['use-1', 'use-2', 'use-3', 'use-4', 'use-5', 'use-6'];
/** Colours are cached for this time: they may change without notice, if the surrounding page changes its styles. */
const KEPT_MS = 200;
const RAMP_LENGTH = 256;

/** Reads the colours at a place of the page. */
export class ThemeReader {
  probe;
  #theme: Theme | null = null;
  #key = '';
  #read_ms = -Infinity;

  constructor() {
    this.probe = h('span', { hidden: true, 'aria-hidden': 'true' });
    // With forced colours, all properties would have the forced colours.
    this.probe.style.setProperty('forced-color-adjust', 'none');
    // Set once, all together: a style that changes before each read would be recomputed for each picture.
    NAMES.forEach((name, i) => this.probe.style.setProperty(PROPERTIES[i], `var(--${name})`));
  }

  /** Forgets the colours after a change of the page's theme. */
  forget() {
    this.#read_ms = -Infinity;
  }

  /** The current colours, or those of up to KEPT_MS ago. The object stays the same while the colours do. */
  read(): Theme {
    const now = performance.now();
    // Reading colours would lay the page out for each picture of an animation.
    if (this.#theme && now - this.#read_ms < KEPT_MS) return this.#theme;
    this.#read_ms = now;
    const style = getComputedStyle(this.probe);
    const colors = Object.fromEntries(NAMES.map((name, i) => [name, style.getPropertyValue(PROPERTIES[i])]));
    const key = Object.values(colors).join();
    if (this.#theme && key === this.#key) return this.#theme;
    this.#key = key;
    const [property] = PROPERTIES;
    const colorOf = (name: string) => {
      this.probe.style.setProperty(property, `var(--${name})`);
      return style.getPropertyValue(property);
    };
    const series = SERIES.map(colorOf);
    colorOf(NAMES[0]);
    const isDark = lightness(colors.surface) < lightness(colors.text);
    const ramp = rampOf(isDark);
    this.#theme = {
      ...colors,
      series,
      font: style.fontFamily,
      isDark,
      ramp: Uint32Array.from(ramp, wordOf),
      rampText: ramp.map(([r, g, b]) => `rgb(${r} ${g} ${b})`),
    } as Theme;
    return this.#theme;
  }
}

/** A colour as a word of an image. @param color in the form of computed styles */
export function wordOfColor(color: string) {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return wordOf([r, g, b]);
}

/** A word of an image. Its bytes are red, green, blue and opaque. */
function wordOf([r, g, b]: number[]) {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function lightness(color: string) {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Hues of equal lightness from blue to orange, for the order of elements. */
export function rampOf(isDark: boolean): number[][] {
  const [light, chroma] = isDark ? [0.76, 0.13] : [0.6, 0.15];
  return Array.from({ length: RAMP_LENGTH }, (_, i) => rgbOf(light, chroma, 265 - (i / (RAMP_LENGTH - 1)) * 220));
}

/**
 * OKLCH (Björn Ottosson, “A perceptual color space for image processing”, 2020) as sRGB.
 * @param hue in degrees
 */
function rgbOf(l: number, c: number, hue: number) {
  const [a, b] = [c * Math.cos((hue * Math.PI) / 180), c * Math.sin((hue * Math.PI) / 180)];
  const [long, medium, short] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((x) => Math.round(255 * encoded(Math.min(1, Math.max(0, x)))));
}

/** A linear colour component in the encoding of sRGB, both from 0 to 1. */
function encoded(x: number) {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
}
