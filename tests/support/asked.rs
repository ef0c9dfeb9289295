//! The algorithms of a run.

use std::env;

use scanlab::scan::Algorithm;

/// Whether a run takes an algorithm. `SCANLAB_ALGORITHMS=raking,blelloch` selects only these.
pub fn is_asked(algorithm: &Algorithm) -> bool {
    let Ok(text) = env::var("SCANLAB_ALGORITHMS") else { return true };
    let ids: Vec<_> = text.split(',').collect();
    if let Some(unknown) = ids.iter().find(|id| Algorithm::find(id).is_err()) {
        panic!("SCANLAB_ALGORITHMS must name algorithms, like raking,blelloch, found {unknown}");
    }
    ids.contains(&algorithm.id)
}
