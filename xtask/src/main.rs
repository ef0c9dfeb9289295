//! ScanLab's set-up, build, packages, server, tests, conformance grid, judge of exercises and benchmark. Every
//! subcommand but the judge and the benchmark first installs its missing requirements.

mod bench;
mod conformance;
mod flags;
mod grade;
mod interrupt;
mod machine;
mod package;
mod process;
mod processes;
mod setup;
mod site;
mod summary;
mod test;
mod tools;

use std::process::ExitCode;

use anyhow::Result;

use crate::flags::{Xtask, XtaskCmd};
use crate::machine::Machine;

fn main() -> ExitCode {
    match run(&Xtask::from_env_or_exit()) {
        Ok(code) => code,
        Err(_) if interrupt::is_requested() => ExitCode::from(interrupt::STATUS),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(flags: &Xtask) -> Result<ExitCode> {
    interrupt::watch()?;
    let machine = Machine::new()?;
    match &flags.subcommand {
        XtaskCmd::Setup(_) => setup::for_tests(&machine)?,
        XtaskCmd::Build(_) => {
            setup::for_site(&machine)?;
            site::build(&machine)?;
        }
        XtaskCmd::Serve(serve) => {
            setup::for_site(&machine)?;
            site::serve(&machine, serve.port.unwrap_or(site::DEFAULT_PORT))?;
        }
        XtaskCmd::Package(flags) => {
            package::check(flags)?;
            package::run(&machine, flags)?;
        }
        XtaskCmd::Test(test) => {
            let extent = test::Extent::of(test)?;
            match extent {
                test::Extent::Quick => setup::for_quick_tests(&machine)?,
                test::Extent::Whole => setup::for_tests(&machine)?,
                test::Extent::Full => setup::for_full_tests(&machine)?,
            }
            return test::run(&machine, extent);
        }
        XtaskCmd::Conformance(flags) => {
            conformance::check(flags)?;
            let browser = setup::for_conformance(&machine, flags.browser.as_deref())?;
            conformance::check_adapter(flags, browser.engine)?;
            site::build(&machine)?;
            return conformance::run(&machine, flags, &browser);
        }
        XtaskCmd::Grade(flags) => return grade::run(&machine, flags),
        XtaskCmd::Bench(flags) => bench::run_scans(&machine, flags)?,
    }
    Ok(ExitCode::SUCCESS)
}
