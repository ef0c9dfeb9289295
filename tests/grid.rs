//! The conformance grid natively: algorithm × operator × type × mode × direction × segments × edge sizes × patterns,
//! sizes that fill a dimension of a dispatch, and scans from an initial value. With `SCANLAB_FULL` (`cargo xtask test --full`) all of it runs, else
//! an even sample. `SCANLAB_SHARD=2/8` runs the second of eight parts, `SCANLAB_ALGORITHMS=raking,blelloch` the cases
//! of these algorithms. The browser's grid (`www/conformance/cases.ts`) has the same axes and sizes;
//! `www/conformance/axes.test.js` compares both. Only the lengths of rows differ. Here rows have 1000 elements, and the last may be
//! shorter. In the browser they divide the input, since the shape of a scan has no shorter row.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/asked.rs"]
mod asked;
#[path = "support/shard.rs"]
mod shard;
mod support;

use std::collections::BTreeSet;
use std::env;

use asked::is_asked;
use pollster::block_on;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Mode, Segments, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::pattern::{PATTERNS, Pattern};
use shard::shard;
use support::refused::takes;
use support::{Case, Data, offered, open};

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];
const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Backward];
const SEGMENTS: [Segments; 5] =
    [Segments::Whole, Segments::Heads, Segments::HeadBits, Segments::Rows(1_000), Segments::Columns(1_000)];
/// In place or not.
const PLACES: [bool; 2] = [false, true];

/// The sizes of scans from an initial value: within a tile, and of several tiles.
fn initial_sizes(tile: u32) -> BTreeSet<u32> {
    BTreeSet::from([5, 3 * tile + 2])
}

/// The sample has one of this number of pairs of algorithm and form, since compiling their kernels takes most of the
/// time. The number is a prime, so that the sample has every value of every axis.
const KERNEL_INTERVAL: usize = 199;
/// The number for a run with `SCANLAB_QUICK` (`cargo xtask test --quick`).
const QUICK_KERNEL_INTERVAL: usize = 797;
/// The sample has one of this number of cases of a pair of algorithm and form.
const CASE_INTERVAL: usize = 7;
/// The run ends after this many failures.
const MAX_FAILURES: usize = 50;
const WORKGROUP: u32 = 256;
/// The most common subgroup size, for adapters that report none.
const DEFAULT_SUBGROUP: u32 = 32;
const LARGE: u32 = 100_003;
/// The largest tile; a scan without tiles reports the whole input as one.
const MAX_TILE: u32 = 1 << 14;
/// WebGPU's guaranteed limit.
const WORKGROUPS_PER_DIMENSION: u32 = 65_535;

/// Elements of a tile.
fn tile(gpu: &Gpu, case: &Case) -> u32 {
    case.algorithm.plan(&case.job(gpu).expect("a job")).tile_elements
}

/// The lengths at which the plan of an algorithm changes, and their neighbours; from an initial value, only two lengths.
fn edge_sizes(gpu: &Gpu, algorithm: &'static Algorithm, form: Form) -> BTreeSet<u32> {
    let initial = form.initial;
    let tile = tile(gpu, &case(algorithm, form, LARGE, &PATTERNS[0])).min(MAX_TILE);
    if initial {
        return initial_sizes(tile);
    }
    let around = |edge: u32| [edge - 1, edge, edge + 1];
    let subgroup = gpu.limits().subgroups.map_or(DEFAULT_SUBGROUP, |(_, max)| max);
    let fixed = [0, 1, 2, 3, 4, 5, 1_001, 4_099, LARGE, 3 * tile + 2];
    fixed.into_iter().chain([subgroup, WORKGROUP, tile].into_iter().flat_map(around)).collect()
}

/// Sizes at which the totals of tiles fill a tile, and the tiles fill a dimension of a dispatch. They use the smallest
/// tiles, if a binding holds them, and only one commutative and one non-commutative operator, since they are large.
fn far_cases(gpu: &Gpu, algorithm: &'static Algorithm, form: Form) -> Vec<Case> {
    let plain = [("add", ElementType::U32), ("bicyclic", ElementType::U32)].map(|(operator, element_type)| {
        Form::new(Monoid::find(operator, element_type).expect("known"), Mode::Inclusive)
    });
    if !plain.contains(&form) {
        return Vec::new();
    }
    let items = algorithm.tuning.iter().find(|parameter| parameter.name == "items");
    let tuning: Tuning = items.map(|items| (items.name.into(), items.min.max(1))).into_iter().collect();
    let sized = |elements| Case { tuning: tuning.clone(), ..case(algorithm, form.clone(), elements, &PATTERNS[0]) };
    let tile = Some(tile(gpu, &sized(LARGE))).filter(|&tile| tile <= MAX_TILE).unwrap_or(WORKGROUP);
    let dimension = WORKGROUPS_PER_DIMENSION * tile;
    let sizes = [tile * tile, tile * tile + 1, dimension - 1, dimension, dimension + 1];
    let fits = |case: &Case| case.job(gpu).expect("a job").bytes() <= gpu.limits().binding_bytes;
    sizes.map(sized).into_iter().filter(fits).collect()
}

