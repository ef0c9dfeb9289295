//! Packages of the built site, which www/build/package.mjs makes.

use std::process::Command;

use anyhow::Result;

use crate::machine::Machine;
use crate::process::run;

/// The version of the workspace, which is that of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Writes the npm package of dist/ to package/.
pub fn run_npm(machine: &Machine) -> Result<()> {
    run(&mut npm_command(machine))?;
    println!("the package is package/scanlab-{VERSION}.tgz");
    Ok(())
}

/// The command that writes the npm package of dist/ to package/.
pub fn npm_command(machine: &Machine) -> Command {
    let mut command = machine.node();
    command.args(["www/build/package.mjs", "npm", VERSION]);
    command
}
