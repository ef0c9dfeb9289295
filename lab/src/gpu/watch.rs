//! Waits for the device, and its error scopes.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use futures_channel::oneshot::{self, Receiver};

use super::Gpu;
use scanlab::error::Error;
use scanlab::record::Capabilities;
use scanlab::record::low_level::{self, PendingErrors};

impl Gpu {
    /// The number of completed waits for the device, plus the number of completed submissions. If the device has work and
    /// the number does not change, the device hangs.
    pub fn completed_waits(&self) -> u32 {
        self.completed_waits.load(Ordering::Relaxed)
    }

    fn count_wait(&self) {
        self.completed_waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the last submission when it is done.
    pub(super) fn count_submission(&self) {
        let completed_waits = self.completed_waits.clone();
        self.queue.on_submitted_work_done(move || {
            completed_waits.fetch_add(1, Ordering::Relaxed);
        });
    }

    /// Runs `work`, which creates objects. Returns its value, or an error that the device has reported.
    pub(super) async fn scoped<T>(
        &self,
        what: &str,
        required_bytes: u64,
        work: impl FnOnce() -> T,
    ) -> Result<T, Error> {
        let (value, errors) = self.with_error_scopes(work);
        self.check_scopes(what, required_bytes, errors).await?;
        Ok(value)
    }

    /// Runs `work` within error scopes. [`Gpu::check_scopes`] awaits the results of the scopes, possibly after other waits.
    pub(super) fn with_error_scopes<T>(&self, work: impl FnOnce() -> T) -> (T, PendingErrors) {
        low_level::within(&self.device, work)
    }

    /// Awaits the results of error scopes.
    pub(crate) async fn check_scopes(
        &self,
        what: &str,
        required_bytes: u64,
        errors: PendingErrors,
    ) -> Result<(), Error> {
        let checked = low_level::check(what, required_bytes, errors).await;
        self.count_wait();
        if checked.is_err() {
            // All objects of a lost device are invalid. Natively, the loss is known only after a poll.
            let _ = self.device.poll(wgpu::PollType::Poll);
        }
        self.check_lost()?;
        checked
    }

    /// Records the loss of the device, unless a loss is recorded already.
    pub(super) fn lose(lost: &Mutex<Option<String>>, message: impl FnOnce() -> String) {
        lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(message);
    }

    /// Runs a step of a probe, and stores its result in the device's limits.
    ///
    /// # Errors
    /// Those of the step; [`Error::DeviceLost`].
    pub(crate) async fn probed(
        &self,
        step: impl AsyncFnOnce(&mut Capabilities, &wgpu::Device, &wgpu::Queue) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let mut capabilities = self.capabilities.get();
        let found = step(&mut capabilities, &self.device, &self.queue).await;
        self.count_wait();
        self.check_lost()?;
        self.capabilities.set(capabilities);
        found
    }

    fn check_lost(&self) -> Result<(), Error> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.as_ref().map_or(Ok(()), |message| Err(Error::DeviceLost(message.clone())))
    }

    /// Waits until the device has done all submitted work.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn drain(&self) -> Result<(), Error> {
        self.wait(&mut self.submitted_work()).await
    }

    /// The completion of all work submitted so far.
    pub(super) fn submitted_work(&self) -> Receiver<()> {
        let (done, waiting) = oneshot::channel();
        self.queue.on_submitted_work_done(move || {
            let _ = done.send(());
        });
        waiting
    }

    pub(super) async fn wait(&self, done: &mut Receiver<()>) -> Result<(), Error> {
        self.poll()?;
        let done = done.await;
        self.count_wait();
        self.check_lost()?;
        done.map_err(|_| Error::DeviceLost("a wait for the device was dropped".into()))
    }

    /// Polls the device. Natively, callbacks run only during a poll.
    fn poll(&self) -> Result<(), Error> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled.map(|_| ()).map_err(|error| Error::DeviceLost(error.to_string()))
    }
}
