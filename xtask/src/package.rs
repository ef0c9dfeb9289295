//! Packages of the built site, which www/build/package.mjs makes.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::flags::Package;
use crate::machine::Machine;
use crate::process::run as run_command;

/// The version of the workspace, which is that of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Checks the flags, before anything is installed or built.
pub fn check(flags: &Package) -> Result<()> {
    let Some(address) = &flags.address else { return Ok(()) };
    ensure!(flags.site, "--address must stand beside --site, found it alone");
    let is_folder = ["https://", "http://"].iter().any(|start| address.starts_with(start)) && address.ends_with('/');
    // It is written into attributes of the page.
    let is_plain = !address.contains(|c: char| c.is_whitespace() || "\"'<>&?#".contains(c));
    ensure!(
        is_folder && is_plain,
        "--address must be that of a folder, such as https://example.org/scanlab/, found {address}"
    );
    Ok(())
}

/// Writes the npm package, or the site, of dist/ to package/.
pub fn run(machine: &Machine, flags: &Package) -> Result<()> {
    if !flags.site {
        run_command(&mut npm_command(machine))?;
        println!("the package is package/scanlab-{VERSION}.tgz");
        return Ok(());
    }
    run_command(script(machine, "site").args(&flags.address))?;
    println!("the site is in package/site/");
    Ok(())
}

/// The command that writes the npm package of dist/ to package/.
pub fn npm_command(machine: &Machine) -> Command {
    let mut command = script(machine, "npm");
    command.arg(VERSION);
    command
}

fn script(machine: &Machine, kind: &str) -> Command {
    let mut command = machine.node();
    command.args(["www/build/package.mjs", kind]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_that_of_a_folder() {
        let flags = |site, address: &str| Package { site, address: Some(address.to_owned()) };
        for address in ["https://example.org/", "http://127.0.0.1:8080/sub/folder/"] {
            assert!(check(&flags(true, address)).is_ok(), "{address}");
        }
        for address in ["", "/", "example.org/", "https://example.org", "https://example.org/?a=/", "https://a/\"><b/"]
        {
            assert!(check(&flags(true, address)).is_err(), "{address}");
        }
        assert!(check(&flags(false, "https://example.org/")).is_err());
    }
}
