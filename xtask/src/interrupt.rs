//! Being asked to stop. Whoever waits for a program looks here, so that the program is ended with all that it has started:
//! a signal to this process alone would leave them running.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::Result;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The exit status of a program that was asked to stop.
pub const STATUS: u8 = 130;

/// From now on notes the first signal that asks us to stop; the second stops us at once.
pub fn watch() -> Result<()> {
    for &signal in TERM_SIGNALS {
        flag::register_conditional_shutdown(signal, i32::from(STATUS), Arc::clone(&REQUESTED))?;
        flag::register(signal, Arc::clone(&REQUESTED))?;
    }
    Ok(())
}

/// Whether somebody has asked us to stop.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
