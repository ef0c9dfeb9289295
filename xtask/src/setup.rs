//! Installs missing requirements. Installed compatible versions are used.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::machine::Machine;
use crate::process::{probe, run};
use crate::tools::{self, say};

/// The target of the browser build.
pub const WASM: &str = "wasm32-unknown-unknown";
/// The versions of Node.js that Vite and oxlint run on.
const NODE: &str = "20.19, or 22.12 or newer,";

/// Debian packages for native tests.
const NATIVE_PACKAGES: [&str; 2] = ["mesa-vulkan-drivers", "libvulkan1"];
/// Debian packages for tests in a browser. They include fonts, since a page without fonts shows no text.
const BROWSER_PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-liberation"];
/// The program and Debian package of headless Chromium. With windows, each page would take more processor time to open.
const HEADLESS_SHELL: &str = "chromium-headless-shell";
/// Debian packages for the tests of the Python package, which installs JupyterLab and marimo into a separate
/// environment.
const PYTHON_PACKAGES: [&str; 2] = ["python3", "python3-venv"];
/// Names of Firefox: Debian's program and package, and other names.
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];
const VULKAN_DRIVERS: &str = "/usr/share/vulkan/icd.d";
const LIBRARY_FOLDERS: [&str; 3] = ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];

/// A browser that the conformance grid runs in.
pub struct Browser {
    pub program: PathBuf,
    pub engine: Engine,
}

/// The protocol of a browser, and its adapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Chromium,
    Firefox,
}

/// The requirements for building and serving the site.
pub fn for_site(machine: &Machine) -> Result<()> {
    require_node(machine)?;
    install_wasm_target(machine)?;
    // Trunk builds offline, so that it never downloads tools itself.
    run(&mut machine.cargo(["fetch", "--quiet"]))?;
    tools::install(machine, &[tools::trunk(), tools::wasm_bindgen(machine)?])?;
    install_npm_packages(machine)
}

/// The requirements of the checks and tests without a browser.
pub fn for_quick_tests(machine: &Machine) -> Result<()> {
    require_node(machine)?;
    install_packages(machine, &NATIVE_PACKAGES, missing_for_native_tests)?;
    install_component(machine, "fmt", "rustfmt")?;
    install_component(machine, "clippy", "clippy")?;
    install_wasm_target(machine)?;
    install_npm_packages(machine)
}

/// The requirements of all tests.
pub fn for_tests(machine: &Machine) -> Result<()> {
    for_quick_tests(machine)?;
    install_packages(machine, &BROWSER_PACKAGES, missing_for_browser_tests)?;
    if browser_program(machine, "CHROMIUM", HEADLESS_SHELL).is_none()
        && can_install(machine)
        && apt_install(machine, &[HEADLESS_SHELL]).is_err()
    {
        say(&format!("without {HEADLESS_SHELL}, tests of the page take longer"));
    }
    install_firefox(machine)?;
    tools::install(machine, &[tools::wasm_bindgen_test_runner(machine)?])?;
    for_site(machine)
}

/// The requirements of all tests, with those that are slow.
pub fn for_full_tests(machine: &Machine) -> Result<()> {
    for_tests(machine)?;
    install_packages(machine, &PYTHON_PACKAGES, |machine| {
        let mut command = machine.command("python3");
        absent([("Python with venv and pip", probe(command.args(["-c", "import ensurepip, venv"])).is_some())])
    })
}

/// The requirements of the conformance grid. Returns its browser: the given one, or that of the tests.
pub fn for_conformance(machine: &Machine, name: Option<&Path>) -> Result<Browser> {
    let Some(name) = name else {
        for_site(machine)?;
        return the_chromium(machine);
    };
    let found = machine.find(name);
    let is_installable = FIREFOX.iter().any(|one| name == Path::new(one));
    ensure!(found.is_some() || is_installable, "--browser must name a program, found {}", name.display());
    for_site(machine)?;
    let Some(program) = found else {
        install_firefox(machine)?;
        let program = firefox(machine).context("the conformance grid requires Firefox, found none")?;
        return Ok(Browser { program, engine: Engine::Firefox });
    };
    // Programs start in the repository's root, where a relative path would name another file.
    let program = absolute(program)?;
    let engine = engine(machine, &program);
    Ok(Browser { program, engine })
}

fn the_chromium(machine: &Machine) -> Result<Browser> {
    if chromium(machine).is_none() {
        install_packages(machine, &BROWSER_PACKAGES, |machine| absent([("Chromium", chromium(machine).is_some())]))?;
    }
    let program = chromium(machine).context("the conformance grid requires Chromium, found none")?;
    Ok(Browser { program, engine: Engine::Chromium })
}

/// The engine of a browser, found by its version text, since Chromium has many names.
fn engine(machine: &Machine, program: &Path) -> Engine {
    let version = probe(machine.command(program).arg("--version"));
    if version.is_some_and(|text| text.contains("Firefox")) { Engine::Firefox } else { Engine::Chromium }
}

/// The browser of the crate's tests and of the conformance grid.
pub fn chromium(machine: &Machine) -> Option<PathBuf> {
    browser_program(machine, "CHROMIUM", "chromium")
}

/// The browser of the page's tests: the headless shell if it is installed, otherwise Chromium.
pub fn page_browser(machine: &Machine) -> Option<PathBuf> {
    browser_program(machine, "CHROMIUM", HEADLESS_SHELL).or_else(|| chromium(machine))
}

