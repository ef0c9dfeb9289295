//! Error scopes. Every call that can cause a device error is within error scopes, since natively an error outside them
//! causes a panic.

use std::pin::Pin;

use crate::error::Error;

/// All errors of a device.
const FILTERS: [wgpu::ErrorFilter; 3] =
    [wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory];

/// The result of an error scope. Natively it can move to another thread.
#[cfg(not(target_arch = "wasm32"))]
type Pending = dyn Future<Output = Option<wgpu::Error>> + Send;
#[cfg(target_arch = "wasm32")]
type Pending = dyn Future<Output = Option<wgpu::Error>>;

/// The results of error scopes, innermost first.
pub type PendingErrors = Vec<Pin<Box<Pending>>>;

/// Runs `work` within error scopes, and returns its value and the scopes' results. The scopes are popped before any
/// wait, so that scopes of concurrent work do not interleave.
pub fn within<T>(device: &wgpu::Device, work: impl FnOnce() -> T) -> (T, PendingErrors) {
    let mut scopes: Vec<_> = FILTERS.into_iter().map(|filter| device.push_error_scope(filter)).collect();
    let value = work();
    let mut errors = PendingErrors::with_capacity(scopes.len());
    while let Some(scope) = scopes.pop() {
        errors.push(Box::pin(scope.pop()));
    }
    (value, errors)
}

/// Fails with the first error of scopes. `what` names the objects, which need `required_bytes` bytes.
///
/// # Errors
/// [`Error::DeviceOutOfMemory`], [`Error::Unsupported`].
pub async fn check(what: &str, required_bytes: u64, errors: PendingErrors) -> Result<(), Error> {
    let mut first = None;
    for scope in errors {
        first = first.or(scope.await);
    }
    match first {
        None => Ok(()),
        Some(wgpu::Error::OutOfMemory { source }) => {
            Err(Error::DeviceOutOfMemory { required_bytes, detail: source.to_string() })
        }
        Some(error) => Err(Error::Unsupported(format!("this device refuses {what}: {error}"))),
    }
}
