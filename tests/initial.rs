//! Scans with an initial value: every algorithm on the emulator and on a device, and their costs.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/own_device.rs"]
mod own_device;
#[path = "support/refused.rs"]
mod refused;

use count::count;
use emulate::{Case, in_parallel};
use own_device::own_device;
use pollster::block_on;
use refused::takes;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Mode, Resource, Segments};
use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab::wgpu;
use scanlab_emulator::{Options, Programs};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;

/// Operators that do not commute, that round, that compare keys, and a sum.
const OPERATORS: [(&str, ElementType); 6] = [
    ("add", ElementType::U32),
    ("mat2", ElementType::U32),
    ("affine", ElementType::F32),
    ("bicyclic", ElementType::U32),
    ("min", ElementType::F32),
    ("add", ElementType::F32),
];

/// The scans on tiles in registers, which take no further pass.
const ON_REGISTERS: [&str; 7] = [
    "cache-blocked",
    "chained",
    "look-ahead",
    "look-back",
    "look-back-deterministic",
    "look-back-fallback",
    "subgroup",
];

/// Every mode, direction and kind of segments, in place and not, with an initial value.
fn forms(monoid: &Monoid) -> Vec<Form> {
    let mut forms = Vec::new();
    for segments in [Segments::Whole, Segments::Heads, Segments::HeadBits, Segments::Rows(37), Segments::Columns(7)] {
        for direction in [Direction::Forward, Direction::Backward] {
            for mode in [Mode::Inclusive, Mode::Exclusive] {
                for in_place in [false, true] {
                    forms.push(Form {
                        segments,
                        direction,
                        in_place,
                        initial: true,
                        ..Form::new(monoid.clone(), mode)
                    });
                }
            }
        }
    }
    forms
}

fn monoid((id, element_type): (&str, ElementType)) -> Monoid {
    Monoid::find(id, element_type).expect("an operator on its type")
}

#[test]
fn every_scan_begins_with_the_initial_value_on_the_emulator() {
    in_parallel(ALGORITHMS, |&algorithm| {
        // The forms take turns with operators and subgroup sizes, since each combination has its own kernels.
        let mut programs = Programs::default();
        let turn = ALGORITHMS.iter().position(|other| other.id == algorithm.id).expect("an algorithm");
        for (rank, operator) in OPERATORS.into_iter().enumerate() {
            for (index, form) in forms(&monoid(operator)).into_iter().enumerate() {
                if (index + rank + turn) % OPERATORS.len() != 0 || !takes(algorithm, &form) {
                    continue;
                }
                for (size, subgroup_size) in [(1, 4), (5, 8), (1_030, 32), (2_563, 8)] {
                    let options = Options { subgroup_size, ..Options::default() };
                    Case::new(algorithm, form.clone(), size).examine(&options, &mut programs);
                }
            }
        }
    });
}

#[test]
fn initial_values_cost_what_the_kernels_count() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for mode in [Mode::Inclusive, Mode::Exclusive] {
            let form = Form { initial: true, ..Form::new(Monoid::counts(), mode) };
            let mut programs = Programs::default();
            for size in [1, 1_030, 5_000].into_iter().filter(|_| takes(algorithm, &form)) {
                let of = |form: &Form| Case { zeros: true, ..Case::new(algorithm, form.clone(), size) };
                let (plan, counts) = count(&of(&form), 32, &mut programs);
                let (without, _) = count(&of(&Form { initial: false, ..form.clone() }), 32, &mut programs);
                let added = plan.passes.len() - without.passes.len();
                let is_fused = ON_REGISTERS.contains(&algorithm.id) || algorithm.is_auto();
                assert_eq!(added, usize::from(!is_fused), "{}", algorithm.id);
                let reads_initial =
                    |bindings: &[(u32, Resource)]| bindings.iter().any(|&(_, resource)| resource == Resource::Initial);
                let passes = plan.passes.iter().zip(counts).filter(|(pass, _)| reads_initial(&pass.bindings));
                let mut found = 0;
                for (pass, counted) in passes {
                    let (planned, counted) = (pass.cost, counted.cost);
                    found += 1;
                    match plan.is_lower_bound {
                        true => assert!(
                            planned.writes == counted.writes && planned.applications <= counted.applications,
                            "{}: {planned:?} planned, {counted:?} counted",
                            algorithm.id
                        ),
                        false => assert_eq!(planned, counted, "{} n={size}", algorithm.id),
                    }
                }
                assert!(found > 0, "{} reads no initial value", algorithm.id);
            }
        }
    });
}

