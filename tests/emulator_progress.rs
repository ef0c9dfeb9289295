//! Single-pass scans under the progress models, with workgroups that start in any order or are never resumed.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use emulate::{Case, add, emulated, find, in_parallel};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Abort, Direction, Form, Mode, Segments};
use scanlab_emulator::{FindingKind, Options, Outcome, Programs, Progress, Schedule, Stall, StartOrder};
use scanlab_lab::recording::Recording;
use scanlab_lab::reference;

const SINGLE_PASS: [&str; 5] = ["chained", "look-back", "look-back-deterministic", "look-back-fallback", "look-ahead"];

/// Tiles of 256 or 1,024 elements: several dozens, or many. A workgroup of `look-ahead` handles several tiles.
fn case(id: &str) -> Case {
    let case = Case::new(find(id), add(Mode::Inclusive), 20_003).tuned("items", 1);
    if id == "look-ahead" { case.tuned("workgroups", 7) } else { case }
}

/// Tickets are drawn in the order of the starts, so a tile waits only for workgroups that have started.
#[test]
fn tickets_need_no_order_of_starts() {
    let starts = [StartOrder::Ascending, StartOrder::Descending, StartOrder::Random];
    let models = [Progress::OccupancyBound, Progress::LinearOccupancyBound, Progress::Fair];
    in_parallel(&SINGLE_PASS, |&id| {
        let mut programs = Programs::default();
        for start_order in starts {
            for progress in models {
                for workgroups_in_flight in [1, 3, 64] {
                    let options = Options { start_order, progress, workgroups_in_flight, ..Options::default() };
                    case(id).examine(&options, &mut programs);
                }
            }
        }
    });
}

/// Workgroups that have drawn their tickets and are never resumed, chosen by the seed.
fn stalled(percent: u32, schedule: Schedule, seed: u64) -> Options {
    let stall = Stall { percent, after_accesses: 1 };
    // The limit exceeds one spin of all workgroups in flight, after which no other workgroup has work left.
    let idle_limit = 1 << 18;
    Options { progress: Progress::None, stall, schedule, seed, idle_limit, step_limit: 1 << 34, ..Options::default() }
}

#[test]
fn a_look_back_hangs_where_a_workgroup_is_never_resumed() {
    for id in ["chained", "look-back", "look-back-deterministic", "look-ahead"] {
        let (_, recording, played) = case(id).play(&stalled(20, Schedule::Lockstep, 1), &mut Programs::default());
        let aborted = recording.abort_flag.is_some_and(|rank| played.buffers[rank][1] != 0);
        let is_endless = played.report.findings.iter().any(|finding| finding.kind == FindingKind::EndlessWait);
        assert!(aborted || is_endless, "{id}");
        let waits = played.report.findings.iter().find(|finding| finding.kind == FindingKind::EndlessWait);
        assert!(waits.is_none_or(|finding| finding.variable == "states" || finding.variable == "control"), "{waits:?}");
    }
}

#[test]
fn a_fallback_never_hangs_and_every_finished_tile_is_right() {
    let mut cases = Vec::new();
    for percent in [0, 10, 25, 50, 75, 90, 100] {
        for schedule in Schedule::ALL {
            cases.extend((1..=3).map(|seed| (percent, schedule, seed)));
        }
    }
    in_parallel(&cases, |&(percent, schedule, seed)| {
        let case = case("look-back-fallback");
        let (plan, recording, played) = case.play(&stalled(percent, schedule, seed), &mut Programs::default());
        let pass = &played.report.passes[0];
        assert_eq!(played.report.findings, [], "{percent} % {schedule:?} {seed}");
        let expected = if percent == 0 { Outcome::Completed } else { Outcome::Stalled };
        assert_eq!(pass.outcome, expected, "{percent} % {schedule:?} {seed}");
        let (words, heads) = case.input();
        let right = reference::scan(&case.form, &words, &heads);
        let output = &played.buffers[recording.output][..words.len()];
        let tile = plan.tile_elements as usize;
        let is_written = |part: &[u32]| part.iter().any(|&word| word != 0xdead_beef);
        let finished = output.chunks(tile).zip(right.chunks(tile)).filter(|(found, _)| is_written(found));
        let finished: Vec<_> = finished.collect();
        assert!(finished.iter().all(|(found, right)| found == right), "{percent} % {schedule:?} {seed}");
        assert_eq!(
            finished.len(),
            output.chunks(tile).count() - pass.unfinished.len(),
            "{percent} % {schedule:?} {seed}"
        );
    });
}

