//! Traces are complete, are the same for the same run, and can be stepped both ways.

mod support;

use scanlab_emulator::trace::{EVENT_WORDS, Published, StateForm, TileState, Unit};
use scanlab_emulator::{Error, EventKind, Machine, Options, Player, Program, ProgramOptions, Schedule};
use support::run_with;

const SOURCE: &str = "
alias Element = u32; @group(0) @binding(0) var<storage, read_write> numbers: array<Element>;
var<workgroup> values: array<u32, 8>;
fn combine(left: u32, right: u32) -> u32 { return left + right; }
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
    var sum = numbers[8u * id.x + local_index];
    values[local_index] = sum;
    workgroupBarrier();
    for (var distance = 1u; distance < 8u; distance *= 2u) {
        if (local_index >= distance) { sum = combine(values[local_index - distance], sum); }
        workgroupBarrier();
        values[local_index] = sum;
        workgroupBarrier();
    }
    numbers[8u * id.x + local_index] = values[local_index];
}";

fn traced(schedule: Schedule, trace_limit: usize) -> Result<(Vec<u32>, scanlab_emulator::Report), Error> {
    let options = ProgramOptions { variables: true, ..ProgramOptions::default() };
    let program = Program::new(SOURCE, "main", &options)?;
    let traced_functions = vec!["combine".to_owned()];
    let options =
        Options { schedule, subgroup_size: 4, trace: true, trace_limit, traced_functions, ..Options::default() };
    let mut machine = Machine::new(options)?;
    let numbers = machine.buffer((1..=16).collect());
    machine.dispatch(&program, [2, 1, 1], &[(0, 0, numbers)])?;
    machine.dispatch(&program, [2, 1, 1], &[(0, 0, numbers)])?;
    Ok((machine.words(numbers).to_vec(), machine.into_report()))
}

#[test]
fn a_player_steps_through_all_memory_both_ways() {
    for schedule in Schedule::ALL {
        let (last, report) = traced(schedule, 1 << 20).unwrap();
        assert_eq!(report.findings, []);
        let trace = report.trace.unwrap();
        let mut player = Player::new(&trace);
        let first = player.buffer(0).to_vec();
        assert_eq!(first, (1..=16).collect::<Vec<_>>());
        let mut seen = vec![(player.buffer(0).to_vec(), player.workgroup_word(0, 3))];
        while player.position() < trace.events.len() {
            player.step_forward();
            seen.push((player.buffer(0).to_vec(), player.workgroup_word(0, 3)));
        }
        assert_eq!(player.buffer(0), last);
        while let Some(expected) = seen.pop() {
            assert_eq!((player.buffer(0).to_vec(), player.workgroup_word(0, 3)), expected, "{schedule:?}");
            player.step_back();
        }
        assert_eq!(player.position(), 0);
        player.forward_past(EventKind::Barrier);
        assert!(player.workgroup_word(0, 3) == 4 || player.workgroup_word(1, 3) == 12);
    }
}

#[test]
fn every_read_finds_what_was_written() {
    let trace = traced(Schedule::Random, 1 << 20).unwrap().1.trace.unwrap();
    let mut player = Player::new(&trace);
    for event in &trace.events {
        if event.kind == EventKind::Read {
            let found = match event.space {
                0 => player.workgroup_word(event.invocation / 8, event.address),
                space => player.buffer(usize::from(space) - 1)[event.address as usize],
            };
            assert_eq!(found, event.new);
        }
        player.forward();
    }
}

#[test]
fn calls_and_variables_hold_their_values() {
    let trace = traced(Schedule::Lockstep, 1 << 20).unwrap().1.trace.unwrap();
    let calls: Vec<_> = trace.events.iter().filter(|event| event.kind == EventKind::Call).collect();
    // Kogge and Stone: 7 + 6 + 4 applications on 8 elements, in two workgroups and two passes.
    assert_eq!(calls.len(), 4 * 17);
    let words = |event: &scanlab_emulator::Event| &trace.words[event.old as usize..][..event.new as usize];
    assert_eq!(words(calls[0]), [1, 2]);
    assert_eq!(trace.passes[0].functions[calls[0].address as usize], "combine");
    assert_eq!(trace.passes[0].lines[calls[0].pc as usize], 11);
    let results = trace.events.iter().find(|event| event.kind == EventKind::Return).unwrap();
    assert_eq!(words(results), [3]);
    let sums = trace.events.iter().filter(|event| event.kind == EventKind::Variable && event.invocation == 7);
    let sums = sums.filter(|event| trace.passes[0].variables[event.address as usize].name == "sum");
    let sums: Vec<u32> = sums.map(|event| words(event)[0]).take(4).collect();
    assert_eq!(sums, [8, 15, 26, 36]);
}

