// Tile states of a single-pass scan: an aggregate or an inclusive prefix, published by one workgroup and read by others that run beside it.
//
// WGSL's atomics are 32-bit and order nothing but themselves, so every word is whole by itself: 16 bits of a value, a flag, and
// the number of the run that wrote it, in rising order of rank, so that atomicMax lets a later state replace an earlier one and
// never the reverse; where a tile's state has one writer (ONE_WRITER) a plain store does, which few readers see sooner and many
// later. States of earlier runs count as empty: nothing is cleared between runs (the host clears before the number
// of the run overflows).
//
// control[0] counts tickets, control[1] is the abort flag, control[2] counts fallbacks, tiles that another tile reduced,
// control[3] those of them before the run.

import constants::{MAX_SPINS, ONE_WRITER, SPIN_BUDGET, STATES_TOGETHER, WITHHELD_PERCENT};
import element::{from_words, identity, T, T_WORDS, to_words};

const STATE_EMPTY: u32 = 0u;
const STATE_AGGREGATE: u32 = 1u;
const STATE_INCLUSIVE_PREFIX: u32 = 2u;

@group(0) @binding(3) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> control: array<atomic<u32>, 4>;

struct TileState {
    flag: u32,
    value: T,
}

// Where half a word of a tile's state lies. STATES_TOGETHER tiles have theirs side by side, half by half, so that what a look-back
// reads of many tiles at once are neighbours.
fn state_place(rank: u32, half: u32) -> u32 {
    return (rank / STATES_TOGETHER * 2u * T_WORDS + half) * STATES_TOGETHER + rank % STATES_TOGETHER;
}

fn state_word(run: u32, flag: u32, half: u32) -> u32 { return (run << 18u) | (flag << 16u) | half; }

// Half a word of a state, at its place among the states' halves.
fn state_put(place: u32, half: u32) {
    if (ONE_WRITER) { atomicStore(&states[place], half); } else { atomicMax(&states[place], half); }
}

fn state_publish(rank: u32, run: u32, flag: u32, value: T) {
    let words = to_words(value);
    @repeat(T_WORDS) state_put(state_place(rank, 2u * #u), state_word(run, flag, words[#] & 0xffffu)); state_put(state_place(rank, 2u * #u + 1u), state_word(run, flag, words[#] >> 16u));
}

// The state of a tile; empty where its words are not all of this run and of one flag. All words are read at once: one after the
// other they would take as many times as long, and a loop would use up the iterations that software rasterisers grant.
fn state_read(rank: u32, run: u32) -> TileState {
    @repeat(T_WORDS) let low_# = atomicLoad(&states[state_place(rank, 2u * #u)]); let high_# = atomicLoad(&states[state_place(rank, 2u * #u + 1u)]);
    let tag = low_0 >> 16u;
    var torn = tag >> 2u != run;
    @repeat(T_WORDS) torn = torn || low_# >> 16u != tag || high_# >> 16u != tag;
    if (torn) { return TileState(STATE_EMPTY, identity()); }
    var words: array<u32, T_WORDS>;
    @repeat(T_WORDS) words[#] = (high_# << 16u) | (low_# & 0xffffu);
    return TileState(tag & 3u, from_words(words));
}

// Spins that this invocation has left in all, whatever it waits for.
var<private> spins_left: u32 = SPIN_BUDGET;

fn count_spin() { spins_left -= min(spins_left, 1u); }

fn run_aborted() -> bool { return atomicLoad(&control[1]) != 0u; }

// Counts a spin: whether to stop, because none are left or the run was aborted.
fn should_stop_spinning() -> bool {
    count_spin();
    return spins_left == 0u || (spins_left % 64u == 0u && run_aborted());
}

// Spins until a tile's state is at least `flag`, at most MAX_SPINS times.
fn state_wait(rank: u32, run: u32, flag: u32) -> TileState {
    var state = state_read(rank, run);
    for (var spin = 0u; spin < MAX_SPINS && state.flag < flag && !should_stop_spinning(); spin++) {
        state = state_read(rank, run);
    }
    return state;
}

fn abort_run() { atomicStore(&control[1], 1u); }

// Whether this tile withholds its states, like one whose workgroup is never scheduled. Test only; 0 % in production.
fn state_withheld(rank: u32) -> bool {
    return ((rank * 2654435761u) >> 8u) % 100u < WITHHELD_PERCENT;
}
