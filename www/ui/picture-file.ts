/** Draws parts of the page as one SVG file: boxes, texts and drawings, with the browser's layout and in light colours. */

import { s } from './svg.ts';

const MARGIN_PX = 16;
const BACKGROUND = '#ffffff';
/** The styles of a drawing that its file needs, since the file has no style sheet. */
const DRAWN = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'visibility',
];
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

type Area = { left: number; top: number; right: number; bottom: number };
type Page = { nodes: SVGElement[]; left: number; top: number; right: number; bottom: number };

/**
 * The text of an SVG file.
 * @param parts are drawn below each other
 * @param title of the file
 */
export function pictureFile(parts: readonly HTMLElement[], title: string): string {
  let [width, height] = [0, 0];
  const groups = parts.map((part) => {
    const { colorScheme, color } = part.style;
    // An inherited text colour would be that of the page's theme.
    Object.assign(part.style, { colorScheme: 'light', color: 'var(--text)' });
    const { left, top } = part.getBoundingClientRect();
    const page = { nodes: [], left, top, right: left, bottom: top };
    try {
      draw(part, page, null);
    } finally {
      Object.assign(part.style, { colorScheme, color });
    }
    const group = s('g', { transform: `translate(${MARGIN_PX - left} ${height + MARGIN_PX - top})` }, ...page.nodes);
    width = Math.max(width, page.right - left);
    height += page.bottom - top + MARGIN_PX;
    return group;
  });
  const [outerWidth, outerHeight] = [Math.ceil(width + 2 * MARGIN_PX), Math.ceil(height + MARGIN_PX)];
  const file = s(
    'svg',
    { width: outerWidth, height: outerHeight, viewBox: `0 0 ${outerWidth} ${outerHeight}` },
    s('title', {}, title),
    s('rect', { width: outerWidth, height: outerHeight, fill: BACKGROUND }),
    ...groups,
  );
  return new XMLSerializer().serializeToString(file);
}

/** Draws an element and its content. @param clip the area of a part that scrolls vertically; nothing is drawn outside it */
function draw(element: Element, page: Page, clip: Area | null) {
  // Controls, invisible elements and texts for screen readers are not drawn.
  if (!element.checkVisibility({ visibilityProperty: true }) || element.matches('.visually-hidden, .fields, summary, button')) return;
  const box = element.getBoundingClientRect();
  if (clip && (box.top >= clip.bottom || box.bottom <= clip.top)) return;
  if (element instanceof SVGSVGElement) return drawing(element, box, page);
  const style = getComputedStyle(element);
  boxOf(box, style, page);
  const scrolls = style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
  const inside = scrolls ? box : clip;
  for (const child of element.childNodes) {
    if (child instanceof Text) textOf(child, style, page, inside);
    else if (child instanceof Element) draw(child, page, inside);
  }
}

function grow(page: Page, { right, bottom }: Pick<Area, 'right' | 'bottom'>) {
  page.right = Math.max(page.right, right);
  page.bottom = Math.max(page.bottom, bottom);
}

/** Draws the background and the borders of an element. */
function boxOf(box: DOMRect, style: CSSStyleDeclaration, page: Page) {
  const { left: x, top: y, width, height } = box;
  if (!width || !height) return;
  // The pattern of a legend is drawn as an outline.
  const isPattern = style.backgroundImage !== 'none';
  const isFilled = !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor);
  if (isFilled || isPattern) {
    const fill = isFilled ? style.backgroundColor : 'none';
    page.nodes.push(
      s('rect', {
        x,
        y,
        width,
        height,
        rx: Number.parseFloat(style.borderTopLeftRadius) || 0,
        fill,
        ...(isPattern && { stroke: style.color, 'stroke-opacity': 0.4 }),
      }),
    );
    grow(page, box);
  }
  for (const side of SIDES) {
    const thick = Number.parseFloat(style.getPropertyValue(`border-${side}-width`));
    const kind = style.getPropertyValue(`border-${side}-style`);
    if (!thick || kind === 'none') continue;
    const ends = {
      top: [x, y, x + width, y],
      bottom: [x, y + height, x + width, y + height],
      left: [x, y, x, y + height],
      right: [x + width, y, x + width, y + height],
    }[side];
    const [x1, y1, x2, y2] = ends;
    const dashes: Record<string, string> = kind === 'dashed' || kind === 'dotted' ? { 'stroke-dasharray': '3 2' } : {};
    page.nodes.push(
      s('line', { x1, y1, x2, y2, stroke: style.getPropertyValue(`border-${side}-color`), 'stroke-width': thick, ...dashes }),
    );
    grow(page, box);
  }
}

/** Draws a text, line by line with the browser's line breaks. */
function textOf(node: Text, style: CSSStyleDeclaration, page: Page, clip: Area | null) {
  const range = document.createRange();
  const lines: { text: string; box: DOMRect }[] = [];
  for (let i = 0; i < node.data.length; i++) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const [box] = range.getClientRects();
    if (!box?.width) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 1) {
      last.text += node.data[i];
      last.box = new DOMRect(last.box.left, last.box.top, box.right - last.box.left, box.height);
    } else lines.push({ text: node.data[i], box });
  }
  for (const { text, box } of lines) {
    if (!text.trim() || (clip && (box.bottom > clip.bottom || box.top < clip.top))) continue;
    const attributes = {
      x: box.left,
      // The position of the baseline in most fonts.
      y: box.top + box.height * 0.8,
      'xml:space': 'preserve',
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'font-style': style.fontStyle,
    };
    page.nodes.push(s('text', attributes, text));
    grow(page, box);
  }
}

/** Copies a drawing with its styles. */
function drawing(svg: SVGSVGElement, box: DOMRect, page: Page) {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...svg.querySelectorAll('*')], [...copy.querySelectorAll('*')]];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of DRAWN) to[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'style', 'id', 'data-node']) to[i].removeAttribute(name);
  });
  for (const [name, value] of Object.entries({ x: box.left, y: box.top, width: box.width, height: box.height }))
    copy.setAttribute(name, `${value}`);
  for (const name of ['class', 'style', 'role', 'aria-labelledby']) copy.removeAttribute(name);
  page.nodes.push(copy);
  grow(page, box);
}
