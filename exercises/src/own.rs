//! A teacher's own exercise: a Markdown file.
//!
//! The labels are those of quarto-live's exercises: a block of code that begins with lines of options, and divisions for hints. The comment
//! of WGSL is `//`, so an option is a line `//| name: value`.

use std::fmt::Display;

use serde::Deserialize;

use crate::catalogue::{Exercise, Extra, Measure, Mistake, Pass, Passes};
use crate::judge::judge;
use crate::operator::PACKED_OPERATORS;

/// The maximum number of elements of a run: prefixes of more do not fit an encoded element.
const MOST_ELEMENTS: u32 = 4096;
/// The maximum number of sizes, since the runs of more would take too long.
const MOST_SIZES: usize = 16;
const MOST_PASSES: usize = 8;
const MOST_EXTRAS: usize = 5;
/// The maximum number of elements or words of a buffer.
const MOST_CONTENTS: u32 = 1 << 16;

/// An exercise in a file of a teacher.
#[derive(Debug, Default)]
pub struct OwnExercise<'a> {
    id: &'a str,
    title: &'a str,
    text: String,
    source: &'a str,
    hints: Vec<String>,
    skeleton: String,
    solution: String,
    is_exclusive: bool,
    extras: Vec<Extra<'a>>,
    passes: Vec<Pass<'a>>,
    sizes: Vec<u32>,
    goals: Vec<(Measure, u64)>,
    mistakes: Vec<(String, &'a str)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    measure: Measure,
    most: u64,
}

