//! Reads the bindings that shaders declare. A variable name has the same number in all shaders. The build fails on a
//! second number.

use std::collections::BTreeMap;

/// A binding number, and the files that declare it.
type Declared<'a> = (u32, Vec<&'a str>);

/// The bindings of all files, by the names of their variables.
///
/// # Errors
/// A name has two numbers, or a declaration cannot be read; the message has file and line.
pub fn bindings(texts: &BTreeMap<String, String>) -> Result<BTreeMap<&str, Declared<'_>>, String> {
    let mut all: BTreeMap<&str, Declared<'_>> = BTreeMap::new();
    for (path, text) in texts {
        for (index, line) in text.lines().enumerate() {
            let at = |error: String| format!("shaders/{path}:{}: {error}", index + 1);
            if !line.contains("@binding(") {
                continue;
            }
            let (number, name) = line.strip_prefix("@group(0) @binding(").and_then(declaration).ok_or_else(|| {
                at(format!("a binding must read `@group(0) @binding(N) var<…> name: …`, found `{line}`"))
            })?;
            let (known, files) = all.entry(name).or_insert((number, Vec::new()));
            if *known != number {
                return Err(at(format!("`{name}` has binding {number}, and {known} in shaders/{}", files[0])));
            }
            files.push(path);
        }
    }
    Ok(all)
}

/// Number and name of a declaration, from its rest `N) var<…> name: …`.
fn declaration(rest: &str) -> Option<(u32, &str)> {
    let (number, rest) = rest.split_once(") var<")?;
    let (name, _) = rest.split_once("> ")?.1.split_once(':')?;
    Some((number.parse().ok()?, name))
}
