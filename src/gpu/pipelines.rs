//! Pipelines, compiled once a device.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::Gpu;
use crate::shader::Shader;

/// Shader text and entry point.
type Key = (String, &'static str);

/// A pipeline that is new, and may yet turn out not to be valid.
pub(super) type Compiled = (Key, wgpu::ComputePipeline);

/// Pipelines that are known to be valid.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<HashMap<Key, wgpu::ComputePipeline>>);

impl Pipelines {
    /// Takes in pipelines whose error scope has ended well.
    pub(super) fn keep(&self, compiled: Vec<Compiled>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(compiled);
    }

    fn find(&self, key: &Key) -> Option<wgpu::ComputePipeline> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }
}

impl Gpu {
    /// The pipeline of an entry point of a shader; a new one is added to `compiled`. To be called within an error scope.
    pub(super) fn pipeline(
        &self,
        shader: &Shader,
        entry_point: &'static str,
        compiled: &mut Vec<Compiled>,
    ) -> wgpu::ComputePipeline {
        let key = (shader.source.clone(), entry_point);
        let new = || compiled.iter().find(|(known, _)| *known == key).map(|(_, pipeline)| pipeline.clone());
        if let Some(pipeline) = self.pipelines.find(&key).or_else(new) {
            return pipeline;
        }
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry_point),
            source: wgpu::ShaderSource::Wgsl(shader.source.as_str().into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: None,
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            cache: None,
        });
        compiled.push((key, pipeline.clone()));
        pipeline
    }
}
