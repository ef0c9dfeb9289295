//! Packages: the built site, by www/build/package.mjs, and the crates.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::flags::Package;
use crate::machine::Machine;
use crate::process::run as run_command;
use crate::{setup, site};

/// The version of the workspace, which is that of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The crates that other programs can depend on.
const CRATES: [&str; 2] = ["scanlab", "scanlab-emulator"];

/// Checks the flags before anything is installed or built.
pub fn check(flags: &Package) -> Result<()> {
    let kinds = [flags.site, flags.scorm.is_some(), flags.wheel, flags.crates];
    let chosen = kinds.into_iter().filter(|&is_chosen| is_chosen).count();
    ensure!(chosen <= 1, "at most one of --site, --scorm, --wheel and --crates may be given, found {chosen}");
    let Some(address) = &flags.address else { return Ok(()) };
    ensure!(flags.site, "--address requires --site, found none");
    let is_folder = ["https://", "http://"].iter().any(|start| address.starts_with(start)) && address.ends_with('/');
    // The address is written into attributes of the page.
    let is_plain = !address.contains(|c: char| c.is_whitespace() || "\"'<>&?#".contains(c));
    ensure!(
        is_folder && is_plain,
        "--address must be that of a folder, such as https://example.org/scanlab/, found {address}"
    );
    Ok(())
}

/// Writes the requested package to package/.
pub fn run(machine: &Machine, flags: &Package) -> Result<()> {
    require_tag(std::env::var("GITHUB_REF").ok().as_deref())?;
    if flags.crates {
        return run_crates(machine);
    }
    setup::for_site(machine)?;
    site::build(machine)?;
    if flags.wheel {
        run_command(script(machine, "wheel").arg(VERSION))?;
        println!("the package is package/scanlab-{VERSION}-py3-none-any.whl");
        return Ok(());
    }
    if let Some(settings) = &flags.scorm {
        run_command(script(machine, "scorm").arg(settings))?;
        println!("the package is package/scanlab-scorm.zip");
        return Ok(());
    }
    if !flags.site {
        run_command(&mut npm_command(machine))?;
        println!("the package is package/scanlab-{VERSION}.tgz");
        return Ok(());
    }
    run_command(script(machine, "site").args(&flags.address))?;
    println!("the site is in package/site/");
    Ok(())
}

/// Checks that the tag of a release, if there is one, names the version.
fn require_tag(reference: Option<&str>) -> Result<()> {
    let Some(tag) = reference.and_then(|reference| reference.strip_prefix("refs/tags/")) else { return Ok(()) };
    ensure!(tag.strip_prefix('v') == Some(VERSION), "the tag must be v{VERSION}, found {tag}");
    Ok(())
}

/// Writes the crates as cargo packages them, from the committed files. The tests compile them separately.
fn run_crates(machine: &Machine) -> Result<()> {
    run_command(&mut machine.cargo(["fetch", "--quiet"]))?;
    let target = machine.output("crates");
    let mut command = machine.cargo(["package", "--offline", "--no-verify"]);
    run_command(command.args(CRATES.map(|name| format!("--package={name}"))).arg("--target-dir").arg(&target))?;
    fs::create_dir_all(machine.file("package"))?;
    for name in CRATES.map(|name| format!("{name}-{VERSION}.crate")) {
        fs::copy(target.join("package").join(&name), machine.file("package").join(&name))?;
        println!("a crate is package/{name}");
    }
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
    fn a_tag_names_the_version() {
        let right = format!("refs/tags/v{VERSION}");
        assert!(
            [None, Some("refs/heads/v9"), Some(right.as_str())]
                .into_iter()
                .all(|reference| require_tag(reference).is_ok())
        );
        assert!(require_tag(Some("refs/tags/v9.9.9")).is_err());
    }

    #[test]
    fn an_address_is_that_of_a_folder() {
        let flags = |site, address: &str| Package {
            site,
            address: Some(address.to_owned()),
            scorm: None,
            crates: false,
            wheel: false,
        };
        for address in ["https://example.org/", "http://127.0.0.1:8080/sub/folder/"] {
            assert!(check(&flags(true, address)).is_ok(), "{address}");
        }
        for address in ["", "/", "example.org/", "https://example.org", "https://example.org/?a=/", "https://a/\"><b/"]
        {
            assert!(check(&flags(true, address)).is_err(), "{address}");
        }
        assert!(check(&flags(false, "https://example.org/")).is_err());
    }

    #[test]
    fn one_package_is_written() {
        let flags = |site, scorm: Option<&str>| Package {
            site,
            address: None,
            scorm: scorm.map(str::to_owned),
            crates: false,
            wheel: false,
        };
        assert!(check(&flags(false, Some("view=learn"))).is_ok());
        assert!(check(&flags(true, Some("view=learn"))).is_err());
    }
}
