/** Sources as links. */
import { h } from './dom.ts';
import { addressOf } from './sources.ts';

/** A source, as a link if it has an address. @param source cited as in sources.ts */
export function citation(source: string) {
  const address = addressOf(source);
  return address ? h('a', { href: address, target: '_blank', rel: 'noopener' }, source) : source;
}

/** Sources with semicolons between them. */
export function citations(sources: string) {
  return sources.split('; ').flatMap((source, i) => [i ? '; ' : '', citation(source)]);
}
