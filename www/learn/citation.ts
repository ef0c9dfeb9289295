/** Sources as links. */
import { h } from '../ui/dom.ts';
import { addressOf } from './lessons/sources.ts';

/** A source, as a link if it has an address. @param source cited as in lessons/sources.ts */
export function citation(source: string) {
  const address = addressOf(source);
  return address ? h('a', { href: address, target: '_blank', rel: 'noopener' }, source) : source;
}
