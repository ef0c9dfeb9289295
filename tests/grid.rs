//! The whole conformance grid natively: algorithm × operator × type × mode × direction × segments × edge sizes × patterns. It
//! runs where `SCANLAB_FULL` is set (`cargo xtask test --full`); else a sample of it that is drawn evenly.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::collections::BTreeSet;

use pollster::block_on;
use scanlab::gpu::{Gpu, OpenOptions};
use scanlab::monoid::Monoid;
use scanlab::pattern::PATTERNS;
use scanlab::plan::{Direction, Form, Mode};
use scanlab::scan::Algorithm;
use support::{Case, offered, open};

/// One case in this many is in the sample; a prime, so that it meets every value of every axis.
const SAMPLE: usize = 2503;

/// Every length at which something changes for an algorithm, and its neighbours.
fn sizes(gpu: &Gpu, algorithm: &'static Algorithm, monoid: Monoid) -> BTreeSet<u32> {
    let case = Case::new(algorithm, monoid, Mode::Inclusive, 100_000, "random");
    let tile = algorithm.plan(&case.job(gpu).expect("a job")).tile_elements;
    let around = |edge: u32| [edge.saturating_sub(1), edge, edge + 1];
    let subgroup = gpu.limits().subgroups.map_or(4, |(_, max)| max);
    let edges = [1, 4, subgroup, 64, 256, tile.min(10_000), 2 * tile.min(5_000), 5_003];
    edges.into_iter().flat_map(around).collect()
}

fn forms(monoid: Monoid) -> Vec<Form> {
    let mut forms = Vec::new();
    for mode in [Mode::Inclusive, Mode::Exclusive] {
        for direction in [Direction::Forward, Direction::Backward] {
            forms.extend([false, true].map(|segmented| Form { direction, segmented, ..Form::new(monoid, mode) }));
        }
    }
    forms
}

#[test]
fn the_grid_is_green() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let full = std::env::var_os("SCANLAB_FULL").is_some();
        let (mut rank, mut examined) = (0, 0);
        for algorithm in offered(&gpu) {
            for form in Monoid::all().flat_map(forms) {
                for size in sizes(&gpu, algorithm, form.monoid) {
                    for pattern in PATTERNS {
                        rank += 1;
                        if full || rank % SAMPLE == 0 {
                            let mut case = Case::new(algorithm, form.monoid, form.mode, size, pattern.id);
                            case.form = form;
                            case.examine(&gpu).await;
                            examined += 1;
                        }
                    }
                }
            }
        }
        println!("{examined} of {rank} cases");
        assert!(examined > 100, "{examined} of {rank} cases");
    });
}
