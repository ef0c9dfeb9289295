//! Trials of custom operators: whether they are associative on the device, and whether their identity leaves every
//! element unchanged.
//!
//! Every scan that combines in another order than the sequential scan requires both properties. No compiler checks
//! them. The operands are
//! - small numbers, with which operators that count do not wrap; many are equal, and some operands are the identity;
//! - elements of the input, and results of the operator on these elements, whose values grow like the prefixes;
//! - numbers of every magnitude that the type has, the smaller numbers first.
//!
//! NaN and infinities are not operands, since WGSL lets compilers assume that they do not occur.

use serde::Serialize;

use crate::gpu::{BoundPass, Cancel, Gpu};
use crate::pattern::mixed;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Constant, Form, Kernel, Mode, Pass, PassCost};
use scanlab::shader::compose;
use scanlab::wgsl;
use scanlab::wgsl::binding;

const SMALL_TRIPLES: u32 = 2048;
/// The triples per magnitude, and the number of magnitudes. A magnitude is a number of bits of an integer, or a range of
/// eight exponents of f32.
const TRIPLES_OF_MAGNITUDE: u32 = 64;
const MAGNITUDES: u32 = 32;
/// The maximum number of elements of the input that are operands.
const INPUT_ELEMENTS: usize = 192;
/// How often results on the input become operands. The triples then combine 6, 12, 24 and 48 elements of the input, if
/// it is that long.
const GROWTHS: usize = 4;
const WORKGROUP_SIZE: u32 = 64;
/// The operands of a triple, and its results.
const OPERANDS: usize = 3;
const RESULTS: usize = 6;
/// The largest difference that rounding may make, relative to the largest number among operands and results: 64 roundings
/// of f32.
const TOLERANCE: f64 = 64.0 / (1u32 << 24) as f64;
/// The largest absolute difference that underflow may make, 2⁻⁶³: the product of two smaller numbers is below f32's normal
/// range, 2⁻¹²⁶.
const UNDERFLOW: f64 = 1.0 / (1u64 << 63) as f64;

/// The findings of a trial of an associative operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OperatorTrial"))]
pub struct Trial {
    /// Whether rounding makes results depend on the order of the applications.
    pub rounds: bool,
}

/// Tries an operator on the device. `input` holds neighbouring elements of an input; it may be empty.
///
/// # Errors
/// [`Error::Code`] if the operator does not compile; [`Error::BadArgument`], with the values, if it is not associative
/// or its identity changes an element; and those of a scan.
pub async fn run(gpu: &Gpu, monoid: &Monoid, input: &[u32], cancel: &Cancel) -> Result<Trial, Error> {
    let mut trial = Trial { rounds: false };
    let mut sampled = input_triples(monoid, input);
    let [small, wide] = [small_operands(monoid), wide_operands(monoid)];
    let all = [&small[..], &sampled, &wide].concat();
    let results = combined(gpu, monoid, &all, cancel).await?;
    let (of_small, rest) = results.split_at(small.len() * 2);
    let (of_input, of_wide) = rest.split_at(sampled.len() * 2);
    trial.check(monoid, &small, of_small, Origin::Small)?;
    trial.check(monoid, &sampled, of_input, Origin::Input)?;
    let mut of_input = of_input.to_vec();
    let elements = input.len() / monoid.words() as usize;
    for growth in 1..=GROWTHS {
        if OPERANDS << growth > elements || sampled.is_empty() {
            break;
        }
        sampled = grown(monoid, &sampled, &of_input);
        of_input = combined(gpu, monoid, &sampled, cancel).await?;
        trial.check(monoid, &sampled, &of_input, Origin::Results)?;
    }
    trial.check(monoid, &wide, of_wide, Origin::Wide)?;
    Ok(trial)
}

impl Trial {
    /// Checks triples by their results, in order.
    fn check(&mut self, monoid: &Monoid, operands: &[u32], results: &[u32], origin: Origin) -> Result<(), Error> {
        let words = monoid.words() as usize;
        let triples = operands.chunks_exact(OPERANDS * words).zip(results.chunks_exact(RESULTS * words));
        for (index, (operands, results)) in triples.enumerate() {
            let triple = Triple {
                element_type: monoid.element_type,
                operands: operands.chunks_exact(words).collect(),
                results: results.chunks_exact(words).collect(),
            };
            self.rounds |= triple.rounds();
            if origin == Origin::Small || !triple.leaves_range() {
                triple.check().map_err(|failure| failure.error(origin, monoid.element_type, index))?;
            }
        }
        Ok(())
    }
}