impl<'a> OwnExercise<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// The line, with the required and the found text.
    pub fn read(file: &'a str) -> Result<Self, String> {
        let mut own = OwnExercise::default();
        let mut lines = file.lines().enumerate().map(|(at, line)| (at + 1, line));
        let mut text: Vec<&str> = Vec::new();
        while let Some((at, line)) = lines.next() {
            let trimmed = line.trim_start();
            if let Some(fence) = fence_of(trimmed) {
                if trimmed[fence.len()..].trim_matches(['{', '}', ' ', '.']) != "wgsl" {
                    return Err(format!("line {at}: a block of code must be {{wgsl}}; found “{trimmed}”"));
                }
                own.add_code(at, &until(&mut lines, at, fence)?, Role::Skeleton)?;
            } else if let Some(division) = trimmed.strip_prefix(":::") {
                let class = division.split([' ', '{', '}']).find(|part| part.starts_with('.'));
                match class {
                    Some(".solution") => own.add_solution(at, until(&mut lines, at, ":::")?)?,
                    Some(".hint") => own.add_hint(at, until(&mut lines, at, ":::")?)?,
                    _ => {
                        let required = "a division must be {.hint exercise=\"…\"} or {.solution exercise=\"…\"}";
                        return Err(format!("line {at}: {required}; found “{trimmed}”"));
                    }
                }
            } else if let Some(title) = trimmed.strip_prefix("# ").filter(|_| own.title.is_empty()) {
                own.title = title.trim();
            } else {
                text.push(line);
            }
        }
        own.text = joined(text.into_iter());
        own.check()?;
        Ok(own)
    }

    fn add_hint(&mut self, at: usize, division: Vec<(usize, &'a str)>) -> Result<(), String> {
        let hint = joined(division.into_iter().map(|(_, line)| line));
        if hint.is_empty() {
            return Err(format!("line {at}: a hint must have a text; found none"));
        }
        self.hints.push(hint);
        Ok(())
    }

    /// Adds the block of code of a division.
    fn add_solution(&mut self, at: usize, division: Vec<(usize, &'a str)>) -> Result<(), String> {
        let mut lines = division.into_iter();
        let opening = lines.find_map(|(at, line)| Some((at, fence_of(line.trim_start())?)));
        let Some((at, fence)) = opening else {
            return Err(format!("line {at}: a solution must have a block of code; found none"));
        };
        self.add_code(at, &until(&mut lines, at, fence)?, Role::Solution)
    }

    /// Adds a block of code. Its options may say that it is the solution or a mistake.
    fn add_code(&mut self, at: usize, block: &[(usize, &'a str)], mut role: Role<'a>) -> Result<(), String> {
        let option = |line: &'a str| line.trim_start().strip_prefix("//|").map(str::trim);
        let count = block.iter().take_while(|(_, line)| option(line).is_some()).count();
        let (options, code) = block.split_at(count);
        let code = || code.iter().map(|(_, line)| format!("{line}\n")).collect::<String>();
        for &(at, line) in options {
            let text = option(line).unwrap_or_default();
            let Some((name, value)) = text.split_once(':').map(|(name, value)| (name.trim(), value.trim())) else {
                return Err(format!("line {at}: an option must be “//| name: value”; found “{}”", line.trim()));
            };
            match name {
                "exercise" if self.id.is_empty() => self.id = value,
                "exercise" if self.id == value => {}
                "exercise" => return Err(format!("line {at}: a file has one exercise, {}; found “{value}”", self.id)),
                "solution" if value == "true" => role = Role::Solution,
                "mistake" => role = Role::Mistake(value),
                "source" => self.source = value,
                "exclusive" => self.is_exclusive = parsed(at, name, value)?,
                "sizes" => self.sizes = parsed(at, name, value)?,
                "passes" => self.passes = parsed(at, name, value)?,
                "buffers" => self.extras = parsed(at, name, value)?,
                "goals" => {
                    let limits: Vec<Limit> = parsed(at, name, value)?;
                    self.goals = limits.into_iter().map(|Limit { measure, most }| (measure, most)).collect();
                }
                _ => {
                    let known = "exercise, solution: true, mistake, source, exclusive, sizes, passes, buffers, goals";
                    return Err(format!("line {at}: an option must be one of {known}; found “{text}”"));
                }
            }
        }
        match role {
            Role::Skeleton if self.skeleton.is_empty() => self.skeleton = code(),
            Role::Solution if self.solution.is_empty() => self.solution = code(),
            Role::Mistake(hint) => self.mistakes.push((code(), hint)),
            _ => return Err(format!("line {at}: a file has one skeleton and one solution; found another")),
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), String> {
        let missing = [
            ("a title, “# …”", self.title),
            ("an option “//| exercise: name”", self.id),
            ("a skeleton, a block of code", &self.skeleton),
            ("a solution, a block of code with “//| solution: true”", &self.solution),
        ];
        if let Some((what, _)) = missing.iter().find(|(_, text)| text.trim().is_empty()) {
            return Err(format!("the file must have {what}; found none"));
        }
        if self.sizes.is_empty() {
            self.sizes = Exercise::PLAIN.sizes.to_vec();
        }
        if self.sizes.iter().all(|&size| size == 0) {
            return Err("sizes must have a number of at least 1; found none".into());
        }
        if let Some(extra) = self.extras.iter().find(|extra| extra.size() == 0) {
            return Err(format!("the size of the buffer {} must be at least 1; found 0", extra.name));
        }
        at_most("sizes", self.sizes.len(), MOST_SIZES)?;
        at_most("a size", self.sizes.iter().copied().max().unwrap_or_default(), MOST_ELEMENTS)?;
        at_most("passes", self.passes.len(), MOST_PASSES)?;
        at_most("buffers", self.extras.len(), MOST_EXTRAS)?;
        at_most("the size of a buffer", self.extras.iter().map(Extra::size).max().unwrap_or_default(), MOST_CONTENTS)
    }

    /// Its name.
    pub fn id(&self) -> &str {
        self.id
    }

    /// Calls a function with the exercise.
    pub fn with<R>(&self, then: impl FnOnce(&Exercise) -> R) -> R {
        let all = self.mistakes.iter();
        // A mistake is a whole kernel, so it replaces the whole solution.
        let mistakes: Vec<_> = all.map(|(by, hint)| Mistake { text: &self.solution, by, hint }).collect();
        let hints: Vec<&str> = self.hints.iter().map(String::as_str).collect();
        let passes = if self.passes.is_empty() { Exercise::PLAIN.passes } else { Passes::Listed(&self.passes) };
        then(&Exercise {
            aliases: &[],
            id: self.id,
            title: self.title,
            text: &self.text,
            source: self.source,
            hints: &hints,
            skeleton: &self.skeleton,
            solution: &self.solution,
            is_exclusive: self.is_exclusive,
            extras: &self.extras,
            passes,
            sizes: &self.sizes,
            operators: &PACKED_OPERATORS,
            goals: &self.goals,
            looks_back: false,
            mistakes: &mistakes,
        })
    }

    /// The reasons why the exercise is not fair: a solution that fails, a skeleton that passes, a mistake that passes or gets the hint of
    /// another one. A mistake without wrong elements, such as a race, gets no hint.
    pub fn problems(&self, seed: u32) -> Vec<String> {
        self.with(|exercise| {
            let mut problems = Vec::new();
            let verdict = judge(exercise, exercise.solution, seed);
            if let Some(reason) = verdict.reason() {
                problems.push(format!("the solution must pass: {reason}"));
            }
            if judge(exercise, exercise.skeleton, seed).passed {
                problems.push("the skeleton must fail; it passed".into());
            }
            for mistake in exercise.mistakes {
                let verdict = judge(exercise, mistake.by, seed);
                if verdict.passed {
                    problems.push(format!("the mistake “{}” must fail; it passed", mistake.hint));
                } else if let Some(hint) = verdict.hint.filter(|hint| hint != mistake.hint) {
                    problems.push(format!("the mistake “{}” must get its own hint; found “{hint}”", mistake.hint));
                }
            }
            problems
        })
    }
}

enum Role<'a> {
    Skeleton,
    Solution,
    /// A mistake with its hint.
    Mistake(&'a str),
}

/// The lines before the one that begins with `end`.
fn until<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    at: usize,
    end: &str,
) -> Result<Vec<(usize, &'a str)>, String> {
    let mut found = Vec::new();
    for (at, line) in lines {
        if line.trim_start().starts_with(end) {
            return Ok(found);
        }
        found.push((at, line));
    }
    Err(format!("line {at}: a line “{end}” must end what begins here; found none"))
}

/// Lines as one text with single spaces.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The fence that begins a block of code, which a line with the same fence ends.
fn fence_of(line: &str) -> Option<&str> {
    let length = line.chars().take_while(|&letter| letter == '`').count();
    (length >= 3).then(|| &line[..length])
}

fn parsed<'a, T: Deserialize<'a>>(at: usize, name: &str, value: &'a str) -> Result<T, String> {
    serde_json::from_str(value).map_err(|problem| {
        let problem = problem.to_string();
        // The place in this message is relative to the value, not to the file.
        let problem = problem.rsplit_once(" at line ").map_or(problem.as_str(), |(problem, _)| problem);
        format!("line {at}: {name}: {problem}; found “{value}”")
    })
}

fn at_most<N: PartialOrd + Display>(name: &str, found: N, most: N) -> Result<(), String> {
    if found > most { Err(format!("{name} must be at most {most}; found {found}")) } else { Ok(()) }
}
