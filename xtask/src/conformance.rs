//! The conformance grid on the built page, in a headless browser that tests/page/conformance-cli.mjs drives.

use std::path::absolute;
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};

use crate::flags::Conformance;
use crate::machine::Machine;
use crate::process::{spawn, wait};
use crate::setup::{self, Browser, Engine};

const GRIDS: [&str; 3] = ["smoke", "spread", "full"];
/// The default of this command. The page's default is `spread`.
const DEFAULT_GRID: &str = "smoke";
/// The software adapter per engine: the default of this command.
const SOFTWARE_ADAPTERS: [(Engine, &str); 2] = [(Engine::Chromium, "swiftshader"), (Engine::Firefox, "lavapipe")];
const ANY_ADAPTER: &str = "default";
/// The values of the option `limits` of a lab.
const LIMITS: [&str; 2] = ["adapter", "guaranteed"];
/// The same limit as the page's (www/conformance/shard.ts).
const MAX_SHARDS: u32 = 64;

/// Checks the flags before anything is installed or built.
pub fn check(flags: &Conformance) -> Result<()> {
    require_one_of("--grid", &GRIDS, flags.grid.as_deref())?;
    let [(_, first), (_, second)] = SOFTWARE_ADAPTERS;
    require_one_of("--adapter", &[first, second, ANY_ADAPTER], flags.adapter.as_deref())?;
    require_one_of("--limits", &LIMITS, flags.limits.as_deref())?;
    if let Some(shard) = &flags.shard {
        ensure!(
            is_shard(shard),
            "--shard must be an index and the number of shards, at most {MAX_SHARDS}, such as 2/8, found {shard}"
        );
    }
    let chosen = [&flags.grid, &flags.shard, &flags.algorithms, &flags.operators];
    ensure!(
        flags.case.is_none() || chosen.iter().all(|flag| flag.is_none()),
        "--case excludes --grid, --shard, --algorithms and --operators, found one of them"
    );
    Ok(())
}

/// Checks the adapter after the browser is known.
pub fn check_adapter(flags: &Conformance, engine: Engine) -> Result<()> {
    match flags.adapter.as_deref() {
        Some(name) if SOFTWARE_ADAPTERS.iter().any(|&(of, software)| software == name && of != engine) => {
            bail!("--adapter must be one of {engine:?}'s, {} or {ANY_ADAPTER}, found {name}", software_adapter(engine))
        }
        _ => Ok(()),
    }
}

fn software_adapter(engine: Engine) -> &'static str {
    SOFTWARE_ADAPTERS.into_iter().find_map(|(of, name)| (of == engine).then_some(name)).unwrap_or(ANY_ADAPTER)
}

/// Runs the grid; the script prints the result.
pub fn run(machine: &Machine, flags: &Conformance, browser: &Browser) -> Result<ExitCode> {
    let adapter = flags.adapter.as_deref().unwrap_or(software_adapter(browser.engine));
    let mut command = machine.node();
    command.arg("tests/page/conformance-cli.mjs").arg("--browser").arg(&browser.program);
    if browser.engine == Engine::Firefox {
        command.args(["--engine", "firefox"]);
        if adapter != ANY_ADAPTER {
            setup::use_software_vulkan(&mut command)?;
        }
    }
    let grid = flags.grid.as_deref().or(flags.case.is_none().then_some(DEFAULT_GRID));
    let options = [
        ("--grid", grid),
        ("--shard", flags.shard.as_deref()),
        ("--algorithms", flags.algorithms.as_deref()),
        ("--operators", flags.operators.as_deref()),
        ("--case", flags.case.as_deref()),
        ("--adapter", Some(adapter)),
        ("--limits", flags.limits.as_deref()),
    ];
    for (name, value) in options {
        if let Some(value) = value {
            command.args([name, value]);
        }
    }
    if let Some(file) = &flags.report {
        // The script runs in the repository's root, where a relative path would name another file.
        command.arg("--report").arg(absolute(file)?);
    }
    let status = wait(&mut spawn(&mut command)?)?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn require_one_of(name: &str, known: &[&str], found: Option<&str>) -> Result<()> {
    match found {
        Some(value) if !known.contains(&value) => bail!("{name} must be one of {}, found {value}", known.join(", ")),
        _ => Ok(()),
    }
}

/// Whether a text is an index and the number of shards, such as `2/8`.
fn is_shard(text: &str) -> bool {
    let parts = text.split_once('/').and_then(|(index, of)| Some((number(index)?, number(of)?)));
    parts.is_some_and(|(index, of)| index <= of && of <= MAX_SHARDS)
}

/// A whole number from 1, without a sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| *number > 0 && number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_browser_has_its_own_software_adapter() {
        let with = |adapter: Option<&str>| Conformance { adapter: adapter.map(Into::into), ..no_flags() };
        for (engine, own, others) in
            [(Engine::Chromium, "swiftshader", "lavapipe"), (Engine::Firefox, "lavapipe", "swiftshader")]
        {
            assert_eq!(software_adapter(engine), own);
            for good in [None, Some(own), Some("default")] {
                check_adapter(&with(good), engine).unwrap();
            }
            let error = check_adapter(&with(Some(others)), engine).unwrap_err().to_string();
            assert_eq!(error, format!("--adapter must be one of {engine:?}'s, {own} or default, found {others}"));
        }
        assert!(
            check(&with(Some("fast"))).unwrap_err().to_string().contains("swiftshader, lavapipe, default, found fast")
        );
    }

    fn no_flags() -> Conformance {
        Conformance {
            grid: None,
            shard: None,
            algorithms: None,
            operators: None,
            case: None,
            browser: None,
            adapter: None,
            limits: None,
            report: None,
        }
    }

    #[test]
    fn limits_are_those_of_a_lab() {
        let with = |limits: &str| Conformance { limits: Some(limits.into()), ..no_flags() };
        for good in LIMITS {
            check(&with(good)).unwrap();
        }
        let error = check(&with("phone")).unwrap_err().to_string();
        assert_eq!(error, "--limits must be one of adapter, guaranteed, found phone");
        let lab = std::fs::read_to_string(Machine::new().unwrap().file("www/lab/requests.ts")).unwrap();
        assert!(lab.contains(&format!("LIMITS_OF = ['{}']", LIMITS.join("', '"))), "{lab}");
    }

    #[test]
    fn a_shard_is_one_of_as_many_parts_as_the_page_has() {
        for good in ["1/1", "2/8", "64/64"] {
            assert!(is_shard(good), "{good}");
        }
        for bad in ["5/2", "0/8", "2", "2/", "/8", "1/0", "-1/8", "+1/8", "01/8", "1.5/8", "2/8/3", "1/65", "all"] {
            assert!(!is_shard(bad), "{bad}");
        }
        let page = std::fs::read_to_string(Machine::new().unwrap().file("www/conformance/shard.ts")).unwrap();
        assert!(page.contains(&format!("MAX_SHARDS = {MAX_SHARDS};")), "{page}");
    }
}
