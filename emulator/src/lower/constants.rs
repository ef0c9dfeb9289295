//! The pool of constants.

use std::collections::BTreeMap;

use naga::{Arena, Expression, Handle, Literal, Module};

use crate::error::Error;
use crate::instruction::{CONSTANT, Slot};
use crate::layout::{self, value_words};
use crate::source::SourcePosition;

/// Words of constants. Each sequence is stored once; the first word is zero.
#[derive(Debug)]
pub(super) struct Constants {
    pub words: Vec<u32>,
    known: BTreeMap<Vec<u32>, u32>,
}

impl Default for Constants {
    fn default() -> Self {
        Constants { words: vec![0], known: BTreeMap::from([(vec![0], 0)]) }
    }
}

impl Constants {
    /// The slot of a sequence of words.
    pub fn slot(&mut self, words: &[u32]) -> Slot {
        if let Some(place) = self.known.get(words) {
            return CONSTANT | place;
        }
        let place = self.words.len() as u32;
        self.words.extend_from_slice(words);
        self.known.insert(words.to_vec(), place);
        CONSTANT | place
    }
}

/// The words of a constant expression.
pub(super) fn evaluate(
    module: &Module,
    expressions: &Arena<Expression>,
    handle: Handle<Expression>,
    at: SourcePosition,
) -> Result<Vec<u32>, Error> {
    match &expressions[handle] {
        Expression::Literal(literal) => Ok(vec![word(*literal, at)?]),
        Expression::Constant(constant) => {
            evaluate(module, &module.global_expressions, module.constants[*constant].init, at)
        }
        Expression::ZeroValue(ty) => Ok(vec![0; value_words(module, &module.types[*ty].inner, at)? as usize]),
        Expression::Splat { size, value } => {
            let word = evaluate(module, expressions, *value, at)?;
            Ok(word.repeat(usize::from(u8::from(*size))))
        }
        Expression::Compose { ty, components } => {
            let inner = &module.types[*ty].inner;
            let mut words = vec![0; value_words(module, inner, at)? as usize];
            // The components of a vector may be vectors.
            let is_vector = matches!(inner, naga::TypeInner::Vector { .. });
            let mut next = 0;
            for (index, component) in components.iter().enumerate() {
                let part = evaluate(module, expressions, *component, at)?;
                let first = if is_vector { next } else { layout::offset(module, inner, index as u32, at)? as usize };
                next = first + part.len();
                words[first..next].copy_from_slice(&part);
            }
            Ok(words)
        }
        other => Err(Error::unsupported(at, format!("a constant expression of this kind ({other:?})"))),
    }
}

/// The word of a literal.
pub(super) fn word(literal: Literal, at: SourcePosition) -> Result<u32, Error> {
    match literal {
        Literal::U32(value) => Ok(value),
        Literal::I32(value) => Ok(value as u32),
        Literal::F32(value) => Ok(value.to_bits()),
        Literal::Bool(value) => Ok(u32::from(value)),
        _ => Err(Error::unsupported(at, "a literal of 16 or 64 bits")),
    }
}
