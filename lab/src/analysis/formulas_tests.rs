use super::*;
use scanlab::error::ErrorCode;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Cost, Form, Job, Mode, Pass, PassCost, Plan, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};

/// A plan with tiles of 8 elements, and costs that are easy to recognise.
fn plan(tuning: &[(&str, u32)], dispatches: usize, applications: u64) -> Plan {
    let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
    let job = Job { elements: 8, form, tuning: Tuning::new(), limits: Limits::CORE };
    let mut plan = Algorithm::find("sequential").unwrap().plan(&job);
    let pass = |cost: PassCost, workgroups| Pass { workgroups, cost, ..plan.passes[0].clone() };
    let first = PassCost { reads: 32, writes: 16, applications: 34, barriers: 14 };
    let between = PassCost { applications: applications.saturating_sub(34 + 8), ..PassCost::default() };
    let last = PassCost { applications: 8, ..PassCost::default() };
    let mut passes = vec![pass(first, 2), pass(between, 1)];
    passes.resize(dispatches - 1, pass(PassCost::default(), 1));
    passes.push(pass(last, 1));
    let tunings = [("padding", 0), ("radix", 2), ("reduce_steps", 2), ("blocks", 4), ("k", 8)];
    plan.passes = passes;
    plan.tuning = tunings.iter().chain(tuning).map(|&(name, value)| (name.to_owned(), value)).collect();
    plan.tile_elements = 8;
    plan.scratch_bytes = vec![44];
    plan
}

fn subject(n: u32, plan: &Plan) -> Subject<'_> {
    Subject {
        plan,
        cost: plan.cost(),
        n: f64::from(n),
        invocations: 4.0,
        element_bytes: 4.0,
        horn: Some(Cost { reads: 128, writes: 64, applications: 49, ..Cost::default() }),
    }
}

fn formulas_of(id: &str, subject: &Subject<'_>) -> Vec<Formula> {
    (Algorithm::find(id).unwrap().formulas)(subject)
}

fn told_of(id: &str, n: u32, plan: &Plan) -> Vec<[f64; 2]> {
    formulas_of(id, &subject(n, plan)).into_iter().map(|row| [row.value, row.planned]).collect()
}

/// Pairs of a formula's value and the cost of the plan.
fn told(id: &str) -> Vec<[f64; 2]> {
    told_of(id, 16, &plan(&[], 4, 49))
}

#[test]
fn device_wide_formulas_have_the_values_computed_by_hand() {
    let plain = plan(&[], 4, 49);
    let horn = formulas_of("hillis-steele", &subject(16, &plain));
    let texts: Vec<_> = horn.iter().map(|row| format!("{}: {}", row.quantity, row.formula)).collect();
    assert_eq!(
        texts,
        [
            "Applications of ⊕: n log₂ n − (n − 1)",
            "Dispatches: log₂ n",
            "Applications of ⊕, last step: n/2ⁱ in step i, as printed",
            "Applications of ⊕, last step: n − 2ⁱ⁻¹ in step i",
        ]
    );
    assert_eq!(told("hillis-steele"), [[49.0, 49.0], [4.0, 4.0], [1.0, 8.0], [8.0, 8.0]]);
    // 23: the 49 applications of Horn’s scan minus the 2·15 − 4 of the tree.
    let printed = 64.0 - 32.0 * (1.0 - 65536.0);
    let saved: Vec<_> = told("reduce-downsweep").iter().map(|[said, _]| *said).collect();
    assert_eq!(saved, [8.0, printed, 34.0, 23.0, 112.0]);
    // 2·16·(1 − 1/4) + 4·2, 2·2 + 2
    assert_eq!(told("hybrid").iter().map(|[said, _]| *said).collect::<Vec<_>>(), [32.0, 6.0, 0.0]);
    assert_eq!(told_of("hybrid", 1 << 20, &plain)[2], [4.0, 4.0]);
    let nakano: Vec<_> = told("nakano").iter().map(|[said, _]| *said).collect();
    assert_eq!(nakano, [26.0, 23.0, 12.0, 11.0, 7.0, 112.0]);
    // 16/8 groups of 2·3 − 1 steps
    assert_eq!(told("nakano-sequential"), [[8.0, 11.0], [10.0, 4.0]]);
}

