//! Building the static site, and serving it during development. Trunk compiles; www/build/build.mjs bundles.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use ureq::Agent;

use crate::interrupt;
use crate::machine::Machine;
use crate::process::{end, run, shown, spawn, wait};

pub const DEFAULT_PORT: u16 = 8080;
/// The timeout of one request to the server.
const ANSWER: Duration = Duration::from_secs(5);

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

/// A subcommand of Trunk. Source paths in panic messages are remapped, so that they are the same on every machine.
fn trunk(machine: &Machine, subcommand: &str) -> Command {
    let sources = [(Machine::cargo_home().join("registry/src"), "crates"), (machine.file(""), "scanlab")];
    let flags = sources.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    let mut command = machine.command("trunk");
    // Unlike RUSTFLAGS, this variable allows spaces in a path.
    command.args([subcommand, "--offline"]).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command
}

/// Serves the site until it is interrupted. It uses a separate folder, because Trunk adds a script that reloads the
/// page, which must not be in a published dist/.
pub fn serve(machine: &Machine, port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} of 127.0.0.1 must be free; choose another with --port"))?;
    let folder = machine.output("served");
    // Trunk would serve an earlier site if the build fails.
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} must be removable", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    println!("building for release, so that times are representative");
    let mut command = trunk(machine, "serve");
    command.args(["--release", "--port", &port.to_string(), "--dist"]).arg(folder);
    let mut trunk = spawn(&mut command)?;
    let address = format!("http://127.0.0.1:{port}");
    if let Err(error) = wait_for_site(&mut trunk, &address) {
        end(&mut trunk)?;
        return Err(error);
    }
    println!("\nScanLab is at {address} (rebuilds on change; Ctrl-C ends)");
    let status = wait(&mut trunk)?;
    bail!("{} must run until it is interrupted, found {status}", shown(&command))
}

/// Waits until Trunk serves the page and its WASM. Trunk answers after its first build; after a failed build, it serves
/// no page.
fn wait_for_site(trunk: &mut Child, address: &str) -> Result<()> {
    for file in ["/", "/scanlab_bg.wasm"] {
        let status = loop {
            if let Some(status) = status_of(&format!("{address}{file}")) {
                break status;
            }
            ensure!(!interrupt::is_requested(), "interrupted");
            if let Some(status) = trunk.try_wait()? {
                bail!("the site must build, found {status} of its server");
            }
            thread::sleep(Duration::from_millis(200));
        };
        ensure!(
            status == 200,
            "the site must build (its error is above): {file} must be answered with 200, found {status}"
        );
    }
    Ok(())
}

/// The status of a response; `None` while the server does not respond.
fn status_of(url: &str) -> Option<u16> {
    let agent = Agent::config_builder()
        .proxy(None)
        .http_status_as_error(false)
        .timeout_global(Some(ANSWER))
        .build()
        .new_agent();
    Some(agent.get(url).call().ok()?.status().as_u16())
}
