//! Dependencies between the layers of the crate.
#![cfg(not(target_arch = "wasm32"))]

use std::path::{Path, PathBuf};

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] }).collect()
}

/// Code lines of the crate's files that name `word`, as `path: line`.
fn users_of(word: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut users = Vec::new();
    for path in rust_files(&root) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//") && line.contains(word));
        let relative = path.strip_prefix(&root).expect("a path below src").display().to_string();
        users.extend(code.map(|line| format!("{relative}: {line}")));
    }
    users
}

fn assert_only(word: &str, allowed: &str) {
    let users = users_of(word);
    assert!(users.iter().any(|user| user.starts_with(allowed)), "no file uses {word}: has it been renamed?");
    let violations: Vec<_> = users.iter().filter(|user| !user.starts_with(allowed)).collect();
    assert!(violations.is_empty(), "only {allowed} may use {word}: {violations:#?}");
}

#[test]
fn only_record_and_gpu_use_wgpu() {
    let users: Vec<_> = users_of("wgpu::").into_iter().filter(|user| !user.starts_with("gpu/")).collect();
    let violations: Vec<_> = users.iter().filter(|user| !user.starts_with("record")).collect();
    assert!(users.len() > 10 && violations.is_empty(), "only record and gpu may use wgpu: {violations:#?}");
}

#[test]
fn record_uses_no_laboratory() {
    assert_none("crate::gpu", &["record"]);
    assert_none("crate::bench", &["record"]);
    assert_none("crate::request", &["record"]);
}

#[test]
fn only_web_uses_the_browser() {
    assert_only("wasm_bindgen", "web");
    assert_only("js_sys", "web");
    assert_only("web_sys", "web");
    assert_only("console_error_panic_hook", "web");
}

fn assert_none(word: &str, files: &[&str]) {
    let is_checked = |user: &String| files.iter().any(|file| user.starts_with(file));
    let violations: Vec<_> = users_of(word).into_iter().filter(is_checked).collect();
    assert!(violations.is_empty(), "{files:?} must not use {word}: {violations:#?}");
}

#[test]
fn planning_uses_no_device() {
    assert_none("crate::gpu", &["plan", "monoid", "shader", "scan/", "request", "results"]);
}

#[test]
fn planning_composes_no_shaders() {
    assert_none("crate::shader", &["plan", "monoid", "wgsl", "flow", "scan/"]);
}
