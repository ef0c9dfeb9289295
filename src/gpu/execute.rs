//! Execution of prepared plans.

use super::prepare::BoundDispatch;
use super::{Batch, Cancel, Gpu, Prepared};
use crate::error::Error;
use crate::plan::Abort;

impl Gpu {
    /// Runs a prepared plan once and waits after each submission; `go_on`, called before each, can stop it.
    ///
    /// # Errors
    /// The error of `go_on`; [`Error::Unsupported`] where the device refuses a command, [`Error::DeviceLost`].
    pub async fn run_while(&self, prepared: &Prepared, go_on: &dyn Fn() -> Result<(), Error>) -> Result<(), Error> {
        for part in prepared.submissions().enumerate() {
            go_on()?;
            self.run_part(prepared, part).await?;
        }
        Ok(())
    }

    async fn run_part(&self, prepared: &Prepared, part: (usize, &[BoundDispatch])) -> Result<(), Error> {
        self.batch(&mut |batch| batch.submission(prepared, part)).await?;
        self.drain().await
    }

    /// Runs a prepared plan once, like [`Gpu::run_while`], except for the last submission, which is returned recorded, so that a readback
    /// can join it and needs no second wait.
    ///
    /// # Errors
    /// As [`Gpu::run_while`].
    pub(super) async fn run_until_last_submission(
        &self,
        prepared: &Prepared,
        cancel: &Cancel,
    ) -> Result<wgpu::CommandEncoder, Error> {
        let last = prepared.submissions().count() - 1;
        let mut batch = Batch::new(self);
        for part in prepared.submissions().enumerate() {
            // Also before the last is recorded: it may hold a clear, which counts as done.
            cancel.check()?;
            if part.0 == last {
                batch.submission(prepared, part);
            } else {
                self.run_part(prepared, part).await?;
            }
        }
        Ok(batch.into_encoder())
    }

    /// Checks that no run since the last clear was aborted, as a tile does that has waited too long for another, or whose subgroups are of
    /// an unexpected size.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where one was aborted, [`Error::DeviceLost`].
    pub async fn check_abort_flag(&self, prepared: &Prepared) -> Result<(), Error> {
        let mut code = 0;
        for abort_flag in prepared.abort_flags() {
            self.download(abort_flag, 1, 1, &Cancel::default(), |_, words| code = code.max(words[0])).await?;
        }
        if code == 0 {
            return Ok(());
        }
        // The next run clears scratch memory first.
        prepared.runs.set(u32::MAX / 2);
        Err(self.run_aborted(code))
    }

    /// The error of a run by its abort flag, which is set. A device that has not kept the order that its probe found gets tickets from now on.
    pub(super) fn run_aborted(&self, flag: u32) -> Error {
        let reason = match Abort::of(flag) {
            Abort::NoProgress => {
                "a tile waited for a predecessor whose workgroup had started and made no progress, which this device does not guarantee"
            }
            Abort::OtherSubgroupSize => "its subgroups are not of the one size that the device reports",
            Abort::OutOfOrder => {
                self.set_starts_in_order(false);
                "a tile waited for a predecessor whose workgroup had not started, or made no progress; the next run needs no order of starts"
            }
        };
        Error::Unsupported(format!("the run was aborted: {reason}"))
    }
}
