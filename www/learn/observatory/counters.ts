/**
 * Counters of look-backs in the WGSL of a scan, for a run beside the measured ones: whole lines that are added to the joined text, so that
 * without them it is the measured text, byte for byte. Pure: no DOM.
 */

/** Bins of the histogram of depths, the last for more. */
export const DEPTHS = 128;
/** Bins of the histogram of spins: none, 1, 2 and 3, 4 to 7, … */
export const SPINS = 33;
/** The binding of the counters in group 0. */
export const BINDING = 9;
/** Words of the counters: depths, spins of a tile's first invocation, all windows, all spins, all fallbacks. */
export const WORDS = DEPTHS + SPINS + 3;
const [WINDOWS, ALL_SPINS, FALLBACKS] = [DEPTHS + SPINS, DEPTHS + SPINS + 1, DEPTHS + SPINS + 2];

/** Lines behind the last of the text. */
const DECLARATIONS = [
  `@group(0) @binding(${BINDING}) var<storage, read_write> look_back_counts: array<atomic<u32>, ${WORDS}>;`,
  'var<private> look_back_spins: u32;',
  'fn count_look_back(depth: u32) {',
  `atomicAdd(&look_back_counts[min(depth, ${DEPTHS - 1}u)], 1u);`,
  `atomicAdd(&look_back_counts[${DEPTHS}u + 32u - countLeadingZeros(look_back_spins)], 1u);`,
  '}',
  'fn count_look_back_spin() {',
  'look_back_spins += 1u;',
  `atomicAdd(&look_back_counts[${ALL_SPINS}u], 1u);`,
  '}',
];

/** What is added before or after a line, by the file whose line it is. */
type Added = { file: string; line: string; before?: string; after?: string };

export const ADDED: readonly Added[] = [
  {
    file: 'lib/look_back.wgsl',
    line: 'if (end == 0u) { end_look_back(tile, before); } else { exclusive_prefix = before; }',
    // A fallback on the first tile ends it too, without reading a prefix.
    before: 'if (end == 0u) { count_look_back(tile.rank); }',
  },
  {
    file: 'lib/look_back_subgroup.wgsl',
    line: 'var state = TileState(STATE_INCLUSIVE_PREFIX, identity());',
    after: `if (position.lane == 0u) { atomicAdd(&look_back_counts[${WINDOWS}u], 1u); }`,
  },
  {
    file: 'lib/look_back_subgroup.wgsl',
    line: 'spins += 1u;',
    after: 'if (position.lane == 0u) { count_look_back_spin(); }',
  },
  {
    file: 'lib/look_back_subgroup.wgsl',
    line: 'if (position.local_index == 0u && ends) { end_look_back(tile, before); }',
    // The tile of the prefix is the one before `end`.
    before: 'if (position.local_index == 0u && ends) { count_look_back(tile.rank - end + min(end, 1u)); }',
  },
  {
    file: 'lib/look_back_workgroup.wgsl',
    line: 'if (state.flag == STATE_INCLUSIVE_PREFIX) { end = 0u; }',
    before: 'if (state.flag == STATE_INCLUSIVE_PREFIX) { count_look_back(tile.rank - end); }',
  },
  {
    file: 'lib/look_back_workgroup.wgsl',
    line: 'if (local_index == 0u) { look_back_add(tile); }',
    before: `if (local_index == 0u) { atomicAdd(&look_back_counts[${WINDOWS}u], 1u); }`,
  },
  {
    file: 'lib/tile_states.wgsl',
    line: 'for (var spin = 0u; spin < MAX_SPINS && state.flag < flag && !should_stop_spinning(); spin++) {',
    after: 'count_look_back_spin();',
  },
  {
    file: 'scan/look-back-fallback.wgsl',
    line: 'atomicAdd(&control[2], 1u);',
    after: `atomicAdd(&look_back_counts[${FALLBACKS}u], 1u);`,
  },
  {
    file: 'scan/chained.wgsl',
    line: 'let state = state_wait(rank - 1u, run, STATE_INCLUSIVE_PREFIX);',
    after: 'count_look_back(1u);',
  },
];

/**
 * The text with counters. Lines of the given text stay as they are.
 * @param source of a joined shader
 * @param files of which it is joined
 */
export function withCounters(source: string, files: string[]) {
  const added = ADDED.filter(({ file }) => files.includes(file));
  if (!added.length) throw new Error('this kernel looks back nowhere');
  const found = new Set();
  const lines = source.split('\n').flatMap((line) => {
    const one = added.find((each) => each.line === line.trim());
    if (!one) return [line];
    found.add(one);
    return [...(one.before ? [one.before] : []), line, ...(one.after ? [one.after] : [])];
  });
  const lost = added.find((one) => !found.has(one));
  if (lost) throw new Error(`the line “${lost.line}” is not in ${lost.file}`);
  return [...lines, ...DECLARATIONS].join('\n');
}

export type Counts = { depths: number[]; spins: number[]; windows: number; allSpins: number; fallbacks: number };

export function readCounts(words: ArrayLike<number>): Counts {
  const all = Array.from(words);
  return {
    depths: all.slice(0, DEPTHS),
    spins: all.slice(DEPTHS, DEPTHS + SPINS),
    windows: all[WINDOWS],
    allSpins: all[ALL_SPINS],
    fallbacks: all[FALLBACKS],
  };
}
