//! Broken kernels on the emulator: each barrier left out, operands swapped, bounds off by one.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/asked.rs"]
mod asked;
#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/equivalents.rs"]
mod equivalents;
#[path = "support/refused.rs"]
mod refused;
#[path = "support/trial.rs"]
mod trial;
#[path = "support/trials.rs"]
mod trials;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use asked::is_asked;
use emulate::in_parallel;
use equivalents::reason;
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_emulator::mutate::MutationKind;
use trial::{Fate, Mutant, Trial};
use trials::trials;

/// A run without `SCANLAB_FULL` tries one of this number of mutants.
const INTERVAL: u64 = 24;

fn is_full() -> bool {
    env::var_os("SCANLAB_FULL").is_some()
}

fn is_sampled(item: impl Hash) -> bool {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    is_full() || hasher.finish().is_multiple_of(INTERVAL)
}

/// An algorithm's mutants, with the reasons of those that are equivalent.
fn mutants(algorithm: &Algorithm, trials: &[Trial]) -> BTreeMap<Mutant, Option<&'static str>> {
    let mut mutants = BTreeMap::new();
    for trial in trials {
        trial.mutants(&mut |mutant, context| {
            let reason = reason(algorithm.id, &mutant, context);
            mutants.insert(mutant, reason);
        });
    }
    mutants
}

/// The outcome of a mutant in all trials. A missing barrier must cause a finding. A wrong output also detects
/// any other mutant.
fn fate(mutant: &Mutant, trials: &[Trial]) -> Fate {
    let mut fate = Fate::NoMutant;
    for trial in trials {
        fate = fate.min(trial.fate(mutant));
        if matches!(fate, Fate::Found(_)) || fate == Fate::Wrong && !mutant.kind.is_barrier() {
            break;
        }
    }
    let is_reached = || trials.iter().any(|trial| trial.reaches(mutant));
    if fate == Fate::Unexecuted && !is_reached() { Fate::NoMutant } else { fate }
}

/// A mutant of an algorithm.
type Key = (Mutant, &'static str);

/// The mutants of the sample, for the given algorithms.
fn fates() -> BTreeMap<Key, (Fate, Option<&'static str>)> {
    let fates = Mutex::new(BTreeMap::new());
    in_parallel(ALGORITHMS, |&algorithm| {
        if !is_asked(algorithm) {
            return;
        }
        let trials = trials(algorithm);
        for (mutant, reason) in mutants(algorithm, &trials) {
            // Equivalent mutants are tried only in full runs.
            if is_sampled((&mutant, algorithm.id)) && (reason.is_none() || is_full()) {
                let fate = fate(&mutant, &trials);
                if matches!(fate, Fate::Survived | Fate::Unexecuted) && reason.is_none() {
                    println!("{fate:?} {mutant} in {}", algorithm.id);
                }
                fates.lock().expect("no failed trial").insert((mutant, algorithm.id), (fate, reason));
            }
        }
    });
    fates.into_inner().expect("no failed trial")
}

fn print_counts(fates: &BTreeMap<Key, (Fate, Option<&'static str>)>) {
    for kind in MutationKind::ALL {
        let of_kind = fates.iter().filter(|((mutant, _), _)| mutant.kind == kind).map(|(_, it)| it);
        let mut counts = BTreeMap::<&str, usize>::new();
        for (fate, reason) in of_kind {
            let name = match (fate, reason) {
                (Fate::NoMutant, _) => "no mutants",
                (_, Some(_)) => "equivalent",
                (Fate::Found(_), _) => "found",
                (Fate::Wrong, _) => "wrong",
                (Fate::Survived, _) => "survived",
                (Fate::Unexecuted, _) => "not executed",
            };
            *counts.entry(name).or_default() += 1;
        }
        println!("{kind:?}: {counts:?}");
    }
}

#[test]
fn broken_kernels_are_found() {
    let fates = fates();
    print_counts(&fates);
    let survives = |fate: &Fate| matches!(fate, Fate::Survived | Fate::Unexecuted);
    // Every equivalent mutant must survive all trials, else its reason is wrong.
    let equivalent = fates.iter().filter(|(_, (_, reason))| reason.is_some());
    let refuted: Vec<_> = equivalent.filter(|(_, (fate, _))| !survives(fate) && *fate != Fate::NoMutant).collect();
    for (reason, paths) in reasons(&fates) {
        println!("equivalent: {reason}: {}", paths.into_iter().collect::<Vec<_>>().join(", "));
    }
    assert!(refuted.is_empty(), "{refuted:#?}");
    let base: Vec<_> = fates.iter().filter(|(_, (fate, reason))| reason.is_none() && *fate != Fate::NoMutant).collect();
    let survivors: Vec<_> = base.iter().filter(|(_, (fate, _))| survives(fate)).collect();
    let found = base.len() - survivors.len();
    println!("{found} of {} found, {:.1} %", base.len(), 100.0 * found as f64 / base.len() as f64);
    assert!(100 * found >= 95 * base.len(), "{survivors:#?}");
    for kind in [MutationKind::Barrier, MutationKind::Operands] {
        let is_found = base.iter().any(|((mutant, _), (fate, _))| mutant.kind == kind && !survives(fate));
        // Some algorithms have no barriers.
        assert!(is_found || !ALGORITHMS.iter().all(|&algorithm| is_asked(algorithm)), "no {kind:?} was found");
    }
    // A missing barrier must cause a finding, since an order of execution may hide a wrong output. The finding
    // must name file and line.
    for ((mutant, id), (fate, _)) in base.into_iter().filter(|((mutant, _), _)| mutant.kind.is_barrier()) {
        let Fate::Found(finding) = fate else { panic!("{fate:?} {mutant} in {id}") };
        assert!(finding.split(' ').filter(|word| word.contains(".wgsl:")).count() > 0, "{mutant} in {id}: {finding}");
    }
}

/// The lines of equivalent mutants by reason.
fn reasons(fates: &BTreeMap<Key, (Fate, Option<&'static str>)>) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut reasons = BTreeMap::<_, BTreeSet<String>>::new();
    for ((mutant, _), (fate, reason)) in fates {
        if let Some(reason) = reason.filter(|_| *fate != Fate::NoMutant) {
            reasons.entry(reason).or_default().insert(mutant.to_string());
        }
    }
    reasons
}
