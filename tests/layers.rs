//! Dependencies between the layers of the library and of the laboratory.
#![cfg(not(target_arch = "wasm32"))]

use std::path::{Path, PathBuf};

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] }).collect()
}

/// Code lines of a crate's files that name `word`, as `path: line`.
fn users_of(word: &str, sources: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(sources);
    let mut users = Vec::new();
    for path in rust_files(&root) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//") && line.contains(word));
        let relative = path.strip_prefix(&root).expect("a path below the sources").display().to_string();
        users.extend(code.map(|line| format!("{relative}: {line}")));
    }
    users
}

/// Fails unless files below `allowed`, and no others of the crate, name `word`.
fn assert_only(word: &str, sources: &str, allowed: &[&str]) {
    let is_allowed = |user: &String| allowed.iter().any(|file| user.starts_with(file));
    let (users, violations): (Vec<_>, Vec<_>) = users_of(word, sources).into_iter().partition(is_allowed);
    assert!(!users.is_empty(), "no file of {sources} uses {word}: has it been renamed?");
    assert!(violations.is_empty(), "only {allowed:?} of {sources} may use {word}: {violations:#?}");
}

/// Fails if one of these files of a crate names `word`.
fn assert_none(word: &str, sources: &str, files: &[&str]) {
    let is_checked = |user: &String| files.iter().any(|file| user.starts_with(file));
    let violations: Vec<_> = users_of(word, sources).into_iter().filter(is_checked).collect();
    assert!(violations.is_empty(), "{files:?} must not use {word}: {violations:#?}");
}

#[test]
fn only_record_and_gpu_use_wgpu() {
    assert_only("wgpu::", "src", &["record"]);
    assert_only("wgpu::", "lab/src", &["gpu/"]);
}

#[test]
fn only_web_uses_the_browser() {
    for word in ["wasm_bindgen", "js_sys", "web_sys", "console_error_panic_hook"] {
        assert_only(word, "lab/src", &["web"]);
    }
}

#[test]
fn planning_uses_no_device() {
    assert_none("crate::record", "src", &["plan", "monoid", "shader", "wgsl", "flow", "scan/", "operation/"]);
}

/// The library keeps nothing for the life of the process: a value that a caller makes is dropped with its last owner.
#[test]
fn the_library_has_no_state_of_its_own() {
    for word in ["leak(", "static mut", "thread_local!", "LazyLock"] {
        assert_none(word, "src", &[""]);
    }
    for word in ["Mutex", "RwLock", "OnceLock", "RefCell", "::atomic"] {
        assert_none(word, "src", &["plan", "monoid", "wgsl", "shared", "flow", "scan/", "operation/", "shader"]);
    }
}

#[test]
fn requests_and_analyses_use_no_device() {
    let without_device = [
        "analysis",
        "calibration",
        "catalogue",
        "description",
        "number",
        "pattern",
        "recording",
        "reference",
        "request",
        "results",
        "settings",
    ];
    assert_none("crate::gpu", "lab/src", &without_device);
}

#[test]
fn planning_composes_no_shaders() {
    assert_none("crate::shader", "src", &["plan", "monoid", "wgsl", "flow", "scan/"]);
}
