//! Every algorithm's kernels on the emulator: subgroups of every size, and orders of execution that no device here has.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use emulate::{Case, emulated};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Form, Mode};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_emulator::{Options, Programs, Schedule};

const SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

fn find(id: &str) -> &'static Algorithm {
    Algorithm::find(id).expect("a known algorithm")
}

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

#[test]
fn every_algorithm_is_right_in_lockstep() {
    for &algorithm in ALGORITHMS {
        let started = std::time::Instant::now();
        let mut programs = Programs::default();
        let form = Form::new(add(), Mode::Inclusive);
        if algorithm.check_form(form).is_err() {
            continue;
        }
        let options = Options { subgroup_size: 32, ..Options::default() };
        for elements in [1, 700, 5_003] {
            Case::new(algorithm, form, elements).examine(&options, &mut programs);
        }
        println!("{} {:?}", algorithm.id, started.elapsed());
    }
}
