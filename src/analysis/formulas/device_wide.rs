//! Formulas of scans whose steps go over the whole input.

use super::{APPLICATIONS, Formula, Subject, row};
use crate::plan::Cost;

/// What Sengupta, Lefohn & Owens measured (§4), by n: reduce steps, and how many times faster than Horn's scan.
const MEASURED: [(f64, u32, f64); 2] = [(1_048_576.0, 10, 4.0), (262_144.0, 9, 3.0)];

impl Subject<'_> {
    pub(super) fn sequential(&self) -> Vec<Formula> {
        vec![self.applications("n", self.n)]
    }

    pub(super) fn horn(&self) -> Vec<Formula> {
        let (n, steps) = (self.n, self.n.log2());
        let planned = self.plan.passes.last().map_or(0, |pass| pass.cost.applications) as f64;
        let last = |formula, said| row("Applications of ⊕, last step", formula, said, planned);
        vec![
            self.applications("n log₂ n − (n − 1)", n * steps - (n - 1.0)),
            self.dispatches("log₂ n", steps),
            last("n/2ⁱ in step i, as printed", n / steps.exp2())
                .because("Far more elements combine: all that have one 2ⁱ⁻¹ places before them."),
            last("n − 2ⁱ⁻¹ in step i", n - (steps - 1.0).exp2()),
        ]
    }

    pub(super) fn reduce_downsweep(&self) -> Vec<Formula> {
        let (n, steps) = (self.n, self.n.log2());
        let mut rows = vec![self.dispatches("2 log₂ n", 2.0 * steps)];
        let Some(horn) = self.horn else { return rows };
        let planned = horn.applications as f64 - self.cost.applications as f64;
        let saved = |formula, said| row("Operations fewer than Horn’s", formula, said, planned);
        rows.extend([
            saved("n log n − 2n(1 − 2ⁿ), as printed", n * steps - 2.0 * n * (1.0 - n.exp2())).because(
                "Its bracket is negative, so it exceeds all that Horn’s scan does; 2ⁿ must stand for 2 to the power of −log₂ n.",
            ),
            saved("n log₂ n − 2n(1 − 1/n)", n * steps - 2.0 * (n - 1.0)).because(
                "It takes copies for operations, those of Horn’s steps too; the plans count applications of ⊕ alone.",
            ),
            saved("(n + 1) log₂ n − 3(n − 1), without copies", (n + 1.0) * steps - 3.0 * (n - 1.0)),
            self.tree_traffic().because(
                "Merry’s invocation reads the prefix of a pair once for both elements. The paper’s has one element, so each prefix is read twice: 5n reads.",
            ),
        ]);
        rows
    }

    pub(super) fn hybrid(&self) -> Vec<Formula> {
        let n = self.n;
        let steps = self.tuned("reduce_steps").min(n.log2().ceil());
        let rest = n / steps.exp2();
        let mut rows = vec![
            self.applications("2n(1 − 2⁻ʳ) + m log₂ m, m = n/2ʳ", 2.0 * (n - rest) + rest * rest.log2())
                .because("The first elements of levels and steps are copied: about r + m − 1."),
            self.dispatches("2r + log₂ m", 2.0 * steps + rest.log2()),
        ];
        let Some(horn) = self.horn else { return rows };
        if let Some(&(_, measured_steps, times)) = MEASURED.iter().find(|(size, ..)| *size == n) {
            let moved = |cost: &Cost| (cost.reads + cost.writes) as f64;
            let formula = format!("about {times}, as measured with r = {measured_steps}");
            let why = format!(
                "The paper measured time, of a stream compaction on an NVIDIA 7800 GTX. The plan’s is the ratio of elements moved, with r = {steps}."
            );
            rows.push(row("Times less than Horn’s", &formula, times, moved(&horn) / moved(&self.cost)).because(&why));
        }
        let (said, planned) = (horn.scratch_bytes as f64, self.cost.scratch_bytes as f64);
        rows.push(row("Scratch memory, bytes", "the same as Horn’s scan", said, planned).because(
            "All levels of the tree are kept, each half as long as the one before; the paper speaks of the whole compaction.",
        ));
        rows
    }

    pub(super) fn nakano(&self) -> Vec<Formula> {
        let (n, m) = (self.n, self.n.log2());
        let space = |formula, said| row("Work space, elements", formula, said, self.scratch_elements());
        vec![
            self.applications("2n − m − 2, m = log₂ n, the loops as printed", 2.0 * n - m - 2.0)
                .because("The first stage’s loop runs one interval too far: aₜ holds 2ᵗ − 1 sums, as the text says."),
            row(APPLICATIONS, "2n − 2m − 1", 2.0 * n - 2.0 * m - 1.0, self.cost.applications as f64),
            space("2ᵐ − m, as printed", n - m).because("The sum of all 2ᵗ − 1 for t from 1 to m − 1 is one less."),
            space("2ᵐ − m − 1", n - m - 1.0),
            self.dispatches("2(m − 1) + 1", 2.0 * m - 1.0)
                .because("The last element is joined by the invocation before it, not in a step of its own."),
            self.tree_traffic().because("4n reads and 3n writes, less the right edge of the tree: 7 log₂ n + 3."),
        ]
    }

    /// Merry's bandwidth of the whole input.
    fn tree_traffic(&self) -> Formula {
        let moved = (self.cost.reads + self.cost.writes) as f64;
        row(
            "Elements read and written",
            "about 7N, Brent and Kung’s tree device-wide (Merry 2014)",
            7.0 * self.n,
            moved,
        )
    }

    pub(super) fn nakano_sequential(&self) -> Vec<Formula> {
        let (n, k) = (self.n, self.tuned("k").min(self.n));
        vec![
            row("Work space, elements", "k", k, self.scratch_elements())
                .because("The levels of a group of k elements hold k − log₂ k − 1."),
            self.dispatches("(n/k)(2 log₂ k − 1)", n / k * (2.0 * k.log2() - 1.0))
                .because("No group has a step for its last element alone."),
        ]
    }

    fn scratch_elements(&self) -> f64 {
        self.cost.scratch_bytes as f64 / self.element_bytes
    }
}
