//! Parsing the summaries of test runners.

use std::ops::AddAssign;

/// Numbers of passed and failed tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// The summary lines of a runner, and their sum.
pub fn summarise(lines: &[String]) -> (Vec<&str>, Tally) {
    let mut counting = Vec::new();
    let mut sum = Tally::default();
    for line in lines {
        if let Some(tally) = count(line.trim()).filter(|&tally| tally != Tally::default()) {
            counting.push(line.trim());
            sum += tally;
        }
    }
    (counting, sum)
}

/// The counts of a line, if it is a summary of cargo or wasm-bindgen (`test result: ok. 3 passed; 0 failed; …`), of
/// Node.js (`ℹ pass 3`) or of Playwright (`3 passed (1.2s)`).
fn count(line: &str) -> Option<Tally> {
    if let Some(result) = line.strip_prefix("test result: ") {
        let counts = result.split_once(". ")?.1;
        return Some(Tally { passed: number_before(counts, "passed")?, failed: number_before(counts, "failed")? });
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["ℹ", "pass", passed] => Some(Tally { passed: passed.parse().ok()?, failed: 0 }),
        ["ℹ", "fail" | "cancelled", failed] => Some(Tally { passed: 0, failed: failed.parse().ok()? }),
        [passed, "passed", time] if time.starts_with('(') => Some(Tally { passed: passed.parse().ok()?, failed: 0 }),
        [failed, "failed" | "flaky" | "interrupted"] => Some(Tally { passed: 0, failed: failed.parse().ok()? }),
        [failed, "did", "not", "run"] => Some(Tally { passed: 0, failed: failed.parse().ok()? }),
        _ => None,
    }
}

/// The number before a word among `3 passed; 0 failed; …`.
fn number_before(counts: &str, word: &str) -> Option<u64> {
    let part = counts.split("; ").find_map(|part| part.strip_suffix(word))?;
    part.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(text: &str) -> (usize, Tally) {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (counting, sum) = summarise(&lines);
        (counting.len(), sum)
    }

    #[test]
    fn cargo_is_read_over_all_its_test_programs() {
        let text = "running 3 tests\ntest a ... ok\n\
                    test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                    test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                    test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s";
        assert_eq!(tally(text), (2, Tally { passed: 7, failed: 2 }));
    }

    #[test]
    fn node_is_read() {
        let text =
            "✔ adds (1ms)\nℹ tests 5\nℹ suites 0\nℹ pass 4\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ duration_ms 6";
        assert_eq!(tally(text), (2, Tally { passed: 4, failed: 1 }));
    }

    #[test]
    fn playwright_is_read() {
        let text = "  ✓  1 page.spec.js:3:1 › opens (1.0s)\n\n  1 failed\n    page.spec.js:9:1 › runs ───\n  \
                    2 did not run\n  12 passed (1.2m)";
        assert_eq!(tally(text), (3, Tally { passed: 12, failed: 3 }));
    }
}
