//! The program `grade`, which `cargo xtask grade` starts: its lines, and its exit status.

use std::fs;
use std::path::Path;
use std::process::Command;

use scanlab_exercises::{Exercise, HandIn};
use serde_json::{Value, json};

/// A file of a teacher.
const OWN: &str = include_str!("../../examples/exercise/exclusive-loop.md");
const OWN_ID: &str = "exclusive-loop";

/// The files of a test, in a separate folder.
struct Folder(&'static str);

impl Folder {
    /// Writes a file, and returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("grade").join(self.0);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path in UTF-8").to_owned()
    }
}

/// A hand-in file with the seed 9.
fn hand_in(exercise: &str, code: &str) -> Value {
    let hand_in = HandIn { exercise: exercise.into(), code: code.into(), seed: Some(9) };
    serde_json::to_value(hand_in).expect("JSON")
}

/// A file with the solution of an exercise, changed at one place.
fn changed(id: &str, text: &str, by: &str) -> String {
    let solution = Exercise::find(id).expect("an exercise").solution;
    let code = solution.replacen(text, by, 1);
    assert_eq!(code == solution, text == by, "{text}");
    hand_in(id, &code).to_string()
}

fn right(id: &str) -> String {
    changed(id, "", "")
}

/// The outcome of the program: its exit status, its lines, and its errors.
struct Graded {
    status: Option<i32>,
    lines: Vec<String>,
    errors: String,
}

fn graded(arguments: &[&str]) -> Graded {
    let ran = Command::new(env!("CARGO_BIN_EXE_grade")).args(arguments).output().expect("the program must start");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let lines = text(ran.stdout).lines().map(str::to_owned).collect();
    Graded { status: ran.status.code(), lines, errors: text(ran.stderr) }
}

#[test]
fn right_files_pass_with_a_line_each() {
    let folder = Folder("right");
    let [first, second] = ["serial", "one-buffer"].map(|id| folder.file(&format!("{id}.json"), &right(id)));
    let Graded { status, lines, errors } = graded(&[&first, &second]);
    assert_eq!(lines, [format!("{first}: serial: passed"), format!("{second}: one-buffer: passed")]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
}

#[test]
fn one_wrong_kernel_is_told_with_its_reason_and_the_others_are_graded() {
    let folder = Folder("wrong");
    let first = folder.file("right.json", &right("serial"));
    let swapped = changed("serial", "combine(sum, source[i])", "combine(source[i], sum)");
    let wrong = folder.file("wrong.json", &swapped);
    let racing = folder.file("racing.json", &changed("one-buffer", "        workgroupBarrier();\n", ""));
    let broken = folder.file("broken.json", &hand_in("serial", "not WGSL").to_string());
    // The kernel is right, but does too much work.
    let unpadded = Exercise::find("down-sweep").expect("an exercise").solution;
    let idle = folder.file("idle.json", &hand_in("padding", unpadded).to_string());
    let last = folder.file("last.json", &right("serial"));
    let Graded { status, lines, .. } = graded(&[&first, &wrong, &racing, &broken, &idle, &last]);
    let starts = [
        format!("{first}: serial: passed"),
        format!("{wrong}: serial: failed, wrong-output: result["),
        format!("{racing}: one-buffer: failed, data-race: line"),
        format!("{broken}: serial: failed, compile: line 1, column 1: "),
        format!("{idle}: padding: failed, bank conflicts per access must be at most "),
        format!("{last}: serial: passed"),
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(&start), "{line}\n{start}");
    }
    // The seed of the file repeats the failure.
    assert!(lines[1].contains(" must be ") && lines[1].ends_with(" (seed 9)"), "{}", lines[1]);
    assert_eq!(status, Some(1));
}