async fn run(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    algorithm: &'static Algorithm,
    form: &Form,
    elements: u32,
) -> Result<(), Error> {
    let Form { ref monoid, mode, direction, segments, in_place, initial } = *form;
    let descriptor = ScanDescriptor {
        mode,
        direction,
        segments,
        in_place,
        initial,
        algorithm,
        ..ScanDescriptor::new(monoid.clone(), elements)
    };
    let scan = Kernels::scan(device, queue, &Capabilities::of(device), &descriptor).await?;
    let input = Input { pattern: Pattern::find("random")?, monoid: monoid.clone(), seed: elements };
    let words = monoid.words() as usize;
    let [mut input_words, mut first] = [elements as usize, 1].map(|count| vec![0; count * words]);
    input.fill(0, &mut input_words);
    input.initial().fill(0, &mut first);
    let mut heads = vec![0; segments.head_words(elements) as usize];
    input.fill_head_words(segments, 0, &mut heads);
    let cast = |words: &[u32]| words.iter().map(|&word| f32::from_bits(word)).collect::<Vec<f32>>();
    let output: Vec<u32> = match monoid.element_type {
        ElementType::F32 => {
            let found = scan.run_from(&cast(&first), &cast(&input_words), &heads).await?;
            found.into_iter().map(f32::to_bits).collect()
        }
        _ => scan.run_from(&first, &input_words, &heads).await?,
    };
    let inputs = (&first[..], &input_words[..], &heads[..]);
    let mismatch = reference::compare_from(form, scan.plan().operator_depth, inputs, &output);
    assert_eq!(mismatch, None, "{} {form:?} n={elements}", algorithm.id);
    Ok(())
}

#[test]
fn every_scan_begins_with_the_initial_value_on_a_device() {
    block_on(async {
        let Some((device, queue)) = own_device(wgpu::Limits::default()).await else { return };
        let mut compared = 0;
        for (turn, &algorithm) in ALGORITHMS.iter().enumerate() {
            for (rank, operator) in OPERATORS.into_iter().enumerate() {
                for (index, form) in forms(&monoid(operator)).into_iter().enumerate() {
                    if (7 * index + rank + turn) % 40 != 0 || !takes(algorithm, &form) {
                        continue;
                    }
                    for elements in [0, 1, 3, 4_099] {
                        match run((&device, &queue), algorithm, &form, elements).await {
                            Ok(()) => compared += 1,
                            Err(Error::Unsupported(_)) => {}
                            Err(error) => panic!("{} {form:?}: {error}", algorithm.id),
                        }
                    }
                }
            }
        }
        assert!(compared > 100, "{compared} runs");
    });
}

#[test]
fn a_missing_or_superfluous_initial_value_is_refused() {
    block_on(async {
        let Some((device, queue)) = own_device(wgpu::Limits::default()).await else { return };
        let scan = |initial| {
            let descriptor = ScanDescriptor { initial, ..ScanDescriptor::new(Monoid::counts(), 3) };
            let (device, queue) = (device.clone(), queue.clone());
            async move { Kernels::scan(&device, &queue, &Capabilities::of(&device), &descriptor).await.expect("kernels") }
        };
        let missing = scan(true).await.run(&[1u32, 2, 3]).await.expect_err("no initial value").to_string();
        assert_eq!(missing, "the initial value must be of 1 word; found 0");
        let superfluous = scan(false).await.run_from(&[5u32], &[1, 2, 3], &[]).await.expect_err("one too many");
        assert_eq!(
            superfluous.to_string(),
            "the initial value must be left out: these kernels do not have it; found 1 words"
        );
    });
}
