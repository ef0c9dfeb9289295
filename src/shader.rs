//! Composes a shader from WGSL modules and a prelude of generated constants.
//!
//! # Imports
//!
//! A kernel names the root file of its shader. Every file imports the items of other files that it uses:
//!
//! ```wgsl
//! import package::lib::grid::{grid_workgroup, parameters};
//! import element::{combine, T};
//! import constants::WORKGROUP_SIZE;
//! ```
//!
//! The first import is from the file `shaders/lib/grid.wgsl`, the second from a slot, the third from the generated constants.
//!
//! The syntax is that of WESL, the community's extension of WGSL. WESL has a specification, and WGSL language servers
//! support it. Its imports name items, so a reader finds each declaration and a test finds unused imports. There are
//! three differences from WESL. Each line has one statement, and no comment after it. Names are not qualified, since
//! all files of a shader share one scope. A file re-exports its imports to the files that import it through a slot.
//!
//! A *slot* is a module that is selected for each shader (WESL's virtual module), such as the operator, the scan of a tile or the buffer of
//! the input. `SLOTS` in `build/imports.rs` lists the slots. The planner of a kernel selects the modules according to the form of the
//! elements, the buffers of the scan, and the tile. A frame is a file of entry points that several algorithms share. It
//! imports the functions of its algorithm from the slot `algorithm`. This slot stays empty: the algorithm's file is the
//! root and imports the frame, and files must not import each other.
//!
//! The build reads the imports (`build/imports.rs`). It fails on a missing file, slot or item, and on import cycles. In the composed text,
//! an import is an empty line, so lines keep their numbers.
//!
//! # Constants and repeated lines
//!
//! Constants are generated, and WGSL's `override` is not used: an `override` cannot be the size of a function-local array, and Safari has
//! sized workgroup arrays wrongly with it. Every number is defined once, in Rust. `@repeat(ROWS) text` at the beginning
//! of a line stands for `ROWS` copies of the text; `shader/repeat.rs` describes the syntax and the reason for it.

mod repeat;

use std::fmt::Write;

use crate::error::Error;
use crate::plan::{Constant, Kernel};
use crate::wgsl::{CodeLines, Import, ModuleRef};

/// A composed shader, and the origin of its lines.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
/// use scanlab::shader::compose;
///
/// let plan = OperationJob::new("reduce", 1000, Monoid::counts(), Limits::CORE)?.plan();
/// let shader = compose(&plan.passes[0].kernel);
/// let last = shader.source.lines().count();
/// assert!(shader.locate(last, "wrong").starts_with("shaders/operation/reduce.wgsl:"));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader {
    /// The composed text.
    pub source: String,
    /// First line (from 1) and module of every part, in order. The first part is generated and has no module.
    parts: Vec<(usize, Option<ModuleRef>)>,
}

/// Name of the generated part of a shader.
pub const PRELUDE: &str = "prelude";

/// The text of one file in a composed text.
///
/// ```
/// use scanlab::plan::{Constant, Kernel};
/// use scanlab::{shader, wgsl};
///
/// let shader = shader::compose(&Kernel::new(wgsl!("lib/grid.wgsl"), "", vec![("N", Constant::U32(1))]));
/// let parts = shader.parts();
/// assert!(parts.iter().map(|part| (part.path, part.first_line)).eq([("prelude", 1), ("lib/grid.wgsl", 2)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ShaderPart"))]
pub struct Part<'a> {
    /// Path below `shaders/`, or `prelude` for the generated constants.
    pub path: &'a str,
    /// Its first line in the composed text, from 1.
    pub first_line: usize,
    /// Its lines.
    pub source: &'a str,
}

