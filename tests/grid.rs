//! The whole conformance grid natively: algorithm × operator × type × mode × direction × segments × edge sizes × patterns, and
//! sizes that fill a dimension of a dispatch. It runs where `SCANLAB_FULL` is set (`cargo xtask test --full`); else a sample of
//! it that is drawn evenly. `SCANLAB_SHARD=2/8` runs the second of eight parts. The browser's grid (`www/conformance/cases.js`)
//! has the same axes.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::collections::BTreeSet;
use std::env;

use pollster::block_on;
use scanlab::gpu::{Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::pattern::{PATTERNS, Pattern};
use scanlab::plan::{Direction, Form, Mode, Tuning};
use scanlab::scan::Algorithm;
use support::{Case, Data, offered, open};

/// One case in this many is in the sample; a prime, so that it meets every value of every axis.
const SAMPLE: usize = 2503;
/// The same where `SCANLAB_QUICK` is set (`cargo xtask test --quick`).
const QUICK_SAMPLE: usize = 10_007;
/// More failures than this say nothing new.
const MOST_FAILURES: usize = 50;
const WORKGROUP: u32 = 256;
/// Where an adapter says nothing of subgroups, the size that most GPUs have.
const USUAL_SUBGROUP: u32 = 32;
const LARGE: u32 = 100_003;
/// A scan that has no tiles may call the whole input one.
const MOST_TILE: u32 = 1 << 14;
/// What every device grants.
const WORKGROUPS_PER_DIMENSION: u32 = 65_535;

/// Elements of a tile.
fn tile(gpu: &Gpu, case: &Case) -> u32 {
    case.algorithm.plan(&case.job(gpu).expect("a job")).tile_elements
}

/// Every length at which something changes for an algorithm, and its neighbours.
fn edge_sizes(gpu: &Gpu, algorithm: &'static Algorithm, form: Form) -> BTreeSet<u32> {
    let tile = tile(gpu, &case(algorithm, form, LARGE, &PATTERNS[0])).min(MOST_TILE);
    let around = |edge: u32| [edge - 1, edge, edge + 1];
    let subgroup = gpu.limits().subgroups.map_or(USUAL_SUBGROUP, |(_, max)| max);
    let fixed = [0, 1, 2, 3, 4, 5, 1_001, 4_099, LARGE, 3 * tile + 2];
    fixed.into_iter().chain([subgroup, WORKGROUP, tile].into_iter().flat_map(around)).collect()
}

/// Sizes at which the totals of tiles fill a tile themselves, and tiles a dimension of a dispatch: with the smallest tiles there
/// are, as far as a binding holds them, and once for an operator that commutes and one that does not, since they are large.
fn far_cases(gpu: &Gpu, algorithm: &'static Algorithm, form: Form) -> Vec<Case> {
    let plain = [("add", ElementType::U32), ("bicyclic", ElementType::U32)].map(|(operator, element_type)| {
        Form::new(Monoid::find(operator, element_type).expect("known"), Mode::Inclusive)
    });
    if !plain.contains(&form) {
        return Vec::new();
    }
    let items = algorithm.tuning.iter().find(|parameter| parameter.name == "items");
    let tuning: Tuning = items.map(|items| (items.name.into(), items.min.max(1))).into_iter().collect();
    let sized = |elements| Case { tuning: tuning.clone(), ..case(algorithm, form, elements, &PATTERNS[0]) };
    let tile = Some(tile(gpu, &sized(LARGE))).filter(|&tile| tile <= MOST_TILE).unwrap_or(WORKGROUP);
    let dimension = WORKGROUPS_PER_DIMENSION * tile;
    let sizes = [tile * tile, tile * tile + 1, dimension - 1, dimension, dimension + 1];
    let fits = |case: &Case| case.job(gpu).expect("a job").bytes() <= gpu.limits().binding_bytes;
    sizes.map(sized).into_iter().filter(fits).collect()
}

fn case(algorithm: &'static Algorithm, form: Form, elements: u32, pattern: &'static Pattern) -> Case {
    Case { form, ..Case::new(algorithm, form.monoid, form.mode, elements, pattern.id) }
}

/// Every form, the operators as the inner loop, so that every shard has some of each.
fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for mode in [Mode::Inclusive, Mode::Exclusive] {
        for direction in [Direction::Forward, Direction::Backward] {
            for (segmented, in_place) in [(false, false), (true, false), (false, true), (true, true)] {
                let form = |monoid| Form { direction, segmented, in_place, ..Form::new(monoid, mode) };
                forms.extend(Monoid::all().map(form));
            }
        }
    }
    forms
}

