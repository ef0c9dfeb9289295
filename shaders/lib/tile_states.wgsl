// What tiles of a single-pass scan tell each other: a sum, published by one workgroup and read by others that run beside it.
//
// WGSL's atomics are 32-bit and order nothing but themselves, so every word is whole by itself: 16 bits of a value, a flag, and
// the number of the run that wrote it, in rising order of rank, so that atomicMax lets a later state replace an earlier one and
// never the reverse. States of earlier runs count as empty: nothing is cleared between runs (the host clears before the number
// of the run overflows).
//
// control[0] counts tickets, control[1] is set where a run gave up.

const STATE_EMPTY: u32 = 0u;
const STATE_SUM: u32 = 1u;
const STATE_PREFIX: u32 = 2u;

@group(0) @binding(3) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> control: array<atomic<u32>, 2>;

struct TileState {
    flag: u32,
    value: T,
}

fn state_word(run: u32, flag: u32, half: u32) -> u32 { return (run << 18u) | (flag << 16u) | half; }

fn state_publish(rank: u32, run: u32, flag: u32, value: T) {
    let words = to_words(value);
    for (var word = 0u; word < T_WORDS; word++) {
        let place = 2u * (rank * T_WORDS + word);
        atomicMax(&states[place], state_word(run, flag, words[word] & 0xffffu));
        atomicMax(&states[place + 1u], state_word(run, flag, words[word] >> 16u));
    }
}

// The state of a tile; empty where its words are not all of this run and of one flag.
fn state_read(rank: u32, run: u32) -> TileState {
    var words: array<u32, T_WORDS>;
    let head = atomicLoad(&states[2u * rank * T_WORDS]) >> 16u;
    if (head >> 2u != run) { return TileState(STATE_EMPTY, identity()); }
    for (var word = 0u; word < T_WORDS; word++) {
        let place = 2u * (rank * T_WORDS + word);
        let low = atomicLoad(&states[place]);
        let high = atomicLoad(&states[place + 1u]);
        if (low >> 16u != head || high >> 16u != head) { return TileState(STATE_EMPTY, identity()); }
        words[word] = (high << 16u) | (low & 0xffffu);
    }
    return TileState(head & 3u, from_words(words));
}

// Rounds that this invocation may still wait in all, whatever it waits for.
var<private> state_patience: u32 = SPIN_BUDGET;

// Waits until a tile's state is at least `flag`, but for no more than MAX_SPINS rounds.
fn state_wait(rank: u32, run: u32, flag: u32) -> TileState {
    var state = state_read(rank, run);
    for (var spin = 0u; spin < MAX_SPINS && state_patience > 0u && state.flag < flag; spin++) {
        state_patience -= 1u;
        if (spin % 64u == 63u && atomicLoad(&control[1]) != 0u) { break; }
        state = state_read(rank, run);
    }
    return state;
}

fn give_up() { atomicStore(&control[1], 1u); }

// Whether this tile keeps its states to itself, as one would whose workgroup is never scheduled. For tests; 0 in earnest.
fn state_withheld(rank: u32) -> bool {
    return ((rank * 2654435761u) >> 8u) % 100u < WITHHELD_PERCENT;
}
