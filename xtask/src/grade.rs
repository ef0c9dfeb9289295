//! The judge of exercises, the program `grade` of the crate in exercises/.

use std::path::absolute;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::flags::Grade;
use crate::machine::Machine;

/// Judges hand-in files. Succeeds if all of them pass.
pub fn run(machine: &Machine, Grade { files, exercise }: &Grade) -> Result<ExitCode> {
    ensure!(exercise.is_some() || !files.is_empty(), "grade requires at least one file, found none");
    let mut command =
        machine.cargo(["run", "--quiet", "--release", "--package", "scanlab-exercises", "--bin", "grade", "--"]);
    if let Some(file) = exercise {
        command.arg("--exercise").arg(absolute(file)?);
    }
    for file in files {
        // The program runs in the repository's root, where a relative path would name another file.
        command.arg(absolute(file)?);
    }
    let status = command.status().context("the judge must start")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
