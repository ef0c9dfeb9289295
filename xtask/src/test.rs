//! Every check and test, stopping at the first that fails.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::machine::Machine;
use crate::process::{Record, run_recorded, shown};
use crate::setup;
use crate::site;
use crate::summary::{Tally, summarise};

/// No step comes near this; one that does hangs.
const LIMIT: Duration = Duration::from_secs(25 * 60);
/// The same for the whole grid, which takes hours.
const FULL_LIMIT: Duration = Duration::from_secs(8 * 60 * 60);
/// How long the driver waits for all tests of one program in the browser.
const WEB_TESTS_LIMIT_S: &str = "600";

struct Step {
    name: &'static str,
    command: Command,
    /// Whether it is a test runner, which must find at least one test; else it is a check, which counts nothing.
    counts: bool,
}

/// Runs every step in turn, then repeats what each runner counted.
pub fn run(machine: &Machine, full: bool) -> Result<ExitCode> {
    let mut report = Vec::new();
    let mut sum = Tally::default();
    let mut failure = None;
    for mut step in steps(machine, full)? {
        println!("\n== {}: {}", step.name, shown(&step.command));
        let started = Instant::now();
        let record = run_recorded(&mut step.command, if full { FULL_LIMIT } else { LIMIT })?;
        let (tally, lines) = judge(&step, &record, &mut failure);
        report.push(format!("{:<8} {:>6.1} s  {lines}", step.name, started.elapsed().as_secs_f64()));
        sum += tally;
        if failure.is_some() {
            // A step that fails without a failed test, such as a compiler's error, is a failure all the same.
            sum.failed = sum.failed.max(1);
            break;
        }
    }
    print_report(&report, failure.as_deref(), sum);
    Ok(if failure.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What a step counted, and its line of the report.
fn judge(step: &Step, record: &Record, failure: &mut Option<String>) -> (Tally, String) {
    let (counting, tally) = if step.counts { summarise(&record.lines) } else { Default::default() };
    *failure = record.failure.clone();
    if failure.is_none() && tally.failed > 0 {
        *failure = Some(format!("{} must pass, found {} tests that did not", step.name, tally.failed));
    }
    if failure.is_none() && step.counts && tally.passed == 0 {
        *failure = Some(format!("{} must run at least one test, found none", step.name));
    }
    let verdict = if failure.is_none() { "ok" } else { "FAILED" };
    if !step.counts {
        return (tally, verdict.to_owned());
    }
    let counted = format!("{verdict}, {} passed, {} failed", tally.passed, tally.failed);
    (tally, std::iter::once(counted.as_str()).chain(counting).collect::<Vec<_>>().join("\n                   "))
}

fn print_report(report: &[String], failure: Option<&str>, sum: Tally) {
    println!("\n== summary");
    report.iter().for_each(|line| println!("{line}"));
    if let Some(failure) = failure {
        println!("{failure}");
    }
    println!("{} passed, {} failed", sum.passed, sum.failed);
}

fn steps(machine: &Machine, full: bool) -> Result<Vec<Step>> {
    let check = |name, command| Step { name, command, counts: false };
    let test = |name, mut command: Command| {
        if full {
            command.env("SCANLAB_FULL", "1");
        }
        Step { name, command, counts: true }
    };
    Ok(vec![
        check("format", machine.cargo(["fmt", "--all", "--check"])),
        check("clippy", clippy(machine, &["--workspace", "--all-targets"])),
        check("clippy32", clippy(machine, &["--target", setup::WASM, "--lib", "--test", "web"])),
        test("native", native_tests(machine)?),
        check("docs", docs(machine)),
        check("types", machine.node_script("typescript/bin/tsc", ["--project", "tsconfig.json"])),
        test("node", node_tests(machine)),
        check("site", site::build_command(machine)),
        test("web", web_tests(machine)?),
        test("page", page_tests(machine)?),
    ])
}

fn clippy(machine: &Machine, what: &[&str]) -> Command {
    let mut command = machine.cargo(["clippy", "--quiet"]);
    command.args(what).args(["--", "--deny", "warnings"]);
    command
}

/// The crate's tests on the software Vulkan driver, unless the caller names another.
fn native_tests(machine: &Machine) -> Result<Command> {
    let mut command = machine.cargo(["test", "--workspace"]);
    command.env("SCANLAB_REQUIRE_GPU", "1");
    // The loader's name for it, and the name that older loaders know.
    let names = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
    if names.iter().all(|name| env::var_os(name).is_none()) {
        let driver = setup::software_vulkan().context("native tests require a software Vulkan driver, found none")?;
        command.envs(names.map(|name| (name, &driver)));
    }
    Ok(command)
}

fn docs(machine: &Machine) -> Command {
    let mut command = machine.cargo(["doc", "--quiet", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "--deny warnings");
    command
}

/// The tests of the page's modules, and of the scripts for reports, that need no browser.
fn node_tests(machine: &Machine) -> Command {
    let mut command = machine.command("node");
    let root = machine.file("");
    let tests = ["www", "bench"].map(|folder| files(&machine.file(folder), ".test.js")).concat();
    let names = tests.iter().map(|file| file.strip_prefix(&root).unwrap_or(file));
    command.args(["--test", "--test-reporter=spec"]).args(names);
    command
}

/// The crate's tests in a browser: webdriver.json sets its flags, .cargo/config.toml names the runner.
fn web_tests(machine: &Machine) -> Result<Command> {
    let driver = setup::chromedriver(machine).context("browser tests require ChromeDriver, found none")?;
    let mut command = machine.cargo(["test", "--target", setup::WASM, "--test", "web"]);
    command.env("CHROMEDRIVER", driver).env("WASM_BINDGEN_TEST_TIMEOUT", WEB_TESTS_LIMIT_S);
    Ok(command)
}

/// The built page, end to end.
fn page_tests(machine: &Machine) -> Result<Command> {
    let browser = setup::chromium(machine).context("page tests require Chromium, found none")?;
    let mut command = machine.node_script("@playwright/test/cli.js", ["test", "--config", "tests/page"]);
    command.env("CHROMIUM", browser);
    Ok(command)
}

/// The files below a folder whose name ends so.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found.sort();
    found
}
