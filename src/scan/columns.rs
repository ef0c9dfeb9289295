//! Scans along columns: every column of an array of rows is scanned by itself, in the same way for every algorithm.
//!
//! Reduce-then-scan on strips of rows: an invocation handles one column of a strip (`lib/columns.wgsl`). With many
//! columns or few rows, there is a single strip: n reads and n writes, one dispatch. Otherwise, there are 2n reads and
//! n writes, and two dispatches per level. Strips are reduced, their sums are scanned along the columns in the same way,
//! and strips are scanned from their prefixes. There are no barriers, subgroup operations or waits.

use super::WORKGROUP_SIZE;
use crate::plan::{Constant, Io, Job, Kernel, Pass, PassCost, Plan, Resource};
use crate::wgsl;
use crate::wgsl::binding;

/// The name of the algorithm that runs.
const ID: &str = "columns";

/// Elements that an invocation loads before it uses the first.
const ROWS_AT_ONCE: u32 = 16;

/// From this number of columns, one invocation per column occupies a device. A single strip, which is read once, is
/// then faster.
const MANY_COLUMNS: u32 = 1 << 16;

/// Up to this number of rows, a single strip is faster than further levels.
const FEW_ROWS: u32 = 128;

/// The target number of invocations over all strips.
const INVOCATIONS: u32 = 1 << 18;

/// The minimum and the maximum number of rows of a strip.
const STRIP_ROWS: (u32, u32) = (32, 1024);

/// One level: the input, or the sums of the strips below.
#[derive(Clone, Copy)]
struct Level {
    elements: u32,
    columns: u32,
    strip_rows: u32,
}

impl Level {
    fn new(elements: u32, columns: u32) -> Self {
        let rows = elements.div_ceil(columns);
        let strip_rows = match rows <= FEW_ROWS || columns >= MANY_COLUMNS {
            true => rows,
            false => (elements / INVOCATIONS).clamp(STRIP_ROWS.0, STRIP_ROWS.1),
        };
        Level { elements, columns, strip_rows }
    }

    fn strips(&self) -> u32 {
        self.elements.div_ceil(self.columns).div_ceil(self.strip_rows)
    }

    /// The number of sums: one per column of every strip.
    fn sums(&self) -> u32 {
        self.strips() * self.columns
    }
}

pub(super) fn plan(job: &Job, io: &Io<'_>, columns: u32) -> Plan {
    // Columns past the end have no elements.
    let mut levels = vec![(Level::new(job.elements, columns.min(job.elements)), io.input)];
    let first = levels[0].0;
    let mut plan = Plan::new(job, io, first.strip_rows.saturating_mul(columns), 1);
    plan.chosen = Some(ID);
    let constants = [("WORKGROUP_SIZE", WORKGROUP_SIZE), ("ROWS_AT_ONCE", ROWS_AT_ONCE)];
    let constants = constants.map(|(name, value)| (name, Constant::U32(value)));
    let kernel = Kernel::of_form(&job.form, wgsl!("lib/columns.wgsl"), "", &constants).on(io);
    while let (level, resource) = levels[levels.len() - 1]
        && level.strips() > 1
    {
        let totals = plan.scratch(job, level.sums());
        let (entry_point, below) = match levels.len() {
            1 => ("reduce_source", io.load()),
            _ => ("reduce_level", (binding::LEVEL_BELOW, resource)),
        };
        let bindings = vec![below, (binding::TOTALS, totals)];
        plan.passes.push(pass(kernel.at(entry_point), level, bindings, reduce_cost(level)));
        levels.push((Level::new(level.sums(), level.columns), totals));
    }
    plan.operator_depth = levels.iter().map(|(level, _)| 2 * level.strip_rows + 1).sum();
    for (index, &(level, resource)) in levels.iter().enumerate().rev() {
        let above = levels.get(index + 1).map(|&(_, prefixes)| (binding::STRIP_PREFIXES, prefixes));
        let entry_point = match (index, above) {
            (0, None) => "scan_only_strip",
            (0, Some(_)) => "scan_strips",
            (_, None) => "scan_last_level",
            (_, Some(_)) => "scan_level",
        };
        let own = if index == 0 { io.load_and_store() } else { vec![(binding::LEVEL, resource)] };
        let bindings = own.into_iter().chain(above).collect();
        plan.passes.push(pass(kernel.at(entry_point), level, bindings, scan_cost(level, above.is_some())));
    }
    plan
}

/// Every element is read once, and every column of a strip stores its sum.
fn reduce_cost(level: Level) -> PassCost {
    let elements = u64::from(level.elements);
    PassCost { reads: elements, writes: level.sums().into(), applications: elements, barriers: 0 }
}

/// Every element is read and written once. If there is a level above, every column of a strip reads its exclusive prefix.
fn scan_cost(level: Level, has_prefixes: bool) -> PassCost {
    let elements = u64::from(level.elements);
    let prefixes = if has_prefixes { level.sums().into() } else { 0 };
    PassCost { reads: elements + prefixes, writes: elements, applications: elements, barriers: 0 }
}

fn pass(kernel: Kernel, level: Level, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    Pass {
        kernel,
        workgroups: level.sums().div_ceil(WORKGROUP_SIZE),
        elements: level.elements,
        takes_length: false,
        argument: level.strip_rows,
        bindings,
        serial_elements: level.strip_rows,
        cost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_cover_every_row_and_stay_short() {
        for elements in [1, 5, 1_000_003, 1 << 28, 1 << 31] {
            for columns in [1, 2, 3, 1_000, MANY_COLUMNS - 1, MANY_COLUMNS, 1 << 28] {
                let mut level = Level::new(elements, columns.min(elements));
                let mut levels = 1;
                while level.strips() > 1 {
                    assert!(level.strip_rows <= STRIP_ROWS.1);
                    assert!(u64::from(level.sums()) * u64::from(level.strip_rows) >= u64::from(level.elements));
                    (level, levels) = (Level::new(level.sums(), level.columns), levels + 1);
                }
                assert!(level.strip_rows <= 1 << 15 && levels <= 5, "{elements} in rows of {columns}: {levels} levels");
            }
        }
    }
}
