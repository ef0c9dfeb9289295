//! `segmented-difference`: segmented sums as differences of plain prefix sums, for operators with an inverse.
//!
//! Source: Sobczyk, Sorrentino & Zouzias, "Segmented Operations using Matrix Multiplications", 2025 (arXiv 2506.23906). The paper observes
//! that a segmented sum is a scan, a compression and a subtraction. The scan ignores the segments. The prefix before a segment is subtracted
//! from the prefixes in it.
//!
//! Costs: 3n applications for each plain scan, and n subtractions; 8n reads and 4n writes in total, if the plain scans
//! read and write once. The plan gives the cost of a single segment. Each further segment costs one read and one write,
//! so the cost is a lower bound.
//!
//! Change from the paper, which needs one sum per segment: here every element needs the prefix before its segment. So the starts of segments
//! are scanned too. These sums are the indices of segments, with which elements find the compressed prefixes. Without segments, this is the
//! plain scan.
//!
//! The operator needs an exact inverse: `add` and `xor` on integers, which wrap. Sums of f32 cancel: after a prefix of 10⁹, a segment of small
//! numbers keeps no digit, and after an infinity its sums are lost. `mul` has no inverse for zero, and modulo 2³² for no even number. The plain
//! scan is `look-back` on a GPU with forward progress, otherwise `subgroup` if there are subgroups, otherwise `reduce-then-scan`.

use super::{WORKGROUP_SIZE, element_pass, look_back, reduce_then_scan, segments, single_pass, subgroup};
use crate::monoid::{Arithmetic, ElementType, Monoid};
use crate::plan::{Constant, Form, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, Segments, Tuning};
use crate::scan::{Algorithm, InPlace, Tile};
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "segmented-difference",
    title: "Segments by difference",
    family: "Segments",
    summary: "A plain scan. Then the prefix before each segment is subtracted from the prefixes in it.",
    paper: "Sobczyk, Sorrentino & Zouzias 2025",
    work: "6n and n subtractions",
    depth: "two plain scans",
    order: "that of the plain scan; integers do not round",
    traffic: "8n reads, 4n writes; without segments n and n",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    takes_length: false,
    reads_segments: true,
    tile: Tile::None,
    effects: &[],
    formulas: |_| Vec::new(),
    refuses,
    flow: single_pass::look_back_flow,
    plan,
};

fn refuses(form: &Form) -> Option<&'static str> {
    match (form.monoid.operator.arithmetic, form.monoid.element_type) {
        (Arithmetic::Sum | Arithmetic::Xor, ElementType::U32 | ElementType::I32) => None,
        (Arithmetic::Sum, ElementType::F32) => Some(
            "subtracts prefixes, which for f32 cancels: after a large prefix, a segment of small numbers keeps no digit; \
             u32 and i32 are possible",
        ),
        (Arithmetic::Product, _) => Some(
            "divides prefixes by an inverse of the operator (\"add\" and \"xor\" have one): zero has none, and among integers \
             modulo 2³² no even number",
        ),
        _ => Some("needs an operator with an inverse: \"add\" or \"xor\" on u32 or i32"),
    }
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    if !job.form.segments.are_flagged() {
        return plan_plain(job, io);
    }
    let mut outer = Plan::new(job, io, 1, 1);
    let ranks = outer.scratch_of_bytes(4 * u64::from(job.elements).next_multiple_of(4));
    let bases = outer.scratch_of_bytes(4 * u64::from(job.elements));
    let whole = |form: Form| Job { form: Form { segments: Segments::Whole, ..form }, ..job.clone() };
    let ranks_form = Form { monoid: Monoid::counts(), mode: Mode::Inclusive, ..job.form.clone() };
    // The starts are scanned in place, on the same scratch memory as the values, since both arrays have the same length.
    let ranked = plan_plain(&whole(ranks_form), &Io::within(&outer, ranks, ranks));
    let mut plan = plan_plain(&whole(job.form.clone()), &Io::within(&outer, io.input, io.output));
    debug_assert_eq!(plan.scratch_bytes, ranked.scratch_bytes);
    let after = vec![compress_prefixes(job, io, ranks, bases), subtract_bases(job, io, ranks, bases)];
    plan.passes = [vec![mark_starts(job, io, ranks)], ranked.passes, plan.passes, after].concat();
    // Both scans count as runs of the same states.
    plan.runs_between_clears = plan.runs_between_clears.map(|runs| runs / 2);
    plan.operator_depth += 1;
    plan.is_lower_bound = true;
    plan
}

fn plan_plain(job: &Job, io: &Io<'_>) -> Plan {
    let limits = &job.limits;
    let algorithm = match limits.subgroups {
        _ if limits.forward_progress && !limits.software => &look_back::ALGORITHM,
        Some(_) => &subgroup::ALGORITHM,
        None => &reduce_then_scan::ALGORITHM,
    };
    let tuning = algorithm.completed(&Tuning::new());
    Plan { tuning: Tuning::new(), ..(algorithm.plan)(&Job { tuning, ..job.clone() }, io) }
}

/// Every element except the first reads its head flag, if the segments have head flags.
fn mark_starts(job: &Job, io: &Io<'_>, ranks: Resource) -> Pass {
    let elements = u64::from(job.elements);
    let reads = (elements - 1) * u64::from(job.form.segments.head_reads(1, job.form.direction));
    let bindings = [(binding::STARTS, ranks)].into_iter().chain(io.heads(job.form.segments)).collect();
    pass(job, io, "mark_starts", bindings, PassCost { reads, writes: elements, ..PassCost::default() })
}

/// Every element compares its segment index with that of the previous element. The first element stores the identity,
/// and the first element of each further row stores the previous prefix.
fn compress_prefixes(job: &Job, io: &Io<'_>, ranks: Resource, bases: Resource) -> Pass {
    let segments = match job.form.segments {
        Segments::Rows(columns) => u64::from(job.elements.div_ceil(columns)),
        _ => 1,
    };
    let reads = 2 * u64::from(job.elements) - 1 + segments - 1;
    let cost = PassCost { reads, writes: segments, ..PassCost::default() };
    pass(job, io, "compress_prefixes", vec![io.store(), (binding::RANKS, ranks), (binding::BASES, bases)], cost)
}

/// Every element reads its prefix, its segment index and the prefix before its segment.
fn subtract_bases(job: &Job, io: &Io<'_>, ranks: Resource, bases: Resource) -> Pass {
    let elements = u64::from(job.elements);
    let cost = PassCost { reads: 3 * elements, writes: elements, ..PassCost::default() };
    pass(job, io, "subtract_bases", vec![io.store(), (binding::RANKS, ranks), (binding::SEGMENT_BASES, bases)], cost)
}

fn pass(job: &Job, io: &Io<'_>, entry_point: &'static str, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    let is_xor = job.form.monoid.operator.arithmetic == Arithmetic::Xor;
    let constants = [
        ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
        ("INVERSE_IS_XOR", Constant::Bool(is_xor)),
        ("PACK", Constant::U32(1)),
    ];
    // Sums of segments are computed from elements without flags.
    let form = Form { segments: Segments::Whole, ..job.form.clone() };
    let kernel = Kernel::of_form(&form, wgsl!("scan/segmented-difference.wgsl"), entry_point, &constants).on(io);
    element_pass(segments::with_heads(kernel, job), job.elements, bindings, cost)
}
