//! Exercises in writing scan kernels, and the judge of students' kernels. The judge runs a kernel on the emulator, so
//! it needs no GPU.
//!
//! ```
//! use scanlab_exercises::{Exercise, judge};
//!
//! let exercise = Exercise::find("one-buffer").expect("an exercise");
//! let verdict = judge(exercise, exercise.solution, 1);
//! assert!(verdict.passed);
//! // The second barrier of the loop is missing: a neighbour may be read after it was overwritten.
//! let hasty = exercise.solution.replacen("        workgroupBarrier();\n        sums[i] = sum;", "        sums[i] = sum;", 1);
//! let verdict = judge(exercise, &hasty, 1);
//! assert_eq!(verdict.failures[0].kind, "data-race");
//! ```
//!
//! # A kernel
//!
//! Its entry point is `scan`. It declares `@group(0)`: `@binding(0) source: array<T>`, `@binding(1) result: array<T>` and
//! `@binding(2) var<uniform> params: Params` with the number of elements `n`. Further bindings and entry points are
//! those of the exercise's skeleton. The judge appends `T`, `identity()` and `combine(left, right)` to the code, so
//! lines keep their numbers. It judges a kernel with operators that commute and with one that does not.

mod catalogue;
mod hand_in;
mod judge;
mod operator;
mod own;
mod run;

pub use catalogue::{Contents, Exercise, ExerciseEntry, ExerciseGoal, Extra, Measure, Mistake, Pass, Passes};
pub use hand_in::{HandIn, grade};
pub use judge::{Count, Failure, Goal, Replay, Run, Verdict, counts, judge, replay};
pub use own::OwnExercise;
