//! The sizes at which the plans of scans change, and the change of the number of dispatches there.

use std::cell::RefCell;
use std::collections::BTreeMap;

use scanlab::error::Error;
use scanlab::plan::Plan;

/// The number of plans that are compared per octave, a factor of two in size. If two neighbouring plans differ, the span
/// between their sizes is bisected.
const PLANS_OF_OCTAVE: f64 = 8.0;
/// Beyond this number of dispatches, the change of the time by one more dispatch is too small to be measured.
const MAX_DISPATCHES: usize = 64;

/// The last size before the plan of a scan changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Elements.
    pub n: u64,
    /// The absolute change of the logarithm of the number of dispatches.
    pub rise: f64,
}

/// The parts of plans that are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Structure {
    dispatches: usize,
    /// The entry points of the dispatches; `None` for a plan with many dispatches.
    entry_points: Option<Vec<&'static str>>,
}

impl Structure {
    /// The structure of a plan.
    pub fn of(plan: &Plan) -> Self {
        Structure::new(plan.passes.len(), plan.passes.iter().map(|pass| pass.kernel.entry_point))
    }

    /// The structure of a plan with these dispatches and entry points.
    pub fn new(dispatches: usize, entry_points: impl Iterator<Item = &'static str>) -> Self {
        if dispatches > MAX_DISPATCHES {
            return Structure { dispatches: MAX_DISPATCHES, entry_points: None };
        }
        Structure { dispatches, entry_points: Some(entry_points.collect()) }
    }
}

/// The changes of plans between two sizes, by ascending n. Spans with a size that has no plan give no steps.
///
/// # Errors
/// Those of planners, except [`Error::TooLarge`] and [`Error::Unsupported`], which a measurement of the size reports.
pub fn plan_steps(
    planners: &[impl Fn(u64) -> Result<Structure, Error>],
    from: u64,
    to: u64,
) -> Result<Vec<Step>, Error> {
    let mut rises = BTreeMap::new();
    for planner in planners {
        let steps = Steps { planner, known: RefCell::default() };
        for Step { n, rise } in steps.all(from, to)? {
            *rises.entry(n).or_insert(0.0) += rise;
        }
    }
    Ok(rises.into_iter().map(|(n, rise)| Step { n, rise }).collect())
}

struct Steps<'a, P> {
    planner: &'a P,
    known: RefCell<BTreeMap<u64, Structure>>,
}

