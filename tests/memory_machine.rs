//! Kernels of the memory machines' paper on the emulator, whose time units are counted: the contiguous copy, the sum, a tree in place.
//! Nakano, "An Optimal Parallel Prefix-sums Algorithm on the Memory Machine Models for GPUs", 2012.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use std::collections::BTreeMap;

use emulate::{Case, add, find};
use scanlab::plan::Mode;
use scanlab_emulator::formulas::Size;
use scanlab_emulator::{
    Costs, Machine, MemoryMachine, Options, PassReport, Program, ProgramOptions, Programs, Schedule,
};

const COPY: &str = include_str!("../shaders/machine/copy.wgsl");
const SUM: &str = include_str!("../shaders/machine/sum.wgsl");
const TREE_SCAN: &str = include_str!("../shaders/machine/tree-scan.wgsl");

const SIZES: [Size; 7] = [
    Size { n: 1 << 10, p: 64, w: 32, l: 1 },
    Size { n: 1 << 10, p: 256, w: 32, l: 8 },
    Size { n: 1 << 12, p: 128, w: 16, l: 100 },
    Size { n: 1 << 8, p: 256, w: 8, l: 7 },
    Size { n: 1 << 14, p: 256, w: 32, l: 400 },
    Size { n: 1 << 6, p: 64, w: 64, l: 5 },
    Size { n: 1 << 13, p: 32, w: 4, l: 3 },
];

/// Runs one dispatch on buffers at bindings 0, 1 …. Returns the buffers and the report, which must have no finding.
fn run(
    (source, entry_point): (&str, &str),
    overrides: &[(&str, u32)],
    options: &Options,
    workgroups: u32,
    buffers: Vec<Vec<u32>>,
) -> (Vec<Vec<u32>>, PassReport) {
    let overrides: BTreeMap<_, _> = overrides.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    let program = Program::new(source, entry_point, &ProgramOptions { overrides, variables: false });
    let program = program.unwrap_or_else(|error| panic!("{entry_point}: {error}"));
    let mut machine = Machine::new(options.clone()).expect("options");
    let ids: Vec<_> = buffers.into_iter().map(|words| machine.buffer(words)).collect();
    let bindings: Vec<_> = (0..).zip(&ids).map(|(binding, &id)| (0, binding, id)).collect();
    machine.dispatch(&program, [workgroups, 1, 1], &bindings).expect("a dispatch");
    let buffers = ids.iter().map(|&id| machine.words(id).to_vec()).collect();
    let mut report = machine.into_report();
    assert_eq!(report.findings, [], "{entry_point}");
    (buffers, report.passes.remove(0))
}

fn options(Size { w: width, l: latency, .. }: Size) -> Options {
    let memory_machine = MemoryMachine { width, latency, broadcast: true };
    Options { subgroup_size: 32, memory_machine, ..Options::default() }
}

fn numbers(n: u32) -> Vec<u32> {
    (0..n).map(|i| i.wrapping_mul(0x9e37_79b9) ^ i).collect()
}

#[test]
fn a_contiguous_copy_takes_the_time_of_lemma_1_twice() {
    for size @ Size { n, p, w, l } in SIZES {
        for workgroups in [1, 4] {
            let invocations = p / workgroups;
            let overrides = [("INVOCATIONS", invocations)];
            let buffers = vec![numbers(n), vec![0; n as usize]];
            let (buffers, pass) = run((COPY, "copy_words"), &overrides, &options(size), workgroups, buffers);
            assert_eq!(buffers[1], numbers(n));
            if invocations >= w {
                assert_eq!(pass.costs.umm, 2 * u64::from(n / p.min(n)) * u64::from(p.min(n) / w + l - 1), "{size:?}");
            }
        }
    }
}

#[test]
fn the_sum_takes_the_time_of_lemma_2_on_both_machines() {
    for size @ Size { n, p, w, l } in SIZES {
        let expected = numbers(n).into_iter().fold(0, u32::wrapping_add);
        let overrides = [("INVOCATIONS", p), ("ELEMENTS", n)];
        let (buffers, pass) = run((SUM, "sum_storage"), &overrides, &options(size), 1, vec![numbers(n)]);
        assert_eq!(buffers[0][0], expected);
        let steps = size.sum_time();
        assert_eq!(pass.costs.umm, steps, "{size:?}");
        assert_eq!(pass.barriers(), u64::from(n.ilog2()));
        let (buffers, pass) = run((SUM, "sum_workgroup"), &overrides, &options(size), 1, vec![numbers(n)]);
        assert_eq!(buffers[0][0], expected);
        // In addition, the copy writes all numbers, and the sum is read.
        assert_eq!(pass.costs.dmm, size.contiguous_time() + steps + u64::from(l), "{size:?}");
        // Lemma 2 with a constant of 3, and Theorem 1.
        let [n, p, w, l] = [n, p, w, l].map(f64::from);
        let limits = [n / w, n * l / p, l * n.log2()];
        assert!(steps as f64 <= 3.0 * limits.iter().sum::<f64>(), "{size:?}");
        assert!(limits.into_iter().all(|limit| limit <= steps as f64), "{size:?}");
    }
}