impl Shader {
    /// The composed text, file by file.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut rest = self.source.as_str();
        let mut parts = Vec::with_capacity(self.parts.len());
        for (index, (first_line, module)) in self.parts.iter().enumerate() {
            let lines = self.parts.get(index + 1).map_or(usize::MAX, |(end, _)| end - first_line);
            let bytes = rest.split_inclusive('\n').take(lines).map(str::len).sum();
            let (source, after) = rest.split_at(bytes);
            rest = after;
            parts.push(Part { path: path_of(module.as_ref()), first_line: *first_line, source });
        }
        parts
    }

    /// File and line (from 1) of line `line` of the composed text.
    pub fn origin(&self, line: usize) -> (&str, usize) {
        let (module, line) = self.module_at(line);
        (path_of(module), line)
    }

    fn module_at(&self, line: usize) -> (Option<&ModuleRef>, usize) {
        let part = self.parts.iter().rev().find(|(first, _)| *first <= line);
        part.map_or((None, line), |(first, module)| (module.as_ref(), line - first + 1))
    }

    /// The lines of the first part that contains a user's code.
    fn code(&self) -> Option<CodeLines> {
        self.parts.iter().find_map(|(_, module)| module.as_ref()?.code)
    }

    /// Whether the shader contains a user's code.
    pub fn has_code(&self) -> bool {
        self.code().is_some()
    }

    /// The error in a user's code, for a compiler's message and its place: line and column of the composed text. If the compiler names no
    /// place, the error is at the beginning of the code. `None` for a place in another file, since that error is not the user's.
    pub fn code_error(&self, place: Option<(usize, usize)>, message: &str) -> Option<Error> {
        let problem = message.trim().to_owned();
        let Some((line, column)) = place else {
            return Some(Error::Code { what: self.code()?.what, line: 1, column: 1, problem });
        };
        let (module, line) = self.module_at(line);
        let lines = module?.code?;
        let own = lines.line(line);
        let column = if own + lines.first == line + 1 { column } else { 1 };
        Some(Error::Code { what: lines.what, line: own, column, problem })
    }

    /// A compiler's message with the file and line of line `line` of the composed text.
    pub fn locate(&self, line: usize, message: &str) -> String {
        let (path, line) = self.origin(line);
        format!("shaders/{path}:{line}: {message}")
    }
}

fn path_of(module: Option<&ModuleRef>) -> &str {
    module.map_or(PRELUDE, |module| &module.path)
}

/// The first lines of a shader with subgroup operations. Browsers require the first line; naga rejects it and does not need it. The second
/// line permits control flow whose uniformity within a subgroup compilers cannot prove. They cannot prove it when one subgroup looks back,
/// or for a subgroup size in a struct with values that differ between invocations. naga does not check uniformity.
const ENABLE_SUBGROUPS: &str = match cfg!(target_arch = "wasm32") {
    true => "enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n",
    false => "",
};

/// The constant of a kernel that requires subgroups of `SUBGROUP_SIZE` invocations: its entry points have the attribute `@subgroup_size`.
/// naga does not know this attribute.
pub(crate) const REQUIRES_SUBGROUP_SIZE: (&str, Constant) =
    ("REQUIRES_SUBGROUP_SIZE", Constant::U32(cfg!(target_arch = "wasm32") as u32));

/// Composes the shader of a kernel: its constants, then its modules.
pub fn compose(kernel: &Kernel) -> Shader {
    let mut source = String::from(if kernel.subgroups { ENABLE_SUBGROUPS } else { "" });
    if kernel.constant(REQUIRES_SUBGROUP_SIZE.0) == Some(1) {
        source.push_str("enable subgroup_size_control;\n");
    }
    for &(name, value) in &kernel.constants {
        // Writing to a String cannot fail.
        let _ = match value {
            Constant::U32(value) => writeln!(source, "const {name}: u32 = {value}u;"),
            Constant::Bool(value) => writeln!(source, "const {name}: bool = {value};"),
        };
    }
    let mut parts = vec![(1, None)];
    let mut line = source.lines().count() + 1;
    let (mut seen, mut modules) = (Vec::new(), Vec::new());
    add_module(kernel, &kernel.root.into(), &mut seen, &mut modules);
    for (index, module) in modules.iter().enumerate() {
        parts.push((line, Some(module.clone())));
        let count = |name: &str| kernel.constant(name).or_else(|| declared(name, &modules[..index]));
        for text in module.source.split_inclusive('\n') {
            repeat::append_line(&mut source, text, &count);
            line += 1;
        }
    }
    Shader { source, parts }
}

