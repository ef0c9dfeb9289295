//! Changes of a kernel's text, each of which breaks it.

use std::fmt;

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A barrier is left out.
    Barrier,
    /// `workgroupUniformLoad` is a plain load.
    UniformLoad,
    /// The operands of `combine` change places.
    Operands,
    /// A comparison takes or loses the equal value.
    Bound,
    /// A state is read without a look at the flags of all of its words.
    Flag,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Barrier, Kind::UniformLoad, Kind::Operands, Kind::Bound, Kind::Flag];

    /// Whether it leaves out a barrier.
    pub fn is_barrier(self) -> bool {
        matches!(self, Kind::Barrier | Kind::UniformLoad)
    }
}

/// A change of one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutant {
    /// The file below `shaders/`.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
    pub kind: Kind,
    /// Which of the places in the line.
    pub place: usize,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {:?} {}", self.path, self.line, self.kind, self.place)
    }
}

/// Comparisons with their changes; longer ones first.
const COMPARISONS: [(&str, &str); 4] = [(" <= ", " < "), (" >= ", " > "), (" < ", " <= "), (" > ", " >= ")];

/// Kinds and changed lines of a line, place by place.
pub fn mutations(line: &str) -> Vec<(Kind, String)> {
    let code = line.split("//").next().unwrap_or_default();
    let mut mutations = Vec::new();
    for barrier in ["workgroupBarrier();", "storageBarrier();"] {
        for (at, _) in code.match_indices(barrier) {
            mutations.push((Kind::Barrier, replaced(code, at, barrier.len(), "")));
        }
    }
    for (at, name) in code.match_indices("workgroupUniformLoad(&") {
        mutations.push((Kind::UniformLoad, replaced(code, at, name.len(), "(")));
    }
    for (at, name) in code.match_indices("combine(") {
        let is_call = !code[..at].ends_with("fn ") && !code[..at].ends_with("_");
        if let Some((left, right, length)) = operands(&code[at + name.len()..]).filter(|_| is_call) {
            mutations.push((Kind::Operands, replaced(code, at + name.len(), length, &format!("{right}, {left}"))));
        }
    }
    for (at, _) in code.match_indices("torn || ") {
        let length = code[at..].find(';').unwrap_or(code.len() - at);
        mutations.push((Kind::Flag, replaced(code, at, length, "torn")));
    }
    if mutations.iter().all(|(kind, _)| *kind != Kind::Flag) {
        for (comparison, changed) in COMPARISONS {
            for (at, _) in code.match_indices(comparison) {
                mutations.push((Kind::Bound, replaced(code, at, comparison.len(), changed)));
            }
        }
    }
    mutations
}

fn replaced(code: &str, at: usize, length: usize, by: &str) -> String {
    format!("{}{by}{}", &code[..at], &code[at + length..])
}

/// The two operands of a call, from behind its bracket, and the length of their text.
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
