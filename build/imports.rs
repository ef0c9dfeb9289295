//! Reads the imports of shaders and checks them. The build fails on the first error, with its file and line.

use std::collections::BTreeMap;

/// Texts of shaders by their paths below `shaders/`.
pub type Texts = BTreeMap<String, String>;

/// Slots: their names in imports, in alphabetical order, and the items that their modules declare or import.
pub const SLOTS: &[(&str, &str)] = &[
    ("algorithm", "The root of the shader, with the functions that a frame calls."),
    ("element", "The element type: `T`, `element_of`, `element_value`, `element_starts`, `identity`, `combine`."),
    (
        "element_shuffle",
        "Shuffles of elements and the steps of their scan over a subgroup: `element_shuffle`, `element_shuffle_up`, \
         `Reach`, `element_reach`, `element_scan_step`, `element_scanned`.",
    ),
    ("heads", "Where segments start in memory: `head_bits`, `head_bits_after`."),
    ("indices", "Whether the indices of selected elements are stored: `INDICES`, `index_store`."),
    ("key", "The origin of keys of floats: `KEY_FIRST`."),
    ("look_back", "The look-back, by a subgroup or a workgroup: `look_back`."),
    (
        "monoid",
        "The operator: `Value`, `VALUE_WORDS`, `value_to_words`, `value_from_words`, `value_identity`, `value_combine`.",
    ),
    ("pack", "What an invocation holds of a pack, and its scan: `lib/packs.wgsl` lists the items."),
    ("pack_memory", "The memory layout of a pack: `Memory`, `values_from_memory`, `values_to_memory`."),
    ("pack_source", "The buffer of the input, by packs: `source_memory`."),
    ("pack_target", "The output, by packs: `target_store`."),
    ("predicate", "The predicate of a selection: `is_selected`."),
    ("scalar", "The scalar type: `Scalar`, `scalar_lowest`, `scalar_highest`, `scalar_min`, `scalar_max`."),
    (
        "selected_bits",
        "Whether words of bits of the selected elements are stored: `SELECTED_BITS`, `selected_bits_store`.",
    ),
    ("selection", "Which elements are selected: `is_selected_at`."),
    ("source", "The buffer of the input, by elements: `source_element`."),
    ("subgroup_sum", "The sum over a subgroup: `element_sum`."),
    ("target", "The output, by elements: `prefixes`, `target_store`, `target_load`."),
    (
        "tile",
        "A tile in registers, by its arrangement and by its scan through subgroups or workgroup memory: \
         `lib/tile.wgsl` lists the items.",
    ),
    ("tile_starts", "Where the first segment of each tile starts: `first_start`, `first_start_store`."),
    (
        "value",
        "The type of the operator's values: `Value`, `VALUE_WORDS`, `value_to_words`, `value_from_words`; for \
         matrices `value_entries`, `value_of_entries`.",
    ),
    ("value_shuffle", "Shuffles of values: `value_shuffle`, `value_shuffle_up`."),
    ("wait", "The wait for the aggregates of tiles, by subgroups or without: `aggregate_wait`."),
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
/// A file is missing, a file does not declare an item, or files import each other; the message has file and line.
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

/// Follows the imports of the last file of a chain, and fails if it finds a file of the chain. Slots end the chain.
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
