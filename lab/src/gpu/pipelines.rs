//! A cache of pipelines.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Gpu;
use scanlab::error::Error;
use scanlab::record::low_level;
use scanlab::shader::Shader;

/// Shader text and entry point.
type Key = (String, &'static str);

/// The maximum number of pipelines. All algorithms in one form need about a hundred pipelines. The pipelines of all forms
/// would exhaust the driver's memory.
const MAX_PIPELINES: usize = 512;

/// The cached pipelines, all of which are valid.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<BTreeMap<Key, wgpu::ComputePipeline>>);

impl Pipelines {
    /// Inserts a pipeline that was created without an error. If the cache is full, it first evicts all pipelines, since
    /// most of them are of forms that are no longer in use.
    fn insert(&self, key: Key, pipeline: wgpu::ComputePipeline) {
        let mut pipelines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if pipelines.len() >= MAX_PIPELINES {
            pipelines.clear();
        }
        pipelines.insert(key, pipeline);
    }

    fn find(&self, key: &Key) -> Option<wgpu::ComputePipeline> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }
}

impl Gpu {
    /// The pipeline of an entry point of a shader. A new pipeline has its own wait, since compiling may take seconds.
    ///
    /// # Errors
    /// [`Error::Code`] for a user's code that does not compile, [`Error::Unsupported`] for another shader that the device refuses,
    /// [`Error::DeviceLost`].
    pub(super) async fn pipeline(
        &self,
        shader: &Shader,
        entry_point: &'static str,
    ) -> Result<wgpu::ComputePipeline, Error> {
        let key = (shader.source.clone(), entry_point);
        if let Some(pipeline) = self.pipelines.find(&key) {
            return Ok(pipeline);
        }
        self.count_object();
        let compile = || low_level::compile(&self.device, &key.0, entry_point);
        let ((module, pipeline), errors) = self.with_error_scopes(compile);
        match self.check_scopes("a shader", 0, errors).await {
            Err(Error::Unsupported(message)) if shader.has_code() => {
                return Err(low_level::code_error(shader, &module, message).await);
            }
            checked => checked?,
        }
        self.pipelines.insert(key, pipeline.clone());
        Ok(pipeline)
    }
}
