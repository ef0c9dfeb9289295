//! Waits for the device, and its error scopes.

use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use futures_channel::oneshot::{self, Receiver};

use super::Gpu;
use crate::error::Error;

/// All errors of a device. Every call that can have one is within scopes of them: natively an error outside of them is a panic.
const ERRORS: [wgpu::ErrorFilter; 3] =
    [wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory];

/// The results of error scopes, innermost first.
pub(crate) type PendingErrors = Vec<Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>>;

impl Gpu {
    /// Number of completed waits for the device, and submissions: while the device has work and the count does not change, it hangs.
    pub fn completed_waits(&self) -> u32 {
        self.completed_waits.load(Ordering::Relaxed)
    }

    fn note_wait(&self) {
        self.completed_waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the last submission once it is done.
    pub(super) fn note_submission(&self) {
        let completed_waits = self.completed_waits.clone();
        self.queue.on_submitted_work_done(move || {
            completed_waits.fetch_add(1, Ordering::Relaxed);
        });
    }

    /// Runs `work`, which creates objects, and returns its errors on the device.
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

    /// Runs `work` within error scopes; [`Gpu::check_scopes`] awaits their results, possibly after other waits.
    ///
    /// Scopes are popped before any wait, so that those of concurrent operations do not interleave.
    pub(super) fn with_error_scopes<T>(&self, work: impl FnOnce() -> T) -> (T, PendingErrors) {
        let scopes = self.begin_scopes();
        let value = work();
        (value, end_scopes(scopes))
    }

    fn begin_scopes(&self) -> Vec<wgpu::ErrorScopeGuard> {
        ERRORS.into_iter().map(|filter| self.device.push_error_scope(filter)).collect()
    }

    /// Awaits the results of error scopes.
    pub(crate) async fn check_scopes(
        &self,
        what: &str,
        required_bytes: u64,
        errors: PendingErrors,
    ) -> Result<(), Error> {
        let mut first = None;
        for scope in errors {
            first = first.or(scope.await);
        }
        self.note_wait();
        if first.is_some() {
            // Whatever belongs to a lost device is invalid. Natively the loss is known only after a poll.
            let _ = self.device.poll(wgpu::PollType::Poll);
        }
        self.check_lost()?;
        match first {
            None => Ok(()),
            Some(wgpu::Error::OutOfMemory { source }) => {
                Err(Error::OutOfMemory { required_bytes, detail: source.to_string() })
            }
            Some(error) => Err(Error::Unsupported(format!("this device refuses {what}: {error}"))),
        }
    }

    /// Notes the loss of the device, unless one is known.
    pub(super) fn lose(lost: &Mutex<Option<String>>, message: impl FnOnce() -> String) {
        lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(message);
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
        self.note_wait();
        self.check_lost()?;
        done.map_err(|_| Error::DeviceLost("a wait for the device was dropped".into()))
    }

    /// Natively callbacks run only during a poll.
    fn poll(&self) -> Result<(), Error> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled.map(|_| ()).map_err(|error| Error::DeviceLost(error.to_string()))
    }
}

/// Pops scopes, innermost first.
fn end_scopes(mut scopes: Vec<wgpu::ErrorScopeGuard>) -> PendingErrors {
    let mut errors = PendingErrors::with_capacity(scopes.len());
    while let Some(scope) = scopes.pop() {
        errors.push(Box::pin(scope.pop()));
    }
    errors
}