/// Runs the kernel on the operands.
async fn combined(gpu: &Gpu, monoid: &Monoid, operands: &[u32], cancel: &Cancel) -> Result<Vec<u32>, Error> {
    let triples = operands.len() as u32 / (OPERANDS as u32 * monoid.words());
    let pass = Pass {
        kernel: Kernel::of_form(
            &Form::new(monoid.clone(), Mode::Inclusive),
            wgsl!("custom/trial.wgsl"),
            "combine_triples",
            &[("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
        ),
        workgroups: triples.div_ceil(WORKGROUP_SIZE),
        elements: triples,
        takes_length: false,
        argument: 0,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    };
    let count = operands.len() / OPERANDS * RESULTS;
    let [from] = gpu.storage(["operands"], 4 * operands.len() as u64).await?;
    let [to] = gpu.storage(["results"], 4 * count as u64).await?;
    let shader = compose(&pass.kernel);
    let bound = BoundPass {
        pass: &pass,
        shader,
        columns: 0,
        buffers: vec![(binding::OPERANDS, &from), (binding::RESULTS, &to)],
    };
    let prepared = gpu.prepare_each(&[bound]).await?;
    let fill = |start: u32, words: &mut [u32]| words.copy_from_slice(&operands[start as usize..][..words.len()]);
    gpu.upload(&from, operands.len() as u32, cancel, fill).await?;
    for prepared in &prepared {
        gpu.run_while(prepared, &|| cancel.check()).await?;
    }
    let mut results = vec![0; count];
    let take = |start: u32, words: &[u32]| results[start as usize..][..words.len()].copy_from_slice(words);
    gpu.download(&to, 0, count as u32, cancel, take).await?;
    Ok(results)
}

/// Triples of small operands. One operand in sixteen is the identity.
fn small_operands(monoid: &Monoid) -> Vec<u32> {
    drawn(monoid, SMALL_TRIPLES, |_, kind, hash| small(monoid.element_type, kind, hash))
}

/// Triples of operands of every magnitude, the small magnitudes first. One operand in sixteen is the identity.
fn wide_operands(monoid: &Monoid) -> Vec<u32> {
    let word = |triple: u32, kind: u32, hash: u32| {
        let magnitude = triple / TRIPLES_OF_MAGNITUDE;
        // Words of a value are often of different magnitudes, such as a value and its index.
        if hash.is_multiple_of(4) {
            return small(monoid.element_type, kind, hash >> 2);
        }
        match monoid.element_type {
            ElementType::F32 => float_of(magnitude, hash >> 2),
            _ => integer_of(monoid.element_type, magnitude + 1, hash >> 2),
        }
    };
    drawn(monoid, TRIPLES_OF_MAGNITUDE * MAGNITUDES, word)
}

/// The operands of `triples` triples. `word_of` maps the index of the triple, a hash of the element and a hash of the
/// word to a word.
fn drawn(monoid: &Monoid, triples: u32, word_of: impl Fn(u32, u32, u32) -> u32) -> Vec<u32> {
    let words = monoid.words();
    let word = |index: u32| {
        let (element, word) = (index / words, index % words);
        let (kind, hash) = (mixed(element ^ 0x5851_f42d), mixed(index.wrapping_mul(0x9e37_79b9)));
        if kind.is_multiple_of(16) {
            monoid.identity()[word as usize]
        } else {
            word_of(element / OPERANDS as u32, kind >> 4, hash)
        }
    };
    (0..triples * OPERANDS as u32 * words).map(word).collect()
}

fn largest_small(element_type: ElementType) -> u32 {
    match element_type {
        ElementType::U32 => 4095,
        ElementType::I32 => 2047,
        ElementType::F32 => 2048,
    }
}

/// A small number, with two, eight or twelve bits. For f32, a fraction between −1 and 1 replaces the eight bits.
fn small(element_type: ElementType, kind: u32, hash: u32) -> u32 {
    let range = [4, 256, 4096][(kind % 3) as usize];
    let (whole, middle) = (hash % range, range / 2);
    match element_type {
        ElementType::U32 => whole,
        ElementType::I32 => whole.wrapping_sub(middle),
        ElementType::F32 if range == 256 => ((hash >> 8) as f32 / (1 << 23) as f32 - 1.0).to_bits(),
        ElementType::F32 => (whole as f32 - middle as f32).to_bits(),
    }
}

/// An integer of at most `bits` bits, with a sign for i32: a random integer, the largest integer, the largest power of
/// two, or a neighbour of this power.
fn integer_of(element_type: ElementType, bits: u32, hash: u32) -> u32 {
    let is_signed = element_type == ElementType::I32;
    let largest = if is_signed { u32::MAX >> 1 >> (32 - bits) } else { u32::MAX >> (32 - bits) };
    let power = largest / 2 + 1;
    let magnitude = match hash % 8 {
        0 => largest,
        1 => power,
        2 => power - 1,
        3 => power.saturating_add(1).min(largest),
        _ => mixed(hash) & largest,
    };
    match (is_signed, (hash >> 3) % 2) {
        // The complement of the largest number is the smallest.
        (true, 1) => !magnitude,
        _ => magnitude,
    }
}

/// A float with one of the eight exponents of a magnitude. The first half of the magnitudes has exponents from 0 up,
/// the second half from 0 down. The mantissa is random, the largest, or that of a power of two.
fn float_of(magnitude: u32, hash: u32) -> u32 {
    const BIAS: u32 = 127;
    let step = 8 * (magnitude % (MAGNITUDES / 2)) + hash % 8;
    let exponent = if magnitude < MAGNITUDES / 2 { BIAS + step } else { BIAS - step.min(BIAS - 1) };
    let mantissa = match (hash >> 3) % 8 {
        0 => 0,
        1 => 0x7f_ffff,
        _ => mixed(hash) & 0x7f_ffff,
    };
    (((hash >> 6) % 2) << 31) | (exponent << 23) | mantissa
}

/// Triples of elements of the input, without NaN and infinities: neighbours, and the same number of random triples in
/// index order. Identities extend an input of one or two elements.
fn input_triples(monoid: &Monoid, input: &[u32]) -> Vec<u32> {
    let words = monoid.words() as usize;
    let is_finite = |element: &&[u32]| {
        monoid.element_type != ElementType::F32 || element.iter().all(|&word| f32::from_bits(word).is_finite())
    };
    let mut elements: Vec<_> = input.chunks_exact(words).take(INPUT_ELEMENTS).filter(is_finite).collect();
    let identity = monoid.identity();
    if (1..OPERANDS).contains(&elements.len()) {
        elements.resize(OPERANDS, &identity[..words]);
    }
    let count = elements.len();
    let neighbours = (0..count).map(|first| [first, first + 1, first + 2]);
    let others = (0..count).map(|index| {
        let mut places = [0, 1, 2].map(|draw| mixed(3 * index as u32 + draw) as usize % count);
        places.sort_unstable();
        places
    });
    neighbours.chain(others).flatten().flat_map(|place| elements[place % count].iter().copied()).collect()
}

/// Triples whose operands are results of the previous triples. The three operands combine different numbers of elements,
/// since equal operands reveal nothing about a commutative operator.
fn grown(monoid: &Monoid, operands: &[u32], results: &[u32]) -> Vec<u32> {
    let words = monoid.words() as usize;
    let triples = operands.len() / (OPERANDS * words);
    let operand = |triple: usize| &operands[triple % triples * OPERANDS * words..][..words];
    let result = |triple: usize, which: usize| &results[(triple % triples * RESULTS + which) * words..][..words];
    // b ∘ c, (a ∘ b) ∘ c and a.
    (0..triples).flat_map(|triple| [result(triple, 1), result(triple + 1, 2), operand(triple + 2)].concat()).collect()
}

/// The source of the operands of a triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Small,
    Input,
    /// Results of the operator on elements of the input.
    Results,
    Wide,
}

/// A failed check of a triple.
struct Failure {
    what: &'static str,
    required: &'static str,
    found: String,
}

impl Failure {
    /// The error, with the numbers for which the trial found no failure. `index` is the triple's index among the triples
    /// of its origin.
    fn error(self, origin: Origin, element_type: ElementType, index: usize) -> Error {
        let Failure { what, required, found } = self;
        let small = largest_small(element_type);
        let found = match origin {
            Origin::Small => found,
            Origin::Input => {
                format!("{found}, which are elements of the input. It is for the numbers up to {small} that were tried")
            }
            Origin::Results => format!(
                "{found}, which are elements of the input and results of combine on them. It is for the numbers up to {small} that were tried"
            ),
            Origin::Wide => {
                let passed = right_up_to(element_type, index as u32 / TRIPLES_OF_MAGNITUDE).max(small);
                format!(
                    "{found}. It is for the numbers up to {passed} that were tried: pass associative: true if elements and results never exceed what it is associative for"
                )
            }
        };
        Error::bad_argument(what, required, found)
    }
}

/// The largest integer of all magnitudes below `magnitude`; 0 for f32.
fn right_up_to(element_type: ElementType, magnitude: u32) -> u32 {
    match element_type {
        ElementType::F32 => 0,
        _ if magnitude == 0 => 0,
        ElementType::I32 => u32::MAX >> 1 >> (32 - magnitude),
        ElementType::U32 => u32::MAX >> (32 - magnitude),
    }
}

/// The operands a, b, c and the results a∘b, b∘c, (a∘b)∘c, a∘(b∘c), e∘a, a∘e.
struct Triple<'a> {
    element_type: ElementType,
    operands: Vec<&'a [u32]>,
    results: Vec<&'a [u32]>,
}