fn case(algorithm: &'static Algorithm, form: Form, elements: u32, pattern: &'static Pattern) -> Case {
    let (monoid, mode) = (form.monoid.clone(), form.mode);
    Case { form, ..Case::new(algorithm, monoid, mode, elements, pattern.id) }
}

/// Every form, with the operators as the inner loop, so that every shard has all of them. Then, for every mode,
/// direction and operator, a form from an initial value, for which the kinds of segments and the places take turns.
fn forms() -> Vec<Form> {
    let (mut forms, mut from_initial) = (Vec::new(), Vec::new());
    let divisions: Vec<_> = PLACES.into_iter().flat_map(|place| SEGMENTS.map(|segments| (segments, place))).collect();
    for mode in MODES {
        for direction in DIRECTIONS {
            let form = |monoid, (segments, in_place)| Form { direction, segments, in_place, ..Form::new(monoid, mode) };
            for &division in &divisions {
                forms.extend(Monoid::all().map(|monoid| form(monoid, division)));
            }
            for monoid in Monoid::all() {
                let division = divisions[from_initial.len() % divisions.len()];
                from_initial.push(Form { initial: true, ..form(monoid, division) });
            }
        }
    }
    forms.extend(from_initial);
    forms
}

/// Shards consist of whole forms, since compiling a form's shaders takes most of the time.
fn forms_of_shard() -> Vec<Form> {
    let (rank, of) = shard().unwrap_or((1, 1));
    forms().into_iter().skip(rank - 1).step_by(of).collect()
}

/// The algorithms of the run that the device supports in a form.
fn scanning(gpu: &Gpu, form: Form) -> impl Iterator<Item = &'static Algorithm> {
    offered(gpu).filter(move |algorithm| is_asked(algorithm) && takes(algorithm, &form))
}

/// The cases of a form, grouped by input.
fn cases(gpu: &Gpu, form: Form) -> Vec<Case> {
    let sizes: Vec<_> =
        scanning(gpu, form.clone()).map(|algorithm| (algorithm, edge_sizes(gpu, algorithm, form.clone()))).collect();
    let all: BTreeSet<u32> = sizes.iter().flat_map(|(_, sizes)| sizes.iter().copied()).collect();
    let mut cases = Vec::new();
    for pattern in PATTERNS {
        for &size in &all {
            let with_it = sizes.iter().filter(|(_, sizes)| sizes.contains(&size));
            cases.extend(with_it.map(|(algorithm, _)| case(algorithm, form.clone(), size, pattern)));
        }
    }
    cases.extend(scanning(gpu, form.clone()).flat_map(|algorithm| far_cases(gpu, algorithm, form.clone())));
    cases
}

/// Whether the kernels of an algorithm in a form are in the sample.
fn is_sampled(form: usize, algorithm: &Algorithm) -> bool {
    let interval = if env::var_os("SCANLAB_QUICK").is_some() { QUICK_KERNEL_INTERVAL } else { KERNEL_INTERVAL };
    let rank = ALGORITHMS.iter().position(|other| other.id == algorithm.id).expect("an algorithm of the registry");
    (form * ALGORITHMS.len() + rank).is_multiple_of(interval)
}

/// Runs the grid on devices with these options.
async fn run(options: OpenOptions) {
    let full = env::var_os("SCANLAB_FULL").is_some();
    let forms = forms_of_shard();
    let Some(mut gpu) = open(options).await else { return };
    let (mut seen, mut of_sample, mut examined, mut failures) = (0, 0, 0, Vec::new());
    for (rank, form) in forms.iter().enumerate() {
        if full && let Some(fresh) = open(options).await {
            // Each form gets a new device: a device caches pipelines, and no other form uses them.
            gpu = fresh;
        }
        let mut data: Option<(u32, &'static str, Data)> = None;
        for case in cases(&gpu, form.clone()) {
            seen += 1;
            if !full {
                of_sample += usize::from(is_sampled(rank, case.algorithm));
                if !is_sampled(rank, case.algorithm) || of_sample % CASE_INTERVAL != 0 {
                    continue;
                }
            }
            let key = (case.elements, case.pattern.id);
            let data = match &mut data {
                Some((elements, pattern, data)) if (*elements, *pattern) == key => data,
                other => &mut other.insert((key.0, key.1, case.data())).2,
            };
            if let Err(failure) = case.verify(&gpu, data).await {
                println!("{failure}");
                failures.push(failure);
            }
            examined += 1;
            assert!(failures.len() < MAX_FAILURES, "{}", failures.join("\n"));
        }
        if full || rank + 1 == forms.len() {
            println!("{} of {} forms: {examined} of {seen} cases, {} failures", rank + 1, forms.len(), failures.len());
        }
    }
    assert!(failures.is_empty(), "{} of {examined} cases:\n{}", failures.len(), failures.join("\n"));
    let most = if full { seen } else { of_sample / CASE_INTERVAL };
    let least = if shard().is_none() && env::var_os("SCANLAB_ALGORITHMS").is_none() { 100 } else { 0 };
    assert!(examined == most && examined > least && seen > 100, "{examined} of {seen} cases");
}

#[test]
fn the_grid_passes() {
    block_on(run(OpenOptions::default()));
}

#[test]
fn the_grid_passes_without_optional_features() {
    block_on(run(OpenOptions::GUARANTEED));
}
