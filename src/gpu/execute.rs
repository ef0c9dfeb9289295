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

    /// Whether every run since the last clear completed: a tile that waits too long for another aborts its run.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where one was aborted, [`Error::DeviceLost`].
    pub async fn check_abort_flag(&self, prepared: &Prepared) -> Result<(), Error> {
        let Some(abort_flag) = prepared.abort_flag() else { return Ok(()) };
        let mut aborted = 0;
        self.download_pieces(abort_flag, 1..2, &Cancel::default(), &mut |_, piece| aborted = piece.words()[0]).await?;
        if aborted == 0 {
            return Ok(());
        }
        // The next run starts from clear scratch memory again.
        prepared.runs.set(u32::MAX / 2);
        Err(run_aborted())
    }
}

/// The error of a run whose abort flag is set.
pub(super) fn run_aborted() -> Error {
    Error::Unsupported(
        "the run was aborted: a tile waited for a predecessor whose workgroup had started and made no progress; this device promises none"
            .into(),
    )
}
