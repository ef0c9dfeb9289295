//! Execution of prepared plans.

use super::{Cancel, Gpu, Prepared};
use scanlab::error::Error;
use scanlab::plan::{Abort, Plannable, Planned};
use scanlab::record::low_level::BoundDispatch;

impl Gpu {
    /// Runs a prepared plan once and waits after each submission. `go_on` is called before each submission and can stop
    /// the run.
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

    /// Runs a prepared plan once, like [`Gpu::run_while`], except for the last submission, which is to be submitted with a readback, so that
    /// both need one wait: [`Before::LastSubmission`].
    ///
    /// [`Before::LastSubmission`]: super::batch::Before::LastSubmission
    ///
    /// # Errors
    /// As [`Gpu::run_while`].
    pub(super) async fn run_until_last_submission(&self, prepared: &Prepared, cancel: &Cancel) -> Result<(), Error> {
        let last = prepared.submissions().count() - 1;
        for part in prepared.submissions().enumerate().take(last) {
            cancel.check()?;
            self.run_part(prepared, part).await?;
        }
        // Before the last is recorded: it may hold a clear, which counts as done.
        cancel.check()
    }

    /// Makes an attempt at a job, and a second one, planned anew, where the first was aborted since workgroups have not started in the order
    /// that the probe has shown. An attempt begins with the inputs: a scan in place has overwritten its own. `is_repeatable` is false where
    /// the inputs are gone, or where the outputs have been passed on.
    ///
    /// # Errors
    /// Those of the last attempt.
    pub(crate) async fn repeated<J: Plannable, T>(
        &self,
        planned: &Planned<J>,
        is_repeatable: bool,
        mut attempt: impl AsyncFnMut(&Planned<J>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match attempt(planned).await {
            Err(Error::Aborted(Abort::OutOfOrder)) if is_repeatable => attempt(&planned.in_any_order()).await,
            done => done,
        }
    }

    /// Checks that no run since the last clear was aborted, as a tile does that has waited too long for another, or whose subgroups are of
    /// an unexpected size.
    ///
    /// # Errors
    /// [`Error::Aborted`], [`Error::DeviceLost`].
    pub async fn check_abort_flag(&self, prepared: &Prepared) -> Result<(), Error> {
        let mut code = 0;
        for abort_flag in prepared.abort_flags() {
            self.download(abort_flag, 1, 1, &Cancel::default(), |_, words| code = code.max(words[0])).await?;
        }
        if code == 0 {
            return Ok(());
        }
        // The next run clears scratch memory first.
        prepared.clears.invalidate();
        Err(self.run_aborted(code))
    }

    /// The error of a run by its abort flag, which is set. A device that has not kept the order that its probe found gets tickets from now on.
    pub(crate) fn run_aborted(&self, flag: u32) -> Error {
        let abort = Abort::of(flag);
        if abort == Abort::OutOfOrder {
            self.set_starts_in_order(false);
        }
        Error::Aborted(abort)
    }
}
