//! Formulas of one tile of N elements, which one workgroup of the first pass scans.

use super::{Formula, Subject, row};

const FRAME_BARRIER: &str = "One barrier is the frame’s, between loading a tile and scanning it.";

/// Reads and writes of workgroup memory that scan a tile, which plans do not tell and the crate's tests count; none of the
/// algorithms whose sources say nothing of them.
pub fn accesses(id: &str, padded: bool, tile_elements: u64) -> Option<[u64; 2]> {
    let (e, levels) = (tile_elements, u64::from(tile_elements.max(1).ilog2()));
    Some(match id {
        "naive-tiles" => [2 * e * levels - (e - 1), e * levels],
        // Half as many identities as elements stand in front of the tile.
        "kogge-stone" if padded => [e * levels + e, e * levels + e / 2],
        "kogge-stone" => [e * levels + 1, e * levels],
        "sklansky" => [e * levels, e / 2 * levels],
        "brent-kung" | "brent-kung-in-place" => [4 * e - 7, 3 * e - 4],
        _ => return None,
    })
}

impl Subject<'_> {
    fn tile(&self) -> f64 {
        f64::from(self.plan.tile_elements)
    }

    fn tile_applications(&self, formula: &str, said: f64) -> Formula {
        let first = &self.plan.passes[0];
        let planned = first.cost.applications as f64 / f64::from(first.workgroups);
        row("Applications of ⊕, a tile", formula, said, planned)
    }

    fn tile_barriers(&self, formula: &str, said: f64) -> Formula {
        let first = &self.plan.passes[0];
        let planned = first.cost.barriers as f64 / f64::from(first.workgroups);
        row("Barriers, a tile", formula, said, planned).because(FRAME_BARRIER)
    }

    fn tile_accesses(&self, reads: (&str, f64), writes: (&str, f64), why: &str) -> [Formula; 2] {
        let tile_elements = self.plan.tile_elements.into();
        let counted = accesses(self.id, self.tuned("padding") > 0.0, tile_elements).unwrap_or_default();
        [
            row("Reads of workgroup memory, a tile", reads.0, reads.1, counted[0] as f64).because(why),
            row("Writes of workgroup memory, a tile", writes.0, writes.1, counted[1] as f64).because(why),
        ]
    }

    pub(super) fn naive_tiles(&self) -> Vec<Formula> {
        let (tile, levels) = (self.tile(), self.tile().log2());
        vec![
            self.tile_applications("log₂ N × N − 1, as printed", tile * levels - 1.0)
                .because("The steps combine N − 1, N − 2, N − 4 … N/2 elements; that adds up to the formula below."),
            self.tile_applications("N log₂ N − (N − 1)", tile * levels - (tile - 1.0)),
            match self.tuned("buffers") {
                1.0 => self.tile_barriers("2 log₂ N, in one buffer", 2.0 * levels),
                _ => self.tile_barriers("log₂ N", levels),
            },
        ]
    }

    pub(super) fn kogge_stone(&self) -> Vec<Formula> {
        let (tile, levels) = (self.tile(), self.tile().log2());
        let all = tile * levels;
        let [reads, writes] = self.tile_accesses(
            ("N log₂ N", all),
            ("N log₂ N", all),
            "Beside the steps a value is read at the start, and padding is written and read.",
        );
        vec![
            self.tile_applications("N log₂ N − (N − 1)", all - (tile - 1.0))
                .because("With padding every element combines in every step, some with an identity."),
            self.tile_barriers("2 log₂ N", 2.0 * levels),
            reads,
            writes,
        ]
    }

    pub(super) fn sklansky(&self) -> Vec<Formula> {
        let (tile, levels) = (self.tile(), self.tile().log2());
        vec![self.tile_applications("(N/2) log₂ N", tile / 2.0 * levels), self.tile_barriers("log₂ N", levels)]
    }

    pub(super) fn blelloch(&self) -> Vec<Formula> {
        let (tile, levels) = (self.tile(), self.tile().log2());
        vec![
            self.tile_applications("2(N − 1)", 2.0 * (tile - 1.0))
                .because("An inclusive scan combines each element with its exclusive prefix besides."),
            self.tile_barriers("2 log₂ N + 1", 2.0 * levels + 1.0),
        ]
    }

    pub(super) fn brent_kung(&self) -> Vec<Formula> {
        let tile = self.tile();
        let about = "“About”: the levels near the top are not whole.";
        let [reads, writes] = self.tile_accesses(("4N", 4.0 * tile), ("3N", 3.0 * tile), about);
        vec![
            reads,
            writes,
            self.tile_barriers("2 log₂ N", 2.0 * tile.log2()),
            row("Invocations, a tile", "N/2", tile / 2.0, self.invocations),
        ]
    }

    pub(super) fn brent_kung_radix(&self) -> Vec<Formula> {
        let said = 2.0 * self.tile().log2() / self.tuned("radix").log2();
        vec![
            self.tile_barriers("2 log_k N", said)
                .because("Levels are whole numbers, and one invocation scans the top at once."),
        ]
    }
}
