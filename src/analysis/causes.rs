//! What the model of times leaves out, told from plans: why a scan takes longer than its launches and its traffic, or less.

use serde::Serialize;

use crate::plan::{Pass, Plan, Tuning};

/// More are not told: the first weigh most.
const MOST: usize = 3;
/// Workgroups that keep few GPUs busy.
const FEW_WORKGROUPS: u32 = 256;
/// Applications of the operator that take longer than an element's way from memory.
const MANY_APPLICATIONS: f64 = 8.0;
/// Barriers of a workgroup that take longer than its traffic.
const MANY_BARRIERS: f64 = 8.0;
/// By how many times the copy kernel must differ from the model to tell anything.
const DIFFERS: f64 = 1.25;

/// What may account for a difference between a measured time and its prediction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DifferenceCause"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cause {
    /// Launches of passes, which need not cost what an empty dispatch does.
    Launches,
    /// The one invocation that waits for every access.
    OneInvocation,
    /// Tiles each of which waits for the one before.
    Chain {
        /// How many there are.
        tiles: u32,
    },
    /// Tiles that wait for what the tiles before them publish.
    LookBack,
    /// Too few workgroups to keep the memory busy.
    FewWorkgroups {
        /// Those of the longest pass.
        workgroups: u32,
    },
    /// Neighbouring invocations that access elements two places apart.
    Strides,
    /// Bank conflicts in workgroup memory.
    BankConflicts,
    /// Barriers, with accesses of workgroup memory between them.
    Barriers {
        /// Those of a workgroup.
        barriers: f64,
    },
    /// Arithmetic.
    Applications {
        /// Those of the operator, an element.
        applications: f64,
    },
    /// A device that is not busy yet: the copy kernel, too, takes longer at this size.
    Idle,
    /// Caches: the copy kernel, too, is faster at this size.
    FastCopy {
        /// How many times.
        times: f64,
    },
    /// The cache in which each chunk is found when it is read again.
    CachedChunks,
    /// The cache in which an element is found by the second invocation that reads it.
    CachedElements,
    /// Caches in which a dispatch finds what the one before has written.
    CachedPasses,
    /// How the device divides its time among workgroups: no list knows everything.
    Scheduling,
}

/// What causes are told from, of a plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Its passes.
    pub dispatches: u64,
    /// Its tuning as it took effect.
    pub tuning: Tuning,
    /// Elements of a tile.
    pub tile_elements: u32,
    /// Applications of the operator.
    pub applications: u64,
    /// Workgroups of the pass that moves most.
    pub workgroups: u32,
    /// Barriers of a workgroup, of any pass that moves about as much as that.
    pub barriers: f64,
}

impl Facts {
    /// Of a plan.
    pub fn of(plan: &Plan) -> Facts {
        let moved = |pass: &Pass| pass.cost.reads + pass.cost.writes;
        let mut longest = plan.passes.first();
        for pass in &plan.passes {
            if longest.is_some_and(|longest| moved(pass) > moved(longest)) {
                longest = Some(pass);
            }
        }
        let most = longest.map_or(0, moved);
        let long = plan.passes.iter().filter(|pass| 2 * moved(pass) >= most);
        let cost = plan.cost();
        Facts {
            dispatches: cost.dispatches,
            tuning: plan.tuning.clone(),
            tile_elements: plan.tile_elements,
            applications: cost.applications,
            workgroups: longest.map_or(0, |pass| pass.workgroups),
            barriers: long
                .map(|pass| pass.cost.barriers as f64 / f64::from(pass.workgroups.max(1)))
                .fold(0.0, f64::max),
        }
    }
}

/// A scan whose time is not as predicted.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The scan that runs, which for `auto` is the one that it takes.
    pub id: &'a str,
    /// Its plan.
    pub facts: &'a Facts,
    /// Elements.
    pub n: u64,
    /// How many times as fast as the model has it the copy kernel is at this size, where it was measured.
    pub copy_speed: Option<f64>,
    /// Whether launches are most of the prediction.
    pub launched: bool,
}

/// What may account for a time that is `longer` than predicted, or else shorter: one cause at least.
pub fn causes(case: &Case<'_>, longer: bool) -> Vec<Cause> {
    let all: Vec<Option<Cause>> = if longer { case.slower().into() } else { case.faster().into() };
    let mut causes: Vec<Cause> = all.into_iter().flatten().take(MOST).collect();
    if causes.is_empty() {
        causes.push(Cause::Scheduling);
    }
    causes
}

