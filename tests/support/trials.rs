//! The scans on which an algorithm's mutants are tried.

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Mode, Segments};
use scanlab::scan::Algorithm;
use scanlab_emulator::{Options, Schedule};

use crate::emulate::Case;
use crate::refused::takes;
use crate::trial::{Trial, affine};

const ORDERS: [(u32, Schedule); 3] = [(8, Schedule::Random), (32, Schedule::Lockstep), (4, Schedule::Reversed)];

fn options((subgroup_size, schedule): (u32, Schedule)) -> Options {
    Options { subgroup_size, schedule, idle_limit: 1 << 20, step_limit: 1 << 34, ..Options::default() }
}

fn on_u32(id: &str) -> Monoid {
    Monoid::find(id, ElementType::U32).expect("an operator on u32")
}

/// The scans on which an algorithm's mutants are tried, the most revealing first: operators of one, two and four words,
/// most of them non-commutative; sizes at edges and between; both modes; segments; small and large subgroups; little
/// workgroup memory and short dimensions of dispatches; tuning parameters at both ends; and long inputs.
pub fn trials(algorithm: &'static Algorithm) -> Vec<Trial> {
    let mut trials = sizes(algorithm);
    trials.extend(levels(algorithm));
    trials.extend(rows(algorithm));
    trials.extend(tunings(algorithm));
    trials.extend(states(algorithm));
    trials.extend(without_tickets(algorithm));
    trials.extend(fallbacks(algorithm));
    trials.extend(long(algorithm));
    trials
}

fn sizes(algorithm: &'static Algorithm) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (turn, elements) in [1_000, 5_004, 512, 4_002, 100, 2_305, 5_003, 7].into_iter().enumerate() {
        for (order, orders) in ORDERS.into_iter().enumerate() {
            let other = ["bicyclic", "add", "mat2"][(turn + order) % 3];
            for (rank, monoid) in [affine(), on_u32(other)].into_iter().enumerate() {
                let mode = [Mode::Exclusive, Mode::Inclusive][(turn + rank) % 2];
                let segments = [Segments::Whole, Segments::Heads][(turn + order + rank) / 2 % 2];
                let direction = if rank == 1 && turn % 2 == 1 { Direction::Backward } else { Direction::Forward };
                let form = Form { segments, direction, ..Form::new(monoid, mode) };
                trials.extend(Trial::new(Case::new(algorithm, form, elements), &options(orders)));
            }
        }
    }
    trials
}

/// Workgroup memory so small that there are several levels of tiles, and dimensions of dispatches so short that each
/// level has surplus workgroups. The first surplus workgroup begins at the end of the elements.
fn levels(algorithm: &'static Algorithm) -> Vec<Trial> {
    let mut trials = Vec::new();
    for monoid in [affine(), on_u32("add")] {
        for workgroup_bytes in [1 << 6, 1 << 10] {
            for mode in [Mode::Exclusive, Mode::Inclusive] {
                let mut case = Case::new(algorithm, Form::new(monoid.clone(), mode), 1);
                (case.workgroup_bytes, case.workgroups_per_dimension) = (workgroup_bytes, 5);
                if !takes(algorithm, &case.form) {
                    continue;
                }
                let tile = algorithm.plan(&case.job(8)).tile_elements;
                for elements in [7 * tile * tile, 7 * tile, 8 * tile * tile - 1] {
                    if (1..60_000).contains(&elements) {
                        let case = Case { elements, ..case.clone() };
                        trials.extend(Trial::new(case, &options(ORDERS[1])));
                    }
                }
            }
        }
    }
    trials
}

/// Tiles that end within each of their rows.
fn rows(algorithm: &'static Algorithm) -> Vec<Trial> {
    let mut trials = Vec::new();
    if algorithm.id == "segmented-difference" {
        // One tile of four rows.
        for row in 1..4 {
            let case = Case::new(algorithm, Form::new(on_u32("add"), Mode::Inclusive), 2048 + 32 * row);
            trials.extend(Trial::new(case, &options((8, Schedule::Lockstep))));
        }
    }
    if algorithm.tuning.iter().any(|parameter| parameter.name == "items") {
        for row in 1..8 {
            for (subgroup_size, elements) in [(8, 32 * row), (32, 128 * row), (2, 1024 * row)] {
                let case = Case::new(algorithm, Form::new(affine(), Mode::Inclusive), elements).tuned("items", 32);
                if algorithm.resolve_tuning(&case.tuning).is_ok() {
                    trials.extend(Trial::new(case, &options((subgroup_size, Schedule::Lockstep))));
                }
            }
        }
    }
    trials
}

fn has_fallback(algorithm: &Algorithm) -> bool {
    algorithm.tuning.iter().any(|parameter| parameter.name == "max_spins")
}

/// Many tiles whose states have eight words, in orders in which some are read half written.
fn states(algorithm: &'static Algorithm) -> Vec<Trial> {
    if !algorithm.needs_progress() && !has_fallback(algorithm) && algorithm.id != "auto" {
        return Vec::new();
    }
    let case = || {
        let case = Case::new(algorithm, Form::new(on_u32("mat2"), Mode::Inclusive), 20_003);
        if algorithm.tuning.iter().any(|parameter| parameter.name == "items") { case.tuned("items", 1) } else { case }
    };
    let orders = (1..=16).map(|seed| Options { seed, ..options((8, Schedule::Random)) });
    orders.filter_map(|options| Trial::new(case(), &options)).collect()
}

