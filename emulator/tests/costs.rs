//! Time on the memory machines, against the formulas of Nakano 2012.

mod support;

use scanlab_emulator::{MemoryMachine, Options};
use support::run_with;

fn options(width: u32, latency: u32, broadcast: bool) -> Options {
    let memory_machine = MemoryMachine { width, latency, broadcast };
    Options { subgroup_size: width.min(128), memory_machine, ..Options::default() }
}

/// The access of the paper's Figure 3: p = 8 threads, width w = 4, latency l = 3.
#[test]
fn the_example_of_the_paper_takes_5_units_on_the_dmm_and_7_on_the_umm() {
    let declarations = "
        @group(0) @binding(0) var<storage> memory: array<u32, 16>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        var<workgroup> local: array<u32, 16>;
        const ADDRESSES = array(0u, 1u, 6u, 10u, 8u, 9u, 14u, 15u);";
    let main = |body: &str| {
        format!(
            "{declarations}
             @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) local_index: u32) {{
                 let at = ADDRESSES[local_index];
                 {body}
             }}"
        )
    };
    let buffers: [&[u32]; 2] = [&[1; 16], &[0; 16]];
    let umm = main("if (memory[at] == 0u) { out[0] = 1u; }");
    let costs = run_with(options(4, 3, true), &umm, 1, &buffers).1.passes[0].costs.clone();
    assert_eq!((costs.dmm, costs.umm), (0, 7));
    let dmm = main("if (local[at] == 1u) { out[0] = 1u; }");
    let costs = run_with(options(4, 3, true), &dmm, 1, &buffers).1.passes[0].costs.clone();
    assert_eq!((costs.dmm, costs.umm), (5, 0));
    assert_eq!((costs.lines[0].accesses, costs.lines[0].units, costs.lines[0].most_units), (2, 3, 2));
}

/// The paper's section 3: (n / p)(p / w + l − 1) time units, on both machines.
#[test]
fn contiguous_access_takes_the_time_of_the_formula() {
    for (n, p, w, l) in [(64, 8, 4, 3), (256, 64, 32, 1), (1024, 128, 16, 100), (512, 256, 8, 7), (64, 64, 64, 400)] {
        let source = |memory: &str| {
            format!(
                "@group(0) @binding(0) var<storage> numbers: array<u32, {n}>;
                 @group(0) @binding(1) var<storage, read_write> out: array<u32>;
                 var<workgroup> local: array<u32, {n}>;
                 @compute @workgroup_size({p}) fn main(@builtin(local_invocation_index) local_index: u32) {{
                     var sum = 0u;
                     for (var t = 0u; t < {n}u / {p}u; t++) {{ sum += {memory}[{p}u * t + local_index]; }}
                     if (sum == 1u) {{ out[0] = numbers[0] + local[0]; }}
                 }}"
            )
        };
        let numbers = vec![2; n as usize];
        let expected = u64::from((n / p) * (p / w + l - 1));
        let run =
            |memory| run_with(options(w, l, true), &source(memory), 1, &[&numbers, &[0]]).1.passes[0].costs.clone();
        assert_eq!(run("numbers").umm, expected, "n={n} p={p} w={w} l={l}");
        assert_eq!(run("local").dmm, expected, "n={n} p={p} w={w} l={l}");
    }
}

/// Nakano's algorithm accesses every second word, "essentially contiguous access": two requests per bank, two address
/// groups.
#[test]
fn a_stride_of_two_takes_two_units_on_both_machines() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        var<workgroup> local: array<u32, 128>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local_index: u32) {
            local[2u * local_index] = numbers[2u * local_index];
        }";
    let (_, report) = run_with(options(32, 1, true), source, 1, &[&[0; 128]]);
    for line in &report.passes[0].costs.lines {
        assert_eq!((line.accesses, line.units, line.most_units), (2, 4, 2), "{}", line.variable);
    }
}

#[test]
fn one_address_is_broadcast_or_not() {
    let source = "
        @group(0) @binding(0) var<storage> numbers: array<u32>;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32) fn main() { if (numbers[5] == 7u) { out[0] = 1u; } }";
    for (broadcast, units) in [(true, 1), (false, 32)] {
        let (_, report) = run_with(options(32, 1, broadcast), source, 1, &[&[0; 8], &[0]]);
        assert_eq!(report.passes[0].costs.umm, units);
    }
}

#[test]
fn divergent_branches_are_accesses_of_their_own() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) local_index: u32) {
            if (local_index % 2u == 0u) { numbers[local_index] = 1u; } else { numbers[local_index] = 2u; }
            numbers[local_index + 8u] = 3u;
        }";
    let (_, report) = run_with(options(8, 5, true), source, 1, &[&[0; 16]]);
    // Three rounds of one warp: both branches, and the store after them.
    assert_eq!(report.passes[0].costs.umm, 3 * (1 + 4));
    assert_eq!(report.passes[0].costs.lines.len(), 3);
}

#[test]
fn a_loop_with_a_branch_reconverges_in_every_iteration() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) local_index: u32) {
            var sum = 0u;
            for (var i = 0u; i < 4u; i++) {
                sum += numbers[8u * i + local_index];
                if ((local_index + i) % 2u == 0u) { sum += numbers[32u + local_index]; }
            }
            numbers[40u + local_index] = sum;
        }";
    let (_, report) = run_with(options(8, 1, true), source, 1, &[&[0; 48]]);
    let accesses: Vec<u64> = report.passes[0].costs.lines.iter().map(|line| line.accesses).collect();
    assert_eq!(accesses, [4, 4, 1]);
}
