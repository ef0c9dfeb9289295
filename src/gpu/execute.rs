//! What is prepared becomes dispatches.

use super::prepare::Step;
use super::{Batch, Cancel, Gpu, Prepared};
use crate::error::Error;

impl Gpu {
    /// Runs a prepared plan once, waiting after each of its submissions, so that it stops soon when `go_on`, which is asked
    /// before every submission, does not agree.
    ///
    /// # Errors
    /// What `go_on` says; [`Error::Unsupported`] where the device refuses a command, [`Error::DeviceLost`].
    pub async fn run_while(&self, prepared: &Prepared, go_on: &dyn Fn() -> Result<(), Error>) -> Result<(), Error> {
        for part in prepared.submissions().enumerate() {
            go_on()?;
            self.run_part(prepared, part).await?;
        }
        Ok(())
    }

    async fn run_part(&self, prepared: &Prepared, part: (usize, &[Step])) -> Result<(), Error> {
        self.batch(&mut |batch| batch.part(prepared, part)).await?;
        self.drain().await
    }

    /// Runs a prepared plan once, up to its last submission as [`Gpu::run_while`] does; gives the last, which is recorded and
    /// not yet submitted, so that a readback can go with it and one wait do for both.
    ///
    /// # Errors
    /// As [`Gpu::run_while`].
    pub(super) async fn run_to_last(
        &self,
        prepared: &Prepared,
        cancel: &Cancel,
    ) -> Result<wgpu::CommandEncoder, Error> {
        let last = prepared.submissions().count() - 1;
        let mut batch = Batch::new(self);
        for part in prepared.submissions().enumerate() {
            // Before the last is recorded, too: it may hold a clear, which counts as done.
            cancel.check()?;
            if part.0 == last {
                batch.part(prepared, part);
            } else {
                self.run_part(prepared, part).await?;
            }
        }
        Ok(batch.into_encoder())
    }

    /// Whether every run since the last clear came to its end: tiles that wait for others give up after a while.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where one gave up, [`Error::DeviceLost`].
    pub async fn check_verdict(&self, prepared: &Prepared) -> Result<(), Error> {
        let Some(verdict) = prepared.verdict() else { return Ok(()) };
        let mut gave_up = 0;
        self.download_pieces(verdict, 1..2, &Cancel::default(), &mut |_, piece| gave_up = piece.words()[0]).await?;
        if gave_up == 0 {
            return Ok(());
        }
        // The next run starts from clear scratch memory again.
        prepared.runs.set(u32::MAX / 2);
        Err(given_up())
    }
}

/// What to say of a run whose verdict is that it gave up.
pub(super) fn given_up() -> Error {
    Error::Unsupported(
        "the run was given up: a tile waited for one that had started, and that one did not go on; this device does not \
         promise that it does"
            .into(),
    )
}
