//! Copies the shaders to where the crate embeds them from. For the browser they lose comments and indentation, but no lines, so
//! that messages still name the right one: the page must be light, and its view of the shaders loads the full texts on demand.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("shaders");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("shaders");
    println!("cargo::rerun-if-changed={}", root.display());
    let lean = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32");
    copy(&root, &out, lean)
}

fn copy(source: &Path, target: &Path, lean: bool) -> io::Result<()> {
    fs::create_dir_all(target)?;
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let target = target.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target, lean)?;
        } else {
            let text = fs::read_to_string(&path)?;
            fs::write(target, if lean { without_comments(&text) } else { text })?;
        }
    }
    Ok(())
}

/// The shaders have line comments alone, and no strings that might hold one.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or_default().trim())).collect()
}
