//! The README's table of algorithms is the registry's. `UPDATE_README=1 cargo test --test readme` writes it anew.
#![cfg(not(target_arch = "wasm32"))]

use std::fmt::Write;
use std::path::Path;

use scanlab::scan::{ALGORITHMS, Algorithm, InPlace};

const START: &str = "<!-- algorithms: start -->\n";
const END: &str = "<!-- algorithms: end -->";

fn table() -> String {
    let mut table = String::from(
        "| id | what it does | from | work | depth | traffic | in place | tuning |\n|---|---|---|---|---|---|---|---|\n",
    );
    for algorithm in ALGORITHMS {
        let Algorithm { id, summary, paper, work, depth, traffic, in_place, tuning, .. } = algorithm;
        let in_place = match in_place {
            InPlace::Always => "yes",
            InPlace::Inclusive => "inclusive",
            InPlace::Never => "no",
        };
        let tuning = tuning.iter().map(|parameter| {
            format!("`{}` {}–{} ({})", parameter.name, parameter.min, parameter.max, parameter.default)
        });
        let tuning = tuning.collect::<Vec<_>>().join(", ");
        writeln!(table, "| `{id}` | {summary} | {paper} | {work} | {depth} | {traffic} | {in_place} | {tuning} |")
            .expect("a String takes all that is written");
    }
    table
}

#[test]
fn the_table_is_the_registrys() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).expect("a README");
    let (head, rest) = readme.split_once(START).expect("the table's start");
    let (found, tail) = rest.split_once(END).expect("the table's end");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, format!("{head}{START}{}{END}{tail}", table())).expect("a README that can be written");
    } else {
        assert_eq!(found, table(), "UPDATE_README=1 cargo test --test readme writes it anew");
    }
}
