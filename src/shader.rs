//! Joins WGSL modules and a prelude of generated constants into the text that a device compiles.
//!
//! Constants are generated and not WGSL's `override`, which cannot size function-local arrays and which Safari has sized
//! workgroup arrays wrongly by. The Rust side holds the only copy of every number.

use std::fmt::Write;

use serde::Serialize;

use crate::plan::{Constant, Direction, Form, Kernel, Mode};
use crate::wgsl;
use crate::wgsl::Module;

/// A shader's text, and where its lines come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader {
    /// The joined text.
    pub source: String,
    /// First line (from 1) of every part, and the part's name, in order.
    parts: Vec<(usize, &'static str)>,
}

/// Name of the generated part of a shader.
pub const PRELUDE: &str = "prelude";

/// The text of one file in a joined text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Part<'a> {
    /// Path below `shaders/`, or [`PRELUDE`].
    pub path: &'static str,
    /// Its first line in the joined text, from 1.
    pub first_line: usize,
    /// Its lines.
    pub source: &'a str,
}

impl Shader {
    /// A shader whose text was written elsewhere, and not joined from modules.
    pub fn from_text(source: String) -> Self {
        Shader { source, parts: Vec::new() }
    }

    /// The joined text, file by file.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut rest = self.source.as_str();
        let ends = self.parts.iter().skip(1).map(|&(first, _)| Some(first)).chain([None]);
        let part = |(&(first_line, path), end): (&(usize, &'static str), Option<usize>)| {
            let lines = end.map_or(usize::MAX, |end| end - first_line);
            let bytes = rest.split_inclusive('\n').take(lines).map(str::len).sum();
            let (source, after) = rest.split_at(bytes);
            rest = after;
            Part { path, first_line, source }
        };
        self.parts.iter().zip(ends).map(part).collect()
    }

    /// File and line (from 1) that line `line` of the joined text comes from.
    pub fn origin(&self, line: usize) -> (&'static str, usize) {
        let part = self.parts.iter().rev().find(|(first, _)| *first <= line);
        part.map_or((PRELUDE, line), |&(first, name)| (name, line - first + 1))
    }

    /// A compiler's message with every `<prefix>LINE` of the joined text named by its file, as far as it is found.
    pub fn locate(&self, line: usize, message: &str) -> String {
        let (path, line) = self.origin(line);
        format!("shaders/{path}:{line}: {message}")
    }
}

/// Elements as they are, and elements with flags.
const PLAIN: Module = wgsl!("lib/plain.wgsl");
const SEGMENTED: Module = wgsl!("lib/segmented.wgsl");

/// What algorithms name that read the input, and what it reads it by.
const ELEMENTS: Module = wgsl!("lib/elements.wgsl");
const SOURCE: Module = wgsl!("lib/source.wgsl");
const SOURCE_IN_PLACE: Module = wgsl!("lib/source_in_place.wgsl");

/// How elements pass between the invocations of a subgroup; only shaders that may use subgroup operations can have these.
const SHUFFLE_PLAIN: Module = wgsl!("shuffle/plain.wgsl");
const SHUFFLE_SEGMENTED: Module = wgsl!("shuffle/segmented.wgsl");

/// How a subgroup adds up in order.
const SUBGROUP_SUM: Module = wgsl!("shuffle/sum.wgsl");

/// How it does so by an operation that devices have, for operators that have one. The devices' minimum and maximum may lose a
/// NaN, but what uses subgroups holds packs, and these hold the keys of such floats.
pub(crate) fn native_subgroup_sum(form: Form) -> Option<Module> {
    match form.monoid.operator.id {
        _ if form.segmented => None,
        "add" => Some(wgsl!("shuffle/sum_add.wgsl")),
        "min" => Some(wgsl!("shuffle/sum_min.wgsl")),
        "max" => Some(wgsl!("shuffle/sum_max.wgsl")),
        "and" => Some(wgsl!("shuffle/sum_and.wgsl")),
        "or" => Some(wgsl!("shuffle/sum_or.wgsl")),
        "xor" => Some(wgsl!("shuffle/sum_xor.wgsl")),
        _ => None,
    }
}