/// The browser of the tests in Firefox.
pub fn firefox(machine: &Machine) -> Option<PathBuf> {
    FIREFOX.into_iter().find_map(|name| browser_program(machine, "FIREFOX", name))
}

/// ChromeDriver, through which wasm-bindgen's runner drives Chromium.
pub fn chromedriver(machine: &Machine) -> Option<PathBuf> {
    browser_program(machine, "CHROMEDRIVER", "chromedriver")
}

/// The manifest of Mesa's software Vulkan driver, which the Vulkan loader reads.
fn software_vulkan() -> Option<PathBuf> {
    let files = fs::read_dir(VULKAN_DRIVERS).ok()?.flatten().map(|entry| entry.path());
    files.into_iter().find(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd")))
}

/// Makes a program use Mesa's software Vulkan driver, unless the caller names a driver.
pub fn use_software_vulkan(command: &mut Command) -> Result<()> {
    // The loader's variable, and that of older loaders.
    let names = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
    if names.iter().all(|name| std::env::var_os(name).is_none()) {
        let driver = software_vulkan().context("a software Vulkan driver is required, found none")?;
        command.envs(names.map(|name| (name, &driver)));
        // The driver compiles thousands of kernels, each of which runs for milliseconds. LLVM's optimisations would take
        // a third of the tests' time.
        command.env("GALLIVM_PERF", "nopt");
    }
    Ok(())
}

fn browser_program(machine: &Machine, variable: &str, name: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    machine.find(&named.unwrap_or_else(|| name.into()))
}

fn require_node(machine: &Machine) -> Result<()> {
    let found = probe(machine.command("node").arg("--version")).unwrap_or_else(|| "none".into());
    ensure!(is_node(&found), "Node.js {NODE} is required, found {found}: install it from https://nodejs.org");
    Ok(())
}

/// Whether a version, such as `v20.19.0`, is one of [`NODE`].
fn is_node(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|text| text.parse::<u32>().ok());
    let (Some(major), Some(minor)) = (numbers.next(), numbers.next()) else { return false };
    (major == 20 && minor >= 19) || (major, minor) >= (22, 12)
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

fn install_npm_packages(machine: &Machine) -> Result<()> {
    let installed = modified(&machine.file("node_modules/.package-lock.json"));
    let locked = modified(&machine.file("package-lock.json"));
    if installed.is_some() && installed >= locked {
        return Ok(());
    }
    say("installing npm packages (about 20 seconds)");
    run(machine.command("npm").args(["ci", "--loglevel=error"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))
}

fn modified(file: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

/// Installs Debian packages for missing requirements, as root only.
fn install_packages(machine: &Machine, packages: &[&str], missing: fn(&Machine) -> Vec<&'static str>) -> Result<()> {
    let lacks = missing(machine);
    if lacks.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install -y --no-install-recommends {}", packages.join(" "));
    if !can_install(machine) {
        bail!("tests require {}, found none; on Debian: sudo {install}", lacks.join(", "));
    }
    apt_install(machine, packages)?;
    let lacks = missing(machine);
    ensure!(lacks.is_empty(), "tests require {}, found none after {install}", lacks.join(", "));
    Ok(())
}

fn install_firefox(machine: &Machine) -> Result<()> {
    install_packages(machine, &FIREFOX[..1], |machine| absent([("Firefox", firefox(machine).is_some())]))?;
    // Firefox's WebGPU runs on the software Vulkan driver.
    install_packages(machine, &NATIVE_PACKAGES, missing_for_native_tests)
}

fn can_install(machine: &Machine) -> bool {
    rustix::process::geteuid().is_root() && machine.find(Path::new("apt-get")).is_some()
}

fn apt_install(machine: &Machine, packages: &[&str]) -> Result<()> {
    say(&format!("installing {} (a minute or two, once)", packages.join(", ")));
    run(machine.command("apt-get").args(["update", "-qq"]))?;
    let mut command = machine.command("apt-get");
    command.args(["install", "-y", "--no-install-recommends", "-qq"]).args(packages);
    run(command.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// The missing requirements of native tests, detected by the files that the tests use.
fn missing_for_native_tests(_: &Machine) -> Vec<&'static str> {
    let has_loader = LIBRARY_FOLDERS.iter().any(|folder| Path::new(folder).join("libvulkan.so.1").exists());
    absent([
        ("a software Vulkan driver (lavapipe)", software_vulkan().is_some()),
        ("the Vulkan loader (libvulkan.so.1)", has_loader),
    ])
}

fn missing_for_browser_tests(machine: &Machine) -> Vec<&'static str> {
    absent([("Chromium", chromium(machine).is_some()), ("ChromeDriver", chromedriver(machine).is_some())])
}

fn absent<const N: usize>(found: [(&'static str, bool); N]) -> Vec<&'static str> {
    found.into_iter().filter(|&(_, is_here)| !is_here).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_that_the_packages_run_on() {
        assert!(["v20.19.0", "v20.20.2", "v22.12.0", "v23.0.0", "v26.1.0"].iter().all(|version| is_node(version)));
        let others = ["v18.20.0", "v20.18.3", "v21.7.0", "v22.11.0", "none", "", "v20", "vx.1"];
        assert!(!others.iter().any(|version| is_node(version)));
    }
}
