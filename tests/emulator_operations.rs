//! Kernels of operations on the emulator, against plain loops: subgroups of every size, and none.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
#[path = "support/emulate.rs"]
mod emulate;

use count::recording;
use emulate::{find, in_parallel};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::OperationJob;
use scanlab::pattern::{Input, Pattern};
use scanlab::plan::{Form, Limits, Mode, Resource};
use scanlab::reference;
use scanlab::scan::Algorithm;
use scanlab_emulator::{Options, Programs, Schedule};

/// No subgroup operations, and subgroups of every size.
const SUBGROUP_SIZES: [u32; 7] = [1, 4, 8, 16, 32, 64, 128];

/// Few keys, around one and two words of their bits, a workgroup and tiles, and many tiles.
const SIZES: [u32; 16] = [1, 2, 31, 32, 33, 64, 65, 257, 1_023, 1_024, 2_047, 2_049, 4_096, 8_193, 20_003, 40_001];

/// A key more than a row of so many tiles, each with the most rows of packs.
const LARGEST_TILES: u32 = 64 * 8_192 + 1;

/// Lengths of the runs of which keys are made in turn.
const LENGTHS: [&[u32]; 5] = [&[1], &[1, 2, 5], &[37], &[31, 1, 32, 33, 3, 64], &[100_000]];

fn random(monoid: Monoid, elements: u32) -> Vec<u32> {
    let pattern = Pattern::find("random").expect("a known pattern");
    let mut words = vec![0; (elements * monoid.words()) as usize];
    Input { pattern, monoid, seed: elements }.fill(0, &mut words);
    words
}

/// The lengths of runs, in turn, whose sum is the number of keys.
fn lengths(elements: u32, turn: &[u32]) -> Vec<usize> {
    let mut rest = elements;
    let mut lengths = Vec::new();
    for &length in turn.iter().cycle() {
        if rest == 0 {
            break;
        }
        lengths.push(length.min(rest) as usize);
        rest -= length.min(rest);
    }
    lengths
}

/// A device whose subgroups are of one size, the probe of which has shown all that scans ask for.
fn limits(subgroup_size: u32) -> Limits {
    Limits {
        subgroups: (subgroup_size >= 4).then_some((subgroup_size, subgroup_size)),
        forward_progress: true,
        starts_in_order: true,
        ..Limits::CORE
    }
}

/// Reduces runs of lengths by key and compares the keys, the sums and the number of runs.
fn examine(scan: &'static Algorithm, monoid: Monoid, lengths: &[usize], options: &Options, programs: &mut Programs) {
    let elements = lengths.iter().sum::<usize>() as u32;
    let name = format!(
        "{} {} n={elements} subgroups of {} {:?}",
        scan.id, monoid.operator.id, options.subgroup_size, options.schedule
    );
    let run_keys: Vec<u32> = (0..lengths.len() as u32).map(|run| 7 * (run + 1)).collect();
    let keys: Vec<u32> = run_keys.iter().zip(lengths).flat_map(|(&key, &length)| vec![key; length]).collect();
    let values = random(monoid, elements);
    let job = OperationJob::new("reduce-by-key", elements, monoid, limits(options.subgroup_size));
    let job = OperationJob { scan, ..job.expect("an operation") };
    let plan = job.plan();
    let recording = recording(&job, &plan, &[(Resource::Source, &keys), (Resource::Values, &values)]);
    let played = recording.play(options, programs).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(played.report.findings, [], "{name}");
    assert!(played.report.is_complete(), "{name}");
    let buffer = |resource: Resource| {
        let is = |buffer: &scanlab_emulator::RecordedBuffer| buffer.name == resource.to_string();
        &played.buffers[recording.buffers.iter().position(is).expect("a buffer of the plan")][..]
    };
    assert!(plan.abort_flags.iter().all(|&flag| buffer(flag)[1] == 0), "{name}: aborted");
    assert_eq!(buffer(Resource::Count)[0] as usize, lengths.len(), "{name}");
    assert_eq!(buffer(Resource::Prefixes)[..lengths.len()], run_keys, "{name}");
    let words = monoid.words() as usize;
    let form = Form::new(monoid, Mode::Inclusive);
    let mut start = 0;
    for (sum, &length) in buffer(Resource::SecondOutput).chunks_exact(words).zip(lengths) {
        let run = &values[start * words..(start + length) * words];
        let mut prefixes = reference::scan(form, run, &[]);
        let last = prefixes.len() - words;
        prefixes[last..].copy_from_slice(sum);
        let mismatch = reference::compare(form, plan.operator_depth, run, &[], &prefixes);
        assert_eq!(mismatch, None, "{name} from {start}");
        start += length;
    }
}

/// Scans on tiles in registers, which give the bits with the elements that they store, and one behind which a pass gives them. Every length of
/// input has two patterns of runs; with another scan or size of subgroups, others.
#[test]
fn runs_are_reduced_with_subgroups_of_every_size() {
    let scans = ["look-back", "look-back-fallback", "cache-blocked", "hybrid"].map(find);
    let operators = [("add", ElementType::U32), ("add", ElementType::F32), ("bicyclic", ElementType::U32)];
    let monoids = operators.map(|(id, element_type)| Monoid::find(id, element_type).expect("a known operator"));
    let cases = SUBGROUP_SIZES.into_iter().flat_map(|size| scans.map(|scan| (size, scan)));
    in_parallel(&cases.enumerate().collect::<Vec<_>>(), |&(case, (subgroup_size, scan))| {
        let mut programs = Programs::default();
        for (rank, elements) in SIZES.into_iter().enumerate() {
            for turn in [case + rank, case + rank + 2] {
                let schedule = Schedule::ALL[turn % Schedule::ALL.len()];
                let options = Options { subgroup_size, schedule, ..Options::default() };
                let monoid = monoids[turn % monoids.len()];
                examine(scan, monoid, &lengths(elements, LENGTHS[turn % LENGTHS.len()]), &options, &mut programs);
            }
        }
    });
}

/// The tiles of long inputs, in which each invocation has a word of bits.
#[test]
fn runs_are_reduced_on_the_largest_tiles() {
    let add = Monoid::find("add", ElementType::U32).expect("add on u32");
    let cases = [(1, "look-back", 1), (32, "look-back-fallback", 0), (4, "cache-blocked", 3), (128, "look-back", 2)];
    in_parallel(&cases, |&(subgroup_size, scan, turn)| {
        let options = Options { subgroup_size, ..Options::default() };
        examine(find(scan), add, &lengths(LARGEST_TILES, LENGTHS[turn]), &options, &mut Programs::default());
    });
}