/// How packs of elements lie in memory, by the words of an element.
const PACK_WORDS_1: Module = wgsl!("pack/words_1.wgsl");
const PACK_WORDS_2: Module = wgsl!("pack/words_2.wgsl");
const PACK_WORDS_4: Module = wgsl!("pack/words_4.wgsl");
const PACK_ELEMENT: Module = wgsl!("pack/element.wgsl");

const PACK_SOURCE: Module = wgsl!("pack/source.wgsl");
const PACK_SOURCE_IN_PLACE: Module = wgsl!("pack/source_in_place.wgsl");

/// The constants that say how many elements a pack has, and how many packs an invocation holds in registers; only shaders with
/// these have packs.
pub const PACK: &str = "PACK";
/// See [`PACK`].
pub const ROWS: &str = "ROWS";

/// The constant that says how many times four neighbouring packs an invocation holds, where it holds neighbours; else its packs
/// are those of rows.
pub const QUADS: &str = "QUADS";

/// Which packs an invocation holds, the second where subgroups scan the rows.
const TILE_STRIPED: Module = wgsl!("lib/tile_striped.wgsl");
const TILE_STRIPED_SUBGROUP: Module = wgsl!("lib/tile_striped_subgroup.wgsl");
const TILE_BLOCKED: Module = wgsl!("lib/tile_blocked.wgsl");

/// What begins a line that stands for as many as a number, a constant, `T_WORDS` or `VALUE_WORDS` says, counting from 0, or from 1 with `1..` before the constant's name.
/// They make one line together, so that line numbers stay those of the file. In each, `#` is its number, `#-1` the one before, and
/// `~` the number counting down.
const REPEAT: &str = "@repeat(";

/// What a shader with subgroup operations begins with. Browsers demand the first line; naga refuses it, and does without. The
/// subgroup's size comes to the shaders in one struct with values that differ between invocations, and one subgroup looks back
/// alone: compilers that check cannot see that its control flow is uniform, and naga does not check.
const ENABLE_SUBGROUPS: &str = match cfg!(target_arch = "wasm32") {
    true => "enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n",
    false => "",
};

/// The shader of `kernel` for a form of scan.
pub fn compose(kernel: &Kernel, form: Form) -> Shader {
    let mut source = String::from(if kernel.subgroups { ENABLE_SUBGROUPS } else { "" });
    let mut constant = |name: &str, value: Constant| {
        // Writing to a String cannot fail.
        let _ = match value {
            Constant::U32(value) => writeln!(source, "const {name}: u32 = {value}u;"),
            Constant::Bool(value) => writeln!(source, "const {name}: bool = {value};"),
        };
    };
    constant("EXCLUSIVE", Constant::Bool(form.mode == Mode::Exclusive));
    constant("BACKWARD", Constant::Bool(form.direction == Direction::Backward));
    for &(name, value) in &kernel.constants {
        constant(name, value);
    }
    let mut parts = vec![(1, PRELUDE)];
    let mut line = source.lines().count() + 1;
    let (elements, shuffle) = if form.segmented { (SEGMENTED, SHUFFLE_SEGMENTED) } else { (PLAIN, SHUFFLE_PLAIN) };
    let has_packs = kernel.constant(PACK).is_some();
    let mut given = match has_packs {
        true => form.monoid.pack_modules(form.segmented),
        false => form.monoid.modules(form.segmented),
    };
    given.push(elements);
    if kernel.subgroups {
        given.extend([form.monoid.shuffle(), shuffle, native_subgroup_sum(form).unwrap_or(SUBGROUP_SUM)]);
    }
    if has_packs {
        given.push(match form.words() {
            1 => PACK_WORDS_1,
            2 => PACK_WORDS_2,
            4 => PACK_WORDS_4,
            _ => PACK_ELEMENT,
        });
        given.push(if form.in_place { PACK_SOURCE_IN_PLACE } else { PACK_SOURCE });
        match kernel.constant(QUADS) {
            Some(_) => given.push(TILE_BLOCKED),
            None if kernel.subgroups => given.extend([TILE_STRIPED, TILE_STRIPED_SUBGROUP]),
            None => given.push(TILE_STRIPED),
        }
    }
    if kernel.modules.contains(&ELEMENTS) {
        given.push(if form.in_place { SOURCE_IN_PLACE } else { SOURCE });
    }
    for module in given.iter().chain(kernel.modules) {
        parts.push((line, module.path));
        for text in module.source.split_inclusive('\n') {
            append_line(&mut source, text, &|name| count(name, kernel, form));
            line += 1;
        }
    }
    Shader { source, parts }
}

