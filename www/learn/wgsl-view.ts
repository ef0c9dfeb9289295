/** The view of the WGSL that a device compiles, with the file and the first line of each part. */
import { h } from '../ui/dom.ts';
import { tokens } from './wgsl.ts';
import texts from 'shader-texts';
import type { Formats } from '../shared/format.ts';
import type { JoinedShader, ShaderPart } from '../types.ts';

const PRELUDE = 'prelude';

export function shaderViews(formats: Formats, shaders: JoinedShader[]) {
  return shaders.map(({ entry_points, parts }, i) => {
    // A module comes after the modules that it imports, so the last part is the kernel's own module.
    const own = parts[parts.length - 1];
    const lines = parts.reduce((sum, { source }) => sum + lineCount(source), 0);
    return h(
      'details',
      { class: 'shader', id: `shader-${i}` },
      h(
        'summary',
        {},
        h('code', {}, entry_points.join(', ')),
        ` in shaders/${own.path}, ${formats.count(lines, 'line')} with the modules that it imports`,
      ),
      ...parts.map((part) => partView(formats, part)),
    );
  });
}

function lineCount(source: string) {
  return source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
}

function partView(formats: Formats, part: ShaderPart) {
  const { path, first_line } = part;
  // The compiled lines have no comments. The view shows the files, which have comments.
  const source = texts[path] ?? part.source;
  const count = lineCount(source);
  const name = path === PRELUDE ? 'generated constants' : `shaders/${path}`;
  const where = `${name}, lines 1 to ${formats.integer(count)}: lines ${formats.integer(first_line)} to ${formats.integer(first_line + count - 1)} of the joined text`;
  const numbers = Array.from({ length: count }, (_, i) => i + 1).join('\n');
  const code = tokens(source.replace(/\n$/, '')).map(({ kind, text }) => (kind ? h('span', { class: `wgsl-${kind}` }, text) : text));
  return h(
    'figure',
    { class: 'shader-part' },
    h('figcaption', {}, where),
    h(
      'div',
      { class: 'shader-scroll', tabindex: '0', role: 'region', 'aria-label': name },
      h('pre', { class: 'line-numbers', 'aria-hidden': 'true' }, numbers),
      h('pre', { class: 'source' }, ...code),
    ),
  );
}
