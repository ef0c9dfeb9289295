//! Compilation of shaders.

use crate::error::Error;
use crate::shader::Shader;

/// Compiles an entry point to a pipeline. Call this function within error scopes.
pub fn compile(device: &wgpu::Device, source: &str, entry_point: &str) -> (wgpu::ShaderModule, wgpu::ComputePipeline) {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(entry_point),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry_point),
        layout: None,
        module: &module,
        entry_point: Some(entry_point),
        compilation_options: Default::default(),
        cache: None,
    });
    (module, pipeline)
}

/// The compiler's first error in a shader with a user's code. If the compiler has no messages, the error has the
/// device's `message`.
pub async fn code_error(shader: &Shader, module: &wgpu::ShaderModule, message: String) -> Error {
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

/// Line and column of the inner mark in naga's excerpt of the code. For an error in a function, naga marks the
/// function's name and the faulty part.
fn pictured(message: &str, source: &str) -> Option<(usize, usize)> {
    // naga draws this arc where a mark of several lines begins.
    if !message.contains('╭') {
        return None;
    }
    let mut line = None;
    for (left, right) in message.lines().filter_map(|row| row.split_once(" │ ")) {
        if let Ok(number) = left.trim().parse::<usize>() {
            line = Some((number, right));
            continue;
        }
        // naga draws this arc where that mark ends.
        let Some(at) = right.chars().position(|letter| letter == '^').filter(|_| !right.contains('╰')) else {
            continue;
        };
        let (number, shown) = line?;
        let arcs = shown.strip_suffix(source.lines().nth(number.checked_sub(1)?)?)?.chars().count();
        return Some((number, at.checked_sub(arcs)? + 1));
    }
    None
}

/// A compiler's message without naga's excerpt of the code, whose line numbers are those of the composed text.
fn plain(message: &str) -> String {
    let mut lines = message.trim_start().lines();
    let first = lines.next().unwrap_or_default();
    let first = first.rsplit_once("error: ").map_or(first, |(_, problem)| problem);
    let notes: Vec<_> = lines.filter_map(|line| line.trim_start().strip_prefix("= ")).collect();
    match notes.last() {
        // Each of naga's notes is the cause of the line before. Only the last one, the innermost cause, is kept: the
        // others refer to naga's own indices.
        Some(cause) if first.ends_with(" is invalid") => in_words(cause),
        _ => [&[first], &notes[..]].concat().join(": "),
    }
}

/// A text of naga's validator without the numbers of expressions, and with types as WGSL writes them.
fn in_words(text: &str) -> String {
    let mut text = text.to_owned();
    for (kind, width, name) in [("Float", 4, "f32"), ("Sint", 4, "i32"), ("Uint", 4, "u32"), ("Bool", 1, "bool")] {
        let scalar = format!("Scalar {{ kind: {kind}, width: {width} }}");
        for (size, count) in [("Bi", 2), ("Tri", 3), ("Quad", 4)] {
            let vector = format!("Vector {{ size: {size}, scalar: {scalar} }}");
            text = text.replace(&vector, &format!("vec{count}<{name}>"));
        }
        text = text.replace(&format!("Scalar({scalar})"), name);
    }
    let mut parts = text.split('[');
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((number, rest)) if number.parse::<u32>().is_ok() => {
                // naga writes an expression that may be missing as `Some([2])`.
                let (shown, rest) = match (words.strip_suffix("Some("), rest.strip_prefix(')')) {
                    (Some(shown), Some(rest)) => (shown, rest),
                    _ => (&words[..], rest),
                };
                words = format!("{}{rest}", shown.trim_end());
            }
            _ => words = format!("{words}[{part}"),
        }
    }
    words.replace("(of type ", "(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_in_words() {
        let of_types = "error: Function [46] 'is_selected' is invalid
   ┌─ wgsl:9:1
  = Expression [4] is invalid
  = Operation Greater can't work with [1] (of type Scalar(Scalar { kind: Float, width: 4 })) and [3] (of type Vector { size: Bi, scalar: Scalar { kind: Uint, width: 4 } })
";
        assert_eq!(plain(of_types), "Operation Greater can't work with (f32) and (vec2<u32>)");
        let of_return = "Function [2] 'is_selected' is invalid
  = The `return` expression Some([2]) does not match the declared return type Some([0])
";
        assert_eq!(plain(of_return), "The `return` expression does not match the declared return type");
        assert_eq!(
            plain("error: expected `;`, found \"x[1]\"\n  = note: a[i"),
            "expected `;`, found \"x[1]\": note: a[i"
        );
        assert_eq!(plain("no such name: `y`"), "no such name: `y`");
    }
}