#[test]
fn formulas_of_tiles_are_for_one_tile_of_the_first_pass() {
    let plain = plan(&[], 4, 49);
    let naive = formulas_of("naive-tiles", &subject(16, &plain));
    assert_eq!(naive[0].formula, "log₂ N × N − 1, as printed");
    assert_eq!(told("naive-tiles"), [[23.0, 17.0], [17.0, 17.0], [3.0, 7.0]]);
    assert_eq!(told_of("naive-tiles", 16, &plan(&[("buffers", 1)], 4, 49))[2], [6.0, 7.0]);
    assert_eq!(told("kogge-stone"), [[17.0, 17.0], [6.0, 7.0], [24.0, 25.0], [24.0, 24.0]]);
    let padded = told_of("kogge-stone", 16, &plan(&[("padding", 1)], 4, 49));
    assert_eq!(padded[2..], [[24.0, 32.0], [24.0, 28.0]]);
    assert_eq!(told("sklansky"), [[12.0, 17.0], [3.0, 7.0]]);
    assert_eq!(told("han-carlson"), [[12.0, 17.0], [6.0, 7.0]]);
    // 4·8 − F(8) + 1, and 3·8 − F(7)
    assert_eq!(told("ladner-fischer"), [[12.0, 17.0], [3.0, 7.0]]);
    assert_eq!(told_of("ladner-fischer", 16, &plan(&[("extra_steps", 1)], 4, 49)), [[11.0, 17.0], [4.0, 7.0]]);
    assert_eq!(told("knowles"), told("kogge-stone")[..2]);
    assert_eq!(told_of("knowles", 16, &plan(&[("fan_out", 4)], 4, 49)), [[12.0, 17.0], [4.0, 7.0]]);
    assert_eq!(told("blelloch"), [[14.0, 17.0], [7.0, 7.0]]);
    assert_eq!(told("brent-kung"), [[32.0, 25.0], [24.0, 20.0], [6.0, 7.0], [4.0, 4.0]]);
    assert_eq!(told("brent-kung-in-place"), told("brent-kung"));
    assert_eq!(told_of("brent-kung-radix", 16, &plan(&[("radix", 8)], 4, 49)), [[2.0, 7.0]]);
}

#[test]
fn formulas_of_joined_tiles_are_for_the_whole_scan() {
    // log₈ 16, 2N, N, N log₂ 8
    let joined = [[4.0 / 3.0, 4.0], [32.0, 32.0], [16.0, 16.0], [48.0, 56.0]];
    assert_eq!(told("reduce-then-scan"), joined);
    let two_level = [[3.0, 4.0], [16.0, 44.0], [32.0, 32.0], [16.0, 16.0], [32.0, 56.0]];
    assert_eq!(told("two-level"), two_level);
    for id in ["chained", "look-back", "look-back-deterministic", "look-back-fallback", "look-ahead"] {
        assert_eq!(told(id), [[1.0, 4.0], [16.0, 32.0], [16.0, 16.0]]);
    }
}

#[test]
fn misprinted_formulas_have_a_reason_and_a_correction() {
    let plan = plan(&[], 4, 49);
    let mut wrong = 0;
    for algorithm in ALGORITHMS {
        let rows = formulas_of(algorithm.id, &subject(16, &plan));
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.formula.ends_with("as printed")) {
            wrong += 1;
            assert!(row.reason.is_some() && row.value != row.planned, "{}", row.formula);
            assert_eq!(rows[index + 1].quantity, row.quantity);
        }
    }
    assert_eq!(wrong, 5);
}

#[test]
fn formulas_relative_to_horns_scan_are_left_out_where_it_does_not_fit() {
    let plan = plan(&[], 4, 49);
    for id in ["reduce-downsweep", "hybrid"] {
        let rows = formulas_of(id, &Subject { horn: None, ..subject(1 << 20, &plan) });
        assert!(!rows.is_empty() && rows.iter().all(|row| !row.quantity.contains("Horn")), "{id}");
    }
}

fn request(algorithm: &str, n: u64) -> Request {
    let json = format!(r#"{{"algorithm":"{algorithm}","operator":"mat2","type":"u32","n":{n}}}"#);
    Request::parse(&json).unwrap()
}

#[test]
fn formulas_are_evaluated_for_a_request() {
    let two_level = formulas(&request("two-level", 1 << 16), Limits::CORE).unwrap();
    let scratch = two_level.iter().find(|row| row.quantity == "Scratch memory, bytes").unwrap();
    assert_eq!(scratch.value, scratch.planned);
    let hybrid = formulas(&request("hybrid", 1 << 18), Limits::CORE).unwrap();
    assert_eq!(hybrid[2].formula, "about 3, as measured with r = 9");
    for id in ["auto", "raking"] {
        assert_eq!(formulas(&request(id, 1000), Limits::CORE).unwrap(), []);
    }
    assert_eq!(formulas(&request("sequential", 1), Limits::CORE).unwrap(), []);
    assert_eq!(formulas(&request("sequential", 1 << 40), Limits::CORE).unwrap_err().code(), ErrorCode::TooLarge);
}