#[test]
fn the_same_run_gives_the_same_trace() {
    for schedule in Schedule::ALL {
        let [one, two] = [1, 2].map(|_| traced(schedule, 1 << 20).unwrap().1.trace.unwrap());
        assert_eq!(one, two);
        assert_eq!(one.packed().len(), EVENT_WORDS * one.events.len());
    }
}

#[test]
fn a_trace_past_its_limit_is_an_error() {
    assert_eq!(traced(Schedule::Lockstep, 100).unwrap_err(), Error::TraceFull { limit: 100 });
}

#[test]
fn steps_of_subgroups_are_shared_in_lockstep() {
    let trace = traced(Schedule::Lockstep, 1 << 20).unwrap().1.trace.unwrap();
    let reads: Vec<_> = trace.events.iter().filter(|event| event.kind == EventKind::Read).collect();
    assert!(reads[..4].iter().all(|event| event.step == reads[0].step));
    assert_ne!(reads[3].step, reads[4].step);
    assert!(trace.events.windows(2).all(|pair| pair[0].step <= pair[1].step));
}

#[test]
fn kinds_are_listed_by_their_numbers() {
    for (number, kind) in EventKind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, number);
    }
}

#[test]
fn a_player_moves_by_barriers_and_dispatches() {
    let trace = traced(Schedule::Lockstep, 1 << 20).unwrap().1.trace.unwrap();
    let mut player = Player::new(&trace);
    player.move_forward(Unit::Dispatch);
    assert_eq!((player.step(), player.moment().is_dispatch), (1, true));
    player.move_back(Unit::Dispatch);
    assert_eq!(player.step(), 0);
    let mut steps = Vec::new();
    while player.step() < player.steps() {
        player.move_forward(Unit::Barrier);
        assert!(player.moment().barrier.is_some() || player.step() == player.steps());
        steps.push(player.step());
    }
    // 7 barriers per workgroup and pass, and the end of the run.
    assert_eq!(steps.len(), 4 * 7 + 1);
    while let Some(step) = steps.pop() {
        assert_eq!(player.step(), step);
        player.move_back(Unit::Barrier);
    }
    assert_eq!(player.step(), 0);
    player.move_forward(Unit::Dispatch);
    player.move_forward(Unit::Dispatch);
    assert_eq!((player.moment().pass, player.moment().is_dispatch), (1, true));
    player.seek_step(usize::MAX);
    assert_eq!(player.step(), player.steps());
}

#[test]
fn an_atomic_operation_that_writes_nothing_reads() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>>;
        @compute @workgroup_size(1) fn main() {
            atomicStore(&out[0], 0u);
            if (atomicCompareExchangeWeak(&out[1], 9u, 5u).exchanged || atomicLoad(&out[0]) > 0u) { return; }
            atomicMax(&out[0], 0u);
        }";
    let (_, report) = run_with(Options { trace: true, ..Options::default() }, source, 1, &[&[0; 2]]);
    let named = report.trace.unwrap().named();
    let kinds: Vec<_> =
        named.iter().filter(|event| event.word.is_some()).map(|event| (event.kind, event.line)).collect();
    let [atomic, read] = [EventKind::Atomic, EventKind::Read];
    assert_eq!(kinds, [(atomic, 3), (read, 4), (read, 4), (atomic, 5)]);
}

