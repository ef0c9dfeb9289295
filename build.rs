//! Embeds the shaders. The build generates `modules.rs` (every file's text and imports), `bindings.rs` (the names of
//! binding numbers) and `slots.rs` (the enumeration of slots).
//!
//! Import statements become empty lines. For the browser, the build also removes comments and indentation, since the
//! page loads the full texts on demand. Line breaks stay, so that line numbers in messages are right.

#[path = "build/bindings.rs"]
mod bindings;
#[path = "build/imports.rs"]
mod imports;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use imports::{From, Texts};

fn main() -> Result<(), String> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed={}", root.join("shaders").display());
    println!("cargo::rerun-if-changed={}", root.join("build").display());
    println!("cargo::rerun-if-changed={}", root.join("build.rs").display());
    let mut texts = Texts::new();
    read(&root.join("shaders"), "", &mut texts).map_err(|error| format!("shaders/: {error}"))?;
    // These are complete modules, not parts of composed shaders.
    texts.retain(|path, _| !path.starts_with("machine/"));
    imports::check(&texts)?;
    fs::write(out.join("bindings.rs"), bindings(&texts)?).map_err(|error| format!("bindings.rs: {error}"))?;
    fs::write(out.join("slots.rs"), slots()).map_err(|error| format!("slots.rs: {error}"))?;
    let lean = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32");
    fs::write(out.join("modules.rs"), modules(&texts, lean)?).map_err(|error| format!("modules.rs: {error}"))
}

fn read(folder: &Path, prefix: &str, texts: &mut Texts) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().display());
        if path.is_dir() {
            read(&path, &format!("{name}/"), texts)?;
        } else if name.ends_with(".wgsl") {
            texts.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// The text of the static `MODULES`, which `src/wgsl.rs` includes. Lean sources have no comments and no indentation.
fn modules(texts: &Texts, lean: bool) -> Result<String, String> {
    let mut code = format!("static MODULES: [Module; {}] = [\n", texts.len());
    for (path, text) in texts {
        let source: String = text.lines().map(|line| embedded_line(line, lean)).collect();
        let mut targets: Vec<From> = imports::imports(path, text)?.into_iter().map(|import| import.from).collect();
        targets.dedup();
        let targets: Vec<String> = targets.iter().filter_map(|from| target(texts, from)).collect();
        // Writing to a String cannot fail.
        let imports = targets.join(", ");
        let _ = writeln!(
            code,
            "Module {{ path: Cow::Borrowed({path:?}), source: Cow::Borrowed({source:?}), imports: &[{imports}], code: None }},"
        );
    }
    Ok(code + "];\n")
}

/// The text of the enumeration `Slot`, which `src/wgsl.rs` includes.
fn slots() -> String {
    let variants: String =
        imports::SLOTS.iter().map(|(name, items)| format!("/// {items}\n{},\n", variant(name))).collect();
    format!(
        "/// A module that the planner of a kernel selects. Its file declares or imports the items that are imported from the slot.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub(crate) enum Slot {{\n{variants}}}\n\n\
         impl Slot {{\n/// The number of slots.\npub const COUNT: usize = {};\n}}\n",
        imports::SLOTS.len()
    )
}

/// The variant of `wgsl::Slot` for the name of a slot: `PackSource` for `pack_source`.
fn variant(name: &str) -> String {
    let capitalised = |word: &str| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]);
    name.split('_').map(capitalised).collect()
}

/// The text of the constants of `binding`, which `src/wgsl.rs` includes.
fn bindings(texts: &Texts) -> Result<String, String> {
    let constant = |(name, (number, files)): (&str, (u32, Vec<&str>))| {
        let files = files.iter().map(|path| format!("`shaders/{path}`")).collect::<Vec<_>>().join(", ");
        format!("/// `{name}` of {files}.\npub const {}: u32 = {number};\n", name.to_ascii_uppercase())
    };
    Ok(bindings::bindings(texts)?.into_iter().map(constant).collect())
}

/// An import as an expression of type `wgsl::Import`; `None` for the constants, which every shader has.
fn target(texts: &Texts, from: &From) -> Option<String> {
    match from {
        From::File(file) => {
            texts.keys().position(|path| path == file).map(|index| format!("Import::Module(&MODULES[{index}])"))
        }
        From::Slot(name) => Some(format!("Import::Slot(Slot::{})", variant(name))),
        From::Constants => None,
    }
}

fn embedded_line(line: &str, lean: bool) -> String {
    match line {
        line if imports::is_import(line) => "\n".to_owned(),
        // The shaders have line comments only, and WGSL has no strings.
        line if lean => format!("{}\n", line.split("//").next().unwrap_or_default().trim()),
        line => format!("{line}\n"),
    }
}
