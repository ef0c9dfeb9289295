//! The data flow of an algorithm on a few elements, step by step. The page draws it; tests evaluate it.

/// The data flow of a scan.
///
/// ```
/// use scanlab::scan::Algorithm;
///
/// let flow = (Algorithm::find("sklansky")?.flow)(4);
/// assert_eq!(flow.evaluate(), ["a", "ab", "abc", "abcd"]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Flow {
    /// Number of columns, one per element; each holds one value at a time.
    pub columns: u32,
    /// Whether the columns hold the exclusive scan at the end; otherwise the inclusive scan.
    pub exclusive: bool,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// Simultaneous operations. Each reads the values from before the step.
///
/// ```
/// use scanlab::scan::Algorithm;
///
/// // The depth and the work of Kogge and Stone's circuit for 8 elements.
/// let flow = (Algorithm::find("kogge-stone")?.flow)(8);
/// let operations: Vec<usize> = flow.steps.iter().map(|step| step.operations.len()).collect();
/// assert_eq!(operations, [7, 6, 4]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "FlowStep"))]
pub struct Step {
    /// A short name.
    pub label: String,
    /// The operations, at most one per column.
    pub operations: Vec<Operation>,
}

/// The new value of one column.
///
/// ```
/// use scanlab::flow::{Flow, Operation};
///
/// let mut flow = Flow::new(3);
/// let copies = [1, 2].map(|target| Operation::Copy { target, from: target - 1 });
/// flow.step("shift", copies.into_iter().chain([Operation::Identity { target: 0 }]));
/// assert_eq!(flow.evaluate(), ["", "a", "b"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "FlowOperation"))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "lowercase"))]
pub enum Operation {
    /// `left ⊕ right`.
    Combine {
        /// The column written.
        target: u32,
        /// The column of the left operand.
        left: u32,
        /// The column of the right operand.
        right: u32,
    },
    /// A copy of another column.
    Copy {
        /// The column written.
        target: u32,
        /// The column read.
        from: u32,
    },
    /// The identity.
    Identity {
        /// The column written.
        target: u32,
    },
}

impl Flow {
    /// A flow without steps.
    pub fn new(columns: u32) -> Self {
        Flow { columns, exclusive: false, steps: Vec::new() }
    }

    /// Appends a step, unless it has no operations.
    pub fn step(&mut self, label: impl Into<String>, operations: impl IntoIterator<Item = Operation>) {
        let operations: Vec<_> = operations.into_iter().collect();
        if !operations.is_empty() {
            self.steps.push(Step { label: label.into(), operations });
        }
    }

    /// Evaluates the flow on strings under concatenation. Element i is the i-th letter. Returns the value of every
    /// column.
    pub fn evaluate(&self) -> Vec<String> {
        let letter = |column| char::from_u32('a' as u32 + column).unwrap_or('?').to_string();
        let mut columns: Vec<String> = (0..self.columns).map(letter).collect();
        for step in &self.steps {
            let before = columns.clone();
            let at = |column: u32| before[column as usize].as_str();
            for operation in &step.operations {
                let (target, value) = match *operation {
                    Operation::Combine { target, left, right } => (target, format!("{}{}", at(left), at(right))),
                    Operation::Copy { target, from } => (target, at(from).to_owned()),
                    Operation::Identity { target } => (target, String::new()),
                };
                columns[target as usize] = value;
            }
        }
        columns
    }
}

/// `target ← left ⊕ right`.
pub fn combine(target: u32, left: u32, right: u32) -> Operation {
    Operation::Combine { target, left, right }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_read_the_values_before_their_step() {
        let mut flow = Flow::new(3);
        flow.step("shift", [combine(1, 0, 1), combine(2, 1, 2)]);
        assert_eq!(flow.evaluate(), ["a", "ab", "bc"]);
        flow.step("clear", [Operation::Identity { target: 0 }, Operation::Copy { target: 1, from: 0 }]);
        assert_eq!(flow.evaluate(), ["", "a", "bc"]);
    }
}
