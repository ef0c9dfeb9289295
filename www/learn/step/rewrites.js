/** Breaks of one algorithm that its sources warn of: several lines, or the bindings of its dispatches. Pure: no DOM. */

/** @typedef {import('../../types.d.ts').Recording} Recording */
/** @typedef {'in-place' | 'one-barrier'} RewriteId */
/**
 * @typedef {object} Rewrite
 * @property {RewriteId} id
 * @property {string} title
 * @property {(recording: Recording) => import('./break.js').Broken | null} apply null where the recording has nothing of it
 */

/** Bindings of Horn's scan: the level that a step reads, and the one that it writes. */
const [BEFORE, AFTER] = [3, 4];

/** @type {Record<string, Rewrite>} */
const REWRITES = {
  'naive-tiles': {
    id: 'in-place',
    title: 'Scan in place, without the second buffer (Harris’s Algorithm 1, which “will not work”)',
    apply: (recording) =>
      edited(recording, [
        [/let after = TILE_ELEMENTS - before;/, 'let after = before;'],
        [/(const NAIVE_RESULT: u32 = )\d+u;/, '$10u;'],
      ]),
  },
  'hillis-steele': {
    id: 'in-place',
    title: 'Scan in place, without the second buffer (Harris’s Algorithm 1, which “will not work”)',
    apply: onOneLevel,
  },
  'kogge-stone': {
    id: 'one-barrier',
    title: 'Use one buffer and one barrier a step, where the lecture has two',
    apply: (recording) => edited(recording, [[/(combine\(kogge_stone_values\[[^\n]*\n\s*)workgroupBarrier\(\);/, '$1']]),
  },
};

/** What an algorithm's sources warn of. @param {string} algorithm @returns {Rewrite | undefined} */
export function rewriteOf(algorithm) {
  return Object.hasOwn(REWRITES, algorithm) ? REWRITES[algorithm] : undefined;
}

/** Every shader with these replacements, which keep the numbers of lines. @param {Recording} recording @param {[RegExp, string][]} replacements */
function edited(recording, replacements) {
  const shaders = recording.shaders.map((source) => replacements.reduce((text, [from, to]) => text.replace(from, to), source));
  const places = shaders.flatMap((source, shader) => {
    const before = recording.shaders[shader].split('\n');
    return source.split('\n').flatMap((text, i) => (text === before[i] ? [] : [{ shader, line: i + 1 }]));
  });
  return places.length ? { recording: { ...recording, shaders }, places } : null;
}

/** Horn's steps on one level: each reads and writes the same buffer. @param {Recording} recording */
function onOneLevel(recording) {
  const levels = recording.passes.flatMap(({ bindings }) => bindings.filter(([binding]) => binding === BEFORE || binding === AFTER));
  // Levels alternate with the output, which the last step binds by itself.
  const level = levels.map(([, buffer]) => buffer).find((buffer) => buffer !== recording.output);
  const isStep = (/** @type {Recording['passes'][number]} */ { bindings }) =>
    bindings.some(([binding]) => binding === BEFORE) && bindings.some(([binding]) => binding === AFTER);
  // The first step reads the input, the last writes the output: those between have two levels.
  if (level === undefined || !recording.passes.some(isStep)) return null;
  const found = edited(recording, [
    [/return before\[index\];/, 'return after[index];'],
    [/combine\(before\[index - distance\], before\[index\]\)/, 'combine(after[index - distance], after[index])'],
  ]);
  const passes = recording.passes.map((pass) => {
    const others = pass.bindings.filter(([binding]) => binding !== BEFORE && binding !== AFTER);
    return others.length === pass.bindings.length
      ? pass
      : { ...pass, bindings: /** @type {[number, number][]} */ ([...others, [AFTER, level]]) };
  });
  return found && { ...found, recording: { ...found.recording, passes } };
}
