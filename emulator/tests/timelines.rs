//! The accesses of traces on the time lines of the memory machines.

use scanlab_emulator::trace::{Column, Player, Request, Trace, Unit, Window};
use scanlab_emulator::{Machine, MemoryMachine, Options, PassReport, Program, ProgramOptions, Schedule};

/// Runs a kernel in two dispatches, on the same 16 words, in workgroups of 8 invocations.
fn traced(body: &str, workgroups: u32, options: Options) -> (Trace, Vec<PassReport>) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
         var<workgroup> tree: array<u32, 16>;
         const ADDRESSES = array(0u, 1u, 6u, 10u, 8u, 9u, 14u, 15u);
         @compute @workgroup_size(8)
         fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) id: vec3<u32>) {{ {body} }}"
    );
    let program = Program::new(&source, "main", &ProgramOptions::default()).expect("a kernel");
    let mut machine = Machine::new(Options { trace: true, ..options }).expect("options");
    let numbers = machine.buffer((10..26).collect());
    for _ in 0..2 {
        machine.dispatch(&program, [workgroups, 1, 1], &[(0, 0, numbers)]).expect("a dispatch");
    }
    let report = machine.into_report();
    (report.trace.expect("it is traced"), report.passes)
}

fn options(width: u32, latency: u32) -> Options {
    let memory_machine = MemoryMachine { width, latency, broadcast: true };
    Options { subgroup_size: 4, memory_machine, ..Options::default() }
}

/// The addresses that enter the pipeline in each time unit of a round.
fn entering(trace: &Trace) -> Vec<Vec<Vec<u32>>> {
    let rounds = Player::new(trace).rounds();
    rounds.into_iter().map(|round| round.units.into_iter().map(|unit| unit.addresses).collect()).collect()
}

/// Figure 3 of Nakano 2012: p = 8 threads, width w = 4, latency l = 3.
#[test]
fn the_example_of_the_paper_enters_in_3_and_in_5_time_units() {
    let (trace, passes) = traced("if (tree[ADDRESSES[i]] == 1u) { numbers[0] = 1u; }", 1, options(4, 3));
    assert_eq!(entering(&trace)[0], [vec![0, 1, 6], vec![10], vec![8, 9, 14, 15]]);
    assert_eq!(passes[0].costs.dmm, 3 + 2);
    let (trace, passes) = traced("if (numbers[ADDRESSES[i]] == 0u) { tree[0] = 1u; }", 1, options(4, 3));
    assert_eq!(entering(&trace)[0], [vec![0, 1], vec![6], vec![10], vec![8, 9], vec![14, 15]]);
    assert_eq!(passes[0].costs.umm, 5 + 2);
}

/// With broadcast and without, and with warps that are not subgroups.
#[test]
fn the_clock_ends_with_the_costs_of_the_run_and_the_requests_fill_their_units() {
    let body = "
        tree[i] = numbers[2u * i] + numbers[0];
        tree[15u - i] += numbers[ADDRESSES[i]];
        workgroupBarrier();
        if (i < 3u) { tree[4u * i] += tree[4u * i + 1u]; }
        if (i % 2u == 0u) { numbers[8u * id.x + i] = tree[i % 4u]; }
        storageBarrier();
        numbers[8u * id.x + i] += tree[i];";
    for (width, latency, broadcast, workgroups) in
        [(4, 3, true, 1), (2, 1, true, 2), (4, 9, false, 2), (8, 2, false, 1)]
    {
        let memory_machine = MemoryMachine { width, latency, broadcast };
        let (trace, passes) =
            traced(body, workgroups, Options { subgroup_size: 4, memory_machine, ..Options::default() });
        let mut player = Player::new(&trace);
        let mut last = player.moment().clock;
        let mut units = 0;
        while player.step() < player.steps() {
            player.step_forward();
            let moment = player.moment();
            assert!(moment.clock.all_dmm >= last.all_dmm && moment.clock.all_umm >= last.all_umm);
            last = moment.clock;
            for warp in &moment.warps {
                let of_unit = |unit| warp.requests.iter().filter(move |request: &&Request| request.unit == unit);
                assert!((0..warp.units).all(|unit| of_unit(unit).count() > 0), "{warp:?}");
                assert!(warp.requests.iter().all(|request| request.unit < warp.units), "{warp:?}");
                for unit in 0..warp.units {
                    let mut banks: Vec<_> = of_unit(unit).map(|request| request.bank).collect();
                    banks.sort_unstable();
                    banks.dedup();
                    assert_eq!(banks.len(), of_unit(unit).count(), "one request of each bank: {warp:?}");
                    let group = of_unit(unit).next().map(|request| request.group);
                    assert!(warp.space == 0 || of_unit(unit).all(|request| Some(request.group) == group), "{warp:?}");
                }
                units += warp.units;
            }
        }
        let total = |of: fn(&PassReport) -> u64| passes.iter().map(of).sum::<u64>();
        let expected = (total(|pass| pass.costs.dmm), total(|pass| pass.costs.umm));
        assert_eq!((last.all_dmm, last.all_umm), expected, "w={width} l={latency} {broadcast}");
        let of_rounds: usize = player.rounds().iter().map(|round| round.units.len()).sum();
        assert_eq!(of_rounds, units as usize);
        let pass = passes.last().expect("a pass");
        assert_eq!((last.dmm, last.umm), (pass.costs.dmm, pass.costs.umm));
    }
}

