// Decoupled look-back: a tile publishes its sum at once, and adds up the sums of the tiles before it until it meets a prefix.
//
// Merrill & Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016. LOOK_BACK_WINDOW invocations read as many
// predecessors at a time; invocation 0 adds what they found, in order, so the operator need not commute.
//
// The algorithm's own file defines
//   fn tile_missing(rank, run, lane) -> bool    what to do about a tile that has published nothing: true where its sum now
//                                               stands in single_pass_total, false to give the run up
// which is called in uniform control flow.

const LOOK_BACK_GOES_ON: u32 = 0u;
const LOOK_BACK_MISSES: u32 = 1u;
const LOOK_BACK_ENDS: u32 = 2u;

var<workgroup> look_back_window: array<TileState, LOOK_BACK_WINDOW>;
var<workgroup> look_back_before: T;
// The tiles from here on are in look_back_before.
var<workgroup> look_back_end: u32;
var<workgroup> look_back_status: u32;

// Adds the states of the window to what lies before, down to a prefix or a tile that has published nothing.
fn look_back_add() {
    var before = look_back_before;
    var end = look_back_end;
    var status = LOOK_BACK_GOES_ON;
    for (var place = 0u; place < LOOK_BACK_WINDOW && end > 0u && status == LOOK_BACK_GOES_ON; place++) {
        let state = look_back_window[place];
        if (state.flag == STATE_EMPTY) {
            status = LOOK_BACK_MISSES;
        } else {
            before = combine(state.value, before);
            end -= 1u;
            if (state.flag == STATE_PREFIX) { status = LOOK_BACK_ENDS; }
        }
    }
    look_back_before = before;
    look_back_end = end;
    look_back_status = status;
}

fn prefix_before(rank: u32, run: u32, total: T, lane: u32) -> T {
    if (lane == 0u) {
        look_back_before = identity();
        look_back_end = rank;
        if (!state_withheld(rank)) {
            state_publish(rank, run, select(STATE_SUM, STATE_PREFIX, rank == 0u), total);
        }
    }
    var end = rank;
    while (end > 0u) {
        if (lane < LOOK_BACK_WINDOW) {
            look_back_window[lane] = TileState(STATE_EMPTY, identity());
            if (lane < end) { look_back_window[lane] = state_wait(end - 1u - lane, run, STATE_SUM); }
        }
        workgroupBarrier();
        if (lane == 0u) { look_back_add(); }
        let status = workgroupUniformLoad(&look_back_status);
        end = workgroupUniformLoad(&look_back_end);
        if (status == LOOK_BACK_ENDS) { break; }
        if (status == LOOK_BACK_MISSES) {
            if (!tile_missing(end - 1u, run, lane)) { break; }
            if (lane == 0u) {
                look_back_before = combine(single_pass_total, look_back_before);
                look_back_end = end - 1u;
            }
            end -= 1u;
            workgroupBarrier();
        }
    }
    if (lane == 0u && rank > 0u && !state_withheld(rank)) {
        state_publish(rank, run, STATE_PREFIX, combine(look_back_before, total));
    }
    workgroupBarrier();
    return look_back_before;
}
