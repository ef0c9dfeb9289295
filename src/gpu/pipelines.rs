//! Pipelines, compiled once a device and kept while they are used.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Gpu;
use crate::error::Error;
use crate::shader::Shader;

/// Shader text and entry point.
type Key = (String, &'static str);

/// How many pipelines are kept: every algorithm in one form has about a hundred, while the forms of all operators together would
/// fill the memory of a driver.
const MAX_PIPELINES: usize = 512;

/// Pipelines that are known to be valid, those used last.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<Recent<Key, wgpu::ComputePipeline>>);

impl Pipelines {
    /// Takes in a pipeline whose error scope has ended well.
    fn keep(&self, key: Key, pipeline: wgpu::ComputePipeline) {
        self.recent().insert(key, pipeline, MAX_PIPELINES);
    }

    fn find(&self, key: &Key) -> Option<wgpu::ComputePipeline> {
        self.recent().find(key)
    }

    fn recent(&self) -> MutexGuard<'_, Recent<Key, wgpu::ComputePipeline>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Values with the turn of their last use.
struct Recent<K, V> {
    values: HashMap<K, (u64, V)>,
    turn: u64,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Recent { values: HashMap::new(), turn: 0 }
    }
}

impl<K: Eq + Hash + Clone, V: Clone> Recent<K, V> {
    fn find(&mut self, key: &K) -> Option<V> {
        self.turn += 1;
        let (turn, value) = self.values.get_mut(key)?;
        *turn = self.turn;
        Some(value.clone())
    }

    /// Takes in a value, and lets go of the one that was not used for longest where there are more than `most`.
    fn insert(&mut self, key: K, value: V, most: usize) {
        self.turn += 1;
        self.values.insert(key, (self.turn, value));
        if self.values.len() > most {
            let oldest = self.values.iter().min_by_key(|(_, (turn, _))| *turn).map(|(key, _)| key.clone());
            oldest.and_then(|key| self.values.remove(&key));
        }
    }
}

impl Gpu {
    /// The pipeline of an entry point of a shader. A new one is waited for by itself, since compiling one may take seconds.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a shader that the device refuses, [`Error::DeviceLost`].
    pub(super) async fn pipeline(
        &self,
        shader: &Shader,
        entry_point: &'static str,
    ) -> Result<wgpu::ComputePipeline, Error> {
        let key = (shader.source.clone(), entry_point);
        if let Some(pipeline) = self.pipelines.find(&key) {
            return Ok(pipeline);
        }
        let pipeline = self.scoped("a shader", 0, || self.compile(&key)).await?;
        self.pipelines.keep(key, pipeline.clone());
        Ok(pipeline)
    }

    /// To be called within an error scope.
    fn compile(&self, (source, entry_point): &Key) -> wgpu::ComputePipeline {
        self.note_object();
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry_point),
            source: wgpu::ShaderSource::Wgsl(source.as_str().into()),
        });
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: None,
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            cache: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let mut recent = Recent::default();
        recent.insert("a", 1, 2);
        recent.insert("b", 2, 2);
        assert_eq!(recent.find(&"a"), Some(1));
        recent.insert("c", 3, 2);
        assert_eq!(["a", "b", "c"].map(|key| recent.find(&key)), [Some(1), None, Some(3)]);
        assert_eq!(recent.values.len(), 2);
    }
}
