//! The text of a module, and places in it.

use naga::Span;

/// A place in the text of a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourcePosition {
    /// Line, from 1; 0 for code that the emulator adds.
    pub line: u32,
    /// Column, from 1, in UTF-16 code units as in WebGPU's `GPUCompilationMessage`; 0 where the line is 0.
    pub column: u32,
}

/// The text of a module.
pub(crate) struct Source {
    text: String,
    /// The first byte of each line.
    lines: Vec<usize>,
}

impl Source {
    pub fn new(text: String) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(index, _)| index + 1)).collect();
        Self { text, lines }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place where a span begins.
    pub fn position(&self, span: Span) -> SourcePosition {
        let Some(range) = span.to_range() else { return SourcePosition::default() };
        let line = self.lines.partition_point(|&start| start <= range.start);
        let before = self.text.get(self.lines[line - 1]..range.start).unwrap_or_default();
        SourcePosition { line: line as u32, column: before.encode_utf16().count() as u32 + 1 }
    }
}