#[test]
fn the_last_write_of_a_word_is_found() {
    let source = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() { out[1] = 5u; out[0] = 6u; out[1] = 7u; out[0] = out[1]; }";
    let (_, report) = run_with(Options { trace: true, ..Options::default() }, source, 1, &[&[0; 3]]);
    let trace = report.trace.unwrap();
    let mut player = Player::new(&trace);
    player.seek_step(player.step_of_write(0, 1).expect("it is written"));
    assert_eq!(player.buffer(0), [6, 7, 0]);
    assert_eq!(player.step_of_write(0, 2), None);
}

#[test]
fn a_moment_has_accesses_calls_barriers_lines_and_variables() {
    let trace = traced(Schedule::Lockstep, 1 << 20).unwrap().1.trace.unwrap();
    let mut player = Player::new(&trace);
    assert_eq!((player.moment().pc, player.moment().accesses.len()), (None, 0));
    player.move_forward(Unit::Step);
    player.move_forward(Unit::Step);
    assert_eq!(player.moment().started, [0, 1]);
    player.move_forward(Unit::Step);
    let moment = player.moment();
    let accesses = moment.accesses.iter().map(|access| (access.kind, access.space, access.address, access.local_index));
    assert_eq!(accesses.collect::<Vec<_>>(), [0, 1, 2, 3].map(|index| (EventKind::Read, 1, index, index)));
    assert_eq!((moment.function.as_str(), moment.subgroup, &moment.lines[..]), ("main", 0, &[Some(7), None][..]));
    let sum = moment.variables.iter().find(|variable| variable.name == "sum").expect("it is assigned");
    assert_eq!((sum.ty.as_str(), &sum.words), ("u32", &[1, 2, 3, 4].map(|word| Some(vec![word])).to_vec()));
    player.move_forward(Unit::Barrier);
    let moment = player.moment();
    assert_eq!(moment.barrier.map(|barrier| (barrier.workgroup, barrier.orders)), Some((0, 1)));
    assert_eq!(moment.lines, [Some(9); 2]);
    while player.moment().calls.is_empty() {
        player.move_forward(Unit::Step);
    }
    let calls = player.moment().calls;
    assert_eq!((calls[0].local_index, &calls[0].arguments[..], &calls[0].result[..]), (1, &[1, 2][..], &[3][..]));
    assert!(!calls[0].is_idle);
}

/// Kogge and Stone's steps over eight elements: three, at the distances 1, 2 and 4.
#[test]
fn a_moment_has_the_iteration_of_a_loop_with_barriers() {
    let trace = traced(Schedule::Lockstep, 1 << 20).unwrap().1.trace.unwrap();
    let mut player = Player::new(&trace);
    let mut found = Vec::new();
    for _ in 0..player.shown_steps() {
        player.move_forward(Unit::Step);
        let moment = player.moment();
        if let Some(iteration) = moment.iteration.filter(|_| moment.workgroup == 1 && moment.pass == 0) {
            assert_eq!((iteration.count, iteration.variable.as_str()), (3, "distance"));
            found.push((iteration.index, iteration.word));
        }
    }
    found.dedup();
    assert_eq!(found, [(1, 1), (2, 2), (3, 4)]);
}

#[test]
fn calls_of_idle_values_show_nothing() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        fn combine(left: u32, right: u32) -> u32 { return left * right; }
        @compute @workgroup_size(1) fn main() {
            let one = combine(1u, subgroupAdd(1u));
            numbers[0] = combine(numbers[0], one);
        }";
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap();
    let traced_functions = vec!["combine".to_owned()];
    let mut machine = Machine::new(Options { trace: true, traced_functions, ..Options::default() }).unwrap();
    let numbers = machine.buffer(vec![7]);
    machine.dispatch(&program, [1, 1, 1], &[(0, 0, numbers)]).unwrap();
    let trace = machine.into_report().trace.unwrap();
    let calls = |idle: u32| {
        let mut player = Player::new(&trace).with_idle_value(vec![idle]);
        player.seek_step(player.steps());
        let steps = (0..=player.steps()).flat_map(|step| {
            player.seek_step(step);
            player.moment().calls
        });
        steps.map(|call| (call.arguments, call.is_idle)).collect::<Vec<_>>()
    };
    assert_eq!(calls(1), [(vec![1, 1], true), (vec![7, 1], false)]);
    assert_eq!(calls(0), [(vec![1, 1], false), (vec![7, 1], false)]);
}

