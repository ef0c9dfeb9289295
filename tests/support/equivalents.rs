//! Changes of kernels that change no result and no access.

use crate::mutate::{Kind, Mutant};

/// A change that changes no result and no access, with the reason; each was read, and survives every trial of a full run.
struct Equivalent {
    path: &'static str,
    /// A part of its line and the next.
    part: &'static str,
    /// Places in the line; none for all.
    places: &'static [usize],
    /// The algorithms in which it is equivalent; none for all.
    algorithms: &'static [&'static str],
    reason: &'static str,
}

const fn everywhere(path: &'static str, part: &'static str, reason: &'static str) -> Equivalent {
    Equivalent { path, part, places: &[], algorithms: &[], reason }
}

/// What follows a tile that another workgroup has reduced.
const fn no_missing_tile(part: &'static str) -> Equivalent {
    let algorithms = &["look-back"];
    let reason = "not executed: without a fallback no missing tile is handled";
    Equivalent { path: "lib/look_back.wgsl", part, places: &[], algorithms, reason }
}

const EQUIVALENTS: &[Equivalent] = &[
    no_missing_tile("let before = combine(missing_aggregate, exclusive_prefix);"),
    no_missing_tile("workgroupBarrier();\n        if (end > 0u) {"),
    no_missing_tile("workgroupBarrier();\n            look_back(tile, end, before);"),
    no_missing_tile("end = workgroupUniformLoad(&predecessor_end);\n        }"),
    everywhere(
        "scan/blelloch.wgsl",
        "workgroupBarrier();\n    for (var pairs = 1u",
        "invocation 0, which clears the root, alone reads it",
    ),
    everywhere("lib/look_back.wgsl", "if (end > 0u) {\n", "a look-back over no tiles"),
    everywhere("lib/look_back_subgroup.wgsl", "spins > MAX_SPINS", "one spin less"),
    everywhere("scan/look-back-fallback.wgsl", "MIN_FALLBACKS + rank", "one fallback more or less"),
    Equivalent {
        path: "scan/reduce-downsweep.wgsl",
        part: "sum = combine(sum, source_shifted(2u * pair + 1u))",
        places: &[1],
        algorithms: &["reduce-downsweep", "hybrid"],
        reason: "the sum of a pair without a second, which no prefix takes",
    },
    everywhere("scan/two-level.wgsl", "for (var start = 0u; start < parameters.elements", "an iteration over no sums"),
    everywhere("scan/two-level.wgsl", "sub_block < end", "an iteration that stores nothing"),
    Equivalent {
        path: "lib/tile_scan.wgsl",
        part: "return combine(tile_prefix(slot), value);",
        places: &[],
        algorithms: &["naive-tiles", "kogge-stone", "sklansky", "raking", "matrix"],
        reason: "not executed: the algorithm's prefixes are inclusive",
    },
    Equivalent {
        path: "scan/cache-blocked.wgsl",
        part: "let run = CHUNK_TILES / WORKGROUP_SIZE",
        places: &[],
        algorithms: &[],
        reason: "longer runs of neighbours, in the same order",
    },
    Equivalent {
        path: "lib/tile_striped.wgsl",
        part: "sum = combine(sum, rows.row_1)",
        places: &[],
        algorithms: &[],
        reason: "operators alone whose operands commute get here",
    },
    Equivalent {
        path: "lib/subgroup_scan.wgsl",
        part: "if (first + position.sublane < WORKGROUP_SIZE / size)",
        places: &[],
        algorithms: &["segmented-difference"],
        reason: "a zero of workgroup memory, the identity of the operators that the algorithm takes",
    },
    Equivalent {
        path: "lib/tile_states.wgsl",
        part: "% 100u < WITHHELD_PERCENT",
        places: &[],
        algorithms: &["look-back-fallback"],
        reason: "a fallback computes what a tile withholds",
    },
    Equivalent {
        path: "scan/subgroup.wgsl",
        part: "if (block * BLOCK_TILES >= parameters.elements)",
        places: &[],
        algorithms: &[],
        reason: "a dispatch of so few workgroups has no surplus ones",
    },
    everywhere(
        "lib/look_back_subgroup.wgsl",
        "let ends = stop < position.size",
        "a window without a stop ends in no inclusive prefix",
    ),
    everywhere(
        "lib/look_back_subgroup.wgsl",
        "if (ends || stop > 0u)",
        "a spin that is not counted: other workgroups end the wait",
    ),
    everywhere("lib/rows_subgroup.wgsl", "if (size > 1u", "a step as long as the subgroup, which no invocation takes"),
    everywhere("lib/single_pass.wgsl", "drawn >= REDUCE_PREDECESSOR", "the first tile has no predecessor to reduce"),
    everywhere("lib/subgroup_scan.wgsl", "if (size > 1u", "a step as long as the subgroup, which no invocation takes"),
    everywhere(
        "lib/subgroup_scan.wgsl",
        "for (var first = 0u; first < WORKGROUP_SIZE",
        "an iteration whose totals are all the identity",
    ),
    everywhere("lib/tile_states.wgsl", "spin < MAX_SPINS", "one spin more"),
    everywhere("lib/tile_striped.wgsl", "fn tile_is_full", "a full tile is loaded like one that is not"),
    everywhere("lib/workgroup_scan.wgsl", "distance < WORKGROUP_SIZE", "an iteration in which no invocation combines"),
    everywhere("scan/naive-tiles.wgsl", "distance < TILE_ELEMENTS", "an iteration in which no invocation combines"),
    everywhere("lib/naive_one_buffer.wgsl", "distance < TILE_ELEMENTS", "an iteration in which no invocation combines"),
];

/// Algorithms that take operators alone whose operands commute.
const COMMUTATIVE: [&str; 2] = ["matrix", "segmented-difference"];

/// Why a mutant is equivalent; none where it is not. The context is its line and the next.
pub fn reason(algorithm: &str, mutant: &Mutant, context: &str) -> Option<&'static str> {
    if mutant.kind == Kind::Operands && COMMUTATIVE.contains(&algorithm) {
        return Some("the algorithm takes operators alone whose operands commute");
    }
    let is = |it: &&Equivalent| {
        it.path == mutant.path
            && context.contains(it.part)
            && (it.places.is_empty() || it.places.contains(&mutant.place))
            && (it.algorithms.is_empty() || it.algorithms.contains(&algorithm))
    };
    EQUIVALENTS.iter().find(is).map(|it| it.reason)
}
