//! The data flow of every algorithm computes a scan.
#![cfg(not(target_arch = "wasm32"))]

use scanlab::scan::ALGORITHMS;

#[test]
fn every_flow_ends_in_the_scan() {
    for algorithm in ALGORITHMS {
        for n in [1, 2, 4, 8, 16] {
            let flow = (algorithm.flow)(n);
            let letters: String = ('a'..).take(n as usize).collect();
            let ends = (0..n as usize).map(|index| if flow.exclusive { index } else { index + 1 });
            let expected: Vec<_> = ends.map(|end| letters[..end].to_owned()).collect();
            assert_eq!(flow.evaluate(), expected, "{} on {n}", algorithm.id);
        }
    }
}

#[test]
fn no_step_writes_a_column_twice() {
    for algorithm in ALGORITHMS {
        for step in (algorithm.flow)(16).steps {
            let target = |operation: &scanlab::flow::Operation| match *operation {
                scanlab::flow::Operation::Combine { target, .. }
                | scanlab::flow::Operation::Copy { target, .. }
                | scanlab::flow::Operation::Identity { target } => target,
            };
            let mut targets: Vec<_> = step.operations.iter().map(target).collect();
            targets.sort_unstable();
            targets.dedup();
            assert_eq!(targets.len(), step.operations.len(), "{}: {}", algorithm.id, step.label);
        }
    }
}
