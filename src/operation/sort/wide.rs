//! Sorts of keys of two words: u64, i64 and f64.
//!
//! The order of a key is an unsigned integer of two words. A sort of the indices of the keys by the low word, then a
//! stable sort by the high word, gives the sorted order. A sort by a word of which no bit is compared is left out. Before
//! each sort, a pass loads the words of the orders. The last passes load keys and values by the sorted indices.
//!
//! The outputs are memory between the passes, so a sort with values or indices has 2n words of scratch memory, and
//! another sort 3n words, besides those of its passes.

use super::{Buffers, gather, gather_records, moves_seconds, order_constants, passes, plan_on};
use crate::monoid::Monoid;
use crate::operation::{OperationJob, Options, counts_form};
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(super) fn plan(job: &OperationJob) -> Plan {
    let form = counts_form();
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &Io::ports(&form), 1, 1);
    plan.takes_length = true;
    let bytes = 4 * u64::from(job.elements);
    let words = plan.scratch_of_bytes(bytes);
    let second = plan.scratch_of_bytes(bytes);
    let first = if moves_seconds(job) { Resource::SecondOutput } else { plan.scratch_of_bytes(bytes) };
    // Requested indices are an output. The pass that moves values may not write the indices that it reads.
    let (order, other) = if job.options.indices { (first, second) } else { (second, first) };
    let [has_low, has_high] = [0, 1].map(|word| bits_of(job, word)[0] < bits_of(job, word)[1]);
    // If no bits are compared, a sort by the low word copies the indices.
    let compared = u32::from(has_high && !has_low)..1 + u32::from(has_high);
    let mut sort = OperationJob { monoid: Monoid::counts(), options: Options::default(), ..job.clone() };
    // The buffer of the indices before a sort. One with an odd number of passes leaves them in the other buffer.
    let (mut given, mut free) = (order, other);
    for word in compared.clone() {
        sort.options.bits = Some(bits_of(job, word));
        if passes(&sort) % 2 == 1 {
            (given, free) = (free, given);
        }
    }
    for word in compared.clone() {
        // The first sort computes the indices, and the second one moves them.
        let is_first = word == compared.start;
        sort.options =
            Options { indices: is_first, values: !is_first, bits: Some(bits_of(job, word)), ..Options::default() };
        plan.passes.push(load_order_words(job, word, (!is_first).then_some(given), words));
        let buffers = Buffers::reusing(&sort, [words, given], [Resource::Output, free], &plan.scratch_bytes);
        if buffers.outputs[1] == free {
            (given, free) = (free, given);
        }
        let sorted = plan_on(&sort, &buffers);
        plan.tuning.clone_from(&sorted.tuning);
        plan.chosen = sorted.chosen;
        plan.tile_elements = sorted.tile_elements;
        plan.takes_length &= sorted.takes_length;
        plan.append(sorted);
    }
    plan.passes.push(gather(job, job.options.key_words, [Resource::Input, order, Resource::Output]));
    plan.passes.extend(job.options.values.then(|| gather_records(job, order)));
    plan
}

/// The bits of a word that are compared: the first one, and the bit after the last.
fn bits_of(job: &OperationJob, word: u32) -> [u32; 2] {
    let [from, to] = job.options.compared_bits();
    let in_word = |bit: u32| bit.saturating_sub(word * u32::BITS).min(u32::BITS);
    [in_word(from), in_word(to)]
}

/// The pass that stores a word of the order of each key, of the keys in the order of `indices` if there are any.
fn load_order_words(job: &OperationJob, word: u32, indices: Option<Resource>, words: Resource) -> Pass {
    let ordered = indices.is_some().into();
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("ORDERED", Constant::U32(ordered))];
    let constants = [constants, order_constants(job.monoid.element_type, job.options.descending)].concat();
    let mut bindings = vec![(binding::WIDE_KEYS, Resource::Input), (binding::ORDER_WORDS, words)];
    bindings.extend(indices.map(|indices| (binding::SORTED_INDICES, indices)));
    let n = u64::from(job.elements);
    Pass {
        kernel: Kernel::new(wgsl!("operation/wide_keys.wgsl"), "load_order_words", constants),
        workgroups: job.elements.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: word,
        bindings,
        serial_elements: 1,
        cost: PassCost { reads: u64::from(2 + ordered) * n, writes: n, ..PassCost::default() },
    }
}
