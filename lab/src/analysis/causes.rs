//! Causes that the model of times leaves out, found in plans: reasons why a scan takes more or less time than the model
//! predicts from launches and traffic.

use serde::Serialize;

use scanlab::plan::{Pass, Plan, Tuning};
use scanlab::scan::Effect;

/// The maximum number of causes. The most important causes come first.
const MOST: usize = 3;
/// A pass with up to this number of workgroups leaves most GPUs partly idle.
const FEW_WORKGROUPS: u32 = 256;
/// This number of applications of the operator per element takes longer than the memory traffic.
const MANY_APPLICATIONS: f64 = 8.0;
/// This number of barriers per workgroup takes longer than the memory traffic.
const MANY_BARRIERS: f64 = 8.0;
/// The copy kernel counts as a cause if its measured and its predicted speed differ by more than this factor.
const DIFFERS: f64 = 1.25;

/// A possible cause of a difference between a measured time and its prediction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "DifferenceCause"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cause {
    /// Launches: the launch of a pass may cost more or less than an empty dispatch.
    Launches,
    /// A single invocation, with the latency of every access.
    OneInvocation,
    /// Tiles that are scanned one after another.
    Chain {
        /// The number of tiles.
        tiles: u32,
    },
    /// Tiles that wait for the states of their predecessors.
    LookBack,
    /// Too few workgroups to keep the memory busy.
    FewWorkgroups {
        /// Workgroups of the longest pass.
        workgroups: u32,
    },
    /// Strided accesses: neighbouring invocations access every second element.
    Strides,
    /// Bank conflicts in workgroup memory.
    BankConflicts,
    /// Barriers, with accesses of workgroup memory between them.
    Barriers {
        /// Barriers per workgroup.
        barriers: f64,
    },
    /// Arithmetic.
    Applications {
        /// Applications of the operator per element.
        applications: f64,
    },
    /// A device that is not fully used: at this size, the copy kernel too is slower than the model predicts.
    Idle,
    /// Caches: at this size, the copy kernel too is faster than the model predicts.
    FastCopy {
        /// The speed of the copy kernel relative to the prediction.
        times: f64,
    },
    /// Caches: each chunk is still cached when it is read again.
    CachedChunks,
    /// Caches: an element is still cached when a second invocation reads it.
    CachedElements,
    /// Caches: the output of a dispatch is still cached for the next dispatch.
    CachedPasses,
    /// The scheduling of workgroups, if no other cause is known.
    Scheduling,
}

/// The properties of a plan from which causes follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanFacts {
    /// The number of passes.
    pub dispatches: u64,
    /// Effective tuning parameters.
    pub tuning: Tuning,
    /// Elements of a tile.
    pub tile_elements: u32,
    /// Applications of the operator.
    pub applications: u64,
    /// Workgroups of the pass with the most traffic.
    pub workgroups: u32,
    /// The maximum of barriers per workgroup among the passes with at least half of that pass's traffic.
    pub barriers: f64,
    /// Other effects on the times of the scan.
    pub effects: &'static [Effect],
}

impl PlanFacts {
    /// The facts of a plan, with the effects of its scan.
    pub fn of(plan: &Plan, effects: &'static [Effect]) -> PlanFacts {
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
        PlanFacts {
            dispatches: cost.dispatches,
            tuning: plan.tuning.clone(),
            tile_elements: plan.tile_elements,
            applications: cost.applications,
            workgroups: longest.map_or(0, |pass| pass.workgroups),
            barriers: long
                .map(|pass| pass.cost.barriers as f64 / f64::from(pass.workgroups.max(1)))
                .fold(0.0, f64::max),
            effects,
        }
    }
}

/// A scan with a time that differs from its prediction.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The properties of the scan's plan.
    pub facts: &'a PlanFacts,
    /// Elements.
    pub n: u64,
    /// The speed of the copy kernel at this size relative to the model, if it was measured.
    pub copy_speed: Option<f64>,
    /// Whether launches take most of the predicted time.
    pub launched: bool,
}

/// The causes of a time that is longer (`longer`) or shorter than predicted: at least one.
pub fn causes(case: &Case<'_>, longer: bool) -> Vec<Cause> {
    let all: Vec<Option<Cause>> = if longer { case.slower().into() } else { case.faster().into() };
    let mut causes: Vec<Cause> = all.into_iter().flatten().take(MOST).collect();
    if causes.is_empty() {
        causes.push(Cause::Scheduling);
    }
    causes
}