impl Triple<'_> {
    fn check(&self) -> Result<(), Failure> {
        let show = |element: &[u32]| self.show(element);
        let ([a, b, c], [_, _, left, right, after, before]) = (&self.operands[..], &self.results[..]) else {
            return Ok(());
        };
        for (call, found) in [("combine(identity, a)", after), ("combine(a, identity)", before)] {
            if !self.are_equal(found, a) {
                return Err(Failure {
                    what: "operator.identity",
                    required: "the identity of combine",
                    found: format!("{call} = {} for a = {}", show(found), show(a)),
                });
            }
        }
        if self.are_equal(left, right) {
            return Ok(());
        }
        let results =
            format!("combine(combine(a, b), c) = {} and combine(a, combine(b, c)) = {}", show(left), show(right));
        let operands = format!("a = {}, b = {}, c = {}", show(a), show(b), show(c));
        let found = format!("{results} for {operands}");
        Err(Failure { what: "operator.combine", required: "associative", found })
    }

    /// Whether finite operands have a result that is not finite. Then the order of the applications decides which results
    /// are finite.
    fn leaves_range(&self) -> bool {
        let are_finite =
            |elements: &[&[u32]]| elements.iter().copied().flatten().all(|&word| f32::from_bits(word).is_finite());
        self.element_type == ElementType::F32 && are_finite(&self.operands) && !are_finite(&self.results)
    }

    /// Whether the order of the applications changes a word of the result.
    fn rounds(&self) -> bool {
        let [_, _, left, right, ..] = self.results[..] else { return false };
        let same = |(&left, &right): (&u32, &u32)| {
            let [a, b] = [left, right].map(f32::from_bits);
            left == right || self.element_type == ElementType::F32 && (a == b || a.is_nan() && b.is_nan())
        };
        !left.iter().zip(right).all(same)
    }

    fn are_equal(&self, left: &[u32], right: &[u32]) -> bool {
        if self.element_type != ElementType::F32 {
            return left == right;
        }
        let all = self.operands.iter().chain(&self.results).flat_map(|element| element.iter());
        let magnitudes = all.map(|&word| f64::from(f32::from_bits(word).abs())).filter(|number| number.is_finite());
        let scale = magnitudes.fold(0.0, f64::max);
        left.iter().zip(right).all(|(&left, &right)| {
            let [left, right] = [left, right].map(|word| f64::from(f32::from_bits(word)));
            // Beyond f32's range, the order of the applications decides between infinities and NaN.
            left == right
                || !left.is_finite() && !right.is_finite()
                || (left - right).abs() <= TOLERANCE * scale + UNDERFLOW
        })
    }

    fn show(&self, element: &[u32]) -> String {
        let words: Vec<_> = element.iter().map(|&word| self.element_type.show(word)).collect();
        format!("[{}]", words.join(", "))
    }
}
