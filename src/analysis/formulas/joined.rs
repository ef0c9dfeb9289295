//! Formulas of scans that join tiles.

use super::{Formula, Subject, row};

impl Subject<'_> {
    pub(super) fn twice_in_once_out(&self) -> [Formula; 2] {
        let why = if self.cost.dispatches > 1 {
            "“Slightly over”: the sums of tiles, and what lies before each, are read and written too."
        } else {
            "A single tile needs no sums first."
        };
        self.traffic(("2N", 2.0 * self.n), ("N", self.n)).map(|row| row.because(why))
    }

    /// Barriers, counted per work-item.
    fn barrier_instructions(&self, formula: &str, said: f64) -> Formula {
        let planned = self.cost.barriers as f64 * self.invocations;
        row("Barrier instructions of all work-items", formula, said, planned)
            .because("The source gives an order of magnitude, without its constant.")
    }

    pub(super) fn reduce_then_scan(&self) -> Vec<Formula> {
        let (n, levels) = (self.n, f64::from(self.plan.tile_elements).log2());
        let [reads, writes] = self.twice_in_once_out();
        vec![
            self.dispatches("log_M N", n.log2() / levels)
                .because("Every level but the last is reduced and scanned: 2⌈log_M N⌉ − 1."),
            reads,
            writes,
            self.barrier_instructions("O(N log₂ M)", n * levels),
        ]
    }

    pub(super) fn two_level(&self) -> Vec<Formula> {
        let scratch_bytes = self.tuned("blocks") * self.element_bytes;
        let [reads, writes] = self.twice_in_once_out();
        vec![
            self.dispatches("3", 3.0),
            row("Scratch memory, bytes", "C elements", scratch_bytes, self.cost.scratch_bytes as f64),
            reads,
            writes,
            self.barrier_instructions("O(N log₂ G)", self.n * self.invocations.log2()),
        ]
    }

    pub(super) fn single_pass(&self) -> Vec<Formula> {
        let [reads, writes] = self.traffic(("n", self.n), ("n", self.n));
        vec![self.dispatches("1", 1.0), reads, writes]
    }
}
