//! Every check and test, stopping after the first group of steps in which one fails.

use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::flags;
use crate::machine::Machine;
use crate::package;
use crate::process::{Record, run_recorded, shown};
use crate::setup;
use crate::site;
use crate::summary::{Tally, summarise};

/// The timeout of each step without the full grid.
const LIMIT: Duration = Duration::from_secs(50 * 60);
/// The timeout of each step with the full grid, which takes hours.
const FULL_LIMIT: Duration = Duration::from_secs(8 * 60 * 60);
/// JavaScript, TypeScript and CSS files. Prettier skips those that .gitignore or .prettierignore names.
const CODE: &str = "**/*.{js,mjs,ts,css}";
/// The crates that are compiled for the browser.
const WEB_TARGETS: [&str; 8] = [
    "--target",
    setup::WASM,
    "--package=scanlab",
    "--package=scanlab-lab",
    "--package=scanlab-crossing",
    "--package=scanlab-emulator-web",
    "--lib",
    "--test=web",
];
/// The driver's timeout for all tests of one program in the browser.
const WEB_TESTS_LIMIT_S: &str = "1800";

/// The extent of a test run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Without a browser.
    Quick,
    /// Every check and test.
    Whole,
    /// The full grid of cases, the native tests on a device with guaranteed limits, and the packages in hosts that are installed anew.
    Full,
}

impl Extent {
    /// The extent that the command line asks for.
    pub fn of(flags: &flags::Test) -> Result<Extent> {
        match (flags.quick, flags.full) {
            (true, true) => bail!("at most one of --quick and --full may be given, found both"),
            (true, false) => Ok(Extent::Quick),
            (false, true) => Ok(Extent::Full),
            (false, false) => Ok(Extent::Whole),
        }
    }
}

struct Step {
    name: &'static str,
    command: Command,
    /// Whether the step is a test runner, which must run at least one test. Otherwise it is a check.
    counts: bool,
}

/// The outcome of a step: its line of the report, its counts, and the reason for its failure.
struct Outcome {
    line: String,
    tally: Tally,
    failure: Option<String>,
}

/// Steps that run one after the other until one fails. The other lanes of the group run at the same time.
type Lane = Vec<Step>;

