//! Termination signals. A wait for a program polls for them and ends the program with all its descendants. A signal to
//! this process alone would leave them running.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::Result;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The exit status after a signal.
pub const STATUS: u8 = 130;

/// Installs the handlers: the first signal is a request, the second ends this process at once.
pub fn watch() -> Result<()> {
    for &signal in TERM_SIGNALS {
        flag::register_conditional_shutdown(signal, i32::from(STATUS), Arc::clone(&REQUESTED))?;
        flag::register(signal, Arc::clone(&REQUESTED))?;
    }
    Ok(())
}

/// Whether a signal has arrived.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