impl Case<'_> {
    fn is(&self, ids: &[&str]) -> bool {
        ids.contains(&self.id)
    }

    fn slower(&self) -> [Option<Cause>; 10] {
        let Facts { tile_elements, applications, workgroups, barriers, .. } = *self.facts;
        let applications = applications as f64 / self.n as f64;
        let few = workgroups <= FEW_WORKGROUPS && u64::from(tile_elements) < self.n && self.id != "sequential";
        let strided = ["reduce-downsweep", "hybrid", "nakano", "nakano-sequential", "two-level"];
        let idle = self.copy_speed.is_some_and(|speed| speed * DIFFERS < 1.0);
        [
            self.is(&["sequential"]).then_some(Cause::OneInvocation),
            (self.id == "chained" && workgroups > 1).then_some(Cause::Chain { tiles: workgroups }),
            (self.is(&["look-back", "look-back-fallback"]) && workgroups > 1).then_some(Cause::LookBack),
            few.then_some(Cause::FewWorkgroups { workgroups }),
            self.is(&strided).then_some(Cause::Strides),
            self.has_conflicts().then_some(Cause::BankConflicts),
            (barriers >= MANY_BARRIERS).then_some(Cause::Barriers { barriers }),
            (applications >= MANY_APPLICATIONS).then_some(Cause::Applications { applications }),
            idle.then_some(Cause::Idle),
            self.launched.then_some(Cause::Launches),
        ]
    }

    fn faster(&self) -> [Option<Cause>; 5] {
        let moved = !self.launched;
        [
            self.copy_speed.filter(|&speed| speed > DIFFERS).map(|times| Cause::FastCopy { times }),
            (moved && self.id == "cache-blocked").then_some(Cause::CachedChunks),
            (moved && self.is(&["hillis-steele", "hybrid"])).then_some(Cause::CachedElements),
            (moved && self.facts.dispatches > 1).then_some(Cause::CachedPasses),
            self.launched.then_some(Cause::Launches),
        ]
    }

    /// Banks are as many as powers of two: what lies an even number of places apart falls on few of them.
    fn has_conflicts(&self) -> bool {
        let tuned = |name: &str| self.facts.tuning.get(name).copied();
        let is_even = |name: &str| tuned(name).is_some_and(|value| value % 2 == 0);
        match self.id {
            "blelloch" | "brent-kung-in-place" => tuned("padding") == Some(0),
            "raking" | "reduce-then-scan" => is_even("items"),
            "brent-kung" => true,
            "brent-kung-radix" => is_even("radix"),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Form, Job, Limits, Mode, PassCost};
    use crate::scan::{ALGORITHMS, Algorithm};

    fn facts(tuning: &[(&str, u32)]) -> Facts {
        Facts {
            dispatches: 12,
            tuning: tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
            tile_elements: 1024,
            workgroups: 4096,
            ..Facts::default()
        }
    }

    fn case<'a>(id: &'a str, facts: &'a Facts) -> Case<'a> {
        Case { id, facts, n: 1_000_000, copy_speed: Some(1.0), launched: false }
    }

    #[test]
    fn every_scan_has_something_that_the_model_leaves_out_and_no_more_than_three_things() {
        let facts = Facts { dispatches: 1, ..facts(&[("padding", 0), ("items", 4), ("radix", 4)]) };
        for algorithm in ALGORITHMS {
            for longer in [true, false] {
                let case = Case { n: 1 << 20, copy_speed: None, ..case(algorithm.id, &facts) };
                assert!((1..=3).contains(&causes(&case, longer).len()), "{}", algorithm.id);
            }
        }
    }

    #[test]
    fn what_is_left_out_is_told_by_the_plan() {
        let longer = |id, facts: &Facts| causes(&case(id, facts), true);
        assert_eq!(longer("chained", &Facts { workgroups: 1000, ..facts(&[]) }), [Cause::Chain { tiles: 1000 }]);
        assert_eq!(longer("look-back", &facts(&[])), [Cause::LookBack]);
        let two_level = [Cause::FewWorkgroups { workgroups: 64 }, Cause::Strides];
        assert_eq!(longer("two-level", &Facts { workgroups: 64, ..facts(&[]) }), two_level);
        assert_eq!(longer("blelloch", &facts(&[("padding", 0)])), [Cause::BankConflicts]);
        assert_eq!(longer("blelloch", &facts(&[("padding", 1)])), [Cause::Scheduling]);
        let many = Facts { applications: 9_000_000, ..facts(&[]) };
        assert_eq!(longer("kogge-stone", &many), [Cause::Applications { applications: 9.0 }]);
        let barriers = Facts { barriers: 20.0, ..facts(&[]) };
        assert_eq!(longer("subgroup", &barriers), [Cause::Barriers { barriers: 20.0 }]);
        let idle = facts(&[]);
        assert_eq!(causes(&Case { copy_speed: Some(0.5), ..case("kogge-stone", &idle) }, true), [Cause::Idle]);
        assert_eq!(causes(&Case { launched: true, ..case("subgroup", &idle) }, true), [Cause::Launches]);
    }

    #[test]
    fn what_makes_a_scan_faster_is_told_too() {
        let facts = facts(&[]);
        assert_eq!(causes(&case("hillis-steele", &facts), false), [Cause::CachedElements, Cause::CachedPasses]);
        assert_eq!(causes(&case("cache-blocked", &facts), false)[0], Cause::CachedChunks);
        let fast = Case { copy_speed: Some(1.5), launched: true, ..case("subgroup", &facts) };
        assert_eq!(causes(&fast, false), [Cause::FastCopy { times: 1.5 }, Cause::Launches]);
    }

    #[test]
    fn a_plan_is_told_by_its_longest_pass() {
        let algorithm = Algorithm::find("sequential").unwrap();
        let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
        let (tuning, limits) = (Tuning::new(), Limits::CORE);
        let mut plan = algorithm.plan(&Job { elements: 8, form, withheld_percent: 0, tuning, limits });
        let pass = |workgroups, moved, barriers, applications| Pass {
            workgroups,
            cost: PassCost { reads: moved, writes: moved, barriers, applications },
            ..plan.passes[0].clone()
        };
        // The last moves much less, so its barriers do not count.
        plan.passes = vec![pass(4, 8, 40, 1), pass(8, 10, 16, 2), pass(1, 1, 99, 4)];
        let facts = Facts::of(&plan);
        assert_eq!((facts.dispatches, facts.workgroups, facts.applications), (3, 8, 7));
        assert_eq!(facts.barriers, 10.0);
        plan.passes.clear();
        assert_eq!(Facts::of(&plan).workgroups, 0);
    }
}