/// Subgroups without elements combine identities, and these steps are hidden. The visible steps are numbered without
/// gaps.
#[test]
fn steps_that_show_something_have_numbers_of_their_own() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        @compute @workgroup_size(12)
        fn main(@builtin(local_invocation_index) local_index: u32) {
            var number = 0u;
            if (local_index < 2u) { number = numbers[local_index]; }
            let before = subgroupShuffleUp(number, 1u);
            if (local_index == 1u) { numbers[0] = before; }
        }";
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap();
    let mut machine = Machine::new(Options { trace: true, subgroup_size: 4, ..Options::default() }).unwrap();
    let numbers = machine.buffer(vec![7, 9]);
    machine.dispatch(&program, [1, 1, 1], &[(0, 0, numbers)]).unwrap();
    let trace = machine.into_report().trace.unwrap();
    let mut player = Player::new(&trace);
    let mut shown = Vec::new();
    while player.shown_step() < player.shown_steps() {
        player.move_forward(Unit::Step);
        shown.push(player.moment());
        assert_eq!(player.shown_step(), shown.len());
        let step = player.step();
        player.seek_shown_step(shown.len());
        assert_eq!(player.step(), step);
    }
    assert!(player.shown_steps() < player.steps());
    assert!(shown[0].is_dispatch && shown[1].started == [0]);
    let sums = shown.iter().filter(|moment| moment.collectives.iter().any(|one| !one.is_idle));
    assert_eq!(sums.map(|moment| moment.subgroup).collect::<Vec<_>>(), [0]);
    assert_eq!(player.step(), player.steps());
    player.seek_shown_step(0);
    assert_eq!(player.step(), 0);
}

#[test]
fn states_of_tiles_are_published_once_they_are_whole() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> states: array<atomic<u32>>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) workgroup: vec3<u32>) {
            let flag = select(1u, 2u, workgroup.x == 0u) << 16u;
            atomicStore(&states[2u * workgroup.x], flag | (workgroup.x + 5u));
            atomicStore(&states[2u * workgroup.x + 1u], flag);
        }";
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap();
    let options = Options { trace: true, schedule: Schedule::Serial, ..Options::default() };
    let mut machine = Machine::new(options).unwrap();
    let states = machine.buffer(vec![0; 4]);
    machine.dispatch(&program, [2, 1, 1], &[(0, 0, states)]).unwrap();
    let trace = machine.into_report().trace.unwrap();
    assert_eq!(Player::new(&trace).step_of_state(), None);
    let mut player = Player::new(&trace).with_states(StateForm { value_words: 1, interleaved: 1 });
    let state = |tile, published, words: &[u32]| TileState { tile, published, words: words.to_vec() };
    let step = player.step_of_state().expect("a state");
    player.seek_step(step - 1);
    assert_eq!(player.moment().states, [state(0, Published::Empty, &[])]);
    player.seek_step(step);
    assert_eq!(player.moment().states, [state(0, Published::Prefix, &[5])]);
    player.seek_step(player.steps());
    assert_eq!(player.states(), [state(0, Published::Prefix, &[5]), state(1, Published::Aggregate, &[6])]);
}

#[test]
fn the_step_of_a_race_is_that_of_its_second_access() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        @compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) local_index: u32) {
            numbers[local_index] = local_index;
            numbers[8u + local_index] = numbers[(local_index + 4u) % 8u];
        }";
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap();
    let mut machine = Machine::new(Options { trace: true, subgroup_size: 4, ..Options::default() }).unwrap();
    let numbers = machine.buffer(vec![0; 16]);
    machine.dispatch(&program, [1, 1, 1], &[(0, 0, numbers)]).unwrap();
    let report = machine.into_report();
    let trace = report.trace.unwrap();
    let mut player = Player::new(&trace);
    let [finding, ..] = &report.findings[..] else { panic!("no race") };
    player.seek_step(player.step_of_race(finding).expect("a race"));
    let later = &finding.places[1];
    let moment = player.moment();
    assert!(moment.accesses.iter().any(|access| {
        (access.local_index, access.pc, access.address) == (later.invocation, later.pc, finding.address)
    }));
    let mut alone = finding.clone();
    alone.places.truncate(1);
    assert_eq!(player.step_of_race(&alone), None);
}