fn kinds(window: &Window) -> Vec<String> {
    let kind = |column: &Column| match column {
        Column::Unit { time, is_now, is_future, .. } => {
            format!(
                "{time}{}",
                if *is_now {
                    " now"
                } else if *is_future {
                    " later"
                } else {
                    ""
                }
            )
        }
        Column::Pipeline { units } => format!("+{units}"),
        Column::Barrier => "barrier".into(),
    };
    window.columns.iter().map(kind).collect()
}

/// A shift by one: reads storage, writes workgroup memory with conflicts, and writes storage.
const SHIFT: &str = "
    let number = numbers[i];
    tree[2u * i] = number;
    workgroupBarrier();
    numbers[i + 1u] = number;";

#[test]
fn windows_have_the_units_of_each_access_the_pipeline_between_rounds_and_barriers() {
    let (trace, _) = traced(SHIFT, 1, options(4, 3));
    let mut player = Player::new(&trace);
    assert!(player.window(None, 8, 0).columns.is_empty());
    // A dispatch, a workgroup that starts, and the reads of two warps.
    for _ in 0..4 {
        player.move_forward(Unit::Step);
    }
    let storage = player.window(None, 8, 8);
    // The writes are one word after the reads, so each warp accesses two address groups.
    assert_eq!(kinds(&storage), ["0", "1 now", "barrier", "+2", "4 later", "5 later", "6 later", "7 later"]);
    // The request of the previous warp has moved on to the second stage.
    assert_eq!(storage.stages, [Some(1), Some(0), None]);
    player.move_forward(Unit::Step);
    let memory = player.window(Some(0), 8, 8);
    assert_eq!(
        (memory.workgroup, kinds(&memory)),
        (Some(0), ["0 now", "1 now", "2 later", "3 later", "barrier"].map(String::from).to_vec())
    );
    let Column::Unit { requests, .. } = &memory.columns[0] else { panic!("no unit") };
    assert!(requests.iter().all(|request| request.is_conflict));
    assert_eq!(
        requests.iter().map(|request| (request.address, &request.invocations[..])).collect::<Vec<_>>(),
        [(0, &[0][..]), (2, &[1][..])]
    );
    // Workgroup 7 does not exist, so the window is that of storage, which has accesses.
    assert_eq!(player.window(Some(7), 8, 8).workgroup, None);
    assert_eq!(kinds(&player.window(Some(0), 1, 1)), ["1 now", "2 later"]);
    assert_eq!(player.step_of_conflict(), Some(player.step()));
}

#[test]
fn a_window_without_storage_is_that_of_the_workgroup_at_work() {
    let (trace, _) = traced("tree[i] = i; if (tree[i] > 9u) { numbers[0] = 0u; }", 2, options(4, 1));
    let mut player = Player::new(&trace);
    player.seek_step(player.steps());
    player.move_back(Unit::Step);
    let window = player.window(None, 4, 4);
    assert_eq!(window.workgroup, Some(player.moment().workgroup));
    assert!(!window.columns.is_empty());
    assert_eq!(player.step_of_conflict(), None);
}

#[test]
fn a_round_is_one_access_of_each_warp_since_the_last_barrier() {
    let (trace, _) = traced(SHIFT, 2, options(4, 3));
    let rounds = Player::new(&trace).rounds();
    let first_pass: Vec<_> =
        rounds[..rounds.len() / 2].iter().map(|round| (round.is_storage, round.units.len())).collect();
    // Both workgroups share storage, so their warps are numbered together there. Each has its own workgroup memory.
    assert_eq!(first_pass, [(true, 4), (false, 4), (false, 4), (true, 8)]);
    assert_eq!(rounds[0].units.iter().map(|unit| unit.warp).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn other_schedules_have_no_time_lines() {
    for schedule in Schedule::ALL.into_iter().filter(|schedule| *schedule != Schedule::Lockstep) {
        let (trace, _) = traced(SHIFT, 1, Options { schedule, ..options(4, 3) });
        let mut player = Player::new(&trace);
        player.seek_step(player.steps());
        assert_eq!((player.moment().clock, player.rounds()), Default::default());
        assert_eq!(player.window(None, 8, 8).columns, []);
    }
}
