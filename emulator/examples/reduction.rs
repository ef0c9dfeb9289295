//! Sums 256 numbers in one workgroup: the cost of two orders of its steps, the effect of a missing barrier, and a
//! trace.
//!
//! `cargo run --package scanlab-emulator --example reduction`

use scanlab_emulator::{Error, Machine, MemoryMachine, Options, Player, Program, ProgramOptions, Report, Schedule};

/// Each step adds the upper half to the lower half.
const HALVES: &str = "
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(128)
fn sum(@builtin(local_invocation_index) local_index: u32) {
    sums[local_index] = numbers[local_index];
    sums[local_index + 128u] = numbers[local_index + 128u];
    workgroupBarrier();
    for (var half = 128u; half > 0u; half /= 2u) {
        if (local_index < half) { sums[local_index] += sums[local_index + half]; }
        workgroupBarrier();
    }
    if (local_index == 0u) { numbers[0] = sums[0]; }
}";

/// Runs a kernel on the numbers from 1 to 256. Returns the sum and the report.
fn run(kernel: &str, options: Options) -> Result<(u32, Report), Error> {
    let program = Program::new(kernel, "sum", &ProgramOptions::default())?;
    let mut machine = Machine::new(options)?;
    let numbers = machine.buffer((1..=256).collect());
    machine.dispatch(&program, [1, 1, 1], &[(0, 0, numbers)])?;
    let sum = machine.words(numbers)[0];
    Ok((sum, machine.into_report()))
}

/// Prints the emulator's report on the kernel.
pub fn main() -> Result<(), Error> {
    // Each step adds neighbours. Their distance doubles with each step.
    let pairs = HALVES.replace(
        "sums[local_index] += sums[local_index + half]",
        "sums[256u / half * local_index] += sums[256u / half * local_index + 128u / half]",
    );
    let memory_machine = MemoryMachine { width: 32, latency: 8, broadcast: true };
    println!("Time units on a memory machine of width 32 and latency 8:");
    for (title, kernel) in [("halves", HALVES), ("pairs", &pairs)] {
        let (sum, report) = run(kernel, Options { memory_machine, ..Options::default() })?;
        assert_eq!(sum, 256 * 257 / 2);
        let costs = &report.passes[0].costs;
        let most_units = costs.lines.iter().filter(|line| line.is_workgroup_memory).map(|line| line.most_units).max();
        println!("  {title}: {} with bank conflicts of degree {}", costs.dmm, most_units.unwrap_or(0));
    }

    println!("Without the barrier in the loop:");
    let broken = HALVES.replace("}\n        workgroupBarrier();", "}");
    for schedule in Schedule::ALL {
        let (sum, report) = run(&broken, Options { schedule, ..Options::default() })?;
        println!("  {schedule:?}: {sum}. {}", report.findings[0]);
    }

    let (_, report) = run(HALVES, Options { trace: true, ..Options::default() })?;
    if let Some(trace) = report.trace {
        let mut player = Player::new(&trace);
        let before = player.buffer(0)[0];
        player.seek(trace.events.len());
        println!(
            "Its trace of {} events takes numbers[0] from {before} to {}.",
            trace.events.len(),
            player.buffer(0)[0]
        );
    }
    Ok(())
}
