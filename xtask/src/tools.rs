//! The programs from crates.io that the build requires. Installed compatible versions are used. Otherwise `cargo
//! binstall`, if installed, downloads them into target/tools, or cargo compiles them there.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use semver::{Version, VersionReq};

use crate::interrupt;
use crate::machine::Machine;
use crate::process::{probe, run};

/// The version in Trunk.toml.
const TRUNK_VERSION: &str = "0.21.14";

pub struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    compatible: String,
    /// Further arguments of `cargo install`.
    arguments: &'static [&'static str],
    /// The optimisation level. A low level compiles faster; a tool that works in every build has a higher one.
    opt_level: &'static str,
    /// The compile time on two cores, in minutes.
    minutes: u32,
}

/// Trunk, not optimised, since it only starts programs and copies files, and without TLS, since it serves on loopback.
pub fn trunk() -> Tool {
    Tool {
        package: "trunk",
        program: "trunk",
        version: TRUNK_VERSION.into(),
        compatible: format!("^{TRUNK_VERSION}"),
        arguments: &["--locked", "--no-default-features"],
        opt_level: "0",
        minutes: 3,
    }
}

/// wasm-bindgen's CLI, optimised, since it processes the WASM in every build. Its version must be exactly that of the linked library.
pub fn wasm_bindgen(machine: &Machine) -> Result<Tool> {
    let lock = fs::read_to_string(machine.file("Cargo.lock")).context("Cargo.lock must be readable")?;
    let version = locked_version(&lock, "wasm-bindgen").context("Cargo.lock must hold wasm-bindgen, found none")?;
    Ok(Tool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: version.into(),
        compatible: format!("={version}"),
        arguments: &[],
        opt_level: "1",
        minutes: 2,
    })
}

/// The runner of tests in a browser, from the same package as wasm-bindgen's CLI.
pub fn wasm_bindgen_test_runner(machine: &Machine) -> Result<Tool> {
    Ok(Tool { program: "wasm-bindgen-test-runner", ..wasm_bindgen(machine)? })
}

/// Installs missing tools, and prints the expected time.
pub fn install(machine: &Machine, tools: &[Tool]) -> Result<()> {
    let missing: Vec<&Tool> = tools.iter().filter(|tool| !tool.is_installed(machine)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let downloads = probe(machine.cargo(["binstall", "-V"]).stdin(std::process::Stdio::null())).is_some();
    for (rank, tool) in missing.iter().enumerate() {
        let name = format!("{} {} ({} of {})", tool.package, tool.version, rank + 1, missing.len());
        if downloads {
            say(&format!("downloading {name} by cargo binstall"));
            let downloaded = run(&mut tool.binstall(machine));
            ensure!(!interrupt::is_requested(), "interrupted");
            // A downloaded program may not run on this system.
            if downloaded.is_ok() && tool.is_installed(machine) {
                continue;
            }
            say("no download runs on this system; compiling instead");
        }
        say(&format!("compiling {name}: about {} minutes on two cores, once", tool.minutes));
        run(&mut tool.compile(machine))?;
    }
    Ok(())
}

/// Prints the installation that is in progress.
pub fn say(what: &str) {
    eprintln!("setup: {what}");
}

impl Tool {
    fn is_installed(&self, machine: &Machine) -> bool {
        let line = probe(machine.command(self.program).arg("--version")).unwrap_or_default();
        is_compatible(&line, &self.compatible)
    }

    /// `cargo binstall` without its fallback to compiling, which would optimise more than necessary.
    fn binstall(&self, machine: &Machine) -> Command {
        let mut command =
            machine.cargo(["binstall", "--no-confirm", "--force", "--disable-strategies", "compile", "--root"]);
        command.arg(machine.tools()).arg(format!("{}@{}", self.package, self.version));
        command
    }

    fn compile(&self, machine: &Machine) -> Command {
        let mut command = machine.cargo(["install", "--force", "--root"]);
        command.arg(machine.tools()).args([self.package, "--version", &self.version]).args(self.arguments);
        let profile = [("OPT_LEVEL", self.opt_level), ("LTO", "off"), ("CODEGEN_UNITS", "16"), ("DEBUG", "false")];
        command.envs(profile.map(|(name, value)| (format!("CARGO_PROFILE_RELEASE_{name}"), value)));
        command
    }
}

/// Whether a program's version line, such as `trunk 0.21.14`, meets a requirement.
fn is_compatible(line: &str, required: &str) -> bool {
    let found = line.split_whitespace().nth(1).and_then(|version| Version::parse(version).ok());
    let required = VersionReq::parse(required);
    found.zip(required.ok()).is_some_and(|(found, required)| required.matches(&found))
}

fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_that_of_the_exact_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }

    #[test]
    fn later_compatible_trunks_and_the_exact_wasm_bindgen_are_accepted() {
        let machine = Machine::new().unwrap();
        let [trunk, wasm_bindgen] = [trunk(), wasm_bindgen(&machine).unwrap()];
        assert!(is_compatible("trunk 0.21.14", &trunk.compatible) && is_compatible("trunk 0.21.20", &trunk.compatible));
        assert!(
            !is_compatible("trunk 0.21.13", &trunk.compatible) && !is_compatible("trunk 0.22.0", &trunk.compatible)
        );
        assert!(is_compatible(&format!("wasm-bindgen {}", wasm_bindgen.version), &wasm_bindgen.compatible));
        assert!(!is_compatible("wasm-bindgen 0.2.999", &wasm_bindgen.compatible));
        assert!(!is_compatible("", &trunk.compatible) && !is_compatible("command not found", &trunk.compatible));
    }

    #[test]
    fn trunk_has_the_version_of_its_configuration() {
        let configuration = fs::read_to_string(Machine::new().unwrap().file("Trunk.toml")).unwrap();
        assert!(configuration.contains(&format!("trunk-version = \"{TRUNK_VERSION}\"")), "{configuration}");
    }
}
