//! Traces: complete, the same for the same run, and stepped both ways.

mod support;

use scanlab_emulator::trace::EVENT_WORDS;
use scanlab_emulator::{Error, EventKind, Machine, Options, Player, Program, ProgramOptions, Schedule};

const SOURCE: &str = "
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
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
