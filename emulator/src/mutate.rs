//! Mutations of a kernel's text. Each mutation breaks the kernel, unless the kernel does not need the changed part. If
//! no test fails under a mutation that breaks the kernel, the tests are too weak.

use serde::Serialize;

/// A kind of mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MutationKind {
    /// Removes a barrier.
    Barrier,
    /// Replaces `workgroupUniformLoad` by a plain load.
    UniformLoad,
    /// Swaps the operands of `combine`.
    Operands,
    /// Adds equality to a comparison, or removes it.
    Bound,
    /// Accepts a value of several words without a check of all its flags: `torn || …` becomes `torn`.
    Flag,
}

impl MutationKind {
    /// Every kind.
    pub const ALL: [MutationKind; 5] = [
        MutationKind::Barrier,
        MutationKind::UniformLoad,
        MutationKind::Operands,
        MutationKind::Bound,
        MutationKind::Flag,
    ];

    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            MutationKind::Barrier => "barrier",
            MutationKind::UniformLoad => "uniform-load",
            MutationKind::Operands => "operands",
            MutationKind::Bound => "bound",
            MutationKind::Flag => "flag",
        }
    }

    /// Whether it removes a barrier.
    pub fn is_barrier(self) -> bool {
        matches!(self, MutationKind::Barrier | MutationKind::UniformLoad)
    }
}

/// A change of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mutation {
    /// The kind of change.
    pub kind: MutationKind,
    /// The changed line, without its comment.
    pub text: String,
}

/// A mutation of a shader, with a name that does not depend on other lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedMutation {
    /// The kind and the function, as in `barrier:up-sweep`. The second of its kind in a function is
    /// `barrier:up-sweep:2`.
    pub name: String,
    /// The kind of change.
    pub kind: MutationKind,
    /// The function.
    pub function: String,
    /// The line, from 1.
    pub line: u32,
    /// The changed line, without its comment.
    pub text: String,
}

/// The mutations of these kinds in a shader, named by their functions: at most one per kind and line.
///
/// ```
/// use scanlab_emulator::mutate::{MutationKind, named_mutations};
///
/// let source = "
/// fn up_sweep() {
///     workgroupBarrier();
///     sums[0] = combine(sums[1], sums[0]);
///     workgroupBarrier();
/// }";
/// let found = named_mutations(source, &[MutationKind::Barrier, MutationKind::Operands]);
/// let names = found.iter().map(|change| (change.name.as_str(), change.line));
/// let expected = [("barrier:up-sweep", 3), ("operands:up-sweep", 4), ("barrier:up-sweep:2", 5)];
/// assert_eq!(names.collect::<Vec<_>>(), expected);
/// ```
pub fn named_mutations(source: &str, kinds: &[MutationKind]) -> Vec<NamedMutation> {
    let (mut function, mut found) = (String::new(), Vec::<NamedMutation>::new());
    for (line, text) in (1..).zip(source.lines()) {
        let declared = text.strip_prefix("fn ").and_then(|rest| rest.split('(').next());
        function = declared.map_or(function, str::to_owned);
        for &kind in kinds {
            let Some(change) = mutations(text).into_iter().find(|change| change.kind == kind) else { continue };
            let before = found.iter().filter(|other| other.kind == kind && other.function == function).count();
            let rank = if before == 0 { String::new() } else { format!(":{}", before + 1) };
            let name = format!("{}:{}{rank}", kind.name(), function.replace('_', "-"));
            found.push(NamedMutation { name, kind, function: function.clone(), line, text: change.text });
        }
    }
    found
}

/// Comparisons with their replacements, longer ones first.
const COMPARISONS: [(&str, &str); 4] = [(" <= ", " < "), (" >= ", " > "), (" < ", " <= "), (" > ", " >= ")];

