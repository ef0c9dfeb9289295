//! `cargo xtask grade`: the program that it starts, the files that it names to it, and the exit status. exercises/tests/grade.rs tests that program.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a `cargo` in place of the real one, which would compile the judge.
fn folder_with_cargo(name: &str, script: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xtask-grade").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let cargo = folder.join("cargo");
    fs::write(&cargo, format!("#!/bin/sh\n{script}\n")).expect("a program");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("a program that runs");
    folder
}

/// Runs `cargo xtask grade` in a folder, with the `cargo` there.
fn grade(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("grade").args(arguments).current_dir(folder).env("PATH", folder).output().expect("xtask must start")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_file_it_refuses_and_starts_nothing() {
    let folder = folder_with_cargo("none", "echo started");
    let refused = grade(&folder, &[]);
    assert_eq!(text(&refused.stderr), "error: grade requires at least one file, found none\n");
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(1), String::new()));
    // An option without its file, and an unknown option.
    for arguments in [&["--exercise"][..], &["--exercises", "own.md"]] {
        let refused = grade(&folder, arguments);
        assert!(!refused.status.success(), "{arguments:?}");
        assert!(text(&refused.stderr).contains(arguments[0]), "{}", text(&refused.stderr));
        assert_eq!(text(&refused.stdout), "");
    }
}

#[test]
fn it_starts_the_judge_with_the_files_of_the_callers_folder() {
    let folder = folder_with_cargo("files", "printf '%s\\n' \"$@\"");
    let inside = |name: &str| folder.join(name).display().to_string();
    for (arguments, expected) in [
        (&["a.json", "b.json"][..], vec![inside("a.json"), inside("b.json")]),
        (&["a.json", "--exercise", "own.md"], vec!["--exercise".into(), inside("own.md"), inside("a.json")]),
        (&["--exercise", "own.md"], vec!["--exercise".into(), inside("own.md")]),
    ] {
        let graded = grade(&folder, arguments);
        assert_eq!(graded.status.code(), Some(0), "{}", text(&graded.stderr));
        let printed = text(&graded.stdout);
        let (cargo, files) = printed.split_once("\n--\n").expect("the arguments of the judge");
        assert!(cargo.starts_with("run\n") && cargo.ends_with("scanlab-exercises\n--bin\ngrade"), "{cargo}");
        assert_eq!(files.lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn its_exit_status_is_that_of_the_judge() {
    let folder = folder_with_cargo("failed", "echo 'a.json: serial: failed'; exit 1");
    let failed = grade(&folder, &["a.json"]);
    assert_eq!((failed.status.code(), text(&failed.stdout)), (Some(1), "a.json: serial: failed\n".into()));
}
