//! Every exercise: its skeleton fails, its solution passes, known mistakes get their hints, and changes of the solution are caught.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use scanlab_emulator::mutate::mutations;
use scanlab_emulator::{FindingKind, Programs, StartOrder};
use scanlab_exercises::{Exercise, Failure, HandIn, OwnExercise, Verdict, grade, judge, replay};

const BEHIND: &str = "elements past the last one change no result";
const NO_WORK: &str = "a level without a pair does nothing";
const ODD: &str = "right is odd, and the size is even";
const LAST_BLOCK: &str = "the sums of the last block and of later blocks are not used";

const ANY_MARK: &str = "any bit above the code is a valid flag, and the mask removes it";
const ANY_INVOCATION: &str = "one invocation is enough, whichever it is";
/// The reason for kernels with more elements per block.
const LARGER_BLOCKS: &str = "fewer workgroups have elements, and the others write nothing";

/// Changes of a solution after which the kernel is still right: the exercise, the changed line, the reason.
const EQUIVALENT: &[(&str, &str, &str)] = &[
    ("kogge-stone", "var sum = source[0];", BEHIND),
    ("two-buffers", "var sum = source[0];", BEHIND),
    ("items", "const ITEMS = 5u;", "five elements per invocation are right too"),
    ("block-sums", "const SIZE = 65u;", LARGER_BLOCKS),
    ("block-sums", "var value = source[0];", BEHIND),
    ("block-sums", "let groups = (params.n + SIZE + 1u) / SIZE;", LAST_BLOCK),
    ("block-sums", "let groups = (params.n + SIZE - 0u) / SIZE;", LAST_BLOCK),
    ("block-sums", "let groups = (params.n + SIZE - 2u) / SIZE;", LAST_BLOCK),
    ("block-sums", "let groups = (params.n + SIZE - 1u) * SIZE;", LAST_BLOCK),
    ("block-sums", "if (i <= groups) { sums[i] = sum; }", LAST_BLOCK),
    ("block-sums", "if (i <= groups) { value = sums[i]; }", LAST_BLOCK),
    ("block-sums", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
    ("padding", "var<workgroup> tree: array<T, SIZE + SIZE / 31u>;", "the array has as many slots"),
    ("padding", "var<workgroup> tree: array<T, SIZE + SIZE / 33u>;", "the last element is in slot 130 of 131"),
    ("padding", "for (var stride = SIZE * 2u; stride > 0u; stride /= 2u) {", NO_WORK),
    ("padding", "for (var stride = SIZE / 1u; stride > 0u; stride /= 2u) {", NO_WORK),
    ("padding", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
    ("padding", "if (right <= SIZE) {", ODD),
    (
        "padding",
        "if (right <= SIZE) { tree[slot(right)] = combine(tree[slot(right - stride)], tree[slot(right)]); }",
        ODD,
    ),
    ("down-sweep", "for (var stride = SIZE * 2u; stride > 0u; stride /= 2u) {", NO_WORK),
    ("down-sweep", "for (var stride = SIZE / 1u; stride > 0u; stride /= 2u) {", NO_WORK),
    ("down-sweep", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
    ("down-sweep", "load(2u * i - 1u);", "the last element is in no prefix of an exclusive scan"),
    ("down-sweep", "if (right <= SIZE) {", ODD),
    ("down-sweep", "if (right <= SIZE) { tree[right] = combine(tree[right - stride], tree[right]); }", ODD),
    ("subgroups", "var value = source[0];", BEHIND),
    ("subgroups", "for (var stride = 1u; stride <= size; stride *= 2u) {", NO_WORK),
    ("subgroups", "const SIZE = 65u;", "one more invocation has no element"),
    ("chained", "const PREFIX = 1u << 30u;", ANY_MARK),
    ("chained", "const PREFIX = 2u << 29u;", ANY_MARK),
    ("chained", "const PREFIX = 3u << 30u;", ANY_MARK),
    ("chained", "const VALUE = (1u << 31u) - 1u;", ANY_MARK),
    ("chained", "const VALUE = (2u << 30u) - 1u;", ANY_MARK),
    ("chained", "if (i == 1u) { shared_block = atomicAdd(&next_block, 1u); }", ANY_INVOCATION),
    ("chained", "var state = 1u;", "the loop reads the state whatever it is at first, if it has no mark"),
    ("chained", "return source[0];", BEHIND),
    ("chained", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
    ("chained", "const SIZE = 65u;", LARGER_BLOCKS),
    (
        "look-back",
        "if (block >= 0u) { atomicStore(&states[block], AGGREGATE | encode(sum)); }",
        "block 0 may publish an aggregate first",
    ),
    ("look-back", "if (i == 1u) { shared_block = atomicAdd(&next_block, 1u); }", ANY_INVOCATION),
    ("look-back", "return source[0];", BEHIND),
    ("look-back", "if (state > PREFIX) { break; }", "what stands before a prefix of code 0 changes no sum"),
    ("look-back", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
    ("free", "if (i == 1u) {", ANY_INVOCATION),
    ("free", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
    ("free", "const ITEMS = 5u;", LARGER_BLOCKS),
    ("free", "const SIZE = 65u;", LARGER_BLOCKS),
    ("reduce-then-scan", "let groups = (params.n + SIZE + 1u) / SIZE;", LAST_BLOCK),
    ("reduce-then-scan", "let groups = (params.n + SIZE - 0u) / SIZE;", LAST_BLOCK),
    ("reduce-then-scan", "let groups = (params.n + SIZE - 2u) / SIZE;", LAST_BLOCK),
    ("reduce-then-scan", "if (i <= groups) { sums[i] = sum; }", LAST_BLOCK),
    ("reduce-then-scan", "if (i <= groups) { value = sums[i]; }", LAST_BLOCK),
    ("reduce-then-scan", "let groups = (params.n + SIZE - 1u) * SIZE;", LAST_BLOCK),
    ("reduce-then-scan", "return source[0];", BEHIND),
    ("reduce-then-scan", "var value = source[0];", BEHIND),
    ("reduce-then-scan", "for (var stride = 1u; stride <= SIZE; stride *= 2u) {", NO_WORK),
];

/// Runs a check for each exercise on a separate thread.
fn each(check: impl Fn(&'static Exercise) + Sync) {
    let check = &check;
    thread::scope(|scope| {
        for exercise in Exercise::all() {
            scope.spawn(move || check(exercise));
        }
    });
}

fn shown(verdict: &Verdict) -> String {
    format!("{:#?}", verdict)
}

#[test]
fn skeletons_fail_and_solutions_pass_on_any_input() {
    each(|exercise| {
        assert!(!judge(exercise, exercise.skeleton, 1).passed, "{}", exercise.id);
        for seed in [0, 1, 2, 77, u32::MAX] {
            let verdict = judge(exercise, exercise.solution, seed);
            assert!(verdict.passed, "{}", shown(&verdict));
            assert_eq!(verdict.hint, None);
        }
    });
}

#[test]
fn an_exercise_has_a_task_a_source_and_two_hints() {
    for exercise in Exercise::all() {
        let Exercise { id, title, text, source, hints, .. } = exercise;
        assert!(!title.is_empty() && !text.is_empty(), "{id}");
        assert!(!source.is_empty(), "{id}");
        let [first, second] = hints else { panic!("{id}: two hints are required, found {hints:?}") };
        assert!(!first.is_empty() && !second.is_empty() && first != second, "{id}");
    }
}

#[test]
fn a_name_finds_one_exercise() {
    let names: Vec<_> =
        Exercise::all().iter().flat_map(|exercise| [&[exercise.id], exercise.aliases].concat()).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    for name in names {
        let found = Exercise::find(name).expect("an exercise");
        assert!(found.id == name || found.aliases.contains(&name));
    }
    assert_eq!(Exercise::find("blelloch-down-sweep").map(|exercise| exercise.id), Some("down-sweep"));
}

#[test]
fn known_mistakes_are_many_and_differ() {
    let all: Vec<_> =
        Exercise::all().iter().flat_map(|exercise| exercise.mistakes.iter().map(|one| (exercise.id, one))).collect();
    assert!(all.len() >= 60, "at least 60 mistakes are required, found {}", all.len());
    for exercise in Exercise::all() {
        assert!(!exercise.mistakes.is_empty(), "{}", exercise.id);
    }
    // A mistake that is listed twice is one mistake.
    let kernels: BTreeSet<_> = all.iter().map(|(id, mistake)| (id, mistake.text, mistake.by)).collect();
    assert_eq!(kernels.len(), all.len());
}

#[test]
fn a_known_mistake_gets_its_own_hint() {
    each(|exercise| {
        for mistake in exercise.mistakes {
            let code = mistake.apply(exercise.solution);
            assert_ne!(code, exercise.solution, "{}: {}", exercise.id, mistake.text);
            let verdict = judge(exercise, &code, 3);
            assert!(!verdict.passed, "{}: {}", exercise.id, mistake.hint);
            assert_eq!(verdict.hint.as_deref(), Some(mistake.hint), "{}", shown(&verdict));
        }
    });
}

#[test]
fn a_missing_barrier_gets_its_hint() {
    let count = Mutex::new(0);
    each(|exercise| {
        let all: Vec<_> = exercise.solution.match_indices("workgroupBarrier();").collect();
        for (start, text) in &all {
            let without = format!("{}{}", &exercise.solution[..*start], &exercise.solution[start + text.len()..]);
            let verdict = judge(exercise, &without, 4);
            assert!(verdict.failures.iter().any(|failure| failure.kind == "data-race"), "{}", shown(&verdict));
            let hint = verdict.hint.as_deref().unwrap_or_default();
            assert!(hint.contains("one more workgroupBarrier()"), "{}", shown(&verdict));
            *count.lock().expect("a lock") += 1;
        }
    });
    assert!(count.into_inner().expect("a lock") >= 12, "a barrier per exercise with workgroup memory is required");
}

#[test]
fn a_missing_barrier_is_found_in_any_layout_and_within_a_bound() {
    let exercise = Exercise::find("one-buffer").expect("an exercise");
    let hasty =
        exercise.solution.replacen("        workgroupBarrier();\n        sums[i] = sum;", "        sums[i] = sum;", 1);
    let in_one_line = hasty.replacen("@compute @workgroup_size(SIZE)\nfn", "@compute @workgroup_size(SIZE) fn", 1);
    assert_ne!(in_one_line, hasty);
    let with_lines =
        |line: &str, count: usize| hasty.replacen("    for (var", &format!("{}    for (var", line.repeat(count)), 1);
    let verdict = |code: &str| judge(exercise, code, 1);
    for code in [&in_one_line, &with_lines("\n    // No code.\n", 5_000)] {
        assert!(verdict(code).hint.is_some_and(|hint| hint.contains("one more workgroupBarrier()")));
    }
    // The right place is after the lines before which the judge tries a barrier.
    let long = verdict(&with_lines("    _ = i;\n", 200));
    assert!(long.failures.iter().any(|failure| failure.kind == "data-race"), "{}", shown(&long));
    assert_eq!(long.hint, None);
}

#[test]
fn more_than_a_missing_barrier_is_not_explained_by_one() {
    let exercise = Exercise::find("one-buffer").expect("an exercise");
    let none = exercise.solution.replace("workgroupBarrier();", "");
    let hasty =
        exercise.solution.replacen("        workgroupBarrier();\n        sums[i] = sum;", "        sums[i] = sum;", 1);
    let doubled = hasty.replacen("result[i] = sums[i];", "result[i] = combine(sums[i], sums[i]);", 1);
    assert_ne!(doubled, hasty);
    for code in [none, doubled] {
        let verdict = judge(exercise, &code, 1);
        assert!(verdict.failures.iter().any(|failure| failure.kind == "data-race"), "{}", shown(&verdict));
        assert_eq!(verdict.hint, None);
    }
}

/// Kernels with one change each.
fn mutants(code: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        // Declarations of bindings belong to the interface, so they are not changed.
        if line.starts_with('@') || line.starts_with("struct") || line.trim().starts_with("//") {
            continue;
        }
        let mut changed: Vec<String> = mutations(line).into_iter().map(|mutation| mutation.text).collect();
        for (start, _) in line.match_indices(|letter: char| letter.is_ascii_digit()) {
            let number: String = line[start..].chars().take_while(char::is_ascii_digit).collect();
            let is_literal = line[start + number.len()..].starts_with('u')
                && !line[..start].ends_with(|letter: char| letter.is_alphanumeric());
            if let Some(value) = number.parse::<u32>().ok().filter(|_| is_literal) {
                let rest = &line[start + number.len()..];
                changed.push(format!("{}{}{rest}", &line[..start], value + 1));
                if value > 0 {
                    changed.push(format!("{}{}{rest}", &line[..start], value - 1));
                }
            }
        }
        for (from, to) in [
            (" + ", " - "),
            (" - ", " + "),
            (" * ", " + "),
            (" / ", " * "),
            (">= ", "== "),
            ("identity()", "source[0]"),
        ] {
            for (start, _) in
                line.match_indices(from).filter(|_| !line.starts_with("const") && !line.starts_with("var<"))
            {
                changed.push(format!("{}{to}{}", &line[..start], &line[start + from.len()..]));
            }
        }
        // A statement is left out.
        if line.ends_with(';') && line.starts_with("    ") && !line.contains("let ") && !line.contains("var ") {
            changed.push(String::new());
        }
        for text in changed {
            let mut lines = lines.clone();
            lines[at] = &text;
            found.insert(lines.join("\n") + "\n");
        }
    }
    found
}

#[test]
fn changes_of_solutions_are_caught() {
    let total = Mutex::new((0, Vec::new()));
    each(|exercise| {
        let (mut count, mut passed) = (0, Vec::new());
        for code in mutants(exercise.solution) {
            count += 1;
            if judge(exercise, &code, 5).passed {
                let changed = code.lines().zip(exercise.solution.lines()).find(|(left, right)| left != right);
                // A deleted statement is named by its text.
                let name = |(line, before): (&str, &str)| {
                    if line.is_empty() { format!("without {}", before.trim()) } else { line.trim().to_owned() }
                };
                passed.push((exercise.id, changed.map(name).unwrap_or_default()));
            }
        }
        let mut total = total.lock().expect("a lock");
        total.0 += count;
        total.1.extend(passed);
    });
    let (count, passed) = total.into_inner().expect("a lock");
    let is_equivalent =
        |(exercise, line): &(&str, String)| EQUIVALENT.iter().any(|known| known.0 == *exercise && known.1 == line);
    let unknown: Vec<_> = EQUIVALENT.iter().filter(|known| !passed.contains(&(known.0, known.1.to_owned()))).collect();
    let missed: Vec<_> = passed.iter().filter(|found| !is_equivalent(found)).collect();
    println!("{count} changes, {} equivalent, {} missed", passed.len() - missed.len(), missed.len());
    assert!(unknown.is_empty(), "these are caught, or are no changes: {unknown:#?}");
    assert!(count >= 300, "at least 300 changes are required, found {count}");
    assert!(missed.is_empty(), "of {count} changes these were not caught: {missed:#?}");
}

#[test]
fn failures_name_lines_and_columns_of_the_kernel() {
    let exercise = Exercise::find("one-buffer").expect("an exercise");
    let line_of = |code: &str, part: &str| code.lines().position(|line| line.contains(part)).map(|at| at as u32 + 1);
    let broken = exercise.solution.replacen("var sum", "var sum: nothing", 1);
    let verdict = judge(exercise, &broken, 1);
    assert_eq!((verdict.failures[0].kind.as_str(), verdict.failures[0].line), ("compile", line_of(&broken, "nothing")));
    let line = broken.lines().find(|line| line.contains("nothing")).expect("the line");
    assert_eq!(verdict.failures[0].column, line.find("nothing").map(|at| at as u32 + 1));
    assert_eq!(verdict.failures.len(), 1);

    let late = exercise.solution.replacen("i >= stride", "i > stride", 1);
    let failures = judge(exercise, &late, 1).failures;
    let wrong = failures.iter().find(|failure| failure.kind == "wrong-output").expect("a wrong result");
    assert_eq!((wrong.element, wrong.line), (Some(1), None), "{}", wrong.message);

    let endless = exercise.solution.replacen("stride *= 2u", "stride *= 1u", 1);
    let failures = judge(exercise, &endless, 1).failures;
    assert!(!failures.is_empty());
    assert!(
        failures.iter().all(|failure| ["too-long", "endless-wait"].contains(&failure.kind.as_str())),
        "{failures:?}"
    );

    let renamed = exercise.solution.replacen("fn scan", "fn main", 1);
    assert_eq!(judge(exercise, &renamed, 1).failures[0].kind, "compile");

    let divergent = exercise.solution.replacen("if (i >= stride) {", "if (i >= stride) { workgroupBarrier();", 1);
    assert_eq!(judge(exercise, &divergent, 1).failures[0].line, line_of(&divergent, "i >= stride"));
}

#[test]
fn an_index_out_of_bounds_is_a_failure_at_its_line() {
    let exercise = Exercise::find("one-buffer").expect("an exercise");
    for (text, by) in [
        // In invocations with i below stride, i − stride wraps around.
        ("if (i >= stride) { sum", "{ sum"),
        ("sums[i] = sum;", "sums[i + 1u] = sum;"),
    ] {
        let code = exercise.solution.replacen(text, by, 1);
        assert_ne!(code, exercise.solution);
        let failures = judge(exercise, &code, 1).failures;
        let outside = failures.iter().find(|failure| failure.kind == "out-of-bounds");
        let outside = outside.unwrap_or_else(|| panic!("{by}: {failures:#?}"));
        let changed = code.lines().zip(exercise.solution.lines()).position(|(left, right)| left != right);
        assert_eq!(outside.line, changed.map(|at| at as u32 + 1), "{}", outside.message);
        assert!(outside.message.contains("out of bounds"), "{}", outside.message);
        let written = code.lines().nth(outside.line.expect("a line") as usize - 1).expect("the line");
        assert!(written[outside.column.expect("a column") as usize - 1..].starts_with("sums["), "{written}");
    }
}

#[test]
fn a_kernel_for_some_subgroup_sizes_fails_at_another() {
    let exercise = Exercise::find("subgroups").expect("an exercise");
    let changed = |changes: &[(&str, &str)]| {
        changes.iter().fold(exercise.solution.to_owned(), |code, (text, by)| {
            assert!(code.contains(text), "{text}");
            code.replace(text, by)
        })
    };
    for (code, kind, failing) in [
        // Every other subgroup size fails, and the judge tries 4 first.
        (changed(&[("size - 1u", "31u"), ("i / size", "i / 32u")]), "wrong-output", 4),
        // Subgroups of 4 have 16 sums.
        (changed(&[("var<workgroup> sums: array<T, SIZE>", "var<workgroup> sums: array<T, 8>")]), "out-of-bounds", 4),
        // Subgroups of 64 need one more step.
        (changed(&[("stride < size", "stride < min(size, 32u)")]), "wrong-output", 64),
    ] {
        let verdict = judge(exercise, &code, 1);
        let found: Vec<_> =
            verdict.failures.iter().map(|failure| (failure.kind.as_str(), failure.run.subgroup_size)).collect();
        assert!(found.contains(&(kind, failing)), "{}", shown(&verdict));
        assert!(found.iter().all(|&(_, size)| size == failing), "{}", shown(&verdict));
        assert!(!verdict.passed);
    }
}

#[test]
fn all_blocks_that_an_exercise_promises_are_judged() {
    for id in ["block-sums", "reduce-then-scan"] {
        let exercise = Exercise::find(id).expect("an exercise");
        let few = exercise.solution.replacen(
            "if (i < groups) { sums[i] = sum; }",
            "if (i < min(groups, 16u)) { sums[i] = sum; }",
            1,
        );
        assert_ne!(few, exercise.solution);
        assert!(!judge(exercise, &few, 1).passed, "{id}");
    }
}

fn failures_of(id: &str, text: &str, by: &str) -> Vec<Failure> {
    let exercise = Exercise::find(id).expect("an exercise");
    let code = exercise.solution.replacen(text, by, 1);
    assert_ne!(code, exercise.solution);
    judge(exercise, &code, 1).failures
}

#[test]
fn a_block_may_wait_only_for_workgroups_that_have_started() {
    for id in ["chained", "look-back"] {
        let exercise = Exercise::find(id).expect("an exercise");
        let by_index = exercise
            .solution
            .replacen("fn scan(", "fn scan(@builtin(workgroup_id) group: vec3u, ", 1)
            .replacen("shared_block = atomicAdd(&next_block, 1u)", "shared_block = group.x", 1);
        let verdict = judge(exercise, &by_index, 1);
        let [failure] = &verdict.failures[..] else { panic!("{}", shown(&verdict)) };
        assert_eq!((failure.kind.as_str(), failure.run.start_order), ("endless-wait", StartOrder::Descending));
        assert!(failure.message.contains("start in any order"), "{}", failure.message);
    }
}

#[test]
fn an_element_beside_its_flag_is_a_failure() {
    // The prefix is stored in a separate element, and the state is its flag: relaxed atomics do not order the two.
    let exercise = Exercise::find("free").expect("an exercise");
    let code = "
struct Params { n: u32 }
@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> scratch: array<T>;
@group(0) @binding(4) var<storage, read_write> words: array<atomic<u32>>;
@compute @workgroup_size(1)
fn scan() {
    let block = atomicAdd(&words[0], 1u);
    var sum = identity();
    if (block > 0u) {
        while (atomicLoad(&words[block]) == 0u) {}
        sum = scratch[block - 1u];
    }
    for (var i = block * 256u; i < min(params.n, (block + 1u) * 256u); i++) {
        sum = combine(sum, source[i]);
        result[i] = sum;
    }
    scratch[block] = sum;
    atomicStore(&words[block + 1u], 1u);
}";
    let verdict = judge(exercise, code, 1);
    let line = code.lines().position(|line| line.contains("= scratch[block")).map(|at| at as u32 + 1);
    let race = verdict.failures.iter().find(|failure| failure.kind == "payload-behind-flag");
    let race = race.unwrap_or_else(|| panic!("{}", shown(&verdict)));
    assert!(race.message.contains("into the atomic word"), "{}", race.message);
    assert!(race.message.contains(&line.expect("a line").to_string()), "{}", race.message);
}

#[test]
fn look_back_must_look_back() {
    // A right scan by a chain: it waits for the prefix of the block before.
    let failures = failures_of("look-back", "state >= AGGREGATE", "state >= PREFIX");
    assert_eq!(failures[0].kind, "look-back");
    assert!(failures[0].message.contains("wait for the prefix of block 2"), "{failures:?}");
    let failures = failures_of("look-back", "block > 0u", "block > 1u");
    assert!(failures[0].message.contains("must publish its aggregate before it waits"), "{failures:?}");
}

#[test]
fn all_entry_points_run_in_the_order_of_the_text() {
    let exercise = Exercise::find("free").expect("an exercise");
    let verdict = judge(exercise, exercise.solution, 1);
    assert!(verdict.passed && verdict.goals.is_empty());
    let count = |name: &str| verdict.counts.iter().find(|count| count.name == name).map(|count| count.found);
    // Each element is read and written twice; a block writes its sum, and adds those before it.
    assert_eq!(count("accesses to storage"), Some(4 * 4096 + 16 + 15 * 16 / 2));
    let (first, second) =
        exercise.solution.split_once("// Adds the sum of all earlier blocks").expect("two entry points");
    let (head, scan) = first.split_once("// Scans a block").expect("two entry points");
    assert!(!judge(exercise, &format!("{head}//{second}\n//{scan}"), 1).passed);
    let none = judge(exercise, head, 1);
    assert_eq!(none.failures[0].kind, "compile");
}

#[test]
fn a_failure_can_be_replayed() {
    let exercise = Exercise::find("one-buffer").expect("an exercise");
    let hasty =
        exercise.solution.replacen("        workgroupBarrier();\n        sums[i] = sum;", "        sums[i] = sum;", 1);
    let verdict = judge(exercise, &hasty, 1);
    let failure = verdict.failures.iter().find(|failure| failure.kind == "data-race").expect("a race");
    let replayed = replay(exercise, &hasty, 1, &failure.run).expect("an operator of the exercise");
    let played = replayed.recording.play(&replayed.options, &mut Programs::default()).expect("a run");
    assert_eq!(played.buffers[replayed.output as usize].len() % replayed.words as usize, 0);
    assert!(played.report.findings.iter().any(|finding| finding.kind == FindingKind::DataRace));
    // The failure is that of the shortest run in which it occurs.
    assert!((2..64).contains(&failure.run.n), "{failure:?}");
}

#[test]
fn a_write_past_the_result_is_a_failure() {
    let exercise = Exercise::find("serial").expect("an exercise");
    let past = exercise.solution.replacen("var sum = identity();", "var sum = identity(); result[params.n] = sum;", 1);
    let verdict = judge(exercise, &past, 1);
    assert!(!verdict.passed);
    assert!(verdict.failures[0].message.contains("wrote past them"), "{}", shown(&verdict));
    assert_eq!((verdict.hint, verdict.goals), (None, vec![]));
}

#[test]
fn two_mistakes_are_explained_by_none_of_them() {
    let exercise = Exercise::find("serial").expect("an exercise");
    let swapped = exercise.mistakes[0].apply(exercise.solution);
    let both = swapped.replacen("var i = 0u", "var i = 1u", 1);
    let verdict = judge(exercise, &both, 1);
    assert!(!verdict.passed);
    assert_eq!(verdict.hint, None);
}

#[test]
fn names_of_the_operator_are_not_those_of_a_kernel() {
    let exercise = Exercise::find("serial").expect("an exercise");
    let own = format!(
        "{}\nstruct Value {{ sum: T }}\nfn value_combine(left: T) -> T {{ return left; }}\n",
        exercise.solution
    );
    let verdict = judge(exercise, &own, 1);
    assert!(verdict.passed, "{}", shown(&verdict));
    let twice = format!("{}\nfn combine(left: T, right: T) -> T {{ return left; }}\n", exercise.solution);
    let [failure] = &judge(exercise, &twice, 1).failures[..] else { panic!("one failure is required") };
    assert_eq!(failure.kind, "compile");
    assert!(failure.message.contains("the judge adds T, identity and combine"), "{}", failure.message);
    assert!(failure.line.is_none_or(|line| line <= twice.lines().count() as u32));
}

#[test]
fn all_runs_of_a_verdict_together_have_a_limit() {
    let exercise = Exercise::find("serial").expect("an exercise");
    // Each run stays below the limit of a run, but all runs together exceed theirs.
    let idle = "    for (var k = 0u; k < 100000u; k++) { sum = combine(sum, identity()); }\n";
    let slow = exercise.solution.replacen("    for (var i", &format!("{idle}    for (var i"), 1);
    assert_ne!(slow, exercise.solution);
    let failures = judge(exercise, &slow, 1).failures;
    let all: Vec<_> = failures.iter().map(|failure| (failure.kind.as_str(), failure.message.as_str())).collect();
    assert_eq!(all, [("too-long", "all runs together must take at most 67108864 steps, found more")]);
}

#[test]
fn a_right_kernel_with_too_much_work_misses_a_goal() {
    let exercise = Exercise::find("padding").expect("an exercise");
    let unpadded = Exercise::find("down-sweep").expect("an exercise").solution;
    let verdict = judge(exercise, unpadded, 1);
    assert_eq!(verdict.failures, []);
    let missed: Vec<_> = verdict.goals.iter().filter(|goal| !goal.met).map(|goal| goal.name.as_str()).collect();
    assert_eq!((verdict.passed, missed), (false, vec!["bank conflicts per access"]));
}

#[test]
fn a_file_is_graded_by_its_code_alone() {
    let exercise = Exercise::find("serial").expect("an exercise");
    let file = |code: &str| {
        let hand_in = HandIn { exercise: exercise.id.into(), code: code.into(), seed: Some(9) };
        let mut value = serde_json::to_value(hand_in).expect("JSON");
        value["verdict"] = serde_json::json!({ "passed": true });
        value.to_string()
    };
    // A kernel that passes is judged on the other seed too, so answers for the inputs of its own seed do not help.
    assert!(grade(&file(exercise.solution), None, 10).is_ok_and(|verdict| verdict.passed && verdict.seed == 10));
    assert!(grade(&file(exercise.skeleton), None, 10).is_ok_and(|verdict| !verdict.passed && verdict.seed == 9));
    let unjudged = file(exercise.skeleton).replace("\"seed\":9", "\"seed\":null");
    assert!(grade(&unjudged, None, 10).is_ok_and(|verdict| !verdict.passed && verdict.seed == 10));
    let unknown = file(exercise.solution).replace("\"serial\"", "\"parallel\"");
    assert!(
        grade(&unknown, None, 10)
            .is_err_and(|problem| problem.contains("serial, two-buffers") && problem.contains("“parallel”"))
    );
    assert!(grade("{}", None, 10).is_err_and(|problem| problem.contains("exercise")));
    assert!(grade("not JSON", None, 10).is_err());
}

/// A file of a teacher.
const OWN: &str = include_str!("../../examples/exercise/exclusive-loop.md");

#[test]
fn a_teachers_own_exercise_is_judged_as_the_others() {
    let own = OwnExercise::read(OWN).expect("an exercise");
    assert_eq!(own.problems(3), Vec::<String>::new());
    own.with(|exercise| {
        assert_eq!(exercise.hints[0], "Which elements are in result[i]? Which one is not?");
        assert_eq!((exercise.hints.len(), exercise.mistakes.len()), (2, 2));
        for mistake in exercise.mistakes {
            assert_eq!(judge(exercise, mistake.by, 8).hint.as_deref(), Some(mistake.hint));
        }
        let hand_in = HandIn { exercise: own.id().into(), code: exercise.solution.into(), seed: None };
        let file = serde_json::to_string(&hand_in).expect("JSON");
        assert!(grade(&file, Some(&own), 4).is_ok_and(|verdict| verdict.passed));
        assert!(grade(&file, None, 4).is_err());
        let other = file.replace(own.id(), "serial");
        assert!(
            grade(&other, Some(&own), 4)
                .is_err_and(|problem| problem.contains("must be") && problem.contains("“serial”"))
        );
    });
}

#[test]
fn a_solution_may_stand_in_a_division() {
    let (before, block) =
        OWN.split_once("```{wgsl}\n//| exercise: exclusive-loop\n//| solution: true\n").expect("a solution");
    let (code, after) = block.split_once("```\n").expect("an end");
    let divided =
        format!("{before}::: {{.solution exercise=\"exclusive-loop\"}}\n```{{wgsl}}\n{code}```\n:::\n{after}");
    let read = |file| OwnExercise::read(file).expect("an exercise").with(|exercise| exercise.solution.to_owned());
    assert_eq!(read(&divided), read(OWN));
    // The class of a division gives its kind, even if the name of the exercise contains another class.
    let named = OWN.replace("exclusive-loop", "loop.solution");
    assert_eq!(OwnExercise::read(&named).expect("an exercise").with(|exercise| exercise.hints.len()), 2);
}

#[test]
fn an_unfair_exercise_is_told() {
    let lines: Vec<_> = OWN.lines().collect();
    let solved = lines.iter().position(|line| line.contains("solution: true")).expect("a solution");
    // Without the label the block of the solution would be a second skeleton.
    let twice =
        lines.iter().enumerate().filter(|&(at, _)| at != solved).map(|(_, line)| *line).collect::<Vec<_>>().join("\n");
    assert!(OwnExercise::read(&twice).is_err_and(|problem| problem.contains("one skeleton and one solution")));
    let broken = OWN.replacen("combine(sum, source[i])", "combine(source[i], sum)", 1);
    let problems = OwnExercise::read(&broken).expect("an exercise").problems(3);
    assert!(problems[0].starts_with("the solution must pass: wrong-output"), "{problems:?}");
}

#[test]
fn a_faulty_file_gets_the_line_and_what_is_required() {
    for (text, by, required) in [
        ("# ", "## ", "the file must have a title"),
        ("//| sizes: [", "//| sizes: [-1, ", "line 9: sizes: invalid value: integer `-1`, expected u32; found"),
        ("//| sizes: [", "//| sizes: [4097, ", "a size must be at most 4096; found 4097"),
        ("//| sizes: [", "//| size: [", "an option must be one of exercise"),
        ("//| solution: ", "//| solution ", "an option must be “//| name: value”"),
        ("::: {.hint", "::: {.note", "a division must be {.hint"),
        ("::: {.hint", "::: {.solution", "a solution must have a block of code; found none"),
        ("```{wgsl}", "```{python}", "a block of code must be {wgsl}"),
        ("//| sizes: [100, 0, 1, 2, 3, 17]", "//| sizes: [0]", "sizes must have a number of at least 1"),
        (
            "//| exclusive: true",
            "//| buffers: [{ \"name\": \"kept\", \"zeros\": 0 }]",
            "the buffer kept must be at least 1",
        ),
        ("Which one is not?\n:::", "Which one is not?", "a division must be {.hint"),
    ] {
        let file = OWN.replacen(text, by, 1);
        assert_ne!(file, OWN, "{text}");
        let problem = OwnExercise::read(&file).err().unwrap_or_default();
        assert!(problem.contains(required), "{by}: {problem}");
    }
    // A block without an end.
    let cut = OWN.rsplit_once("```").map(|(file, _)| file).expect("a block");
    assert!(OwnExercise::read(cut).is_err_and(|problem| problem.contains("a line “```” must end what begins here")));
    for file in ["", "```", "```{wgsl}\n//|", ":::", "::: {.hint}", "# A\n```{wgsl}\n//| exercise: a\n```"] {
        assert!(OwnExercise::read(file).is_err(), "{file}");
    }
}
