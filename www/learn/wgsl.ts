/** Splits WGSL into tokens for syntax colouring. Pure: no DOM. */

type Token = { kind: 'comment' | 'keyword' | 'type' | 'number' | 'attribute' | ''; text: string };

const KEYWORDS =
  'alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if import let loop override requires return struct switch true var while';
const TYPES = 'array atomic bool f16 f32 i32 ptr u32 vec2 vec3 vec4 vec2u vec3u vec4u vec2f vec3f vec4f mat2x2f';
const PATTERN = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<attribute>@\w+)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS.replaceAll(' ', '|')})\b)`,
    String.raw`(?<type>\b(?:${TYPES.replaceAll(' ', '|')})\b)`,
    String.raw`(?<number>\b(?:0x[\da-fA-F]+|\d[\d.]*)[iufh]?\b)`,
  ].join('|'),
  'g',
);

/** @returns tokens whose concatenation is the source */
export function tokens(source: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of source.matchAll(PATTERN)) {
    if (match.index > end) found.push({ kind: '', text: source.slice(end, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? '';
    found.push({ kind: kind as Token['kind'], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < source.length) found.push({ kind: '', text: source.slice(end) });
  return found;
}
