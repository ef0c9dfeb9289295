//! The packages of the library and of the emulator, as `cargo package` makes them.
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;
use std::process::Command;

/// What cargo says of a package, by more arguments.
fn package(name: &str, arguments: &[&str]) -> (Vec<String>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["package", "--offline", "--allow-dirty", "--package", name])
        .args(arguments)
        .arg("--target-dir")
        .arg(folder)
        .output()
        .expect("cargo");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{name}: {errors}");
    (String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect(), errors)
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
        let (files, _) = package(name, &["--list"]);
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
        let (_, said) = package(name, &["--no-verify"]);
        let warnings: Vec<_> = said.lines().filter(|line| line.starts_with("warning: manifest")).collect();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
}

#[test]
fn the_workspace_names_every_crate_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
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
