//! Writes `www/shared/emulator-data.d.ts`: the data that cross, as TypeScript types.

use scanlab_crossing::collect_declarations;
use scanlab_crossing::typescript::Declarations;
use scanlab_emulator::{MemoryMachine, Options, Stall};
use scanlab_exercises::HandIn;
use ts_rs::TypeVisitor;

use crate::crossings::crossings;

crossings!(collect_declarations);

#[test]
fn the_declarations_are_those_of_the_types() {
    let mut found = Declarations::default();
    collect_crossings(&mut found);
    // Types of which a page may give only some fields.
    found.visit::<Options>();
    found.visit::<MemoryMachine>();
    found.visit::<Stall>();
    // The file that a page saves, and a grader reads.
    found.visit::<HandIn>();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/shared/emulator-data.d.ts");
    found.compare(file, "the emulator", "emulator/web/src/typescript.rs");
}
