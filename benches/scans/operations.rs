//! The operations that are measured, and their required outputs, which plain loops compute.

use scanlab::error::Error;
use scanlab::operation::OPERATIONS;
use scanlab::plan::Resource;
use scanlab_lab::pattern::TestInputs;
use scanlab_lab::request::OperationRequest;

/// The share of random elements that the conditions select: `KEPT` / `PARTS`.
const PARTS: u32 = 1000;
const KEPT: u32 = 500;

/// The average length of segments.
const RUN: u32 = 37;

/// The number of bins of the histogram. Together they hold all numbers of type u32.
const BINS: u32 = 256;

/// An operation as it is measured, on random u32.
#[derive(Clone)]
pub struct Measured {
    /// Its name in tables.
    pub name: &'static str,
    operation: &'static str,
    options: String,
}

/// The outputs of an operation, and the number of elements that it counts.
pub struct Expected {
    /// The first and the second output.
    pub outputs: [Vec<u32>; 2],
    /// The count, for operations that count.
    pub count: Option<u32>,
}

/// The operations of the registry with the given names, or all if no names are given.
pub fn chosen(names: &[String]) -> Vec<Measured> {
    let condition = format!(r#"{{"where":"x % {PARTS}u < {KEPT}u"}}"#);
    let all = [
        ("reduce", "reduce", "{}".into()),
        ("compact", "compact", condition.clone()),
        ("partition", "partition", condition.clone()),
        ("partition reversed", "partition", condition.replace('}', r#","reversed":true}"#)),
        ("unique", "unique", "{}".into()),
        ("run-lengths", "run-lengths", "{}".into()),
        ("reduce-by-key", "reduce-by-key", "{}".into()),
        ("segmented-reduce", "segmented-reduce", format!(r#"{{"runs":{RUN}}}"#)),
        ("histogram", "histogram", format!(r#"{{"bins":{BINS},"from":0,"to":{}}}"#, 1u64 << 32)),
        ("sort", "sort", "{}".into()),
        ("sort pairs", "sort", r#"{"values":true}"#.into()),
        ("sort indices", "sort", r#"{"indices":true}"#.into()),
        ("segmented-sort", "segmented-sort", format!(r#"{{"runs":{RUN}}}"#)),
        ("segmented-sort pairs", "segmented-sort", format!(r#"{{"runs":{RUN},"values":true}}"#)),
        ("arg-min", "arg-min", "{}".into()),
        ("arg-max", "arg-max", "{}".into()),
        ("lower-bound", "lower-bound", "{}".into()),
        ("merge", "merge", "{}".into()),
        ("merge indices", "merge", r#"{"indices":true}"#.into()),
        // 1,000 keys.
        ("top-k", "top-k", r#"{"k":1000}"#.into()),
    ];
    let is_known = |id: &str| OPERATIONS.iter().any(|operation| operation.id == id);
    let is_chosen = |id: &str| is_known(id) && (names.is_empty() || names.iter().any(|name| name == id));
    let measured = |(name, operation, options)| Measured { name, operation, options };
    all.into_iter().filter(|(_, id, _)| is_chosen(id)).map(measured).collect()
}

impl Measured {
    /// The request at a size.
    ///
    /// # Errors
    /// Those of [`OperationRequest::parse`].
    pub fn request(&self, n: u32, pattern: &str, seed: u32) -> Result<OperationRequest, Error> {
        let Measured { operation, options, .. } = self;
        OperationRequest::parse(&format!(
            r#"{{"operation":"{operation}","type":"u32","options":{options},"n":{n},"pattern":"{pattern}","seed":{seed}}}"#
        ))
    }

    /// The required output.
    pub fn expected(&self, inputs: &TestInputs, n: u32) -> Expected {
        let filled = |input| {
            let mut words = vec![0; n as usize];
            inputs.fill(input, 0, &mut words);
            words
        };
        let source = filled(Resource::Input);
        let (kept, others): (Vec<u32>, Vec<u32>) = source.iter().partition(|&&word| word % PARTS < KEPT);
        let count = Some(kept.len() as u32);
        let of = |first, second, count| Expected { outputs: [first, second], count };
        match self.operation {
            "reduce" => of(vec![source.iter().copied().fold(0, u32::wrapping_add)], Vec::new(), None),
            "compact" => of(kept, Vec::new(), count),
            "partition" if self.options.contains("reversed") => {
                of(kept.into_iter().chain(others.into_iter().rev()).collect(), Vec::new(), count)
            }
            "partition" => of([kept, others].concat(), Vec::new(), count),
            "histogram" => of(histogram(&source), Vec::new(), None),
            "unique" => {
                let Expected { outputs: [firsts, _], count } = runs(&source, &source);
                of(firsts, Vec::new(), count)
            }
            "run-lengths" => runs(&source, &vec![1; source.len()]),
            "reduce-by-key" => runs(&source, &filled(Resource::Values)),
            "segmented-reduce" => {
                let sum = |ends: &[usize]| source[ends[0]..ends[1]].iter().copied().fold(0, u32::wrapping_add);
                of(offsets(inputs, n).windows(2).map(sum).collect(), Vec::new(), None)
            }
            "segmented-sort" => sorted(&source, &offsets(inputs, n)),
            "arg-min" => extreme(source.iter().enumerate().min_by_key(|(_, word)| **word)),
            "arg-max" => extreme(source.iter().enumerate().rev().max_by_key(|(_, word)| **word)),
            "lower-bound" => {
                // As many sorted keys as needles.
                let keys = filled(Resource::Sorted);
                let before = |needle: &u32| keys.partition_point(|key| key < needle) as u32;
                of(source.iter().map(before).collect(), Vec::new(), None)
            }
            "merge" => {
                let both = [source, filled(Resource::Sorted)].concat();
                sorted(&both, &[0, both.len()])
            }
            "top-k" => top(&source, 1000),
            _ => sorted(&source, &[0, source.len()]),
        }
    }
}

/// A key and its index. Without keys, there is no output.
fn extreme(best: Option<(usize, &u32)>) -> Expected {
    let outputs = best.map(|(index, &word)| [vec![word], vec![index as u32]]).unwrap_or_default();
    Expected { outputs, count: None }
}

fn histogram(source: &[u32]) -> Vec<u32> {
    let mut counts = vec![0; BINS as usize];
    for &word in source {
        counts[((u64::from(word) * u64::from(BINS)) >> 32) as usize] += 1;
    }
    counts
}

/// The runs of equal keys, with the sums of their values.
fn runs(keys: &[u32], values: &[u32]) -> Expected {
    let mut outputs = [Vec::new(), Vec::new()];
    for (&key, &value) in keys.iter().zip(values) {
        let [starts, sums] = &mut outputs;
        match sums.last_mut().filter(|_| starts.last() == Some(&key)) {
            Some(sum) => *sum = value.wrapping_add(*sum),
            None => {
                starts.push(key);
                sums.push(value);
            }
        }
    }
    let count = Some(outputs[0].len() as u32);
    Expected { outputs, count }
}

/// The k largest keys, and their indices, in the order of the input.
fn top(keys: &[u32], k: usize) -> Expected {
    let mut places: Vec<u32> = (0..keys.len() as u32).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(keys[place as usize]));
    places.truncate(k);
    places.sort_unstable();
    let count = Some(places.len() as u32);
    let kept = places.iter().map(|&place| keys[place as usize]).collect();
    Expected { outputs: [kept, places], count }
}

/// The offsets of the segments of a test input.
fn offsets(inputs: &TestInputs, n: u32) -> Vec<usize> {
    let mut offsets = vec![0; (n / RUN).max(1) as usize + 1];
    inputs.fill(Resource::Offsets, 0, &mut offsets);
    offsets.iter().map(|&offset| offset.min(n) as usize).collect()
}

/// The sorted keys of segments, and their indices in the input.
fn sorted(keys: &[u32], offsets: &[usize]) -> Expected {
    let mut places: Vec<u32> = (0..keys.len() as u32).collect();
    for ends in offsets.windows(2) {
        places[ends[0]..ends[1]].sort_by_key(|&place| keys[place as usize]);
    }
    let sorted = places.iter().map(|&place| keys[place as usize]).collect();
    Expected { outputs: [sorted, places], count: None }
}
