//! Trials of operators of one's own: whether they are associative on the device, and whether their identity is neutral.
//!
//! A scan by any other order than the sequential one requires both, and no compiler checks them. The operands are small numbers, so that
//! operators that count do not wrap, with many equal ones and identities among them.

use serde::Serialize;

use crate::error::Error;
use crate::gpu::{BoundPass, Cancel, Gpu};
use crate::monoid::{ElementType, Monoid};
use crate::pattern::mixed;
use crate::plan::{Constant, Form, Kernel, Mode, Pass, PassCost};
use crate::shader::compose;
use crate::wgsl;

/// Triples of operands.
const TRIPLES: u32 = 2048;
const WORKGROUP_SIZE: u32 = 64;
/// Values of a triple, and the results of one.
const OPERANDS: usize = 3;
const RESULTS: usize = 6;
/// The difference that rounding may make, relative to the largest number among operands and results: 64 roundings of f32.
const TOLERANCE: f64 = 64.0 / (1u32 << 24) as f64;

/// What a trial has found of an operator that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OperatorTrial"))]
pub struct Trial {
    /// Whether results depend on the order of the applications by rounding.
    pub rounds: bool,
}

/// Tries an operator on the device.
///
/// # Errors
/// [`Error::Code`] where it does not compile; [`Error::BadArgument`], with the values, where it is not associative or its identity not
/// neutral; and those of a scan.
pub async fn run(gpu: &Gpu, monoid: Monoid, cancel: &Cancel) -> Result<Trial, Error> {
    let words = monoid.words();
    let operands = operands(monoid);
    let results = combined(gpu, monoid, &operands, cancel).await?;
    let words = words as usize;
    let mut trial = Trial { rounds: false };
    for (operands, results) in operands.chunks_exact(OPERANDS * words).zip(results.chunks_exact(RESULTS * words)) {
        let triple = Triple {
            element_type: monoid.element_type,
            operands: operands.chunks_exact(words).collect(),
            results: results.chunks_exact(words).collect(),
        };
        triple.check()?;
        trial.rounds |= triple.results[2] != triple.results[3];
    }
    Ok(trial)
}

/// Runs the kernel on the operands.
async fn combined(gpu: &Gpu, monoid: Monoid, operands: &[u32], cancel: &Cancel) -> Result<Vec<u32>, Error> {
    let pass = Pass {
        kernel: Kernel::new(
            wgsl!("own/trial.wgsl"),
            "combine_triples",
            vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))],
        ),
        workgroups: TRIPLES.div_ceil(WORKGROUP_SIZE),
        elements: TRIPLES,
        argument: 0,
        bindings: Vec::new(),
        serial_elements: 1,
        cost: PassCost::default(),
    };
    let count = operands.len() / OPERANDS * RESULTS;
    let [from] = gpu.storage(["operands"], 4 * operands.len() as u64).await?;
    let [to] = gpu.storage(["results"], 4 * count as u64).await?;
    let shader = compose(&pass.kernel, Form::new(monoid, Mode::Inclusive));
    let bound = BoundPass { pass: &pass, shader, columns: 0, buffers: vec![(1, &from), (2, &to)] };
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

/// Operands of all triples. One in sixteen is the identity.
fn operands(monoid: Monoid) -> Vec<u32> {
    let words = monoid.words();
    let word = |index: u32| {
        let (element, rank) = (index / words, index % words);
        let (kind, hash) = (mixed(element ^ 0x5851_f42d), mixed(index.wrapping_mul(0x9e37_79b9)));
        if kind.is_multiple_of(16) {
            monoid.identity()[rank as usize]
        } else {
            number(monoid.element_type, kind >> 4, hash)
        }
    };
    (0..TRIPLES * OPERANDS as u32 * words).map(word).collect()
}

/// A number of an element: small, of a byte or of twelve bits; for f32 also between −1 and 1.
fn number(element_type: ElementType, kind: u32, hash: u32) -> u32 {
    let range = [4, 256, 4096][(kind % 3) as usize];
    let (whole, middle) = (hash % range, range / 2);
    match element_type {
        ElementType::U32 => whole,
        ElementType::I32 => whole.wrapping_sub(middle),
        ElementType::F32 if range == 256 => ((hash >> 8) as f32 / (1 << 23) as f32 - 1.0).to_bits(),
        ElementType::F32 => (whole as f32 - middle as f32).to_bits(),
    }
}

/// The operands a, b, c and the results a∘b, b∘c, (a∘b)∘c, a∘(b∘c), e∘a, a∘e.
struct Triple<'a> {
    element_type: ElementType,
    operands: Vec<&'a [u32]>,
    results: Vec<&'a [u32]>,
}

impl Triple<'_> {
    fn check(&self) -> Result<(), Error> {
        let show = |element: &[u32]| self.show(element);
        let ([a, b, c], [_, _, left, right, after, before]) = (&self.operands[..], &self.results[..]) else {
            return Ok(());
        };
        for (call, found) in [("combine(identity, a)", after), ("combine(a, identity)", before)] {
            if !self.are_equal(found, a) {
                let required = "the neutral element of combine";
                return Err(Error::bad_argument(
                    "operator.identity",
                    required,
                    format!("{call} = {} for a = {}", show(found), show(a)),
                ));
            }
        }
        if self.are_equal(left, right) {
            return Ok(());
        }
        let results =
            format!("combine(combine(a, b), c) = {} and combine(a, combine(b, c)) = {}", show(left), show(right));
        let operands = format!("a = {}, b = {}, c = {}", show(a), show(b), show(c));
        Err(Error::bad_argument("operator.combine", "associative", format!("{results} for {operands}")))
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
            // Past f32's range the order decides between infinities and NaN.
            left == right || !left.is_finite() && !right.is_finite() || (left - right).abs() <= TOLERANCE * scale
        })
    }

    fn show(&self, element: &[u32]) -> String {
        let words: Vec<_> = element.iter().map(|&word| self.element_type.show(word)).collect();
        format!("[{}]", words.join(", "))
    }
}