/// The sum is right without a finding in every order, with subgroups of every size.
#[test]
fn the_kernels_are_right_in_every_schedule() {
    let n = 1 << 10;
    let sum = numbers(n).into_iter().fold(0, u32::wrapping_add);
    for schedule in Schedule::ALL {
        for subgroup_size in [4, 32, 128] {
            let options = Options { schedule, subgroup_size, ..Options::default() };
            for entry_point in ["sum_storage", "sum_workgroup"] {
                let (buffers, _) = run((SUM, entry_point), &[("INVOCATIONS", 64)], &options, 1, vec![numbers(n)]);
                assert_eq!(buffers[0][0], sum, "{entry_point} {schedule:?}");
            }
            scan_tree(n, 64, 32, &options);
            scan_tree(n, 64, 0, &options);
        }
    }
}

/// The costs of the tree of GPU Gems 3, in place in storage. Its prefixes must be right.
fn scan_tree(n: u32, p: u32, banks: u32, options: &Options) -> Costs {
    let padded = |slot: u32| slot + slot.checked_div(banks).unwrap_or(0);
    let mut words = vec![0; padded(n) as usize];
    numbers(n).iter().zip(0..).for_each(|(&number, slot)| words[padded(slot) as usize] = number);
    let overrides = [("INVOCATIONS", p), ("ELEMENTS", n), ("PADDED", u32::from(banks > 0)), ("BANKS", banks.max(1))];
    let (buffers, pass) = run((TREE_SCAN, "scan_tree"), &overrides, options, 1, vec![words]);
    let prefixes: Vec<u32> = (0..n).map(|slot| buffers[0][padded(slot) as usize]).collect();
    let mut sum = 0u32;
    for (number, prefix) in numbers(n).into_iter().zip(prefixes) {
        assert_eq!(prefix, sum);
        sum = sum.wrapping_add(number);
    }
    pass.costs
}

/// Time units of the tree: at height d the accesses of a warp of w are in min(2 ^ (d + 1), w) address groups, with
/// three accesses per pair up and four down.
fn time_of_tree(Size { n, p, w, l }: Size) -> u64 {
    let height = |d: u32| {
        let (pairs, stride) = (n >> (d + 1), 2u64 << d);
        let rounds = (0..pairs.div_ceil(p)).map(|round| (pairs - round * p).min(p));
        let warps = |invocations: u32| (0..invocations.div_ceil(w)).map(move |warp| (invocations - warp * w).min(w));
        let units = |lanes: u32| (u64::from(lanes) * stride).div_ceil(w.into()).min(lanes.into());
        rounds.map(|round| warps(round).map(units).sum::<u64>() + u64::from(l) - 1).sum::<u64>()
    };
    7 * (0..n.ilog2()).map(height).sum::<u64>() + u64::from(l)
}

/// "Hence it is not efficient for the UMM": each access takes n / w units at each of the first log w heights. That is
/// (n log w) / w, where contiguous access takes O(n / w). Padding, which only moves the words apart, does not reduce
/// it.
#[test]
fn the_tree_of_gpu_gems_is_not_efficient_on_the_umm() {
    for size @ Size { n, p, w, l } in SIZES {
        let costs = scan_tree(n, p, 0, &options(size));
        assert_eq!(costs.umm, time_of_tree(size), "{size:?}");
        let most_groups = costs.lines.iter().map(|line| line.most_units).max();
        assert_eq!(most_groups, Some(w.min(n / w)), "{size:?}");
        assert!(costs.umm >= 7 * u64::from(n / w * w.ilog2()), "{size:?}");
        let padded = scan_tree(n, p, w, &options(size));
        assert!(padded.umm >= costs.umm, "{size:?}");
        println!("n={n} p={p} w={w} l={l}: {} units, padded {}, sum {}", costs.umm, padded.umm, size.sum_time());
    }
}

/// Nakano's own scan of the same number of elements, on separate arrays: fewer units on the same machine.
#[test]
fn the_scan_of_the_paper_takes_less_time_than_the_tree() {
    let size @ Size { n, p, .. } = Size { n: 1 << 14, p: 256, w: 32, l: 8 };
    let tree = scan_tree(n, p, 0, &options(size)).umm;
    let case = Case::new(find("nakano"), add(Mode::Inclusive), n);
    let played = case.examine(&options(size), &mut Programs::default());
    let nakano: u64 = played.report.passes.iter().map(|pass| pass.costs.umm).sum();
    println!("n={n}: {nakano} units by the paper's scan, {tree} by the tree in place");
    assert!(2 * nakano < tree, "{nakano} {tree}");
}
