//! Writes the TypeScript types of the data that cross, `www/generated.d.ts`, and the crate's limits, `www/shared/limits.ts`.

use scanlab_crossing::collect_declarations;
use scanlab_crossing::typescript::Declarations;
use ts_rs::TypeVisitor;

use crate::bench::{MAX_DISPATCHES, MIN_RESOLUTIONS};
use crate::catalogue::{MAX_FLOW_COLUMNS, OperationEntry, OperatorEntry};
use crate::crossings::crossings;
use crate::pattern::{PATTERNS, Pattern};
use crate::request::KeyType;
use scanlab::monoid::OPERATORS;
use scanlab::operation::{MEASURED, OPERATIONS, Variant};
use scanlab::plan::Limits;
use scanlab::scan::{ALGORITHMS, Algorithm};

crossings!(collect_declarations);

#[test]
fn the_declarations_are_those_of_the_types() {
    let mut found = Declarations::default();
    collect_crossings(&mut found);
    // The catalogue's declaration names these types only as text, so they must be declared here.
    found.visit::<Algorithm>();
    found.visit::<OperatorEntry>();
    found.visit::<OperationEntry>();
    found.visit::<Pattern>();
    found.visit::<Variant>();
    found.add_ids("AlgorithmId", "The algorithms of the catalogue.", ALGORITHMS.iter().map(|one| one.id));
    found.add_ids("OperatorId", "The operators of the catalogue.", OPERATORS.iter().map(|one| &*one.id));
    let operations = OPERATIONS.iter().chain(MEASURED);
    found.add_ids("OperationId", "The operations, also those that are only measured.", operations.map(|one| one.id));
    found.add_ids(
        "KeyType",
        "The types of the elements of operations. Only keys of a sort have 64 bits.",
        KeyType::NAMES.iter().copied(),
    );
    found.add_ids("PatternId", "The test inputs of the catalogue.", PATTERNS.iter().map(|one| one.id));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/generated.d.ts");
    found.compare(file, "the Rust core", "lab/src/typescript.rs");
}

#[test]
fn the_limits_are_those_of_the_crate() {
    let mut found = Declarations::default();
    found.add_constant("MAX_FLOW_COLUMNS", "The maximum number of columns of a data flow.", MAX_FLOW_COLUMNS);
    let planned = Limits::CORE.most_elements(1);
    found.add_constant(
        "MAX_PLANNED_ELEMENTS",
        "The maximum number of elements that plans without a device have.",
        planned,
    );
    found.add_constant("MIN_RESOLUTIONS", "The minimum length of a sample, in timer resolutions.", MIN_RESOLUTIONS);
    found.add_constant("MAX_DISPATCHES", "The maximum number of dispatches in a sample.", MAX_DISPATCHES);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../www/shared/limits.ts");
    found.compare(file, "the Rust core", "lab/src/typescript.rs");
}