/// In a round, every subgroup or every invocation makes at most one access: no two steps share an invocation.
#[test]
fn rounds_are_an_access_of_all_that_are_ready() {
    for (schedule, together) in [(Schedule::Lockstep, 4), (Schedule::RoundRobin, 1), (Schedule::Reversed, 1)] {
        let trace = traced(schedule, 1 << 20).unwrap().1.trace.unwrap();
        for pass in &trace.passes {
            assert!(pass.rounds.len() > 8 && pass.rounds.is_sorted());
            let accesses = trace.events.iter().filter(|event| {
                matches!(event.kind, EventKind::Read | EventKind::Write) && pass.rounds.contains(&event.step)
            });
            assert!(accesses.count() > 0, "a round begins with an access");
            let mut first = pass.rounds.iter();
            while let (Some(&from), Some(&to)) = (first.next(), first.clone().next()) {
                let of_round = |event: &&scanlab_emulator::Event| {
                    (from..to).contains(&event.step) && matches!(event.kind, EventKind::Read | EventKind::Write)
                };
                let mut subgroups: Vec<_> = trace
                    .events
                    .iter()
                    .filter(of_round)
                    .map(|event| (event.step, event.invocation / together))
                    .collect();
                subgroups.dedup();
                let count = subgroups.len();
                subgroups.sort_by_key(|(_, subgroup)| *subgroup);
                subgroups.dedup_by_key(|(_, subgroup)| *subgroup);
                assert_eq!(subgroups.len(), count, "{schedule:?}, round from step {from}");
            }
        }
    }
    for schedule in [Schedule::Random, Schedule::Serial] {
        let trace = traced(schedule, 1 << 20).unwrap().1.trace.unwrap();
        assert!(trace.passes.iter().all(|pass| pass.rounds.is_empty()));
    }
}

#[test]
fn events_have_the_names_of_the_code() {
    let source = "var<workgroup> first: u32; fn five() -> u32 { var five = 5u; return five; }
var<workgroup> values: array<u32, 2>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) id: vec3u) {
    values[i] = five();
    workgroupBarrier();
    out[2u * id.x + i] = values[1u - i] + first;
}";
    let options = Options { trace: true, schedule: Schedule::RoundRobin, ..Options::default() };
    let (_, report) = run_with(options, source, 2, &[&[9; 4]]);
    let named = report.trace.unwrap().named();
    let of = |kind| named.iter().filter(move |event| event.kind == kind).collect::<Vec<_>>();
    let writes = of(EventKind::Write);
    let places =
        writes.iter().map(|event| (event.line, event.workgroup, event.invocation, event.variable.as_str(), event.word));
    let mut places: Vec<_> = places.collect();
    places.sort_unstable();
    let expected = [0, 1].into_iter().flat_map(|workgroup| [0, 1].map(|i| (5, workgroup, Some(i), "values", Some(i))));
    assert_eq!(places[..4], expected.collect::<Vec<_>>());
    assert_eq!(places[7], (7, 1, Some(1), "out", Some(3)));
    assert!(
        writes.iter().all(
            |event| (event.old, event.new) == if event.line == 5 { (Some(0), Some(5)) } else { (Some(9), Some(5)) }
        )
    );
    let barriers: Vec<_> =
        of(EventKind::Barrier).iter().map(|event| (event.workgroup, event.invocation, event.word)).collect();
    assert_eq!(barriers, [(0, None, None), (1, None, None)]);
    assert_eq!(of(EventKind::Read).iter().filter(|event| event.variable == "first").count(), 4);
    assert!(of(EventKind::Variable).is_empty());
    for kind in [EventKind::Dispatch, EventKind::WorkgroupStart, EventKind::WorkgroupEnd] {
        assert!(!of(kind).is_empty() && of(kind).iter().all(|event| event.line == 0), "{kind:?}");
    }
}
