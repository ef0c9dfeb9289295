// Tile states of a single-pass scan: an aggregate or an inclusive prefix, which one workgroup publishes and concurrent workgroups read.
//
// WGSL's atomics are 32-bit and relaxed, and accesses to different words have no order, so every word is
// self-contained. From the highest bit down, a word holds the number of the run that wrote it, a flag, and 16 bits of the
// value. Therefore atomicMax replaces an earlier state by a later state and never the reverse. If a state has one writer
// (ONE_WRITER), atomicStore suffices, which is faster for few readers and slower for many. States of earlier runs count
// as empty, so nothing is cleared between runs. The host clears the states before the number of the run overflows.
//
// control[0] counts tickets, or runs (lib/in_order.wgsl). control[1] is the abort flag. control[2] counts fallbacks:
// tiles that another workgroup reduced. control[3] is the count of fallbacks before the run.

import constants::{ABORT_CODE, MAX_SPINS, ONE_WRITER, SPIN_BUDGET, STATES_INTERLEAVED, WITHHELD_PERCENT};
import element::{element_of, element_starts, element_value, identity, T};
import monoid::{value_from_words, value_to_words, VALUE_WORDS};

const STATE_EMPTY: u32 = 0u;
const STATE_AGGREGATE: u32 = 1u;
const STATE_INCLUSIVE_PREFIX: u32 = 2u;

@group(0) @binding(5) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> control: array<atomic<u32>, 4>;

struct TileState {
    flag: u32,
    value: T,
}

// The index of half a word of a tile's state. The states of STATES_INTERLEAVED tiles are interleaved half by half, so that the reads of
// a look-back over many tiles coalesce.
fn state_index(rank: u32, half: u32) -> u32 {
    return (rank / STATES_INTERLEAVED * 2u * VALUE_WORDS + half) * STATES_INTERLEAVED + rank % STATES_INTERLEAVED;
}

fn state_word(run: u32, flag: u32, half: u32) -> u32 { return (run << 18u) | (flag << 16u) | half; }

fn state_put(index: u32, half: u32) {
    if (ONE_WRITER) { atomicStore(&states[index], half); } else { atomicMax(&states[index], half); }
}

// In a segmented scan, an aggregate with the start of a segment is an inclusive prefix, since no earlier tile matters.
// Therefore the segment flag is not stored.
fn state_publish(rank: u32, run: u32, given_flag: u32, value: T) {
    let flag = select(given_flag, STATE_INCLUSIVE_PREFIX, element_starts(value));
    let words = value_to_words(element_value(value));
    @repeat(VALUE_WORDS) state_put(state_index(rank, 2u * #u), state_word(run, flag, words[#] & 0xffffu)); state_put(state_index(rank, 2u * #u + 1u), state_word(run, flag, words[#] >> 16u));
}

// The state of a tile; empty unless all its words are of this run and have the same flag. All loads are issued
// together: separate loads would each wait for memory, and a loop would count towards the iterations that software
// adapters allow.
fn state_read(rank: u32, run: u32) -> TileState {
    @repeat(VALUE_WORDS) let low_# = atomicLoad(&states[state_index(rank, 2u * #u)]); let high_# = atomicLoad(&states[state_index(rank, 2u * #u + 1u)]);
    let tag = low_0 >> 16u;
    var torn = tag >> 2u != run;
    @repeat(VALUE_WORDS) torn = torn || low_# >> 16u != tag || high_# >> 16u != tag;
    if (torn) { return TileState(STATE_EMPTY, identity()); }
    var words: array<u32, VALUE_WORDS>;
    @repeat(VALUE_WORDS) words[#] = (high_# << 16u) | (low_# & 0xffffu);
    let flag = tag & 3u;
    return TileState(flag, element_of(value_from_words(words), flag == STATE_INCLUSIVE_PREFIX));
}

// The remaining spins of this invocation, over all its waits.
var<private> spins_left: u32 = SPIN_BUDGET;

fn count_spin() { spins_left -= min(spins_left, 1u); }

fn run_aborted() -> bool { return atomicLoad(&control[1]) != 0u; }

// Counts a spin. Returns true if no spins are left, or, at every 64th spin, if the run was aborted.
fn should_stop_spinning() -> bool {
    count_spin();
    return spins_left == 0u || (spins_left % 64u == 0u && run_aborted());
}

// Spins until the flag of a tile's state is at least `flag`, at most MAX_SPINS times.
fn state_wait(rank: u32, run: u32, flag: u32) -> TileState {
    var state = state_read(rank, run);
    for (var spin = 0u; spin < MAX_SPINS && state.flag < flag && !should_stop_spinning(); spin++) {
        state = state_read(rank, run);
    }
    return state;
}

fn abort_run() { atomicStore(&control[1], ABORT_CODE); }

// Whether this tile withholds its states, like a tile whose workgroup is never scheduled. WITHHELD_PERCENT is 0 except in tests.
fn state_withheld(rank: u32) -> bool {
    return ((rank * 2654435761u) >> 8u) % 100u < WITHHELD_PERCENT;
}
