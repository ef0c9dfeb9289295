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
    /// The error of `go_on`; [`Error::Unsupported`] if the device refuses a command; [`Error::DeviceLost`].
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

    /// Runs all submissions of a prepared plan except the last, like [`Gpu::run_while`]. The caller submits the last submission together with
    /// a readback ([`Before::LastSubmission`]), so that both need one wait.
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
        // This check comes before the last submission is recorded, since the recording counts the clear of scratch memory as done.
        cancel.check()
    }

    /// Attempts a job. If the attempt was aborted because workgroups have not started in the order that the probe has shown, plans the job
    /// again and attempts it a second time. Each attempt uploads its inputs, since a scan in place overwrites them. `is_repeatable` is false
    /// if the inputs are gone, or if outputs have been passed on.
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

    /// Checks that no run since the last clear was aborted. A tile aborts a run if it has waited too long for another tile, or if its subgroups
    /// have an unexpected size.
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

    /// The error of a run that set its abort flag to `flag`. If workgroups have not started in the order that the probe has found, later plans
    /// use tickets.
    pub(crate) fn run_aborted(&self, flag: u32) -> Error {
        let abort = Abort::of(flag);
        if abort == Abort::OutOfOrder {
            self.set_starts_in_order(false);
        }
        Error::Aborted(abort)
    }
}