/// The mutations of a line of WGSL, in the order of their positions.
///
/// ```
/// use scanlab_emulator::mutate::{MutationKind, mutations};
///
/// let changes = mutations("    if (i < 4u) { sums[i] = combine(sums[at(i, 1u)], sums[i]); workgroupBarrier(); }");
/// let of = |kind| changes.iter().find(|change| change.kind == kind).map(|change| change.text.trim());
/// assert_eq!(of(MutationKind::Barrier), Some("if (i < 4u) { sums[i] = combine(sums[at(i, 1u)], sums[i]);  }"));
/// assert_eq!(
///     of(MutationKind::Operands),
///     Some("if (i < 4u) { sums[i] = combine(sums[i], sums[at(i, 1u)]); workgroupBarrier(); }")
/// );
/// assert_eq!(
///     of(MutationKind::Bound),
///     Some("if (i <= 4u) { sums[i] = combine(sums[at(i, 1u)], sums[i]); workgroupBarrier(); }")
/// );
/// assert_eq!(of(MutationKind::UniformLoad), None);
/// ```
pub fn mutations(line: &str) -> Vec<Mutation> {
    let code = line.split("//").next().unwrap_or_default();
    let mut mutations = Vec::new();
    let mut change = |kind, at: usize, length: usize, by: &str| {
        mutations.push(Mutation { kind, text: format!("{}{by}{}", &code[..at], &code[at + length..]) });
    };
    for barrier in ["workgroupBarrier();", "storageBarrier();"] {
        for (at, _) in code.match_indices(barrier) {
            change(MutationKind::Barrier, at, barrier.len(), "");
        }
    }
    for (at, name) in code.match_indices("workgroupUniformLoad(&") {
        change(MutationKind::UniformLoad, at, name.len(), "(");
    }
    for (at, name) in code.match_indices("combine(") {
        let is_call = !code[..at].ends_with("fn ") && !code[..at].ends_with("_");
        if let Some((left, right, length)) = operands(&code[at + name.len()..]).filter(|_| is_call) {
            change(MutationKind::Operands, at + name.len(), length, &format!("{right}, {left}"));
        }
    }
    let mut is_torn = false;
    for (at, _) in code.match_indices("torn || ") {
        let length = code[at..].find(';').unwrap_or(code.len() - at);
        change(MutationKind::Flag, at, length, "torn");
        is_torn = true;
    }
    for (comparison, changed) in COMPARISONS.into_iter().filter(|_| !is_torn) {
        for (at, _) in code.match_indices(comparison) {
            change(MutationKind::Bound, at, comparison.len(), changed);
        }
    }
    mutations
}

/// The two operands of a call, and the length of their text. `text` begins after the call's opening bracket.
fn operands(text: &str) -> Option<(&str, &str, usize)> {
    let (mut depth, mut comma) = (0, None);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                let comma: usize = comma?;
                return Some((text[..comma].trim(), text[comma + 1..at].trim(), at));
            }
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => comma = comma.or(Some(at)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(line: &str, kind: MutationKind) -> Vec<String> {
        mutations(line).into_iter().filter(|change| change.kind == kind).map(|change| change.text).collect()
    }

    #[test]
    fn operands_change_places_whatever_they_are_made_of() {
        let line = "tree[i] = combine(tree[at(i, 1u)], value_combine(a, b));";
        let expected = "tree[i] = combine(value_combine(a, b), tree[at(i, 1u)]);";
        assert_eq!(changed(line, MutationKind::Operands), [expected]);
        let nested = "x = combine(combine(a, b), c);";
        let expected = ["x = combine(c, combine(a, b));", "x = combine(combine(b, a), c);"];
        assert_eq!(changed(nested, MutationKind::Operands), expected);
    }

    #[test]
    fn declarations_other_functions_and_comments_are_left_alone() {
        for line in
            ["fn combine(left: T, right: T) -> T {", "value_combine(a, b);", "combine(a", "// combine(a, b)", ""]
        {
            assert_eq!(mutations(line), [], "{line}");
        }
    }

    #[test]
    fn names_do_not_depend_on_what_stands_before() {
        let source = "fn f() {\n    workgroupBarrier();\n    x = combine(a, b); y = combine(c, d);\n}\n";
        let named = |source: &str| {
            let found = named_mutations(source, &MutationKind::ALL);
            found.into_iter().map(|change| (change.name, change.text)).collect::<Vec<_>>()
        };
        let before = "// A comment.\nconst N: u32 = 8u;\nfn g() {\n    storageBarrier();\n}\n";
        assert_eq!(named(source).len(), 2);
        assert_eq!(named(&format!("{before}{source}"))[1..], named(source));
        assert_eq!(named(before)[0].0, "barrier:g");
        for kind in MutationKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
        }
    }

    #[test]
    fn a_torn_state_is_taken_without_a_look_at_all_of_its_flags() {
        let line = "    torn = torn || (words[i] >> 16u) < 2u;";
        assert_eq!(mutations(line), [Mutation { kind: MutationKind::Flag, text: "    torn = torn;".into() }]);
    }
}