impl Case<'_> {
    fn has(&self, effect: Effect) -> bool {
        self.facts.effects.contains(&effect)
    }

    fn slower(&self) -> [Option<Cause>; 10] {
        let PlanFacts { tile_elements, applications, workgroups, barriers, .. } = *self.facts;
        let applications = applications as f64 / self.n as f64;
        let few = workgroups <= FEW_WORKGROUPS && u64::from(tile_elements) < self.n && !self.has(Effect::OneInvocation);
        let idle = self.copy_speed.is_some_and(|speed| speed * DIFFERS < 1.0);
        [
            self.has(Effect::OneInvocation).then_some(Cause::OneInvocation),
            (self.has(Effect::Chain) && workgroups > 1).then_some(Cause::Chain { tiles: workgroups }),
            (self.has(Effect::LookBack) && workgroups > 1).then_some(Cause::LookBack),
            few.then_some(Cause::FewWorkgroups { workgroups }),
            self.has(Effect::Strides).then_some(Cause::Strides),
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
            (moved && self.has(Effect::CachedChunks)).then_some(Cause::CachedChunks),
            (moved && self.has(Effect::CachedElements)).then_some(Cause::CachedElements),
            (moved && self.facts.dispatches > 1).then_some(Cause::CachedPasses),
            self.launched.then_some(Cause::Launches),
        ]
    }

    fn has_conflicts(&self) -> bool {
        let is_even = |name: &str| self.facts.tuning.get(name).is_some_and(|value| value % 2 == 0);
        let conflicts = |effect: &Effect| matches!(effect, Effect::BankConflicts(name) if name.is_none_or(is_even));
        self.facts.effects.iter().any(conflicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scanlab::monoid::{ElementType, Monoid};
    use scanlab::plan::{Form, Job, Limits, Mode, PassCost};
    use scanlab::scan::{ALGORITHMS, Algorithm};

    fn facts(tuning: &[(&str, u32)]) -> PlanFacts {
        PlanFacts {
            dispatches: 12,
            tuning: tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
            tile_elements: 1024,
            workgroups: 4096,
            ..PlanFacts::default()
        }
    }

    fn case(facts: &PlanFacts) -> Case<'_> {
        Case { facts, n: 1_000_000, copy_speed: Some(1.0), launched: false }
    }

    fn of(id: &str, facts: PlanFacts) -> PlanFacts {
        PlanFacts { effects: Algorithm::find(id).unwrap().effects, ..facts }
    }

    #[test]
    fn every_scan_has_one_to_three_causes() {
        let facts = PlanFacts { dispatches: 1, ..facts(&[("padding", 0), ("items", 4), ("radix", 4)]) };
        for algorithm in ALGORITHMS {
            for longer in [true, false] {
                let facts = of(algorithm.id, facts.clone());
                let case = Case { n: 1 << 20, copy_speed: None, ..case(&facts) };
                assert!((1..=3).contains(&causes(&case, longer).len()), "{}", algorithm.id);
            }
        }
    }

    #[test]
    fn causes_of_longer_times_follow_from_the_plan() {
        let longer = |id, facts: &PlanFacts| causes(&case(&of(id, facts.clone())), true);
        assert_eq!(longer("chained", &PlanFacts { workgroups: 1000, ..facts(&[]) }), [Cause::Chain { tiles: 1000 }]);
        assert_eq!(longer("look-back", &facts(&[])), [Cause::LookBack]);
        let two_level = [Cause::FewWorkgroups { workgroups: 64 }, Cause::Strides];
        assert_eq!(longer("two-level", &PlanFacts { workgroups: 64, ..facts(&[]) }), two_level);
        assert_eq!(longer("blelloch", &facts(&[("padding", 0)])), [Cause::BankConflicts]);
        assert_eq!(longer("blelloch", &facts(&[("padding", 1)])), [Cause::Scheduling]);
        let many = PlanFacts { applications: 9_000_000, ..facts(&[]) };
        assert_eq!(longer("kogge-stone", &many), [Cause::Applications { applications: 9.0 }]);
        let barriers = PlanFacts { barriers: 20.0, ..facts(&[]) };
        assert_eq!(longer("subgroup", &barriers), [Cause::Barriers { barriers: 20.0 }]);
        let idle = facts(&[]);
        assert_eq!(causes(&Case { copy_speed: Some(0.5), ..case(&idle) }, true), [Cause::Idle]);
        assert_eq!(causes(&Case { launched: true, ..case(&idle) }, true), [Cause::Launches]);
    }

    #[test]
    fn causes_of_shorter_times_follow_from_the_plan() {
        let facts = facts(&[]);
        assert_eq!(
            causes(&case(&of("hillis-steele", facts.clone())), false),
            [Cause::CachedElements, Cause::CachedPasses]
        );
        assert_eq!(causes(&case(&of("cache-blocked", facts.clone())), false)[0], Cause::CachedChunks);
        let fast = Case { copy_speed: Some(1.5), launched: true, ..case(&facts) };
        assert_eq!(causes(&fast, false), [Cause::FastCopy { times: 1.5 }, Cause::Launches]);
    }

    #[test]
    fn the_facts_of_a_plan_are_those_of_its_longest_pass() {
        let algorithm = Algorithm::find("sequential").unwrap();
        let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
        let (tuning, limits) = (Tuning::new(), Limits::CORE);
        let mut plan = algorithm.plan(&Job { elements: 8, form, tuning, limits });
        let pass = |workgroups, moved, barriers, applications| Pass {
            workgroups,
            cost: PassCost { reads: moved, writes: moved, barriers, applications },
            ..plan.passes[0].clone()
        };
        // The last pass has much less traffic, so its barriers do not count.
        plan.passes = vec![pass(4, 8, 40, 1), pass(8, 10, 16, 2), pass(1, 1, 99, 4)];
        let facts = PlanFacts::of(&plan, algorithm.effects);
        assert_eq!((facts.dispatches, facts.workgroups, facts.applications), (3, 8, 7));
        assert_eq!((facts.barriers, facts.effects), (10.0, algorithm.effects));
        plan.passes.clear();
        assert_eq!(PlanFacts::of(&plan, &[]).workgroups, 0);
    }
}
