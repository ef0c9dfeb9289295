//! Custom operators and conditions are values. A program may make any number of them. Each works according to its
//! definition, and the library keeps none of them.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/own_device.rs"]
mod own_device;

use std::sync::{Arc, Weak};

use own_device::{own_device, random};
use pollster::block_on;
use scanlab::monoid::{CustomOperator, ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::{Form, Job, Limits, Mask, Mode, Plan, Tuning};
use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
use scanlab::scan::{Algorithm, PlannedScan};
use scanlab::shader::compose;
use scanlab::shared::Shared;
use scanlab::wgsl::Module;

/// More definitions than a server makes in an hour, and more than a list in the library would hold.
const DEFINITIONS: u32 = 20_000;

/// An associative operator: the sum of both operands and a number.
fn sum_and(number: u32) -> Monoid {
    let combine = format!("return left + right + {number}u;");
    let identity = vec![0u32.wrapping_sub(number)];
    let operator = CustomOperator { element_type: ElementType::U32, words: 1, identity, combine };
    operator.monoid().expect("an operator")
}

fn equals(number: u32) -> Mask {
    Mask::condition(&format!("x == {number}u"), ElementType::U32).expect("a condition")
}

fn weak<T>(shared: &Shared<T>) -> Weak<T> {
    match shared {
        Shared::Made(value) => Arc::downgrade(value),
        Shared::Embedded(_) => panic!("a value that is compiled in"),
    }
}

fn predicate_of(mask: &Mask) -> Weak<Module> {
    match mask {
        Mask::Where { predicate, .. } => weak(predicate),
        other => panic!("{other:?} is no condition"),
    }
}

/// The shaders of a plan.
fn shaders(plan: &Plan) -> String {
    plan.passes.iter().map(|pass| compose(&pass.kernel).source).collect()
}

fn planned_scan(monoid: Monoid) -> PlannedScan {
    let algorithm = Algorithm::find("sequential").expect("a scan");
    let form = Form::new(monoid, Mode::Inclusive);
    let job = Job { elements: 100, form, tuning: Tuning::new(), limits: Limits::CORE };
    algorithm.planned(job).expect("a plan")
}

fn compaction(mask: Mask) -> OperationJob {
    let job = OperationJob::new("compact", 100, Monoid::counts(), Limits::CORE).expect("an operation");
    let scan = Algorithm::find("sequential").expect("a scan");
    OperationJob { scan, options: Options { mask, ..Options::default() }, ..job }
}

#[test]
fn any_number_of_operators_is_made_and_none_stays() {
    for number in 0..DEFINITIONS {
        let monoid = sum_and(number);
        let (operator, module) = (weak(&monoid.operator), weak(monoid.module()));
        let planned = planned_scan(monoid);
        let text = shaders(planned.plan());
        assert!(text.contains(&format!("\nreturn left + right + {number}u;\n")), "{number}: {text}");
        assert!(operator.upgrade().is_some() && module.upgrade().is_some(), "the plan holds it");
        drop(planned);
        assert!(operator.upgrade().is_none() && module.upgrade().is_none(), "{number} stays");
    }
}

#[test]
fn any_number_of_conditions_is_made_and_none_stays() {
    for number in 0..DEFINITIONS {
        let mask = equals(number);
        let predicate = predicate_of(&mask);
        let planned = compaction(mask).planned().expect("a plan");
        let text = shaders(planned.plan());
        assert!(text.contains(&format!("\nx == {number}u\n")), "{number}: {text}");
        assert!(predicate.upgrade().is_some(), "the plan holds it");
        drop(planned);
        assert!(predicate.upgrade().is_none(), "{number} stays");
    }
}

#[test]
fn equal_definitions_are_equal_and_others_are_not() {
    let module = |monoid: &Monoid| monoid.module().path.clone();
    let (one, same, other) = (sum_and(1), sum_and(1), sum_and(2));
    assert_eq!((&one, &one.operator.id, module(&one)), (&same, &same.operator.id, module(&same)));
    assert_ne!(one, other);
    assert_ne!(one.operator.id, other.operator.id);
    assert_ne!(module(&one), module(&other));
    assert_eq!(equals(1), equals(1));
    assert_ne!(equals(1), equals(2));
}

#[test]
fn kernels_compute_what_their_own_definition_says_and_let_go_of_it() {
    block_on(async {
        let Some((device, queue)) = own_device(scanlab::wgpu::Limits::default()).await else { return };
        let capabilities = Capabilities::of(&device);
        for number in [0, 1, 7] {
            let monoid = sum_and(number);
            let operator = weak(&monoid.operator);
            let input = random(1_000, number);
            let descriptor = ScanDescriptor::new(monoid, input.len() as u32);
            let kernels = Kernels::scan(&device, &queue, &capabilities, &descriptor).await.expect("kernels");
            drop(descriptor);
            let prefix = |sum: &mut u32, &element: &u32| {
                *sum = sum.wrapping_add(element).wrapping_add(number);
                Some(*sum)
            };
            let expected: Vec<_> = input.iter().scan(0u32.wrapping_sub(number), prefix).collect();
            assert_eq!(kernels.run(&input).await.expect("a scan"), expected);
            assert!(operator.upgrade().is_some(), "the kernels hold it");
            drop(kernels);
            assert!(operator.upgrade().is_none(), "{number} stays");
        }
    });
}
