//! Files that students hand in.

use serde::{Deserialize, Serialize};

use crate::catalogue::Exercise;
use crate::judge::{Verdict, judge};
use crate::own::OwnExercise;

/// A kernel with the exercise and the seed that it was judged with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandIn {
    /// The exercise.
    pub exercise: String,
    /// The kernel.
    pub code: String,
    /// The seed of its verdict; `None` if the kernel was not judged.
    pub seed: Option<u32>,
}

/// Judges a file in JSON again, on the inputs of its seed and on those of another seed, so that a kernel for known inputs fails. A verdict in
/// the file does not count.
///
/// # Errors
/// An invalid file, or one for another exercise than the teacher's own.
pub fn grade(file: &str, own: Option<&OwnExercise>, other_seed: u32) -> Result<Verdict, String> {
    let HandIn { exercise: id, code, seed } = serde_json::from_str(file)
        .map_err(|problem| format!("the file must be JSON with exercise, code and seed: {problem}"))?;
    let graded = |exercise: &Exercise| {
        // The seed of the file repeats a failure that the student has seen.
        let failed = seed.map(|seed| judge(exercise, &code, seed)).filter(|verdict| !verdict.passed);
        failed.unwrap_or_else(|| judge(exercise, &code, other_seed))
    };
    match own {
        Some(own) if own.id() == id => Ok(own.with(graded)),
        Some(own) => Err(format!("exercise must be {}; found “{id}”", own.id())),
        None => Exercise::named(&id).map(graded),
    }
}
