//! Unrolling: `@repeat(COUNT) text`.
//!
//! WGSL has neither macros nor generics over numbers, and compilers keep indexed arrays in memory if they do not unroll the loop. So each
//! value in a register has its own name (`row_0`, `row_1` …) and its own statement. shaders/README.md has the measured difference.
//!
//! | in a shader | stands for |
//! |---|---|
//! | `@repeat(COUNT) text` | `text` once for each number 0 … COUNT − 1, on the same line, so that line numbers stay those of the file |
//! | `@repeat(1..COUNT) text` | the same from 1 on |
//! | `#` in the text | the number; `#u` is the number as a `u32` literal |
//! | `#-1` | the number minus 1 |
//! | `~` | the number counting down: COUNT − 1 … 0 |
//!
//! COUNT is a decimal number, a constant of the kernel, or a constant that an earlier module declares, such as `VALUE_WORDS` (words of the
//! operator's value). `@repeat` begins its line, and its text ends with the line. With `ROWS` = 2,
//!
//! ```wgsl
//! struct Rows {
//!     @repeat(ROWS) row_#: T,
//! }
//! ```
//!
//! declares `row_0: T, row_1: T,`.

const REPEAT: &str = "@repeat(";

/// Appends a line of a module, unrolled if it is repeated; `count` gives the value of a name in the brackets.
pub(super) fn append_line(source: &mut String, line: &str, count: &dyn Fn(&str) -> Option<u32>) {
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

    #[test]
    fn repeated_lines_stay_one_line() {
        let repeated = |line: &str| {
            let mut source = String::new();
            append_line(&mut source, line, &|name| (name == "ROWS").then_some(2));
            source
        };
        assert_eq!(repeated("    @repeat(ROWS) row_#: f32,\n"), " row_0: f32, row_1: f32,\n");
        assert_eq!(repeated("    @repeat(1..ROWS) at_#-1_~: f32,\n"), " at_0_0: f32,\n");
        assert_eq!(repeated("    @repeat(3) f(#u);\n"), " f(0u); f(1u); f(2u);\n");
        assert_eq!(repeated("    row_0: f32,\n"), "    row_0: f32,\n");
    }
}
