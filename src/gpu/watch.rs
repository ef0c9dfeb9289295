//! Waits for the device, and what it finds wrong meanwhile.

use std::pin::Pin;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use futures_channel::oneshot::{self, Receiver};

use super::Gpu;
use crate::error::Error;

/// What can go wrong where objects are made.
const OF_OBJECTS: &[wgpu::ErrorFilter] =
    &[wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory];

/// What can go wrong where commands are submitted: they find what they need in place.
pub(super) const OF_COMMANDS: &[wgpu::ErrorFilter] = &[wgpu::ErrorFilter::Validation];

/// What error scopes will have found, the last of them first.
pub(super) type Found = Vec<Pin<Box<dyn Future<Output = Option<wgpu::Error>>>>>;

impl Gpu {
    /// Waits for the device, and submissions, that have completed: a device whose count stands still while it has work hangs.
    pub fn completed_waits(&self) -> u32 {
        self.completed_waits.load(Ordering::Relaxed)
    }

    fn note_wait(&self) {
        self.completed_waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what was submitted last once it is done.
    pub(super) fn note_submission(&self) {
        let completed_waits = self.completed_waits.clone();
        self.queue.on_submitted_work_done(move || {
            completed_waits.fetch_add(1, Ordering::Relaxed);
        });
    }

    /// Runs `work`, which creates objects, and turns what the device finds wrong into an error.
    pub(super) async fn scoped<T>(
        &self,
        what: &str,
        required_bytes: u64,
        work: impl FnOnce() -> T,
    ) -> Result<T, Error> {
        let (value, found) = self.watched(OF_OBJECTS, work);
        self.judge(what, required_bytes, found).await?;
        Ok(value)
    }

    /// Runs `work` within error scopes for [`Gpu::judge`], which may come when something else has been waited for.
    ///
    /// Scopes are closed before anything is awaited, so that operations running beside each other cannot mix theirs up.
    pub(super) fn watched<T>(&self, errors: &[wgpu::ErrorFilter], work: impl FnOnce() -> T) -> (T, Found) {
        let scopes = self.begin_scopes(errors);
        let value = work();
        (value, end_scopes(scopes))
    }

    fn begin_scopes(&self, errors: &[wgpu::ErrorFilter]) -> Vec<wgpu::ErrorScopeGuard> {
        let mut scopes = Vec::with_capacity(errors.len());
        for &filter in errors {
            scopes.push(self.device.push_error_scope(filter));
        }
        scopes
    }

    /// The error that scopes have found.
    pub(super) async fn judge(&self, what: &str, required_bytes: u64, found: Found) -> Result<(), Error> {
        let mut first = None;
        for scope in found {
            first = first.or(scope.await);
        }
        self.note_wait();
        match first {
            None => self.check_lost(),
            Some(wgpu::Error::OutOfMemory { source }) => {
                Err(Error::OutOfMemory { required_bytes, detail: source.to_string() })
            }
            Some(error) => Err(Error::Unsupported(format!("this device refuses {what}: {error}"))),
        }
    }

    fn check_lost(&self) -> Result<(), Error> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.as_ref().map_or(Ok(()), |message| Err(Error::DeviceLost(message.clone())))
    }

    /// Waits until the device has done all that was submitted.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn drain(&self) -> Result<(), Error> {
        self.wait(&mut self.done()).await
    }

    /// Tells when the device has done all that was submitted by now.
    fn done(&self) -> Receiver<()> {
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

    /// Natively callbacks only run during a poll; a browser runs them by itself.
    fn poll(&self) -> Result<(), Error> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled.map(|_| ()).map_err(|error| Error::DeviceLost(error.to_string()))
    }
}

/// Scopes end in the reverse order of their start.
fn end_scopes(mut scopes: Vec<wgpu::ErrorScopeGuard>) -> Found {
    let mut found = Found::with_capacity(scopes.len());
    while let Some(scope) = scopes.pop() {
        found.push(Box::pin(scope.pop()));
    }
    found
}
