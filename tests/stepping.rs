//! The scans that the page steps through: every scan of a few numbers, in small workgroups, recorded like the page's
//! and emulated.
#![cfg(not(target_arch = "wasm32"))]

use scanlab::scan::ALGORITHMS;
use scanlab_emulator::{Options, Programs, Recording};
use scanlab_lab::recording::EmulatedDevice;
use scanlab_lab::request::Request;

fn input(elements: u32) -> Vec<u32> {
    (0..elements).map(|i| (i * 7 % 11).wrapping_sub(4)).collect()
}

/// Scans on the emulator. Returns the largest number of workgroups.
fn examine(algorithm: &str, elements: u32, device: EmulatedDevice, programs: &mut Programs) -> u32 {
    let options = Options { subgroup_size: device.subgroup_size, ..Options::default() };
    examine_with(algorithm, elements, device, options, programs)
}

fn examine_with(
    algorithm: &str,
    elements: u32,
    device: EmulatedDevice,
    options: Options,
    programs: &mut Programs,
) -> u32 {
    let name = format!("{algorithm} n={elements} {device:?}");
    let request = format!(r#"{{"algorithm":"{algorithm}","operator":"add","type":"i32"}}"#);
    let words = input(elements);
    let recording = device.record(Request::parse(&request).expect("a request"), &words, &[]).expect(&name);
    let json = serde_json::to_string(&recording).expect("JSON");
    let emulated: Recording = serde_json::from_str(&json).expect("the emulator's type");
    let options = Options { trace: true, ..options };
    let played = emulated.play(&options, programs).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(played.report.findings, [], "{name}");
    let sums = words.iter().scan(0u32, |sum, word| {
        *sum = sum.wrapping_add(*word);
        Some(*sum)
    });
    assert_eq!(played.buffers[recording.output][..words.len()], sums.collect::<Vec<_>>(), "{name}");
    assert_eq!(recording.files.len(), recording.shaders.len());
    recording.passes.iter().map(|pass| pass.workgroups[0]).max().unwrap_or(0)
}

#[test]
fn every_scan_of_a_few_numbers_can_be_stepped_through() {
    let mut programs = Programs::default();
    for algorithm in ALGORITHMS {
        for (elements, subgroup_size, workgroup_size) in
            [(1, 4, 4), (8, 4, 4), (8, 8, 8), (20, 4, 8), (100, 16, 32), (256, 32, 32)]
        {
            examine(
                algorithm.id,
                elements,
                EmulatedDevice { subgroup_size, largest_subgroup_size: None, workgroup_size },
                &mut programs,
            );
        }
    }
}

/// A GPU may run each kernel with another subgroup size of its range. The emulator runs it with all sizes of the range.
#[test]
fn a_kernel_for_subgroups_of_several_sizes_is_right_with_each() {
    let mut programs = Programs::default();
    let device = EmulatedDevice { subgroup_size: 8, largest_subgroup_size: Some(32), workgroup_size: 64 };
    for algorithm in ALGORITHMS {
        for subgroup_size in [8, 16, 32] {
            let emulated = Options { subgroup_size, ..Options::default() };
            examine_with(algorithm.id, 100, device, emulated, &mut programs);
        }
    }
}

#[test]
fn scans_of_tiles_have_several_workgroups() {
    let device = EmulatedDevice { subgroup_size: 4, largest_subgroup_size: None, workgroup_size: 4 };
    for algorithm in [
        "naive-tiles",
        "kogge-stone",
        "sklansky",
        "blelloch",
        "brent-kung",
        "brent-kung-in-place",
        "han-carlson",
        "ladner-fischer",
        "knowles",
    ] {
        assert!(examine(algorithm, 32, device, &mut Programs::default()) > 1, "{algorithm}");
    }
}
