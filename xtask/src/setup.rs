//! Installing what is missing, once. What is here in the right version is used as it is; where the user has another
//! version of a tool, ours goes to target/tools and the user's is left alone.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::machine::Machine;
use crate::process::{probe, run};

/// What the browser build is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";
const TRUNK_VERSION: &str = "0.21.14";
/// The oldest Node.js that Playwright runs on.
const NODE_MAJOR: u32 = 20;

/// The packages of Debian that tests need; fonts, because a page without any has no text to test.
const TEST_PACKAGES: [&str; 5] =
    ["chromium", "chromium-driver", "mesa-vulkan-drivers", "libvulkan1", "fonts-liberation"];
const VULKAN_DRIVERS: &str = "/usr/share/vulkan/icd.d";
const LIBRARY_FOLDERS: [&str; 3] = ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];

/// All that building and serving the site needs.
pub fn for_site(machine: &Machine) -> Result<()> {
    require_node(machine)?;
    install_wasm_target(machine)?;
    // Trunk builds without the network, so that it never fetches tools itself.
    run(&mut machine.cargo(["fetch", "--quiet"]))?;
    install_trunk(machine)?;
    install_wasm_bindgen(machine)?;
    install_npm_packages(machine)
}

/// All that the tests need.
pub fn for_tests(machine: &Machine) -> Result<()> {
    install_test_packages(machine)?;
    install_component(machine, "fmt", "rustfmt")?;
    install_component(machine, "clippy", "clippy")?;
    for_site(machine)
}

/// The browser that tests run in.
pub fn chromium(machine: &Machine) -> Option<PathBuf> {
    browser_program(machine, "CHROMIUM", "chromium")
}

/// The program that drives it for wasm-bindgen's tests.
pub fn chromedriver(machine: &Machine) -> Option<PathBuf> {
    browser_program(machine, "CHROMEDRIVER", "chromedriver")
}

/// The description of Mesa's software Vulkan driver, which the loader finds it by.
pub fn software_vulkan() -> Option<PathBuf> {
    let files = fs::read_dir(VULKAN_DRIVERS).ok()?.flatten().map(|entry| entry.path());
    files.into_iter().find(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd")))
}

fn browser_program(machine: &Machine, variable: &str, name: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    machine.find(&named.unwrap_or_else(|| name.into()))
}

fn say(what: &str) {
    eprintln!("setup: {what}");
}

fn require_node(machine: &Machine) -> Result<()> {
    let found = probe(machine.command("node").arg("--version")).unwrap_or_else(|| "none".into());
    let major = found.trim_start_matches('v').split('.').next().and_then(|text| text.parse::<u32>().ok());
    ensure!(
        major.is_some_and(|major| major >= NODE_MAJOR),
        "Node.js {NODE_MAJOR} or newer is required, found {found}: install it from https://nodejs.org"
    );
    Ok(())
}

fn install_wasm_target(machine: &Machine) -> Result<()> {
    let query = ["--print", "target-libdir", "--target", WASM];
    let folder = probe(machine.command("rustc").args(query)).context("rustc must name its folder for WASM")?;
    if Path::new(&folder).is_dir() {
        return Ok(());
    }
    say("adding Rust's WASM target");
    run(machine.command("rustup").args(["target", "add", WASM]))
}

fn install_component(machine: &Machine, subcommand: &str, component: &str) -> Result<()> {
    if probe(&mut machine.cargo([subcommand, "--version"])).is_some() {
        return Ok(());
    }
    say(&format!("adding Rust's {component}"));
    run(machine.command("rustup").args(["component", "add", component]))
}

fn install_trunk(machine: &Machine) -> Result<()> {
    if has_version(machine, "trunk", TRUNK_VERSION) {
        return Ok(());
    }
    say(&format!("installing trunk {TRUNK_VERSION} (about 7 minutes, once)"));
    cargo_install(machine, &["trunk", "--version", TRUNK_VERSION, "--locked"])
}

/// The tool must be exactly as old as the library that the crate is linked with.
fn install_wasm_bindgen(machine: &Machine) -> Result<()> {
    let lock = fs::read_to_string(machine.file("Cargo.lock")).context("Cargo.lock must be readable")?;
    let version = locked_version(&lock, "wasm-bindgen").context("Cargo.lock must hold wasm-bindgen, found none")?;
    if has_version(machine, "wasm-bindgen", version) && has_version(machine, "wasm-bindgen-test-runner", version) {
        return Ok(());
    }
    say(&format!("installing wasm-bindgen-cli {version} (about 2 minutes, once)"));
    cargo_install(machine, &["wasm-bindgen-cli", "--version", version])
}

fn cargo_install(machine: &Machine, arguments: &[&str]) -> Result<()> {
    let mut command = machine.cargo(["install", "--quiet", "--force", "--root"]);
    run(command.arg(machine.tools()).args(arguments))
}

fn has_version(machine: &Machine, program: &str, version: &str) -> bool {
    let line = probe(machine.command(program).arg("--version")).unwrap_or_default();
    line.split_whitespace().nth(1) == Some(version)
}

/// The version of a package in Cargo.lock.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

fn install_npm_packages(machine: &Machine) -> Result<()> {
    let installed = modified(&machine.file("node_modules/.package-lock.json"));
    let locked = modified(&machine.file("package-lock.json"));
    if installed.is_some() && installed >= locked {
        return Ok(());
    }
    say("installing npm packages (about 10 seconds)");
    run(machine.command("npm").args(["ci", "--loglevel=error"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))
}

fn modified(file: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

fn install_test_packages(machine: &Machine) -> Result<()> {
    let missing = missing_for_tests(machine);
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install -y --no-install-recommends {}", TEST_PACKAGES.join(" "));
    let is_root = rustix::process::geteuid().is_root();
    if !is_root || machine.find(Path::new("apt-get")).is_none() {
        bail!("tests require {}, found none; on Debian: sudo {install}", missing.join(", "));
    }
    say(&format!("installing {} (a minute or two, once)", TEST_PACKAGES.join(", ")));
    run(machine.command("apt-get").args(["update", "-qq"]))?;
    let mut command = machine.command("apt-get");
    command.args(install.split_whitespace().skip(1)).arg("-qq").env("DEBIAN_FRONTEND", "noninteractive");
    run(&mut command)?;
    let missing = missing_for_tests(machine);
    ensure!(missing.is_empty(), "tests require {}, found none after {install}", missing.join(", "));
    Ok(())
}

/// What tests need and this machine lacks, found by the files that are used, whoever installed them.
fn missing_for_tests(machine: &Machine) -> Vec<&'static str> {
    let has_loader = LIBRARY_FOLDERS.iter().any(|folder| Path::new(folder).join("libvulkan.so.1").exists());
    let found = [
        ("Chromium", chromium(machine).is_some()),
        ("ChromeDriver", chromedriver(machine).is_some()),
        ("a software Vulkan driver (lavapipe)", software_vulkan().is_some()),
        ("the Vulkan loader (libvulkan.so.1)", has_loader),
    ];
    found.into_iter().filter(|&(_, is_here)| !is_here).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_that_of_the_very_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
