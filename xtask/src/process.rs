//! Running other programs.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::{interrupt, processes};

/// The interval at which a running program is polled.
const POLL: Duration = Duration::from_millis(50);
/// The time that a program's last lines have to arrive after the program has ended.
const DRAIN: Duration = Duration::from_secs(5);

/// The output of a program, and the reason for its failure.
pub struct Record {
    pub lines: Vec<String>,
    pub failure: Option<String>,
}

/// The first line that a program prints; `None` if the program is missing or fails.
pub fn probe(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.lines().next().unwrap_or_default().trim().to_owned())
}

/// Runs a program, which must succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let status = wait(&mut spawn(command)?)?;
    ensure!(status.success(), "{} must succeed, found {status}", shown(command));
    Ok(())
}

/// Waits for a program's end. On an interrupt, ends the program and its descendants.
pub fn wait(child: &mut Child) -> Result<ExitStatus> {
    while !interrupt::is_requested() {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        thread::sleep(POLL);
    }
    end(child)?;
    bail!("interrupted")
}

/// Ends a program and its descendants.
pub fn end(child: &mut Child) -> Result<()> {
    processes::end_tree(child.id());
    child.wait()?;
    Ok(())
}

/// Starts a program.
pub fn spawn(command: &mut Command) -> Result<Child> {
    command.spawn().with_context(|| format!("{} must start", shown(command)))
}

/// Runs a program, and prints and records its output. After the limit, ends the program and its descendants. A label,
/// which tells concurrent programs apart, precedes every line of standard output and standard error.
pub fn run_recorded(command: &mut Command, limit: Duration, label: Option<&str>) -> Result<Record> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    if label.is_some() {
        command.stderr(Stdio::piped());
    }
    let mut child = spawn(command)?;
    let printed = pass_on(&mut child, label.map(|label| format!("{label:<6} | ")).unwrap_or_default());
    let mut lines = Vec::new();
    let deadline = Instant::now() + limit;
    let failure = match wait_recording(&mut child, &printed, &mut lines, deadline)? {
        Some(status) if status.success() => None,
        Some(status) => Some(format!("{} must succeed, found {status}", shown(command))),
        None => {
            end(&mut child)?;
            Some(unfinished(command, limit))
        }
    };
    let drained = Instant::now() + DRAIN;
    while let Ok(line) = printed.recv_timeout(drained.saturating_duration_since(Instant::now())) {
        lines.push(line);
    }
    Ok(Record { lines, failure })
}

/// The reason why this process has ended a program.
fn unfinished(command: &Command, limit: Duration) -> String {
    if interrupt::is_requested() {
        return "interrupted".into();
    }
    format!("{} must end within {} min, found it running and ended it", shown(command), limit.as_secs() / 60)
}

/// The child's status; `None` if the deadline or an interrupt comes first.
fn wait_recording(
    child: &mut Child,
    printed: &Receiver<String>,
    lines: &mut Vec<String>,
    deadline: Instant,
) -> Result<Option<ExitStatus>> {
    while Instant::now() < deadline && !interrupt::is_requested() {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        match printed.recv_timeout(POLL) {
            Ok(line) => lines.push(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(POLL),
        }
    }
    Ok(None)
}

/// Prints a program's output line by line after the prefix, and sends the lines without it.
fn pass_on(child: &mut Child, prefix: String) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(stdout) = child.stdout.take() {
        let prefix = prefix.clone();
        read_lines(stdout, sender.clone(), move |line| println!("{prefix}{line}"));
    }
    if let Some(stderr) = child.stderr.take() {
        read_lines(stderr, sender, move |line| eprintln!("{prefix}{line}"));
    }
    receiver
}

/// Shows lines and sends them, in a separate thread, because running descendants keep a program's output open.
fn read_lines(source: impl Read + Send + 'static, sender: Sender<String>, show: impl Fn(&str) + Send + 'static) {
    thread::spawn(move || {
        let mut source = BufReader::new(source);
        let mut bytes = Vec::new();
        while source.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            show(&line);
            if sender.send(line).is_err() {
                break;
            }
            bytes.clear();
        }
    });
}

/// A command as typed.
pub fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit('/').next().unwrap_or_default().to_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_and_status_are_recorded() {
        let record = run_recorded(&mut shell("echo one; echo two; exit 3"), Duration::from_secs(60), None).unwrap();
        assert_eq!(record.lines, ["one", "two"]);
        let failure = record.failure.unwrap();
        assert!(failure.contains("exit status: 3"), "{failure}");
    }

    #[test]
    fn both_outputs_of_a_labelled_program_are_recorded_completely() {
        let script = "echo one; echo two >&2; printf three; printf four >&2";
        let mut lines = run_recorded(&mut shell(script), Duration::from_secs(60), Some("shell")).unwrap().lines;
        lines.sort();
        assert_eq!(lines, ["four", "one", "three", "two"]);
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let started = Instant::now();
        let record = run_recorded(&mut shell("echo one; sleep 600 & wait"), Duration::from_millis(300), None).unwrap();
        assert_eq!(record.lines, ["one"]);
        assert!(record.failure.is_some());
        assert!(started.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn the_probe_of_a_missing_program_is_none() {
        assert_eq!(probe(&mut Command::new("no-such-program-here")), None);
        assert_eq!(probe(&mut shell("echo ' a b '; echo c")), Some("a b".into()));
    }
}
