//! Writes `www/generated.d.ts`: the data that cross, as TypeScript types.

use scanlab_crossing::collect_declarations;
use scanlab_crossing::typescript::Declarations;
use ts_rs::TypeVisitor;

use crate::catalogue::{OperationEntry, OperatorEntry};
use crate::crossings::crossings;
use crate::pattern::Pattern;
use scanlab::operation::Variant;
use scanlab::scan::Algorithm;

crossings!(collect_declarations);

#[test]
fn the_declarations_are_those_of_the_types() {
    let mut found = Declarations::default();
    collect_crossings(&mut found);
    // The catalogue's lists are declared as ones that are not written.
    found.visit::<Algorithm>();
    found.visit::<OperatorEntry>();
    found.visit::<OperationEntry>();
    found.visit::<Pattern>();
    found.visit::<Variant>();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/generated.d.ts");
    found.compare(file, "the Rust core", "lab/src/typescript.rs");
}
