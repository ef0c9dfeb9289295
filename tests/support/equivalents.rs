//! Mutations of kernels that change no result and no access.

use scanlab_emulator::mutate::MutationKind;

use crate::trial::Mutant;

/// A mutation that changes no result and no access, with the reason, which follows from the code. A full run fails if a
/// trial refutes it.
struct Equivalent {
    path: &'static str,
    /// A part of the mutated line, or of this line and the next two.
    part: &'static str,
    /// Positions of mutations in the line; empty for all.
    places: &'static [usize],
    /// The algorithms in which the mutation is equivalent; empty for all.
    algorithms: &'static [&'static str],
    reason: &'static str,
}

const fn everywhere(path: &'static str, part: &'static str, reason: &'static str) -> Equivalent {
    Equivalent { path, part, places: &[], algorithms: &[], reason }
}

/// Code that only runs after a fallback: after a workgroup has reduced the tile of another workgroup.
const fn no_missing_tile(part: &'static str) -> Equivalent {
    let algorithms = &["look-back", "segmented-difference", "auto"];
    only_in(algorithms, "lib/look_back.wgsl", part, "not executed: without a fallback no missing tile is handled")
}

const fn only_in(
    algorithms: &'static [&'static str],
    path: &'static str,
    part: &'static str,
    reason: &'static str,
) -> Equivalent {
    Equivalent { path, part, places: &[], algorithms, reason }
}

/// The algorithms that look back and wait without a limit, or choose an algorithm that does.
const WITHOUT_FALLBACK: &[&str] = &["look-back", "look-back-deterministic", "segmented-difference", "auto"];

const EQUIVALENTS: &[Equivalent] = &[
    no_missing_tile("let before = combine(missing_aggregate, exclusive_prefix);"),
    no_missing_tile("workgroupBarrier();\n        if (end > 0u) {"),
    no_missing_tile("workgroupBarrier();\n            look_back(tile, end, before);"),
    no_missing_tile("end = workgroupUniformLoad(&predecessor_end);\n        }"),
    everywhere(
        "scan/blelloch.wgsl",
        "workgroupBarrier();\n    down_sweep(local_index);",
        "invocation 0, which clears the root, alone reads it",
    ),
    everywhere("lib/look_back.wgsl", "if (end > 0u) {\n", "a look-back over no tiles"),
    everywhere("lib/few_tiles.wgsl", "position.subgroup == 0u && rank > 0u", "the first tile reads no aggregates"),
    everywhere("lib/few_tiles.wgsl", "spins <= MAX_SPINS", "one spin less"),
    everywhere(
        "lib/few_tiles.wgsl",
        "position.size * PREDECESSORS < rank)",
        "a subgroup of the size that the adapter reports reads more aggregates than any tile has",
    ),
    everywhere(
        "lib/in_order.wgsl",
        "if (rank * TILE_PACKS >= packs()) { return; }",
        "one row has no surplus workgroups",
    ),
    everywhere(
        "scan/cache-blocked.wgsl",
        "if (rank * TILE_PACKS >= packs()) { return; }\n    let first_tile",
        "a tile of no packs stores nothing",
    ),
    Equivalent {
        path: "lib/look_back_subgroup.wgsl",
        part: "spins > MAX_SPINS",
        places: &[0],
        algorithms: WITHOUT_FALLBACK,
        reason: "one spin less",
    },
    Equivalent {
        path: "lib/look_back_subgroup.wgsl",
        part: "spins > MAX_SPINS",
        places: &[1],
        algorithms: &[],
        reason: "one spin less",
    },
    everywhere("scan/look-ahead.wgsl", "if (rank % WORKGROUP_SIZE > 0u)", "a sum of no tiles"),
    everywhere("scan/look-back-fallback.wgsl", "MIN_FALLBACKS + rank", "one fallback more or less"),
    everywhere("scan/two-level.wgsl", "for (var start = 0u; start < parameters.elements", "an iteration over no sums"),
    everywhere(
        "scan/two-level.wgsl",
        "sub_block < end; sub_block += SUB_BLOCK_ELEMENTS) {\n        let first = sub_block + 2u * local_index;\n        let values",
        "an iteration that stores nothing",
    ),
    only_in(
        &["naive-tiles", "kogge-stone", "sklansky", "han-carlson", "ladner-fischer", "knowles", "raking", "matrix"],
        "lib/tile_scan.wgsl",
        "return combine(tile_prefix(slot), value);",
        "not executed: the algorithm's prefixes are inclusive",
    ),
    everywhere(
        "scan/cache-blocked.wgsl",
        "let run = CHUNK_TILES / WORKGROUP_SIZE",
        "longer runs of neighbours, in the same order",
    ),
    everywhere(
        "lib/tile_striped.wgsl",
        "sum = combine(sum, rows.row_1)",
        "operators alone whose operands commute get here",
    ),
    only_in(
        &["segmented-difference"],
        "lib/subgroup_scan.wgsl",
        "if (first + position.lane < WORKGROUP_SIZE / size)",
        "a zero of workgroup memory, the identity of the operators that the algorithm takes",
    ),
    everywhere(
        "scan/subgroup.wgsl",
        "if (block * BLOCK_TILES >= parameters.elements)",
        "a dispatch of so few workgroups has no surplus ones",
    ),
    everywhere(
        "lib/look_back_subgroup.wgsl",
        "let ends = stop < position.size",
        "a window without a stop ends in no inclusive prefix",
    ),
    only_in(
        WITHOUT_FALLBACK,
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
    Equivalent {
        path: "lib/tile_states.wgsl",
        part: "spin < MAX_SPINS",
        places: &[0],
        algorithms: &[],
        reason: "one spin more",
    },
    everywhere("lib/tile_striped.wgsl", "fn tile_is_full", "a full tile is loaded like one that is not"),
    everywhere("lib/workgroup_scan.wgsl", "distance < WORKGROUP_SIZE", "an iteration in which no invocation combines"),
    everywhere("scan/naive-tiles.wgsl", "distance < TILE_ELEMENTS", "an iteration in which no invocation combines"),
    everywhere("lib/naive_one_buffer.wgsl", "distance < TILE_ELEMENTS", "an iteration in which no invocation combines"),
];

/// Algorithms that support only commutative operators.
const COMMUTATIVE: [&str; 2] = ["matrix", "segmented-difference"];

/// The reason why a mutant is equivalent; `None` if it is not. The context is its line and the next two.
pub fn reason(algorithm: &str, mutant: &Mutant, context: &str) -> Option<&'static str> {
    if mutant.kind == MutationKind::Operands && COMMUTATIVE.contains(&algorithm) {
        return Some("the algorithm takes operators alone whose operands commute");
    }
    let is = |it: &&Equivalent| {
        it.path == mutant.path
            && context.find(it.part).is_some_and(|at| !context[..at].contains('\n'))
            && (it.places.is_empty() || it.places.contains(&mutant.place))
            && (it.algorithms.is_empty() || it.algorithms.contains(&algorithm))
    };
    EQUIVALENTS.iter().find(is).map(|it| it.reason)
}
