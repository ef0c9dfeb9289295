//! Files that students hand in.

use serde::{Deserialize, Serialize};

use crate::catalogue::Exercise;
use crate::judge::{Verdict, judge};

/// A kernel with the exercise and the seed that it was judged with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandIn {
    /// The exercise.
    pub exercise: String,
    /// The kernel.
    pub code: String,
    /// The seed.
    pub seed: u32,
}

/// Judges a file in JSON again, on the inputs of its seed and on those of another, which a kernel for known inputs does not pass. What the
/// file says of a verdict does not count.
///
/// # Errors
/// What is wrong with the file.
pub fn grade(file: &str, other_seed: u32) -> Result<Verdict, String> {
    let HandIn { exercise, code, seed } = serde_json::from_str(file).map_err(|problem| problem.to_string())?;
    let exercise = Exercise::named(&exercise)?;
    let verdict = judge(exercise, &code, seed);
    Ok(if verdict.passed { judge(exercise, &code, other_seed) } else { verdict })
}