impl<P: Fn(u64) -> Result<Structure, Error>> Steps<'_, P> {
    fn all(&self, from: u64, to: u64) -> Result<Vec<Step>, Error> {
        let octaves = (to as f64 / from as f64).log2();
        let count = (octaves * PLANS_OF_OCTAVE).ceil().max(1.0);
        let (mut steps, mut low) = (Vec::new(), from);
        for i in 1..=count as u32 {
            let share = f64::from(i) / count;
            let high = if share == 1.0 { to } else { (from as f64 * (octaves * share).exp2()).round() as u64 };
            let mut found = Vec::new();
            match self.between(low, high, &mut found) {
                Ok(()) => steps.append(&mut found),
                Err(Error::TooLarge { .. } | Error::Unsupported(_)) => {}
                Err(error) => return Err(error),
            }
            low = high;
        }
        Ok(steps)
    }

    fn between(&self, low: u64, high: u64, steps: &mut Vec<Step>) -> Result<(), Error> {
        let (before, after) = (self.structure(low)?, self.structure(high)?);
        if before == after {
            return Ok(());
        }
        if high - low <= 1 {
            let dispatches = |structure: Structure| structure.dispatches.max(1) as f64;
            steps.push(Step { n: low, rise: (dispatches(after) / dispatches(before)).ln().abs() });
            return Ok(());
        }
        let middle = low.midpoint(high);
        self.between(low, middle, steps)?;
        self.between(middle, high, steps)
    }

    fn structure(&self, n: u64) -> Result<Structure, Error> {
        if let Some(known) = self.known.borrow().get(&n) {
            return Ok(known.clone());
        }
        let structure = (self.planner)(n)?;
        self.known.borrow_mut().insert(n, structure.clone());
        Ok(structure)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    type Planner = Box<dyn Fn(u64) -> Result<Structure, Error>>;

    fn structure(dispatches: u64, entry_points: &[&'static str]) -> Result<Structure, Error> {
        Ok(Structure::new(dispatches as usize, entry_points.iter().copied()))
    }

    /// Plans with one more dispatch per factor of two.
    fn levels() -> Planner {
        Box::new(|n| structure(u64::from(n.next_power_of_two().ilog2()), &[]))
    }

    fn flat() -> Planner {
        Box::new(|_| structure(3, &["reduce", "scan", "add"]))
    }

    fn sizes(planners: &[Planner], from: u64, to: u64) -> Vec<u64> {
        plan_steps(planners, from, to).unwrap().into_iter().map(|step| step.n).collect()
    }

    #[test]
    fn the_last_size_before_each_change_of_a_plan_is_found() {
        let steps = plan_steps(&[levels(), flat()], 100, 1100).unwrap();
        assert_eq!(steps.iter().map(|step| step.n).collect::<Vec<_>>(), [128, 256, 512, 1024]);
        for (step, level) in steps.iter().zip([7.0f64, 8.0, 9.0, 10.0]) {
            assert!((step.rise - ((level + 1.0) / level).ln()).abs() < 1e-12);
        }
    }

    #[test]
    fn a_change_of_kernels_is_a_step_too_and_steps_of_both_scans_at_one_size_are_merged() {
        let other = || -> Planner { Box::new(|n| structure(1, &[if n > 512 { "scan_large" } else { "scan_small" }])) };
        assert_eq!(plan_steps(&[flat(), other()], 1, 5000).unwrap(), [Step { n: 512, rise: 0.0 }]);
        let rise = (10.0f64 / 9.0).ln();
        assert_eq!(plan_steps(&[levels(), other()], 300, 1000).unwrap(), [Step { n: 512, rise }]);
    }

    #[test]
    fn two_changes_close_to_each_other_are_both_found() {
        let bump: Planner = Box::new(|n| structure(if n > 7_000_000 && n <= 8_000_000 { 2 } else { 1 }, &[]));
        assert_eq!(sizes(&[bump], 1, 1 << 26), [7_000_000, 8_000_000]);
    }

    #[test]
    fn few_plans_are_made_and_plans_with_many_dispatches_have_no_steps() {
        let made = Cell::new(0);
        let groups = |n: u64| {
            made.set(made.get() + 1);
            structure(n.div_ceil(1024), &[])
        };
        let steps = plan_steps(&[groups], 1, 1 << 28).unwrap();
        let found: Vec<_> = steps.iter().map(|step| step.n).collect();
        assert_eq!(found, (1..=64).map(|i| 1024 * i).collect::<Vec<_>>());
        assert!(made.get() < 1200, "{}", made.get());
    }

    fn refusals() -> [Error; 2] {
        let too_large = Error::TooLarge { what: String::new(), required: String::new(), limit: String::new() };
        [too_large, Error::Unsupported("refused".into())]
    }

    #[test]
    fn sizes_without_a_plan_have_no_steps_those_below_them_keep_theirs() {
        for error in refusals() {
            let refuse = error.clone();
            let refusing: Planner = Box::new(move |_| Err(refuse.clone()));
            assert_eq!(sizes(&[refusing, levels()], 100, 200), [128]);
            let above: Planner = Box::new(move |n| if n > 1000 { Err(error.clone()) } else { levels()(n) });
            assert_eq!(sizes(&[above], 100, 1100), [128, 256, 512]);
        }
    }

    #[test]
    fn any_other_failure_of_a_plan_ends_the_search_for_steps() {
        for error in [Error::Cancelled, Error::bad_argument("tuning", "known", "odd")] {
            let refuse = error.clone();
            let refusing: Planner = Box::new(move |_| Err(refuse.clone()));
            assert_eq!(plan_steps(&[levels(), refusing], 100, 200), Err(error));
        }
    }
}
