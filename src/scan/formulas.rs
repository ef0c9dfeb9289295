//! The formulas of papers and other sources for the costs of their scans. They are evaluated for a plan and compared
//! with its costs. A misprinted formula is listed as printed, with a correction.

use crate::plan::{Cost, PassCost, Plan, Tuning};

const APPLICATIONS: &str = "Applications of ⊕";
const DISPATCHES: &str = "Dispatches";
const FRAME_BARRIER: &str = "One barrier is the frame’s, between loading a tile and scanning it.";

/// A formula of a source, and the cost of a plan.
///
/// ```
/// use scanlab::scan::Formula;
///
/// /// The formulas that a plan does not match, though no reason is given.
/// fn unexplained(formulas: &[Formula]) -> Vec<&str> {
///     let differs = |row: &&Formula| row.value.ceil() != row.planned && row.reason.is_none();
///     formulas.iter().filter(differs).map(|row| row.quantity).collect()
/// }
///
/// let row = Formula { quantity: "Dispatches", formula: "log₂ N".into(), value: 9.97, planned: 10.0, reason: None };
/// assert_eq!(unexplained(&[row.clone(), Formula { planned: 12.0, ..row }]), ["Dispatches"]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "SourceFormula"))]
pub struct Formula {
    /// The counted quantity.
    pub quantity: &'static str,
    /// The formula.
    pub formula: String,
    /// Its value: infinite, or null as JSON, beyond the range of a double.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub value: f64,
    /// The plan's cost.
    pub planned: f64,
    /// The reason for a difference other than rounding up to whole steps.
    pub reason: Option<String>,
}

impl Formula {
    pub(super) fn new(quantity: &'static str, formula: &str, value: f64, planned: f64) -> Self {
        Formula { quantity, formula: formula.to_owned(), value, planned, reason: None }
    }

    pub(super) fn because(self, reason: &str) -> Self {
        Formula { reason: Some(reason.to_owned()), ..self }
    }
}

/// The plan for which formulas are evaluated.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Form, Job, Limits, Mode};
/// use scanlab::scan::{Algorithm, Subject};
///
/// let (scan, form) = (Algorithm::find("hillis-steele")?, Form::new(Monoid::counts(), Mode::Inclusive));
/// let planned = scan.planned(Job::new(1024, form, Limits::CORE))?;
/// let (plan, cost) = (planned.plan(), planned.plan().cost());
/// let formulas = (scan.formulas)(&Subject { plan, cost, n: 1024.0, invocations: 256.0, element_bytes: 4.0, horn: None });
/// assert!(formulas.iter().all(|row| row.value == row.planned || row.reason.is_some()));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
pub struct Subject<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Its cost.
    pub cost: Cost,
    /// Elements, 2 or more.
    pub n: f64,
    /// Invocations of a workgroup.
    pub invocations: f64,
    /// Bytes of an element.
    pub element_bytes: f64,
    /// The cost of Horn's scan of the same input, if the device supports it.
    pub horn: Option<Cost>,
}

/// Formulas of the whole scan.
impl Subject<'_> {
    pub(super) fn tuned(&self, name: &str) -> f64 {
        self.plan.tuning.get(name).copied().map_or(0.0, f64::from)
    }

    pub(super) fn applications(&self, formula: &str, value: f64) -> Formula {
        Formula::new(APPLICATIONS, formula, value, self.cost.applications as f64)
    }

    pub(super) fn dispatches(&self, formula: &str, value: f64) -> Formula {
        Formula::new(DISPATCHES, formula, value, self.cost.dispatches as f64)
    }

    pub(super) fn traffic(&self, reads: (&str, f64), writes: (&str, f64)) -> [Formula; 2] {
        [
            Formula::new("Elements read", reads.0, reads.1, self.cost.reads as f64),
            Formula::new("Elements written", writes.0, writes.1, self.cost.writes as f64),
        ]
    }

    pub(super) fn twice_in_once_out(&self) -> [Formula; 2] {
        let reason = if self.cost.dispatches > 1 {
            "“Slightly over”: the sums and the exclusive prefixes of tiles are also read and written."
        } else {
            "A single tile needs no sums first."
        };
        self.traffic(("2N", 2.0 * self.n), ("N", self.n)).map(|row| row.because(reason))
    }

    /// Merry's number of accesses to global memory, for a tree over the whole input.
    pub(super) fn tree_traffic(&self) -> Formula {
        let moved = (self.cost.reads + self.cost.writes) as f64;
        Formula::new(
            "Elements read and written",
            "about 7N, Brent and Kung’s tree device-wide (Merry 2014)",
            7.0 * self.n,
            moved,
        )
    }

    /// Barriers, counted per work-item.
    pub(super) fn barrier_instructions(&self, formula: &str, value: f64) -> Formula {
        let planned = self.cost.barriers as f64 * self.invocations;
        Formula::new("Barrier instructions of all work-items", formula, value, planned)
            .because("The source gives an order of magnitude, without its constant.")
    }

    pub(super) fn scratch_elements(&self) -> f64 {
        self.cost.scratch_bytes as f64 / self.element_bytes
    }
}

/// Formulas of one tile of N elements, which one workgroup of the first pass scans.
impl Subject<'_> {
    pub(super) fn tile(&self) -> f64 {
        f64::from(self.plan.tile_elements)
    }

    /// A cost of the first pass, per workgroup; NaN for a plan without passes.
    fn per_tile(&self, cost: fn(&PassCost) -> u64) -> f64 {
        let first = self.plan.passes.first();
        first.map_or(f64::NAN, |first| cost(&first.cost) as f64 / f64::from(first.workgroups))
    }

    pub(super) fn tile_applications(&self, formula: &str, value: f64) -> Formula {
        let planned = self.per_tile(|cost| cost.applications);
        Formula::new("Applications of ⊕, per tile", formula, value, planned)
    }

    pub(super) fn tile_barriers(&self, formula: &str, value: f64) -> Formula {
        let planned = self.per_tile(|cost| cost.barriers);
        Formula::new("Barriers, per tile", formula, value, planned).because(FRAME_BARRIER)
    }

    /// Reads and writes of workgroup memory. `counted` is the function of [`super::Tile::Memory`].
    pub(super) fn tile_accesses(
        &self,
        counted: fn(&Tuning, u64) -> [u64; 2],
        reads: (&str, f64),
        writes: (&str, f64),
        reason: &str,
    ) -> [Formula; 2] {
        let counted = counted(&self.plan.tuning, self.plan.tile_elements.into());
        [
            Formula::new("Reads of workgroup memory, per tile", reads.0, reads.1, counted[0] as f64).because(reason),
            Formula::new("Writes of workgroup memory, per tile", writes.0, writes.1, counted[1] as f64).because(reason),
        ]
    }
}
