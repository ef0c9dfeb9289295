//! The packages of the library and of the emulator, as `cargo package` makes them.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A folder for the outputs of these tests.
fn made(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("package").join(name)
}

/// Runs a program, which must succeed. Returns its output and its errors.
fn succeed(command: &mut Command) -> (String, String) {
    let output = command.output().expect("a program");
    let [printed, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}: {errors}");
    (printed, errors)
}

/// The output of cargo on a package, with more arguments. Its file is in the named folder of these tests.
fn package(name: &str, arguments: &[&str], folder: &str) -> (Vec<String>, String) {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(ROOT).args(["package", "--offline", "--allow-dirty", "--package", name]).args(arguments);
    let (printed, errors) = succeed(command.arg("--target-dir").arg(made(folder)));
    (printed.lines().map(str::to_owned).collect(), errors)
}

#[test]
fn packages_hold_what_they_are_built_of_and_nothing_else() {
    for (name, required, folders) in [
        (
            "scanlab",
            ["src/lib.rs", "build.rs", "shaders/lib/grid.wgsl", "LICENSE-MIT", "LICENSE-APACHE"],
            &["src", "shaders", "build", "examples", "docs"][..],
        ),
        (
            "scanlab-emulator",
            ["src/lib.rs", "README.md", "Cargo.toml", "LICENSE-MIT", "LICENSE-APACHE"],
            &["src", "tests", "examples"],
        ),
    ] {
        let (files, _) = package(name, &["--list"], "listed");
        for file in required {
            assert!(files.iter().any(|listed| listed == file), "{name} lacks {file}");
        }
        let is_known = |file: &&String| file.split_once('/').is_none_or(|(folder, _)| folders.contains(&folder));
        let others: Vec<_> = files.iter().filter(|file| !is_known(file)).collect();
        assert!(others.is_empty(), "{name} holds {others:?}");
    }
}

#[test]
fn packages_have_all_that_a_registry_asks_for() {
    for name in ["scanlab", "scanlab-emulator"] {
        let (_, said) = package(name, &["--no-verify"], "whole");
        let warnings: Vec<_> = said.lines().filter(|line| line.starts_with("warning: manifest")).collect();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
}

/// Whether every case is requested.
fn is_full() -> bool {
    std::env::var_os("SCANLAB_FULL").is_some()
}

#[test]
fn a_new_project_needs_nothing_but_the_packages() {
    let project = made("project");
    // Compiled crates stay for the next run.
    for folder in ["crates", "src"] {
        let _ = fs::remove_dir_all(project.join(folder));
        fs::create_dir_all(project.join(folder).join("bin")).expect("a folder");
    }
    let version = env!("CARGO_PKG_VERSION");
    let mut dependencies = String::new();
    for name in ["scanlab", "scanlab-emulator"] {
        package(name, &["--no-verify"], "packed");
        let file = made("packed").join(format!("package/{name}-{version}.crate"));
        // The files get the current time, so that cargo compiles changed files.
        succeed(Command::new("tar").arg("-xmzf").arg(file).arg("-C").arg(project.join("crates")));
        dependencies += &format!("{name} = {{ path = \"crates/{name}-{version}\" }}\n");
    }
    let manifest = format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n\n[dependencies]\npollster = \"1\"\n{dependencies}
[profile.dev]\ndebug = false\n\n[workspace]\n"
    );
    fs::write(project.join("Cargo.toml"), manifest).expect("a manifest");
    let programs = [("scan", "examples/scan_slice.rs"), ("emulate", "emulator/examples/reduction.rs")];
    let root = Path::new(ROOT);
    for (name, source) in programs {
        fs::copy(root.join(source), project.join(format!("src/bin/{name}.rs"))).expect("a program");
    }
    // The locked versions are available without a network.
    fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).expect("a lock file");
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(&project).env_remove("CARGO_TARGET_DIR").args(arguments).arg("--offline");
        succeed(&mut command).0
    };
    cargo(&["check", "--bins"]);
    if is_full() {
        assert_eq!(cargo(&["run", "--bin", "scan"]), "[3, 4, 11, 11, 15]\n");
        assert!(cargo(&["run", "--bin", "emulate"]).contains("DataRace in sum"));
    }
}

#[test]
fn the_workspace_names_every_crate_once() {
    let root = Path::new(ROOT);
    let mut checked = 0;
    for manifest in [
        "Cargo.toml",
        "lab/Cargo.toml",
        "emulator/Cargo.toml",
        "emulator/web/Cargo.toml",
        "crossing/Cargo.toml",
        "xtask/Cargo.toml",
    ] {
        let text = std::fs::read_to_string(root.join(manifest)).expect("a manifest");
        let sections = text.split("\n[").filter(|section| !section.starts_with("workspace."));
        for section in
            sections.filter(|section| section.lines().next().is_some_and(|head| head.contains("dependencies")))
        {
            let entries = section.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('#'));
            let others: Vec<_> = entries.clone().filter(|entry| !entry.contains("workspace = true")).collect();
            assert!(others.is_empty(), "{manifest} must take from [workspace.dependencies]: {others:?}");
            checked += entries.count();
        }
    }
    assert!(checked > 30, "{checked} dependencies");
}
