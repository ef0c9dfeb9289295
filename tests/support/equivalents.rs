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

const EQUIVALENTS: &[Equivalent] = &[
    everywhere(
        "scan/blelloch.wgsl",
        "workgroupBarrier();\n    for (var pairs = 1u",
        "invocation 0, which clears the root, alone reads it",
    ),
    everywhere("lib/look_back.wgsl", "if (end > 0u) {\n", "a look-back over no tiles"),
    everywhere("lib/look_back_subgroup.wgsl", "spins > MAX_SPINS", "one spin less"),
    everywhere("scan/look-back-fallback.wgsl", "MIN_FALLBACKS + rank", "one fallback more or less"),
    everywhere(
        "scan/reduce-downsweep.wgsl",
        "if (2u * pair + 1u < parameters.elements)",
        "the sum of a pair without a second, which no prefix takes",
    ),
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
