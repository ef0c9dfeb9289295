//! A cache of pipelines.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::Gpu;
use crate::error::Error;
use crate::shader::Shader;

/// Shader text and entry point.
type Key = (String, &'static str);

/// Capacity: all algorithms in one form need about a hundred pipelines, those of all forms would exhaust the driver's memory.
const MAX_PIPELINES: usize = 512;

/// Valid pipelines.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<HashMap<Key, wgpu::ComputePipeline>>);

impl Pipelines {
    /// Inserts a pipeline whose error scope is empty. Past the capacity all are evicted, since most are of forms no longer in use.
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
    /// The pipeline of an entry point of a shader. A new one has a wait of its own, since compiling may take seconds.
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
        let ((module, pipeline), errors) = self.with_error_scopes(|| self.compile(&key));
        match self.check_scopes("a shader", 0, errors).await {
            Err(Error::Unsupported(message)) if shader.has_code() => {
                return Err(code_error(shader, &module, message).await);
            }
            checked => checked?,
        }
        self.pipelines.insert(key, pipeline.clone());
        Ok(pipeline)
    }

    /// To be called within an error scope.
    fn compile(&self, (source, entry_point): &Key) -> (wgpu::ShaderModule, wgpu::ComputePipeline) {
        self.note_object();
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry_point),
            source: wgpu::ShaderSource::Wgsl(source.as_str().into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: None,
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            cache: None,
        });
        (module, pipeline)
    }
}

/// The compiler's first error of a shader with a user's code; `message` is the device's, where the compiler has none.
async fn code_error(shader: &Shader, module: &wgpu::ShaderModule, message: String) -> Error {
    let info = module.get_compilation_info().await;
    let is_error = |message: &&wgpu::CompilationMessage| message.message_type == wgpu::CompilationMessageType::Error;
    let place = |found: &wgpu::CompilationMessage| {
        let location = found.location?;
        let named = (location.line_number as usize, location.line_position as usize);
        Some(pictured(&found.message, &shader.source).unwrap_or(named))
    };
    let first = info.messages.iter().find(is_error);
    let device_message = message.clone();
    let (place, problem) = first.map_or((None, message), |found| (place(found), found.message.clone()));
    shader.code_error(place, &plain(&problem)).unwrap_or(Error::Unsupported(device_message))
}

/// Line and column of what naga's picture of the code marks within a mark of several lines: where something in a function is wrong, naga
/// names the place of the function, and marks both.
fn pictured(message: &str, source: &str) -> Option<(usize, usize)> {
    // The arc where such a mark begins.
    if !message.contains('╭') {
        return None;
    }
    let mut line = None;
    for (left, right) in message.lines().filter_map(|row| row.split_once(" │ ")) {
        if let Ok(number) = left.trim().parse::<usize>() {
            line = Some((number, right));
            continue;
        }
        // The other arc is where it ends.
        let Some(at) = right.chars().position(|letter| letter == '^').filter(|_| !right.contains('╰')) else {
            continue;
        };
        let (number, shown) = line?;
        let arcs = shown.strip_suffix(source.lines().nth(number.checked_sub(1)?)?)?.chars().count();
        return Some((number, at.checked_sub(arcs)? + 1));
    }
    None
}

/// A compiler's message without naga's picture of the code, whose lines are those of the composed text.
fn plain(message: &str) -> String {
    let mut lines = message.trim_start().lines();
    let first = lines.next().unwrap_or_default();
    let first = first.rsplit_once("error: ").map_or(first, |(_, problem)| problem);
    let notes = lines.filter_map(|line| line.trim_start().strip_prefix("= "));
    [first].into_iter().chain(notes).collect::<Vec<_>>().join(": ")
}
