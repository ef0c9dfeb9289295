//! Reads the imports of shaders and checks them. The build fails on the first error, with its file and line.

use std::collections::BTreeMap;

/// Texts of shaders by their paths below `shaders/`.
pub type Texts = BTreeMap<String, String>;

/// Slots, with the names of their variants of `wgsl::Slot`.
pub const SLOTS: &[(&str, &str)] = &[
    ("algorithm", "Algorithm"),
    ("element", "Element"),
    ("element_shuffle", "ElementShuffle"),
    ("heads", "Heads"),
    ("indices", "Indices"),
    ("key", "Key"),
    ("look_back", "LookBack"),
    ("monoid", "Monoid"),
    ("pack", "Pack"),
    ("pack_memory", "PackMemory"),
    ("pack_source", "PackSource"),
    ("pack_target", "PackTarget"),
    ("predicate", "Predicate"),
    ("scalar", "Scalar"),
    ("selected_bits", "SelectedBits"),
    ("selection", "Selection"),
    ("source", "Source"),
    ("subgroup_sum", "SubgroupSum"),
    ("target", "Target"),
    ("tile", "Tile"),
    ("tile_starts", "TileStarts"),
    ("value", "Value"),
    ("value_shuffle", "ValueShuffle"),
];

/// The generated constants, which every shader begins with.
const CONSTANTS: &str = "constants";

/// The origin of an import.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// A file, by its path below `shaders/`.
    File(String),
    /// A slot, by its name.
    Slot(String),
    /// The generated constants.
    Constants,
}

/// One import statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Its line, from 1.
    pub line: usize,
    /// The origin of the items.
    pub from: From,
    /// The names of the items.
    pub items: Vec<String>,
}

/// Whether a line of a shader is an import statement.
pub fn is_import(line: &str) -> bool {
    line.starts_with("import ")
}

/// The import statements of a file.
///
/// # Errors
/// Syntax errors, with file and line.
pub fn imports(path: &str, text: &str) -> Result<Vec<Import>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| is_import(line));
    lines.map(|(index, line)| statement(index + 1, line).map_err(|error| at(path, index + 1, &error))).collect()
}

fn at(path: &str, line: usize, error: &str) -> String {
    format!("shaders/{path}:{line}: {error}")
}

fn statement(line: usize, text: &str) -> Result<Import, String> {
    let form =
        || format!("an import must read `import module::item;` or `import module::{{item, item}};`, found `{text}`");
    let body = text.strip_prefix("import ").and_then(|rest| rest.strip_suffix(';')).ok_or_else(form)?;
    let (module, items) = match body.strip_suffix('}') {
        Some(list) => list.split_once("::{").ok_or_else(form)?,
        None => body.rsplit_once("::").ok_or_else(form)?,
    };
    let items: Vec<String> = items.split(',').map(|item| item.trim().to_owned()).collect();
    let is_name = |name: &String| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !items.iter().all(is_name) {
        return Err(form());
    }
    Ok(Import { line, from: from(module)?, items })
}

fn from(module: &str) -> Result<From, String> {
    if let Some(file) = module.strip_prefix("package::") {
        return Ok(From::File(file.replace("::", "/") + ".wgsl"));
    }
    match module {
        CONSTANTS => Ok(From::Constants),
        slot if SLOTS.iter().any(|(name, _)| *name == slot) => Ok(From::Slot(slot.to_owned())),
        _ => Err(format!("required a file (`package::folder::file`), `{CONSTANTS}` or a slot, found `{module}`")),
    }
}

/// The names that a file declares at module scope.
pub fn declared(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with([' ', '}', '/'])).filter_map(declaration).collect()
}

fn declaration(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let keyword =
        words.by_ref().find(|word| ["fn", "const", "alias", "struct"].contains(word) || word.starts_with("var"))?;
    // `var<storage, read_write> name` has a blank within the brackets.
    let mut depth = brackets(keyword);
    let name = words.find(|word| {
        let within = depth > 0;
        depth += brackets(word);
        !within
    })?;
    name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
}

fn brackets(word: &str) -> i32 {
    word.chars().map(|c| i32::from(c == '<') - i32::from(c == '>')).sum()
}

/// Checks all imports.
///
/// # Errors
/// A missing file, an item that the file does not declare, an import cycle; with file and line.
pub fn check(texts: &Texts) -> Result<(), String> {
    for (path, text) in texts {
        for import in imports(path, text)? {
            let From::File(file) = &import.from else { continue };
            let Some(found) = texts.get(file) else {
                return Err(at(path, import.line, &format!("imports shaders/{file}, which is not there")));
            };
            let declared = declared(found);
            if let Some(item) = import.items.iter().find(|item| !declared.contains(&item.as_str())) {
                return Err(at(path, import.line, &format!("imports `{item}`, which shaders/{file} does not declare")));
            }
        }
    }
    texts.keys().try_for_each(|path| check_cycles(texts, &mut vec![path]))
}

/// Follows the imports of the last file of a chain; slots end it.
fn check_cycles<'a>(texts: &'a Texts, chain: &mut Vec<&'a String>) -> Result<(), String> {
    let Some(&path) = chain.last() else { return Ok(()) };
    for import in imports(path, &texts[path])? {
        let From::File(file) = &import.from else { continue };
        let Some((file, _)) = texts.get_key_value(file) else { continue };
        if chain.contains(&file) {
            return Err(at(path, import.line, &format!("imports shaders/{file}, which imports this file again")));
        }
        chain.push(file);
        check_cycles(texts, chain)?;
        chain.pop();
    }
    Ok(())
}
