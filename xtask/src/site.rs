//! Building the static site, and serving it while it is worked on. Trunk compiles; www/build.mjs bundles.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::interrupt;
use crate::machine::Machine;
use crate::process::{run, shown, spawn, wait};

pub const DEFAULT_PORT: u16 = 8080;

/// Writes the site to dist/.
pub fn build(machine: &Machine) -> Result<()> {
    run(&mut build_command(machine))?;
    println!("the site is in dist/");
    Ok(())
}

/// The command that writes the site to dist/.
pub fn build_command(machine: &Machine) -> Command {
    let mut command = trunk(machine, "build");
    command.arg("--release");
    command
}

/// A subcommand of Trunk. The crate's panic messages name source files: their paths are made the same on every machine.
fn trunk(machine: &Machine, subcommand: &str) -> Command {
    let sources = [(Machine::cargo_home().join("registry/src"), "crates"), (machine.file(""), "scanlab")];
    let flags = sources.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    let mut command = machine.command("trunk");
    // Unlike RUSTFLAGS, this form allows for spaces in a path.
    command.args([subcommand, "--offline"]).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command
}

/// Serves the site until it is interrupted. Into a folder of its own, because Trunk adds a script that reloads the page,
/// which must not end up in a dist/ that somebody publishes.
pub fn serve(machine: &Machine, port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} of 127.0.0.1 must be free; choose another with --port"))?;
    let folder = machine.output("served");
    std::fs::create_dir_all(&folder)?;
    println!("building for release, so that times are honest");
    let mut command = trunk(machine, "serve");
    command.args(["--release", "--port", &port.to_string(), "--dist"]).arg(folder);
    let mut trunk = spawn(&mut command)?;
    wait_for_server(&mut trunk, port)?;
    println!("\nScanLab is at http://127.0.0.1:{port} (rebuilds on change; Ctrl-C ends)");
    let status = wait(&mut trunk)?;
    bail!("{} must go on until it is interrupted, found {status}", shown(&command))
}

/// Trunk answers once the first build is done. Should it end before, or be interrupted, waiting for it says so.
fn wait_for_server(trunk: &mut Child, port: u16) -> Result<()> {
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if interrupt::is_requested() || trunk.try_wait()?.is_some() {
            let status = wait(trunk)?;
            bail!("the site must build, found {status}");
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}
