//! Bounds on the time of a dispatch for plans of every length and tuning; without a device.
#![cfg(not(target_arch = "wasm32"))]

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Constant, Form, Job, Limits, Mode, Pass, Plan, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};

/// The largest size is the largest binding of words.
const SIZES: [u32; 4] = [1, 1 << 20, 1 << 28, (1 << 30) - 1];

/// The maximum number of elements that an invocation may handle serially in one dispatch, which takes some
/// milliseconds. lavapipe ends loops after 65,535 iterations.
const MAX_SERIAL_ELEMENTS: u32 = 1 << 15;

/// The maximum number of applications of an invocation per serial element: up a workgroup's tree and down again.
const MAX_APPLICATIONS_PER_ELEMENT: u64 = 2 * 8;

/// The defaults, and each parameter at the ends of its range.
fn tunings(algorithm: &Algorithm) -> Vec<Tuning> {
    let ends = |parameter: &scanlab::scan::Parameter| {
        [parameter.min, parameter.max].map(|value| Tuning::from([(parameter.name.to_owned(), value)]))
    };
    let given = std::iter::once(Tuning::new()).chain(algorithm.tuning.iter().flat_map(ends));
    given.map(|tuning| algorithm.resolve_tuning(&tuning).expect("tuning within its range")).collect()
}

/// Every algorithm's plan of every size with every tuning.
fn plans() -> impl Iterator<Item = (String, Plan)> {
    let limits = Limits { binding_bytes: 4 << 30, forward_progress: true, subgroups: Some((4, 128)), ..Limits::CORE };
    let form = Form::new(Monoid::find("add", ElementType::U32).expect("add on u32"), Mode::Inclusive);
    let tuned = ALGORITHMS.iter().flat_map(|&algorithm| tunings(algorithm).into_iter().map(move |it| (algorithm, it)));
    tuned.flat_map(move |(algorithm, tuning)| {
        SIZES.map(|elements| {
            let job = Job { elements, form: form.clone(), tuning: tuning.clone(), limits };
            (format!("{} of {elements} with {tuning:?}", algorithm.id), algorithm.plan(&job))
        })
    })
}

fn invocations(pass: &Pass) -> u64 {
    let size = pass.kernel.constants.iter().find_map(|&(name, value)| match value {
        Constant::U32(size) if name == "WORKGROUP_SIZE" => Some(u64::from(size)),
        _ => None,
    });
    u64::from(pass.workgroups) * size.expect("the size of a workgroup")
}

#[test]
fn no_dispatch_has_too_many_serial_elements() {
    for (name, plan) in plans() {
        for pass in &plan.passes {
            let serial = pass.serial_elements;
            assert!((1..=MAX_SERIAL_ELEMENTS).contains(&serial), "{name}, {}: {serial}", pass.kernel.entry_point);
        }
    }
}

/// The test uses the costs of plans, which `tests/cost.rs` compares with the kernels.
#[test]
fn applications_are_bounded_by_the_serial_elements() {
    for (name, plan) in plans() {
        for pass in &plan.passes {
            let most = MAX_APPLICATIONS_PER_ELEMENT * u64::from(pass.serial_elements) * invocations(pass);
            let found = pass.cost.applications;
            assert!(found <= most, "{name}, {}: {found} applications, at most {most}", pass.kernel.entry_point);
        }
    }
}
