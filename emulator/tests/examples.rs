//! The examples run.

#[path = "../examples/reduction.rs"]
mod reduction;

#[test]
fn the_reduction_runs() {
    reduction::main().expect("a run");
}
