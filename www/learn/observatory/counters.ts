/**
 * Adds counters of look-backs to the WGSL of a scan, for runs that are not measured. Counters are whole lines in the joined text of the files.
 * Without these lines, the text equals the measured one, byte for byte. Pure: no DOM.
 */

/** The number of bins of the histogram of depths. The last bin counts all greater depths, too. */
export const DEPTHS = 128;
/** The number of bins of the histogram of spins: 0, 1, 2 to 3, 4 to 7 and so on. */
export const SPINS = 33;
/** The binding number of the counters in group 0. */
export const BINDING = 9;
/** The number of words of the counters. They are the histogram of depths, that of the spins of each tile's first invocation, and totals. */
export const WORDS = DEPTHS + SPINS + 3;
const [WINDOWS, ALL_SPINS, FALLBACKS] = [DEPTHS + SPINS, DEPTHS + SPINS + 1, DEPTHS + SPINS + 2];

/** Lines that are added at the end of the text. */
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

/** A line of a file, with text that is added before or after it. */
type Added = { file: string; line: string; before?: string; after?: string };

export const ADDED: readonly Added[] = [
  {
    file: 'lib/look_back.wgsl',
    line: 'if (end == 0u) { end_look_back(tile, before); } else { exclusive_prefix = before; }',
    // A fallback on the first tile also ends the look-back, without reading a prefix.
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
    // The look-back ended at the tile before `end`, or reached the first tile if `end` is 0.
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
 * The text with counters. The lines of the source stay unchanged.
 * @param source the text of a joined shader
 * @param files the files that the shader is joined from
 */
export function withCounters(source: string, files: string[]) {
  const added = ADDED.filter(({ file }) => files.includes(file));
  if (!added.length) throw new Error('this kernel does not look back');
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
