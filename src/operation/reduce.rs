//! `reduce`: the sum of all elements, by any operator.
//!
//! Merry, "Prefix sums on GPUs", 2014, "Reduce". Tiles are read into registers and summed, in the order of their
//! elements if the operator is not commutative. The sums of tiles are summed in the same way, level by level: n reads
//! and n / tile writes, ⌈log n / log tile⌉ dispatches.

use super::{Count, Operation, OperationJob, Outputs};
use crate::plan::{Io, Pass, PassCost, Plan};
use crate::scan::register_tile::RegisterTile;
use crate::wgsl;
use crate::wgsl::{Slot, binding};

pub(crate) static OPERATION: Operation = Operation {
    id: "reduce",
    title: "Reduction",
    summary: "The sum of all elements, by any operator.",
    paper: "Merry 2014, Reduce; Harris, Optimizing Parallel Reduction in CUDA, 2007",
    traffic: "n reads",
    sums: true,
    identity_of_none: true,
    ..Operation::plain(outputs, plan)
};

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.monoid.words(), count: Count::None, ..Outputs::default() }
}

fn plan(job: &OperationJob) -> Plan {
    let level = |elements| job.scan_job(job.form(), elements);
    let first = level(job.elements);
    let io = Io::ports(&job.form());
    let mut plan = RegisterTile::striped(&first, &io).plan(&first, &io);
    plan.takes_length = true;
    let (mut elements, mut source) = (job.elements, io.input);
    loop {
        let level = level(elements);
        let tile = RegisterTile::striped(&level, &io);
        let tiles = elements.div_ceil(tile.elements());
        plan.operator_depth += tile.operator_depth();
        let totals = match tiles {
            1 => io.output,
            // A level is read in whole packs.
            _ => plan.scratch(&level, tiles.next_multiple_of(4)),
        };
        let kernel = tile.kernel(&level, &io, wgsl!("operation/reduce.wgsl"), &[]).at("reduce_tiles");
        let tiles_summed = u64::from(tiles);
        plan.passes.push(Pass {
            kernel: kernel.with(Slot::PackSource, wgsl!("operation/source_or_identity.wgsl")),
            workgroups: tiles,
            elements,
            takes_length: source == io.input,
            argument: tiles,
            bindings: vec![(binding::SOURCE, source), (binding::TOTALS, totals)],
            serial_elements: tile.items(),
            cost: PassCost {
                reads: tile.read(elements),
                writes: tiles_summed * u64::from(level.form.words()),
                applications: tiles_summed * tile.total_applications(),
                barriers: tiles_summed * tile.total_barriers(),
            },
        });
        if tiles == 1 {
            return plan;
        }
        (elements, source) = (tiles, totals);
    }
}
