/** A drawing as the text of an SVG file. */

const MARGIN_PX = 20;

export function svgText(svg: SVGSVGElement, { color, background, font }: { color: string; background: string; font: string }) {
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('color', color);
  svg.setAttribute('font-family', font);
  svg.style.fontFamily = font;
  const backdrop = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const [width, height] = ['width', 'height'].map((side) => Number(svg.getAttribute(side)) + 2 * MARGIN_PX);
  const frame = { x: -MARGIN_PX, y: -MARGIN_PX, width, height };
  for (const [name, value] of Object.entries({ ...frame, fill: background })) backdrop.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({ width, height, viewBox: Object.values(frame).join(' ') }))
    svg.setAttribute(name, String(value));
  svg.querySelector('style')?.after(backdrop);
  return new XMLSerializer().serializeToString(svg);
}
