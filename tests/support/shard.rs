//! The shard of a run.

use std::env;

/// The index, from 1, and the number of shards: `SCANLAB_SHARD=2/8` names the second of eight. `None` if it is not set.
pub fn shard() -> Option<(usize, usize)> {
    let text = env::var("SCANLAB_SHARD").ok()?;
    let shard = text.split_once('/').and_then(|(rank, of)| Some((rank.parse().ok()?, of.parse().ok()?)));
    let is_part = |&(rank, of): &(usize, usize)| (1..=of).contains(&rank);
    Some(
        shard
            .filter(is_part)
            .unwrap_or_else(|| panic!("SCANLAB_SHARD must be like 2/8, from 1/8 to 8/8, found {text}")),
    )
}