/// A form stays whole, because compiling its shaders takes most of the time.
fn forms_of_shard() -> Vec<Form> {
    let text = env::var("SCANLAB_SHARD").unwrap_or_else(|_| "1/1".into());
    let numbers: Vec<usize> = text.split('/').filter_map(|number| number.parse().ok()).collect();
    let [index, of] = numbers[..] else { panic!("SCANLAB_SHARD must be like 2/8, found {text}") };
    assert!((1..=of).contains(&index), "SCANLAB_SHARD must be a part from 1 to the number of parts, found {text}");
    forms().into_iter().skip(index - 1).step_by(of).collect()
}

/// The algorithms that the device has everything for, and that scan in place where the form does.
fn scanning(gpu: &Gpu, form: Form) -> impl Iterator<Item = &'static Algorithm> {
    offered(gpu).filter(move |algorithm| !form.in_place || algorithm.in_place.allows(form.mode))
}

/// The cases of a form; those that share an input follow each other.
fn cases(gpu: &Gpu, form: Form) -> Vec<Case> {
    let sizes: Vec<_> = scanning(gpu, form).map(|algorithm| (algorithm, edge_sizes(gpu, algorithm, form))).collect();
    let all: BTreeSet<u32> = sizes.iter().flat_map(|(_, sizes)| sizes.iter().copied()).collect();
    let mut cases = Vec::new();
    for pattern in PATTERNS {
        for &size in &all {
            let with_it = sizes.iter().filter(|(_, sizes)| sizes.contains(&size));
            cases.extend(with_it.map(|(algorithm, _)| case(algorithm, form, size, pattern)));
        }
    }
    cases.extend(scanning(gpu, form).flat_map(|algorithm| far_cases(gpu, algorithm, form)));
    cases
}

/// Runs the grid on devices that are opened like this.
async fn run(options: OpenOptions) {
    let full = env::var_os("SCANLAB_FULL").is_some();
    let sample = if env::var_os("SCANLAB_QUICK").is_some() { QUICK_SAMPLE } else { SAMPLE };
    let forms = forms_of_shard();
    let (mut seen, mut examined, mut failures) = (0, 0, Vec::new());
    for (rank, &form) in forms.iter().enumerate() {
        // A device keeps its pipelines, and nobody needs those of another form again.
        let Some(gpu) = open(options).await else { return };
        let mut data: Option<(u32, &'static str, Data)> = None;
        for case in cases(&gpu, form) {
            seen += 1;
            if !full && seen % sample != 0 {
                continue;
            }
            let key = (case.elements, case.pattern.id);
            let data = match &mut data {
                Some((elements, pattern, data)) if (*elements, *pattern) == key => data,
                other => &mut other.insert((key.0, key.1, case.data())).2,
            };
            if let Err(fault) = case.find_fault(&gpu, data).await {
                println!("{fault}");
                failures.push(fault);
            }
            examined += 1;
            assert!(failures.len() < MOST_FAILURES, "{}", failures.join("\n"));
        }
        println!("{} of {} forms: {examined} of {seen} cases, {} failures", rank + 1, forms.len(), failures.len());
    }
    assert!(failures.is_empty(), "{} of {examined} cases:\n{}", failures.len(), failures.join("\n"));
    assert!(examined * sample + sample > seen && seen > 1000, "{examined} of {seen} cases");
}

#[test]
fn the_grid_is_green() {
    block_on(run(OpenOptions::default()));
}

#[test]
fn the_grid_is_green_with_nothing_optional() {
    block_on(run(OpenOptions { timestamps: false, subgroups: false, raise_limits: false, ..OpenOptions::default() }));
}
