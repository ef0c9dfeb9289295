//! Judges hand-in files again: `cargo xtask grade [--exercise FILE] FILE…`. With a teacher's own exercise, it first
//! states whether the exercise is fair.

use std::process::ExitCode;
use std::time::SystemTime;
use std::{env, fs};

use scanlab_exercises::{OwnExercise, grade};

fn main() -> ExitCode {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = now.map_or(1, |time| time.subsec_nanos() ^ time.as_secs() as u32);
    match run(env::args().skip(1).collect(), seed) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all files passed.
fn run(arguments: Vec<String>, seed: u32) -> Result<bool, String> {
    let (exercise, files) = match &arguments[..] {
        [option, file, files @ ..] if option == "--exercise" => (Some(file), files),
        files => (None, files),
    };
    let read = |file: &String| fs::read_to_string(file).map_err(|problem| problem.to_string());
    let text;
    let own = match exercise {
        Some(file) => {
            let named = |problem| format!("{file}: {problem}");
            text = read(file).map_err(named)?;
            Some(OwnExercise::read(&text).map_err(named)?)
        }
        None => None,
    };
    let mut all_passed = true;
    if let (Some(own), Some(file)) = (&own, exercise) {
        let problems = own.problems(seed);
        all_passed &= problems.is_empty();
        problems.iter().for_each(|problem| println!("{file}: {problem}"));
        if problems.is_empty() {
            println!("{file}: the solution passes, the skeleton fails, and so do the mistakes");
        }
    }
    for file in files {
        let verdict = read(file).and_then(|text| grade(&text, own.as_ref(), seed));
        let line = match verdict {
            Ok(verdict) => match verdict.reason() {
                None => format!("{}: passed", verdict.exercise),
                Some(reason) => format!("{}: failed, {reason} (seed {})", verdict.exercise, verdict.seed),
            },
            Err(problem) => format!("not judged: {problem}"),
        };
        all_passed &= line.ends_with(": passed");
        // An exercise name in the file may contain a line break. The rest would then look like the line of another
        // file.
        println!("{file}: {}", line.replace(char::is_control, " "));
    }
    Ok(all_passed)
}
