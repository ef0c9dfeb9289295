/** Elements of drawings. */

const SVG = 'http://www.w3.org/2000/svg';

export function s(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  element.append(...children);
  return element as SVGElement;
}
