//! The catalogue of algorithms, operators, operations and test inputs.

use serde::{Serialize, Serializer};

use crate::pattern::{MAX_SEGMENT_LENGTH, PATTERNS, Pattern};
use crate::request::MAX_COLUMNS;
use scanlab::monoid::{ElementType, Monoid, OPERATORS, Operator};
use scanlab::operation::{MEASURED, OPERATIONS, Operation, Variant};
use scanlab::scan::{ALGORITHMS, Algorithm};

/// Algorithms, operators, operations and test inputs, known without a GPU.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalogue {
    /// The scans.
    #[cfg_attr(test, ts(type = "readonly Algorithm[]"))]
    pub algorithms: &'static [&'static Algorithm],
    /// The operators.
    #[cfg_attr(test, ts(type = "readonly Operator[]"))]
    pub operators: Vec<OperatorEntry>,
    /// The operations that are made of scans.
    #[cfg_attr(test, ts(type = "readonly OperationEntry[]"))]
    pub operations: Vec<OperationEntry>,
    /// Operations for measurements only.
    #[cfg_attr(test, ts(type = "readonly OperationEntry[]"))]
    pub measured: Vec<OperationEntry>,
    /// Test inputs.
    #[cfg_attr(test, ts(type = "readonly Pattern[]"))]
    pub patterns: &'static [Pattern],
    /// The limits of requests on every device.
    pub limits: RequestLimits,
    /// ScanLab's version.
    pub version: &'static str,
}

/// The maximum number of columns of a data flow that a page draws.
pub const MAX_FLOW_COLUMNS: u32 = 64;

/// The maximum values of numbers in requests.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RequestLimits {
    /// Elements of a row.
    pub columns: u32,
    /// The average length of the segments of a test input, in elements.
    pub segment_length: u32,
}

/// An operation.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OperationEntry {
    /// The operation of the registry.
    #[serde(flatten)]
    pub operation: &'static Operation,
    /// Whether a scan of the registry can be chosen for the operation.
    #[serde(rename = "takesScan")]
    pub takes_scan: bool,
    /// The names of the options that it takes.
    pub options: Vec<&'static str>,
    /// Variants that `measure` accepts in place of a scan. Their outputs have the right elements in an unspecified order.
    #[cfg_attr(test, ts(type = "readonly OperationVariant[]"))]
    pub variants: &'static [Variant],
}

/// An operator.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Operator"))]
pub struct OperatorEntry {
    /// Public name.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Element types that it works on.
    pub types: &'static [ElementType],
    /// Words of one element.
    pub words: u32,
    /// Whether operands may be swapped.
    pub commutative: bool,
    /// The identity by element type, as text (JSON has no infinity).
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<ElementType, Vec<String>>"))]
    pub identity: Vec<(ElementType, Vec<String>)>,
}

impl Catalogue {
    /// The whole catalogue.
    pub fn whole() -> Self {
        Catalogue {
            algorithms: ALGORITHMS,
            operators: OPERATORS.iter().map(OperatorEntry::new).collect(),
            operations: OPERATIONS.iter().map(|&operation| OperationEntry::new(operation)).collect(),
            measured: MEASURED.iter().map(|&operation| OperationEntry::new(operation)).collect(),
            patterns: PATTERNS,
            limits: RequestLimits { columns: MAX_COLUMNS, segment_length: MAX_SEGMENT_LENGTH },
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl OperationEntry {
    fn new(operation: &'static Operation) -> Self {
        OperationEntry {
            operation,
            takes_scan: operation.takes_scan(),
            options: operation.options(),
            variants: operation.variants,
        }
    }
}

fn as_map<S: Serializer>(pairs: &[(ElementType, Vec<String>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(element_type, identity)| (element_type, identity)))
}

impl OperatorEntry {
    fn new(operator: &'static Operator) -> Self {
        let Operator { ref id, title, types, words, commutative, .. } = *operator;
        let identity = |element_type: ElementType| {
            let identity = Monoid { operator: operator.into(), element_type }.identity();
            identity[..words as usize].iter().map(|&word| element_type.show(word)).collect()
        };
        let identity = types.iter().map(|&element_type| (element_type, identity(element_type))).collect();
        OperatorEntry { id, title, types, words, commutative, identity }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn identities_are_texts_by_type() {
        let catalogue = serde_json::to_value(Catalogue::whole()).unwrap();
        let of = |id: &str| {
            let mut operators = catalogue["operators"].as_array().unwrap().iter();
            operators.find(|operator| operator["id"] == id).unwrap()["identity"].clone()
        };
        assert_eq!(of("min"), json!({ "u32": ["4294967295"], "i32": ["2147483647"], "f32": ["inf"] }));
        assert_eq!(of("max")["f32"], json!(["-inf"]));
        assert_eq!(of("mat2")["u32"], json!(["1", "0", "0", "1"]));
    }
}
