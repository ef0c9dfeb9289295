//! Declares the data that cross as TypeScript types.

use std::collections::BTreeMap;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

/// Declarations of types and of their dependencies, by name.
pub struct Declarations {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl Default for Declarations {
    fn default() -> Self {
        // Counts and sizes are far below 2^53, so they are exact numbers in JavaScript.
        Declarations { config: Config::new().with_large_int("number"), texts: BTreeMap::new() }
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers and lists have no declaration.
        if T::output_path().is_none() {
            return;
        }
        let docs = without_examples(&T::docs().unwrap_or_default());
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
        if self.texts.insert(T::ident(&self.config), text).is_none() {
            T::visit_dependencies(self);
        }
    }
}

impl Declarations {
    /// Adds a type with the given TypeScript name, and its dependencies.
    ///
    /// # Panics
    /// If the type has another name.
    pub fn add<T: TS + 'static>(&mut self, name: &str) {
        assert_eq!(name, T::name(&self.config));
        self.visit::<T>();
        T::visit_generics(self);
    }

    /// Adds a type whose values are these texts. `docs` is its comment.
    pub fn add_ids<'a>(&mut self, name: &str, docs: &str, ids: impl Iterator<Item = &'a str>) {
        let ids: Vec<_> = ids.map(|id| format!("\"{id}\"")).collect();
        let text = format!("/** {docs} */\nexport type {name} = {};\n", ids.join(" | "));
        self.texts.insert(name.into(), text);
    }

    /// Adds a number that the page uses as a value.
    pub fn add_constant(&mut self, name: &str, docs: &str, value: impl std::fmt::Display) {
        self.texts.insert(name.into(), format!("/** {docs} */\nexport const {name} = {value};\n"));
    }

    /// Compares a file with the declarations of the data that cross between `side` and the page. `module` is the module
    /// of tests that makes the declarations. If the variable `UPDATE_TYPES` is set, this function writes the file first.
    ///
    /// # Panics
    /// If the file differs.
    pub fn compare(self, file: &str, side: &str, module: &str) {
        let header = format!(
            "/**
 * The data that cross between {side} and the page, generated from the crate's types ({module}): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */
"
        );
        let texts: Vec<_> = self.texts.into_values().collect();
        let declared = format!("{header}\n{}", texts.join("\n"));
        if env::var_os("UPDATE_TYPES").is_some() {
            fs::write(file, &declared).expect("a file that can be written");
        }
        let found = fs::read_to_string(file).unwrap_or_default();
        assert!(
            found == declared,
            "{file} is stale: UPDATE_TYPES=1 cargo test --workspace --lib typescript writes it anew"
        );
    }
}

/// A comment without its examples, which are in Rust.
fn without_examples(docs: &str) -> String {
    let is_fence = |line: &str| line.trim_start_matches([' ', '*']).starts_with("```");
    let (mut kept, mut inside) = (Vec::new(), false);
    for line in docs.split_inclusive('\n') {
        let fence = is_fence(line);
        if !inside && !fence {
            kept.push(line);
        }
        inside ^= fence;
    }
    // The empty lines before an example.
    kept.concat().replace(" *\n */", " */")
}