#[test]
fn a_verdict_in_the_file_does_not_count() {
    let folder = Folder("claim");
    let mut claim = hand_in("serial", Exercise::find("serial").expect("an exercise").skeleton);
    claim["passed"] = json!(true);
    claim["verdict"] = json!({ "exercise": "serial", "passed": true, "failures": [], "seed": 9 });
    let wrong = folder.file("wrong.json", &claim.to_string());
    let Graded { status, lines, .. } = graded(&[&wrong]);
    assert!(lines[0].starts_with(&format!("{wrong}: serial: failed, wrong-output: ")), "{lines:?}");
    assert_eq!(status, Some(1));
    // A failed verdict in the file does not count, either.
    let mut modest: Value = serde_json::from_str(&right("serial")).expect("JSON");
    modest["verdict"] = json!({ "passed": false });
    let modest = folder.file("modest.json", &modest.to_string());
    assert_eq!(graded(&[&modest]).status, Some(0));
}

#[test]
fn a_file_that_cannot_be_judged_is_named_and_fails_in_one_line() {
    let folder = Folder("unjudged");
    let text = folder.file("text.json", "not JSON");
    let empty = folder.file("empty.json", "{}");
    let missing = folder.file("missing.json", "");
    fs::remove_file(&missing).expect("the file");
    // A line break in a name does not look like the line of another file.
    let forged = folder.file("forged.json", &hand_in("serial\nbob.json: serial: passed", "").to_string());
    let last = folder.file("last.json", &right("serial"));
    let Graded { status, lines, .. } = graded(&[&text, &empty, &missing, &forged, &last]);
    let starts = [
        format!("{text}: not judged: the file must be JSON with exercise, code and seed: "),
        format!("{empty}: not judged: the file must be JSON with exercise, code and seed: missing field `exercise`"),
        format!("{missing}: not judged: No such file"),
        format!("{forged}: not judged: exercise must be one of serial, "),
        format!("{last}: serial: passed"),
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(&start), "{line}\n{start}");
    }
    assert_eq!(status, Some(1));
}

#[test]
fn files_are_graded_for_a_teachers_own_exercise() {
    let folder = Folder("own");
    let own = folder.file("own.md", OWN);
    let (_, solution) = OWN.split_once("//| solution: true\n").expect("a solution");
    let (solution, _) = solution.split_once("```").expect("an end");
    let first = folder.file("right.json", &hand_in(OWN_ID, solution).to_string());
    let fair = format!("{own}: the solution passes, the skeleton fails, and so do the mistakes");
    let Graded { status, lines, .. } = graded(&["--exercise", &own, &first]);
    assert_eq!((status, lines), (Some(0), vec![fair.clone(), format!("{first}: {OWN_ID}: passed")]));

    let inclusive = Exercise::find("serial").expect("an exercise").solution;
    let wrong = folder.file("wrong.json", &hand_in(OWN_ID, inclusive).to_string());
    let other = folder.file("other.json", &right("serial"));
    let Graded { status, lines, .. } = graded(&["--exercise", &own, &wrong, &other]);
    assert_eq!(lines[0], fair);
    assert!(lines[1].starts_with(&format!("{wrong}: {OWN_ID}: failed, wrong-output: result[")), "{}", lines[1]);
    assert_eq!(lines[2], format!("{other}: not judged: exercise must be {OWN_ID}; found “serial”"));
    assert_eq!(status, Some(1));
    // Without the teacher's file no exercise has the name.
    assert_eq!(graded(&[&first]).status, Some(1));
}

#[test]
fn an_unfair_exercise_fails_without_a_file_and_a_faulty_one_is_named() {
    let folder = Folder("unfair");
    let unfair = folder.file("unfair.md", &OWN.replacen("combine(sum, source[i])", "combine(source[i], sum)", 1));
    let Graded { status, lines, .. } = graded(&["--exercise", &unfair]);
    assert!(lines[0].starts_with(&format!("{unfair}: the solution must pass: wrong-output")), "{lines:?}");
    assert_eq!(status, Some(1));
    let fair = folder.file("fair.md", OWN);
    assert_eq!(graded(&["--exercise", &fair]).status, Some(0));
    let faulty = folder.file("faulty.md", &OWN.replacen("//| sizes: [", "//| sizes: [4097, ", 1));
    for (file, problem) in [(faulty.as_str(), "a size must be at most 4096"), ("nowhere.md", "No such file")] {
        let Graded { status, lines, errors } = graded(&["--exercise", file]);
        assert!(errors.starts_with(&format!("error: {file}: {problem}")), "{errors}");
        assert_eq!((status, lines), (Some(1), vec![]));
    }
}
