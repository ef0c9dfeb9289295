//! Copies the shaders to where the crate embeds them from. For the browser they lose comments and blanks, but no lines, so that
//! messages still name the right one: the page must be light, and its view of the shaders loads the full texts on demand.

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
            fs::write(target, if lean { text.lines().map(lean_line).collect() } else { text })?;
        }
    }
    Ok(())
}

/// The shaders have line comments alone, and no strings that might hold one.
fn lean_line(line: &str) -> String {
    let code = line.split("//").next().unwrap_or_default().trim();
    let mut lean = String::new();
    let mut rest = code.chars().peekable();
    while let Some(next) = rest.next() {
        let around = (lean.chars().last(), rest.peek().copied());
        if next != ' ' || !matches!(around, (Some(left), Some(right)) if can_meet(left, right)) {
            lean.push(next);
        }
    }
    lean + "\n"
}

/// Whether two characters without the blank between them are still read as two. What repeated lines are made by, `#` and `~`, keeps
/// its blanks.
fn can_meet(left: char, right: char) -> bool {
    let [is_mark, is_sign] = [",;:(){}[]", "-+*/%<>&|^=!"].map(|set| move |c: char| set.contains(c));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    is_mark(left) || is_mark(right) || is_word(left) && is_sign(right) || is_sign(left) && is_word(right)
}