/// Scans on a device that starts workgroups in order: numbers of tiles around the limits up to which aggregates are
/// read at once, one or two per invocation, or by a look-back.
fn without_tickets(algorithm: &'static Algorithm) -> Vec<Trial> {
    if algorithm.id != "look-back" {
        return Vec::new();
    }
    let mut trials = Vec::new();
    for (turn, tiles) in [2, 8, 9, 16, 17, 40].into_iter().enumerate() {
        for (rank, monoid) in [affine(), on_u32("mat2")].into_iter().enumerate() {
            let mode = [Mode::Exclusive, Mode::Inclusive][(turn + rank) % 2];
            let segments = [Segments::Whole, Segments::Heads][turn / 2 % 2];
            let form = Form { segments, ..Form::new(monoid.clone(), mode) };
            let elements = tiles * 1024 / monoid.words() - 3;
            let case = Case { starts_in_order: true, ..Case::new(algorithm, form, elements).tuned("items", 1) };
            for schedule in [Schedule::Lockstep, Schedule::Random] {
                trials.extend(Trial::new(case.clone(), &options((8, schedule))));
            }
        }
    }
    trials
}

/// Half of the tiles are withheld: few tiles of many rows, and enough tiles that workgroups reduce their predecessor's
/// tile first.
fn fallbacks(algorithm: &'static Algorithm) -> Vec<Trial> {
    if !has_fallback(algorithm) {
        return Vec::new();
    }
    let case = |items, elements| Case {
        withheld_percent: 50,
        ..Case::new(algorithm, Form::new(affine(), Mode::Inclusive), elements).tuned("items", items)
    };
    let trials = [(case(8, 100_003), ORDERS[0]), (case(1, 400_003), ORDERS[1])];
    trials.into_iter().filter_map(|(case, order)| Trial::new(case, &options(order))).collect()
}

/// Every parameter at both ends, and all at the lower one.
fn tunings(algorithm: &'static Algorithm) -> Vec<Trial> {
    let lowest = |name: &str, min: u32| if name == "items" { min.max(1) } else { min };
    let mut trials = Vec::new();
    for parameter in algorithm.tuning {
        for value in [lowest(parameter.name, parameter.min), parameter.max] {
            for (order, elements) in ORDERS.into_iter().zip([3_000, 40_003, 5_003]) {
                for (monoid, mode) in
                    [(affine(), Mode::Exclusive), (affine(), Mode::Inclusive), (on_u32("add"), Mode::Inclusive)]
                {
                    let case = Case::new(algorithm, Form::new(monoid, mode), elements).tuned(parameter.name, value);
                    trials.extend(Trial::new(case, &options(order)));
                }
            }
        }
    }
    if !algorithm.tuning.is_empty() {
        for order in [(4, Schedule::Lockstep), (4, Schedule::Random)] {
            let mut case = Case::new(algorithm, Form::new(affine(), Mode::Inclusive), 40_003);
            for parameter in algorithm.tuning {
                case = case.tuned(parameter.name, lowest(parameter.name, parameter.min));
            }
            trials.extend(Trial::new(case, &options(order)));
        }
    }
    trials
}

/// Inputs so long that another loop iterates again, or another level has several tiles: sums of more blocks than a
/// workgroup has invocations, a group of groups of tiles, more blocks of totals than a subgroup has invocations, totals
/// of more than one tile.
fn long(algorithm: &'static Algorithm) -> Vec<Trial> {
    let monoid = if algorithm.id == "matrix" { on_u32("add") } else { affine() };
    let case = |elements| Case::new(algorithm, Form::new(monoid.clone(), Mode::Exclusive), elements);
    let with_surplus = |case: Case| Case { workgroups_per_dimension: 5, ..case };
    let cases = match algorithm.id {
        "two-level" => vec![case(5_003).tuned("blocks", 3), case(270_003)],
        "look-back-deterministic" => vec![case(1_100_003).tuned("items", 1)],
        // Windows of 256 tiles of 512 elements, with one workgroup per tile, and with workgroups that stay for several
        // tiles.
        "look-ahead" => {
            [3, 512].map(|workgroups| case(520 << 9).tuned("items", 1).tuned("workgroups", workgroups)).into()
        }
        "subgroup" => vec![case(5_250_003).tuned("items", 1)],
        "reduce-then-scan" => {
            vec![case(300_003).tuned("items", 2), with_surplus(case(7 << 16).tuned("items", 1))]
        }
        "matrix" => {
            let case = |elements| Case { workgroup_bytes: 1 << 10, ..with_surplus(case(elements)) };
            let tile = algorithm.plan(&case(1).job(4)).tile_elements;
            vec![case(7 * tile * tile)]
        }
        _ => Vec::new(),
    };
    cases.into_iter().filter_map(|case| Trial::new(case, &options((4, Schedule::Lockstep)))).collect()
}
