//! `segmented-reduce`: the sum of each segment of the input, by any operator. Offsets give the segments.
//!
//! Blelloch, "Prefix Sums and Their Applications", 1990, section 1.5: the inclusive prefix of the last element of a
//! segment is the segment's sum. CUB calls the operation `DeviceSegmentedReduce`. Bits mark the first elements of
//! segments. A segmented scan reads the bits, so that its workgroups have equal work for segments of every length. On
//! tiles in registers it stores only the packs in which a segment ends; any other scan stores all prefixes. A last pass
//! loads the last prefix of each segment; the sum of an empty segment is the identity. Costs besides the bits: n reads,
//! and for k segments 4k reads and up to 5k writes (four words of each pack, and the sum).

use super::selection::WORD_BITS;
use super::{Count, Operation, OperationJob, Options, Outputs};
use crate::error::Error;
use crate::monoid::ElementType;
use crate::plan::{Constant, Form, Fusion, Io, Kernel, Mode, Pass, PassCost, Plan, Resource, Segments};
use crate::scan::{Tile, WORKGROUP_SIZE};
use crate::wgsl;
use crate::wgsl::binding;

pub(crate) static OPERATION: Operation = Operation {
    id: "segmented-reduce",
    title: "Segmented reduction",
    summary: "The sum of each segment, by any operator. Offsets give the segments.",
    paper: "Blelloch 1990, section 1.5",
    traffic: "n reads, 4k reads and up to 5k writes for k segments",
    scan_forms: Some(|job| vec![form(job)]),
    sums: true,
    takes_offsets: true,
    check_options: Some(check_options),
    identity_of_none: true,
    ..Operation::plain(outputs, plan)
};

pub(super) fn check_options(options: &Options, _: ElementType) -> Result<(), Error> {
    if options.segments > 0 { Ok(()) } else { Err(segments_error("0")) }
}

/// The error for an invalid number of segments.
///
/// ```
/// let message = scanlab::operation::segments_error("0").to_string();
/// assert_eq!(message, "segments must be an integer from 1 to 4294967295; found 0");
/// ```
pub fn segments_error(found: &str) -> Error {
    Error::bad_argument("segments", format!("an integer from 1 to {}", u32::MAX), found)
}

fn outputs(job: &OperationJob) -> Outputs {
    let words = job.options.segments.saturating_mul(job.monoid.words());
    Outputs { words, count: Count::None, ..Outputs::default() }
}

fn form(job: &OperationJob) -> Form {
    Form { segments: Segments::HeadBits, ..Form::new(job.monoid.clone(), Mode::Inclusive) }
}

fn plan(job: &OperationJob) -> Plan {
    let form = form(job);
    let scan = job.scan_job(form.clone(), job.elements);
    let mut outer = Plan::new(&scan, &Io::ports(&form), 1, 1);
    let bits = outer.scratch_of_bytes(offset_bits_bytes(job));
    let prefixes = outer.scratch_of_bytes(scan.buffer_bytes());
    let is_fused = matches!(job.scan.chosen_for(&scan).tile, Tile::Registers);
    let fusion = is_fused.then_some(Fusion::SegmentEnds);
    let io = Io { flags: bits, fusion, ..Io::within(&outer, Resource::Input, prefixes) };
    let mut plan = job.scan.plan_on(&scan, &io);
    // The offsets are those of the whole input.
    plan.takes_length = false;
    let segments = job.options.segments;
    let offsets = (binding::OFFSETS, Resource::Offsets);
    plan.passes.splice(0..0, set_offset_bits(job, bits));
    let sums = u64::from(segments) * u64::from(job.monoid.words());
    let store = PassCost { reads: 2 * u64::from(segments) + sums, writes: sums, ..PassCost::default() };
    let bindings = vec![offsets, (binding::SEGMENT_PREFIXES, prefixes), (binding::SEGMENT_TOTALS, Resource::Output)];
    plan.passes.push(pass(job, kernel(job, "store_segments"), segments, bindings, store));
    plan
}

/// The length of a buffer with a bit per element. Kernels may access four words at a time.
pub(super) fn offset_bits_bytes(job: &OperationJob) -> u64 {
    4 * u64::from(job.elements.div_ceil(WORD_BITS)).next_multiple_of(4)
}

/// The passes that set the bit of each element at an offset, and clear all other bits.
pub(super) fn set_offset_bits(job: &OperationJob, bits: Resource) -> [Pass; 2] {
    let (words, segments) = (job.elements.div_ceil(WORD_BITS), job.options.segments);
    let offset_bits = (binding::OFFSET_BITS, bits);
    let bindings = vec![(binding::OFFSETS, Resource::Offsets), offset_bits];
    let set = PassCost { reads: u64::from(segments) + 1, ..PassCost::default() };
    [
        pass(job, kernel(job, "clear_offset_bits"), words, vec![offset_bits], PassCost::default()),
        pass(job, kernel(job, "set_offset_bits"), segments.saturating_add(1), bindings, set),
    ]
}

fn kernel(job: &OperationJob, entry_point: &'static str) -> Kernel {
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))];
    Kernel::of_form(&job.form(), wgsl!("operation/segmented-reduce.wgsl"), entry_point, &constants)
}

/// A pass of one invocation per word of bits, key, offset or segment.
pub(super) fn pass(
    job: &OperationJob,
    kernel: Kernel,
    invocations: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    Pass {
        kernel,
        workgroups: invocations.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: false,
        argument: job.options.segments,
        bindings,
        serial_elements: 1,
        cost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::Monoid;
    use crate::plan::Limits;

    #[test]
    fn of_no_elements_every_segment_has_the_identity() {
        for (operator, expected) in [("min", vec![u32::MAX; 3]), ("mat2", [1, 0, 0, 1].repeat(3))] {
            let monoid = Monoid::find(operator, ElementType::U32).unwrap();
            let job = OperationJob::new("segmented-reduce", 0, monoid, Limits::CORE).unwrap();
            let options = Options { segments: 3, ..Options::default() };
            assert_eq!(OperationJob { options, ..job }.output_of_none(), expected);
        }
    }
}