/// A look-back without tickets: the index of a tile is that of its workgroup.
fn without_tickets(form: Form, elements: u32) -> Case {
    Case { starts_in_order: true, ..Case::new(find("look-back"), form, elements).tuned("items", 1) }
}

/// Elements of few tiles, and of more tiles than are read at once.
const WITHOUT_TICKETS: [u32; 2] = [5_003, 70_003];

/// Without tickets a tile may wait for one whose workgroup starts after it: workgroups must start in order, or together.
#[test]
fn scans_without_tickets_need_workgroups_that_start_in_order() {
    in_parallel(&WITHOUT_TICKETS, |&elements| {
        let case = without_tickets(add(Mode::Inclusive), elements);
        let mut programs = Programs::default();
        let options = |start_order, workgroups_in_flight| Options {
            start_order,
            workgroups_in_flight,
            idle_limit: 1 << 18,
            step_limit: 1 << 34,
            ..Options::default()
        };
        let (_, recording, _) = case.play(&options(StartOrder::Ascending, 1), &mut programs);
        assert_eq!(recording.passes[0].entry_point, "scan_tiles_in_order");
        case.examine(&options(StartOrder::Ascending, 1), &mut programs);
        case.examine(&options(StartOrder::Ascending, 3), &mut programs);
        case.examine(&options(StartOrder::Descending, 100), &mut programs);
        let (_, recording, played) = case.play(&options(StartOrder::Descending, 1), &mut programs);
        let flag = recording.abort_flag.map_or(0, |rank| played.buffers[rank][1]);
        assert!(flag == Abort::OutOfOrder as u32 || flag == 0 && !played.report.is_complete(), "{flag}");
    });
}

/// A device may have smaller subgroups than it reports, which do not read the aggregates of all tiles.
#[test]
fn few_tiles_abort_where_subgroups_are_smaller_than_reported() {
    let case = without_tickets(add(Mode::Inclusive), 16_003);
    let job = case.job(8);
    let (words, heads) = case.input();
    let recording = Recording::new(&job, &case.algorithm.plan(&job), &words, &heads);
    let flags = [8, 4].map(|subgroup_size| {
        let options = Options { subgroup_size, ..Options::default() };
        let played = emulated(&recording).play(&options, &mut Programs::default()).expect("a run");
        played.buffers[recording.abort_flag.expect("tiles that wait")][1]
    });
    assert_eq!(flags, [0, Abort::OtherSubgroupSize as u32]);
}

/// Every form, with subgroups of every size and without. With 5 to 69 tiles, some scans read all aggregates at once,
/// and some use a look-back.
#[test]
fn scans_without_tickets_are_right_in_every_schedule() {
    let monoids = ["add", "mat2"].map(|id| Monoid::find(id, ElementType::U32).expect("an operator on u32"));
    let forms = monoids.into_iter().flat_map(|monoid| {
        [Mode::Inclusive, Mode::Exclusive].into_iter().flat_map(move |mode| {
            let whole = Form::new(monoid.clone(), mode);
            let backward = Form { direction: Direction::Backward, ..whole.clone() };
            [
                whole.clone(),
                backward.clone(),
                Form { segments: Segments::Heads, ..whole },
                Form { segments: Segments::HeadBits, ..backward },
            ]
        })
    });
    let cases: Vec<_> = forms.flat_map(|form| WITHOUT_TICKETS.map(|elements| (form.clone(), elements))).collect();
    in_parallel(&cases, |(form, elements)| {
        let mut programs = Programs::default();
        for (turn, subgroup_size) in [1, 4, 16, 32, 64, 128].into_iter().enumerate() {
            let schedule = Schedule::ALL[turn % Schedule::ALL.len()];
            let options = Options { subgroup_size, schedule, workgroups_in_flight: 5, ..Options::default() };
            without_tickets(form.clone(), elements / form.monoid.words()).examine(&options, &mut programs);
        }
    });
}