/// Runs the groups of lanes in order, then prints a summary.
pub fn run(machine: &Machine, extent: Extent) -> Result<ExitCode> {
    let mut outcomes = Vec::new();
    let limit = if extent == Extent::Full { FULL_LIMIT } else { LIMIT };
    for group in groups(machine, extent)? {
        outcomes.extend(run_group(group, limit));
        if outcomes.iter().any(|outcome| outcome.failure.is_some()) {
            break;
        }
    }
    print_report(&outcomes);
    let failed = outcomes.iter().any(|outcome| outcome.failure.is_some());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Runs the lanes of a group concurrently. A failure in one lane does not stop the others.
fn run_group(group: Vec<Lane>, limit: Duration) -> Vec<Outcome> {
    let labelled = group.len() > 1;
    thread::scope(|scope| {
        let start = |lane| scope.spawn(move || run_lane(lane, limit, labelled));
        let running: Vec<_> = group.into_iter().map(start).collect();
        running.into_iter().flat_map(|lane| lane.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

fn run_lane(lane: Lane, limit: Duration, labelled: bool) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for step in lane {
        let outcome = run_step(step, limit, labelled);
        let failed = outcome.failure.is_some();
        outcomes.push(outcome);
        if failed {
            break;
        }
    }
    outcomes
}

fn run_step(mut step: Step, limit: Duration, labelled: bool) -> Outcome {
    println!("\n== {}: {}", step.name, shown(&step.command));
    let started = Instant::now();
    let ran = run_recorded(&mut step.command, limit, labelled.then_some(step.name));
    let record = ran.unwrap_or_else(|error| Record { lines: Vec::new(), failure: Some(format!("{error:#}")) });
    let seconds = started.elapsed().as_secs_f64();
    let StepResult { mut tally, lines, failure } = evaluate(&step, &record);
    if failure.is_some() {
        // A step can fail without a failed test, for instance by a compile error.
        tally.failed = tally.failed.max(1);
    }
    Outcome { line: format!("{:<8} {seconds:>6.1} s  {lines}", step.name), tally, failure }
}

/// The counts of a step, its lines in the report, and the reason for its failure.
struct StepResult {
    tally: Tally,
    lines: String,
    failure: Option<String>,
}

fn evaluate(step: &Step, record: &Record) -> StepResult {
    let (counting, tally) = if step.counts { summarise(&record.lines) } else { Default::default() };
    let mut failure = record.failure.clone();
    if failure.is_none() && tally.failed > 0 {
        failure = Some(format!("{} must pass, found {} tests that did not", step.name, tally.failed));
    }
    if failure.is_none() && step.counts && tally.passed == 0 {
        failure = Some(format!("{} must run at least one test, found none", step.name));
    }
    let status = if failure.is_none() { "ok" } else { "FAILED" };
    if !step.counts {
        return StepResult { tally, lines: status.to_owned(), failure };
    }
    let counted = format!("{status}, {} passed, {} failed", tally.passed, tally.failed);
    let lines = std::iter::once(counted.as_str()).chain(counting).collect::<Vec<_>>().join("\n                   ");
    StepResult { tally, lines, failure }
}

fn print_report(outcomes: &[Outcome]) {
    let mut sum = Tally::default();
    println!("\n== summary");
    for outcome in outcomes {
        println!("{}", outcome.line);
        sum += outcome.tally;
    }
    outcomes.iter().filter_map(|outcome| outcome.failure.as_deref()).for_each(|failure| println!("{failure}"));
    println!("{} passed, {} failed", sum.passed, sum.failed);
}

/// The groups of lanes. The lanes of a group run concurrently: steps in browsers leave cores idle while they wait, and
/// long tests of the crate and the last part of an optimised build have only one thread each.
fn groups(machine: &Machine, extent: Extent) -> Result<Vec<Vec<Lane>>> {
    let check = |name, command| Step { name, command, counts: false };
    let test = |name, mut command: Command| {
        match extent {
            Extent::Quick => drop(command.env("SCANLAB_QUICK", "1")),
            Extent::Whole => {}
            Extent::Full => drop(command.env("SCANLAB_FULL", "1")),
        }
        Step { name, command, counts: true }
    };
    let prettier_arguments = ["--check", "--log-level", "warn", CODE];
    let beside = |steps: Vec<Step>| steps.into_iter().map(|step| vec![step]).collect::<Vec<Lane>>();
    let mut long = vec![test("native", native_tests(machine)?), check("docs", docs(machine))];
    let mut groups = vec![
        beside(vec![check("format", machine.cargo(["fmt", "--all", "--check"]))]),
        beside(vec![
            check("clippy", clippy(machine, &["--workspace", "--all-targets"])),
            check("prettier", machine.node_script("prettier/bin/prettier.cjs", prettier_arguments)),
            check("oxlint", machine.node_script("oxlint/bin/oxlint", ["--deny-warnings"])),
            check("types", machine.node_script("typescript/bin/tsc", ["--project", "tsconfig.json"])),
        ]),
        beside(vec![
            check("clippy32", clippy(machine, &WEB_TARGETS)),
            // The library alone, without the features that the workspace enables.
            check("library", clippy(machine, &["--package", "scanlab", "--lib"])),
            test("node", node_tests(machine)),
        ]),
    ];
    if extent == Extent::Quick {
        groups.push(beside(long));
        return Ok(groups);
    }
    long.push(check("site", site::build_command(machine)));
    groups.extend([
        beside(long),
        beside(vec![
            check("dist-types", machine.node_script("typescript/bin/tsc", ["--project", "tests/types"])),
            check("package", package::npm_command(machine)),
        ]),
    ]);
    if extent == Extent::Full {
        groups.push(beside(vec![
            // Without SCANLAB_FULL, since the step `native` already runs the full grid, with these limits too.
            Step { name: "limits", command: native_tests_with_guaranteed_limits(machine)?, counts: true },
            check("wheel", machine.cargo(["xtask", "package", "--wheel"])),
        ]));
    }
    groups.extend([
        // The tests of the crate in a browser keep one core busy. They last as long as the three steps of the other
        // lane together.
        vec![
            vec![test("web", web_tests(machine)?)],
            vec![
                test("firefox", firefox_tests(machine)?),
                test("packages", playwright(machine, "tests/packages")?),
                test("front", playwright(machine, "tests/front-door")?),
            ],
        ],
        // Its two workers keep two cores busy. Beside other lanes, this step would come near its timeout.
        beside(vec![test("page", playwright(machine, "tests/page")?)]),
    ]);
    Ok(groups)
}

fn clippy(machine: &Machine, what: &[&str]) -> Command {
    let mut command = machine.cargo(["clippy", "--quiet"]);
    command.args(what).args(["--", "--deny", "warnings"]);
    command
}

/// The native tests of all crates, on the software Vulkan driver unless the caller names another.
fn native_tests(machine: &Machine) -> Result<Command> {
    let mut command = machine.cargo(["test", "--workspace"]);
    command.env("SCANLAB_REQUIRE_GPU", "1");
    setup::use_software_vulkan(&mut command)?;
    Ok(command)
}

/// The native tests in folders `tests`, again, on devices with the limits that WebGPU guarantees.
fn native_tests_with_guaranteed_limits(machine: &Machine) -> Result<Command> {
    let mut command = native_tests(machine)?;
    command.args(["--test", "*"]).env("SCANLAB_LIMITS", "guaranteed");
    Ok(command)
}

fn docs(machine: &Machine) -> Command {
    let mut command = machine.cargo(["doc", "--quiet", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "--deny warnings");
    command
}

/// The tests of the page's modules and of the scripts for reports, without a browser.
fn node_tests(machine: &Machine) -> Command {
    node_test_command(machine, &["www", "measurements"].map(|folder| files(&machine.file(folder), ".test.js")).concat())
}

/// Node's test runner with these files.
fn node_test_command(machine: &Machine, tests: &[PathBuf]) -> Command {
    let mut command = machine.node();
    let root = machine.file("");
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

/// Playwright's tests in a folder: those of the built page, of the packages, or of the commands that serve and build.
fn playwright(machine: &Machine, folder: &str) -> Result<Command> {
    let browser = setup::page_browser(machine).context("page tests require Chromium, found none")?;
    let mut command = machine.node_script("@playwright/test/cli.js", ["test", "--config", folder]);
    command.env("CHROMIUM", browser);
    Ok(command)
}

/// The tests of the built page in Firefox, whose WebGPU runs on the software Vulkan driver, unless the caller names another.
fn firefox_tests(machine: &Machine) -> Result<Command> {
    let browser = setup::firefox(machine).context("tests in Firefox require Firefox, found none")?;
    let mut command = node_test_command(machine, &files(&machine.file("tests/firefox"), ".test.mjs"));
    command.env("FIREFOX", browser);
    setup::use_software_vulkan(&mut command)?;
    Ok(command)
}

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

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    fn step(name: &'static str, counts: bool, script: &str) -> Step {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Step { name, command, counts }
    }

    #[test]
    fn the_lanes_of_a_group_run_concurrently() {
        let folder = env::temp_dir().join(format!("xtask-group-{}", std::process::id()));
        let (there, back) = (folder.join("there"), folder.join("back"));
        fs::create_dir(&folder).unwrap();
        assert!(Command::new("mkfifo").args([&there, &back]).status().unwrap().success());
        // Each step waits for the other. In sequence, the first would time out.
        let first = step("first", false, &format!("read word < {}; echo back > {}", there.display(), back.display()));
        let second =
            step("second", false, &format!("echo there > {}; read word < {}", there.display(), back.display()));
        let outcomes = run_group(vec![vec![first], vec![second]], Duration::from_secs(60));
        fs::remove_dir_all(&folder).unwrap();
        assert!(outcomes.iter().all(|outcome| outcome.failure.is_none()));
    }

    #[test]
    fn a_failed_step_ends_its_lane_and_no_other() {
        let bad = vec![step("bad", false, "exit 3"), step("later", false, "true")];
        let group = vec![bad, vec![step("good", true, "sleep 0.3; echo '3 passed (1.0s)'")]];
        let [bad, good] = &run_group(group, Duration::from_secs(60))[..] else { panic!("two steps") };
        assert!(bad.failure.as_ref().is_some_and(|failure| failure.contains("exit status: 3")), "{:?}", bad.failure);
        assert_eq!((bad.tally.failed, good.tally), (1, Tally { passed: 3, failed: 0 }));
        assert!(good.failure.is_none() && good.line.contains("3 passed (1.0s)"), "{}", good.line);
    }

    #[test]
    fn a_step_that_does_not_start_does_not_affect_the_other() {
        let missing = Step { name: "missing", command: Command::new("no-such-program-here"), counts: false };
        let [missing, good] =
            &run_group(vec![vec![missing], vec![step("good", false, "true")]], Duration::from_secs(60))[..]
        else {
            panic!("two steps")
        };
        let failure = missing.failure.as_ref().expect("a failure");
        assert!(failure.contains("no-such-program-here must start"), "{failure}");
        assert!(good.failure.is_none());
    }

    #[test]
    fn a_runner_that_runs_no_test_fails() {
        let outcomes = run_group(vec![vec![step("empty", true, "true")]], Duration::from_secs(60));
        assert!(outcomes[0].failure.as_ref().is_some_and(|failure| failure.contains("found none")));
    }
}
