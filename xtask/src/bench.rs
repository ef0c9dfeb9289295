//! The benchmark benches/scans.

use std::path::absolute;

use anyhow::Result;

use crate::flags::Bench;
use crate::machine::Machine;
use crate::process::run;

/// Runs the benchmark natively, which requires only Rust and a GPU with its driver.
pub fn run_scans(machine: &Machine, flags: &Bench) -> Result<()> {
    let mut command = machine.cargo(["bench", "--bench", "scans", "--"]);
    let lists = [("--sizes", &flags.sizes), ("--algorithms", &flags.algorithms), ("--operations", &flags.operations)];
    for (name, list) in lists {
        if let Some(list) = list {
            command.args([name, list.as_str()]);
        }
    }
    for (name, is_given) in [("--calibrate", flags.calibrate), ("--recorded", flags.recorded)] {
        command.args(is_given.then_some(name));
    }
    if let Some(file) = &flags.json {
        // The benchmark runs in the repository's root, where a relative path would name another file.
        command.arg("--json").arg(absolute(file)?);
    }
    run(&mut command)
}
