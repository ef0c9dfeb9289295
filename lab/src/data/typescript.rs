//! Writes `www/generated.d.ts`: the data that cross, as TypeScript types.

use std::collections::BTreeMap;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    Catalogue, DeviceFacts, DeviceOptions, ErrorReport, InputRequest, JoinedShader, ProbeFacts, RegisteredOperator,
};
use crate::analysis::{crossover, forecast, formulas, predictor};
use crate::bench::compare::Comparison;
use crate::gpu::Phases;
use crate::pattern::Pattern;
use crate::request::{
    CalibrationRow, EmulatedDevice, OperationRequest, ParsedAlgorithms, ParsedOperation, ParsedQuery, ParsedSize,
    ParsedSizes, PlanDescription, RangeSizes, Recording, Request, SizeList, SweepSettings,
};
use crate::results::Point;
use crate::trial::Trial;
use scanlab::flow::Flow;
use scanlab::monoid::{CustomOperator, ElementType};
use scanlab::operation::Variant;
use scanlab::scan::Algorithm;

const HEADER: &str = "/**
 * The data that cross between the Rust core and the page, generated from the crate's types (lab/src/data/typescript.rs): do not edit,
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
        let text = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
        let text = text.replace("/**\n * ", "/** ").replace("\n */", " */");
        if self.texts.insert(T::ident(&self.config), text).is_none() {
            T::visit_dependencies(self);
        }
    }
}

fn declarations() -> String {
    // Counts and sizes lie far below 2^53.
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config, texts: BTreeMap::new() };
    found.visit::<DeviceOptions>();
    found.visit::<DeviceFacts<'static>>();
    found.visit::<ProbeFacts>();
    found.visit::<ErrorReport>();
    found.visit::<Catalogue>();
    found.visit::<Algorithm>();
    found.visit::<super::catalogue::OperatorEntry>();
    found.visit::<super::catalogue::OperationEntry>();
    found.visit::<ElementType>();
    found.visit::<CustomOperator>();
    found.visit::<RegisteredOperator>();
    found.visit::<Trial>();
    found.visit::<Pattern>();
    found.visit::<InputRequest>();
    found.visit::<Request>();
    found.visit::<OperationRequest>();
    found.visit::<PlanDescription>();
    found.visit::<ParsedSize>();
    found.visit::<SizeList>();
    found.visit::<RangeSizes>();
    found.visit::<ParsedSizes>();
    found.visit::<ParsedAlgorithms>();
    found.visit::<ParsedOperation>();
    found.visit::<Variant>();
    found.visit::<ParsedQuery>();
    found.visit::<SweepSettings>();
    found.visit::<JoinedShader<'static>>();
    found.visit::<EmulatedDevice>();
    found.visit::<Recording>();
    found.visit::<Flow>();
    found.visit::<Point>();
    found.visit::<Comparison>();
    found.visit::<Phases>();
    found.visit::<CalibrationRow>();
    found.visit::<crossover::TimedPoints>();
    found.visit::<crossover::Bracket>();
    found.visit::<crossover::SearchRequest>();
    found.visit::<crossover::Verdict>();
    found.visit::<forecast::Sweep>();
    found.visit::<forecast::KnownPoint>();
    found.visit::<forecast::Estimate>();
    found.visit::<forecast::Left>();
    found.visit::<formulas::Formula>();
    found.visit::<predictor::Measured>();
    found.visit::<predictor::Predictions>();
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
