//! The layout of types in words.
//!
//! A type in registers has the layout of memory, with padding, so that a load or store moves consecutive words. Types
//! with a `bool`, which cannot be in host-shareable memory, have no padding.

use naga::proc::IndexableLength;
use naga::{ArraySize, Handle, Module, Scalar, ScalarKind, Type, TypeInner};

use crate::error::Error;
use crate::source::SourcePosition;

/// The maximum number of words of an invocation's variables and values, and of workgroup memory. No device has more.
const MAX_WORDS: u32 = 1 << 17;

/// `first + words`, or an error if the sum exceeds [`MAX_WORDS`].
pub(crate) fn add_words(first: u32, words: u32, at: SourcePosition, of: &str) -> Result<u32, Error> {
    let end = first.checked_add(words).filter(|&end| end <= MAX_WORDS);
    end.ok_or_else(|| Error::unsupported(at, format!("{of} of more than {MAX_WORDS} words")))
}

/// The number of words of a type whose values are in registers or constants.
pub(crate) fn value_words(module: &Module, inner: &TypeInner, at: SourcePosition) -> Result<u32, Error> {
    add_words(0, self::words(module, inner, at)?, at, "a value")
}

/// Checks that a scalar fits a word.
pub(crate) fn check_scalar(scalar: Scalar, at: SourcePosition) -> Result<(), Error> {
    let known = match scalar.kind {
        ScalarKind::Bool => true,
        ScalarKind::Sint | ScalarKind::Uint | ScalarKind::Float => scalar.width == 4,
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => false,
    };
    if known { Ok(()) } else { Err(Error::unsupported(at, format!("a scalar of {} bits", 8 * scalar.width))) }
}

/// Whether a type holds a `bool`.
fn holds_bool(module: &Module, inner: &TypeInner) -> bool {
    match inner {
        TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => scalar.kind == ScalarKind::Bool,
        TypeInner::Array { base, .. } => holds_bool(module, &module.types[*base].inner),
        TypeInner::Struct { members, .. } => {
            members.iter().any(|member| holds_bool(module, &module.types[member.ty].inner))
        }
        _ => false,
    }
}

/// The number of words of a type; 0 for a runtime-sized array.
pub(crate) fn words(module: &Module, inner: &TypeInner, at: SourcePosition) -> Result<u32, Error> {
    match inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => check_scalar(*scalar, at).map(|()| 1),
        TypeInner::Vector { size, scalar } => check_scalar(*scalar, at).map(|()| u32::from(*size)),
        TypeInner::Matrix { columns, rows, scalar } => {
            check_scalar(*scalar, at)?;
            Ok(u32::from(*columns) * column_words(u32::from(*rows)))
        }
        TypeInner::Array { size, .. } => {
            let stride = stride(module, inner, at)?;
            match size.resolve(module.to_ctx()) {
                Ok(IndexableLength::Known(count)) => {
                    let words = count.checked_mul(stride);
                    words.ok_or_else(|| Error::unsupported(at, "an array with that many elements"))
                }
                Ok(IndexableLength::Dynamic) => Ok(0),
                Err(error) => Err(Error::unsupported(at, format!("an array of this size ({error})"))),
            }
        }
        TypeInner::Struct { members, span } => {
            if !holds_bool(module, inner) {
                // A runtime-sized array is the last member and counts as one element.
                return Ok(span / 4);
            }
            members.iter().try_fold(0u32, |sum, member| {
                let words = words(module, &module.types[member.ty].inner, at)?;
                sum.checked_add(words).ok_or_else(|| Error::unsupported(at, "a struct with that many words"))
            })
        }
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => Ok(1),
        _ => Err(Error::unsupported(at, "a type other than scalars, vectors, matrices, arrays, structs and pointers")),
    }
}

/// The number of words of a column of a matrix, which is aligned like a vector.
pub(crate) fn column_words(rows: u32) -> u32 {
    if rows == 2 { 2 } else { 4 }
}

/// The distance in words between neighbouring elements of an array or a vector, or neighbouring columns of a matrix.
pub(crate) fn stride(module: &Module, inner: &TypeInner, at: SourcePosition) -> Result<u32, Error> {
    match inner {
        TypeInner::Array { base, stride, .. } => {
            let base = &module.types[*base].inner;
            if holds_bool(module, base) { words(module, base, at) } else { Ok(stride / 4) }
        }
        TypeInner::Matrix { rows, .. } => Ok(column_words(u32::from(*rows))),
        _ => Ok(1),
    }
}

/// The index of the first word of a component: a member, an element or a column.
pub(crate) fn offset(module: &Module, inner: &TypeInner, index: u32, at: SourcePosition) -> Result<u32, Error> {
    let TypeInner::Struct { members, .. } = inner else {
        let first = index.checked_mul(stride(module, inner, at)?);
        return first.ok_or_else(|| Error::unsupported(at, format!("the index {index}")));
    };
    if !holds_bool(module, inner) {
        return Ok(members.get(index as usize).map_or(0, |member| member.offset / 4));
    }
    let before = members.iter().take(index as usize);
    before.map(|member| words(module, &module.types[member.ty].inner, at)).sum()
}

/// The number of components of a type, if it is fixed.
pub(crate) fn components(module: &Module, inner: &TypeInner) -> Option<u32> {
    match inner {
        TypeInner::Vector { size, .. } => Some(u32::from(*size)),
        TypeInner::Matrix { columns, .. } => Some(u32::from(*columns)),
        TypeInner::Array { size, .. } => match size.resolve(module.to_ctx()) {
            Ok(IndexableLength::Known(count)) => Some(count),
            _ => None,
        },
        TypeInner::Struct { members, .. } => Some(members.len() as u32),
        _ => None,
    }
}

/// A type as WGSL writes it.
pub(crate) fn name(module: &Module, ty: Handle<Type>) -> String {
    let ty = &module.types[ty];
    let scalar = |scalar: &Scalar| match scalar.kind {
        ScalarKind::Bool => "bool",
        ScalarKind::Sint => "i32",
        ScalarKind::Float => "f32",
        _ => "u32",
    };
    match &ty.inner {
        TypeInner::Scalar(kind) => scalar(kind).to_owned(),
        TypeInner::Atomic(kind) => format!("atomic<{}>", scalar(kind)),
        TypeInner::Vector { size, scalar: kind } => format!("vec{}<{}>", u32::from(*size), scalar(kind)),
        TypeInner::Matrix { columns, rows, scalar: kind } => {
            format!("mat{}x{}<{}>", u32::from(*columns), u32::from(*rows), scalar(kind))
        }
        TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
            format!("array<{}, {count}>", name(module, *base))
        }
        TypeInner::Array { base, .. } => format!("array<{}>", name(module, *base)),
        _ => ty.name.clone().unwrap_or_else(|| "value".to_owned()),
    }
}