/// Adds a module after its imports, which it adds in the same way. It adds each module once. A slot without a module is skipped; the shader
/// compiler then names the missing items.
fn add_module(kernel: &Kernel, module: &ModuleRef, seen: &mut Vec<ModuleRef>, in_order: &mut Vec<ModuleRef>) {
    if seen.contains(module) {
        return;
    }
    seen.push(module.clone());
    for &import in module.imports {
        let imported = match import {
            Import::Module(module) => Some(module.into()),
            Import::Slot(slot) => kernel.slots.module(slot).cloned(),
        };
        if let Some(imported) = imported {
            add_module(kernel, &imported, seen, in_order);
        }
    }
    in_order.push(module.clone());
}

/// The value of a numeric constant that a module declares.
fn declared(name: &str, modules: &[ModuleRef]) -> Option<u32> {
    let declaration = format!("const {name}: u32 = ");
    let value = modules.iter().find_map(|module| Some(module.source.split_once(&declaration)?.1))?;
    value.split('u').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::Monoid;
    use crate::plan::{Form, Mode};
    use crate::wgsl;

    /// A kernel on elements of one word.
    fn kernel(
        root: &'static wgsl::Module,
        entry_point: &'static str,
        constants: &[(&'static str, Constant)],
    ) -> Kernel {
        Kernel::of_form(&Form::new(Monoid::counts(), Mode::Exclusive), root, entry_point, constants)
    }

    #[test]
    fn parts_make_up_the_text() {
        let kernel = Kernel::new(wgsl!("lib/grid.wgsl"), "", vec![("N", Constant::U32(1))]);
        let shader = compose(&kernel);
        let parts = shader.parts();
        assert_eq!(parts.iter().map(|part| part.source).collect::<String>(), shader.source);
        for part in &parts {
            assert_eq!(shader.origin(part.first_line), (part.path, 1));
        }
        assert_eq!(parts[0].path, PRELUDE);
        assert_eq!(parts.last().unwrap().source, kernel.root.source);
    }

    #[test]
    fn modules_come_once_and_before_their_importers() {
        let shader = compose(&kernel(wgsl!("scan/hillis-steele.wgsl"), "", &[]));
        let paths: Vec<_> = shader.parts().iter().map(|part| part.path).collect();
        let expect = [
            PRELUDE,
            "lib/grid.wgsl",
            "scalar/u32.wgsl",
            "monoid/scalar.wgsl",
            "monoid/add.wgsl",
            "lib/plain.wgsl",
            "lib/source.wgsl",
            "lib/target.wgsl",
            "lib/elements.wgsl",
            "scan/hillis-steele.wgsl",
        ];
        assert_eq!(paths, expect);
    }

    #[test]
    fn a_planner_can_fill_a_slot_of_the_form_otherwise() {
        let kernel = kernel(wgsl!("scan/hillis-steele.wgsl"), "", &[]);
        let shader = compose(&kernel.with(wgsl::Slot::Element, wgsl!("lib/segmented.wgsl")));
        let has = |path| shader.parts().iter().any(|part| part.path == path);
        assert!(has("lib/segmented.wgsl") && !has("lib/plain.wgsl"));
    }

    #[test]
    fn lines_are_traced_to_their_files() {
        let constants = [("WORKGROUP_SIZE", Constant::U32(64)), ("FLAG", Constant::Bool(true))];
        let shader = compose(&kernel(wgsl!("scan/hillis-steele.wgsl"), "step_level_to_level", &constants));
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
            if path != PRELUDE {
                let file = std::fs::read_to_string(format!("{}/shaders/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
                assert_eq!(file.lines().nth(line - 1), Some(text));
            }
        }
    }
}
