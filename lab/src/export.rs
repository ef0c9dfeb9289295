//! Limits of the devices for which plans are exported. The caller describes such a device, which need not be open.

use scanlab::error::Error;
use scanlab::plan::{Limits, Plannable, Planned};
use scanlab::record::low_level::Program;
use scanlab::shader::Shader;

/// The limits of a device, described by words that the page has checked. The words are: the bytes of a binding, the
/// bytes of workgroup memory, the maximum number of workgroups in a dimension of a dispatch, and the smallest and the
/// largest subgroup size (0 without subgroup operations). Three words are 1 or 0: whether started workgroups make
/// progress, whether workgroups start in order, and whether the adapter is a software adapter.
pub fn limits_of(words: [u32; 8]) -> Limits {
    let [binding_bytes, workgroup_bytes, workgroups_per_dimension, smallest, largest, progress, in_order, software] =
        words;
    let software = software > 0;
    Limits {
        binding_bytes: binding_bytes.into(),
        workgroup_bytes,
        workgroups_per_dimension,
        subgroups: (smallest > 0).then_some((smallest, largest)),
        forward_progress: progress > 0,
        starts_in_order: in_order > 0,
        parallelism: if software { Limits::CORE.parallelism } else { Limits::GPU_PARALLELISM },
        software,
        ..Limits::CORE
    }
}

/// The shaders of a plan with their entry points. If a dispatch sets the length, the shader of this dispatch is the last.
///
/// # Errors
/// [`Error::TooLarge`] for more elements than the device can bind.
pub fn with_length<J: Plannable>(
    planned: &Planned<J>,
    mut shaders: Vec<(Shader, Vec<&'static str>)>,
) -> Result<Vec<(Shader, Vec<&'static str>)>, Error> {
    let mut program = Program::of(planned)?;
    if let Some(length) = program.length {
        shaders.push((program.shaders.swap_remove(length.shader), vec![length.entry_point]));
    }
    Ok(shaders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::JoinedShader;
    use crate::prepared::PreparedPlan;
    use crate::request::OperationRequest;

    /// The page's description of a device with only the properties that WebGPU guarantees (`www/lab/export.ts`).
    const GUARANTEED: [u32; 8] = [128 << 20, 16 << 10, 65_535, 0, 0, 0, 0, 0];

    #[test]
    fn words_describe_a_device() {
        assert_eq!(limits_of(GUARANTEED), Limits { parallelism: Limits::GPU_PARALLELISM, ..Limits::CORE });
        let expected = Limits {
            binding_bytes: 1 << 30,
            workgroup_bytes: 1 << 15,
            workgroups_per_dimension: 1 << 16,
            subgroups: Some((8, 32)),
            forward_progress: true,
            software: true,
            ..Limits::CORE
        };
        assert_eq!(limits_of([1 << 30, 1 << 15, 1 << 16, 8, 32, 1, 0, 1]), expected);
    }

    #[test]
    fn the_files_of_shaders_are_in_the_order_of_the_shaders() {
        let request = OperationRequest::parse(r#"{"operation":"sort","type":"f32","n":100001}"#).unwrap();
        let resolved = request.resolve(limits_of(GUARANTEED)).unwrap();
        let shaders = with_length(&resolved.planned, resolved.shaders()).unwrap();
        let joined: Vec<String> = JoinedShader::all(&shaders)
            .iter()
            .map(|shader| shader.parts.iter().map(|part| part.source).collect())
            .collect();
        assert_eq!(joined, PreparedPlan::new(&resolved.planned).unwrap().shaders);
        assert!(joined.len() > 1);
    }
}
