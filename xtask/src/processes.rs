//! Ends a program and its descendants, and nothing else. A process group does not suffice: browsers and their drivers
//! leave it.

use std::fs;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// Time to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

/// Sends SIGTERM to the process and its descendants, then SIGKILL to those that still run.
pub fn end_tree(root: u32) {
    let Ok(root) = i32::try_from(root) else { return };
    let tree = tree(root, &parents());
    signal(&tree, Signal::TERM);
    let mut waited = Duration::ZERO;
    while waited < GRACE && tree.iter().any(|&pid| is_running(pid)) {
        thread::sleep(GRACE / 20);
        waited += GRACE / 20;
    }
    signal(&tree, Signal::KILL);
}

fn signal(tree: &[Pid], signal: Signal) {
    for &pid in tree {
        // The process may have ended meanwhile.
        let _ = kill_process(pid, signal);
    }
}

/// The process and its descendants, given every process with its parent.
fn tree(root: i32, parents: &[(i32, i32)]) -> Vec<Pid> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(parents.iter().filter(|&&(_, of)| of == parent).map(|&(pid, _)| pid));
        next += 1;
    }
    found.into_iter().filter_map(Pid::from_raw).collect()
}

/// Every process with its parent. Without /proc the list is empty, so only the process itself is ended.
fn parents() -> Vec<(i32, i32)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|pid: i32| Some((pid, parent_in(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?))).collect()
}

/// Whether the process runs; a zombie does not.
fn is_running(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, fields)| !fields.trim_start().starts_with('Z'))
}

/// The parent in a line of a `/proc/*/stat`: the second field after the name, which may itself hold parentheses.
fn parent_in(stat: &str) -> Option<i32> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_read_past_any_name() {
        assert_eq!(parent_in("42 (a) b) c) S 7 42 42 0"), Some(7));
        assert_eq!(parent_in("nonsense"), None);
    }

    #[test]
    fn a_tree_holds_all_descendants_and_nothing_else() {
        let parents = [(2, 1), (3, 2), (4, 3), (5, 1), (6, 5)];
        let found: Vec<i32> = tree(2, &parents).into_iter().map(|pid| pid.as_raw_nonzero().get()).collect();
        assert_eq!(found, [2, 3, 4]);
    }

    #[test]
    fn a_program_is_ended_with_its_descendants() {
        let mut shell = std::process::Command::new("sh").args(["-c", "sleep 600 & wait"]).spawn().unwrap();
        let id = i32::try_from(shell.id()).unwrap();
        let mut started = Vec::new();
        while started.len() < 2 {
            thread::sleep(Duration::from_millis(10));
            started = tree(id, &parents());
        }
        end_tree(shell.id());
        shell.wait().unwrap();
        thread::sleep(Duration::from_millis(200));
        let left: Vec<_> = parents().into_iter().filter(|&(_, parent)| parent == id).collect();
        assert!(left.is_empty(), "{left:?} must have ended");
    }
}
