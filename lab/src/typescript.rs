//! Writes `www/generated.d.ts`: the data that cross, as TypeScript types.

use std::collections::BTreeMap;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use crate::catalogue::{OperationEntry, OperatorEntry};
use crate::crossings::{Crossing, crossings};
use crate::pattern::Pattern;
use scanlab::operation::Variant;
use scanlab::scan::Algorithm;

const HEADER: &str = "/**
 * The data that cross between the Rust core and the page, generated from the crate's types (lab/src/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */
";

/// Declarations by name, of types and of their dependencies.
struct Declarations {
    config: Config,
    texts: BTreeMap<String, String>,
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

/// Adds the declarations of all data that cross, whose names must be those of the list.
macro_rules! visit {
    ($($typescript:literal $name:ident: $data:ty;)*) => {
        fn visit_crossings(found: &mut Declarations) {
            $({
                struct $name;
                impl Crossing for $name {
                    type Data<'a> = $data;
                }
                type Data = <$name as Crossing>::Data<'static>;
                assert_eq!($typescript, Data::name(&found.config));
                found.visit::<Data>();
                Data::visit_generics(found);
            })*
        }
    };
}

crossings!(visit);

fn declarations() -> String {
    // Counts and sizes lie far below 2^53.
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config, texts: BTreeMap::new() };
    visit_crossings(&mut found);
    // The catalogue's lists are declared as ones that are not written.
    found.visit::<Algorithm>();
    found.visit::<OperatorEntry>();
    found.visit::<OperationEntry>();
    found.visit::<Pattern>();
    found.visit::<Variant>();
    let texts: Vec<_> = found.texts.into_values().collect();
    format!("{HEADER}\n{}", texts.join("\n"))
}

#[test]
fn the_declarations_are_those_of_the_types() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/generated.d.ts");
    let declared = declarations();
    if env::var_os("UPDATE_TYPES").is_some() {
        fs::write(file, &declared).unwrap();
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(
        found == declared,
        "{file} is stale: UPDATE_TYPES=1 cargo test --workspace --lib typescript writes it anew"
    );
}