/// What a name before repeated lines stands for: the words of an element, or a constant of the kernel.
fn count(name: &str, kernel: &Kernel, form: Form) -> Option<u32> {
    match name {
        "T_WORDS" => Some(form.words()),
        "VALUE_WORDS" => Some(form.monoid.words()),
        _ => kernel.constant(name),
    }
}

/// Adds a line of a module, or the lines that it stands for.
fn append_line(source: &mut String, line: &str, count: &dyn Fn(&str) -> Option<u32>) {
    let repeated = line.trim_start().strip_prefix(REPEAT).and_then(|rest| rest.split_once(')'));
    let Some((range, text)) = repeated else { return source.push_str(line) };
    let (first, name) = range.strip_prefix("1..").map_or((0, range), |name| (1, name));
    let count = count(name).or_else(|| name.parse().ok()).unwrap_or_default();
    for number in first..count {
        let mut parts = text.trim_end().split('#');
        let mut line = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let before = part.strip_prefix("-1").map(|rest| (number.wrapping_sub(1), rest));
            let (number, rest) = before.unwrap_or((number, part));
            line.push_str(&number.to_string());
            line.push_str(rest);
        }
        source.push_str(&line.replace('~', &(count - 1 - number).to_string()));
    }
    source.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::{ElementType, Monoid};

    #[test]
    fn parts_make_up_the_text() {
        let kernel = Kernel {
            modules: &[wgsl!("lib/grid.wgsl")],
            constants: vec![("N", Constant::U32(1))],
            entry_point: "",
            subgroups: false,
        };
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let shader = compose(&kernel, Form::new(monoid, Mode::Inclusive));
        let parts = shader.parts();
        assert_eq!(parts.iter().map(|part| part.source).collect::<String>(), shader.source);
        for part in &parts {
            assert_eq!(shader.origin(part.first_line), (part.path, 1));
        }
        assert_eq!(parts[0].path, PRELUDE);
        assert_eq!(parts.last().unwrap().source, kernel.modules[0].source);
    }

    #[test]
    fn repeated_lines_stay_one_line() {
        const TILE: &[Module] = &[Module {
            path: "tile.wgsl",
            source: "struct Tile {\n    @repeat(ROWS) row_#: f32,\n    @repeat(1..ROWS) at_#-1_~: f32,\n}\n",
        }];
        let kernel =
            Kernel { modules: TILE, constants: vec![(ROWS, Constant::U32(2))], entry_point: "", subgroups: false };
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let shader = compose(&kernel, Form::new(monoid, Mode::Inclusive));
        let last = *shader.parts().last().unwrap();
        assert_eq!(last.source, "struct Tile {\n row_0: f32, row_1: f32,\n at_0_0: f32,\n}\n");
        assert_eq!(shader.origin(last.first_line + 3), ("tile.wgsl", 4));
    }

    #[test]
    fn lines_are_traced_to_their_files() {
        let kernel = Kernel {
            modules: &[wgsl!("lib/grid.wgsl"), wgsl!("scan/hillis-steele.wgsl")],
            constants: vec![("WORKGROUP_SIZE", Constant::U32(64)), ("FLAG", Constant::Bool(true))],
            entry_point: "step_level_to_level",
            subgroups: false,
        };
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let shader = compose(&kernel, Form::new(monoid, Mode::Exclusive));
        let expect = [
            ("const FLAG: bool = true;", PRELUDE),
            ("const WORKGROUP_SIZE: u32 = 64u;", PRELUDE),
            ("const EXCLUSIVE: bool = true;", PRELUDE),
            ("alias Scalar = u32;", "scalar/u32.wgsl"),
            ("fn step_level_to_level(", "scan/hillis-steele.wgsl"),
        ];
        for (text, path) in expect {
            let index = shader.source.lines().position(|line| line == text).unwrap();
            let (found, line) = shader.origin(index + 1);
            assert_eq!(found, path);
            if let Some(module) = kernel.modules.iter().find(|module| module.path == path) {
                assert_eq!(module.source.lines().nth(line - 1), Some(text));
            }
        }
    }
}
