//! Values that are either compiled in or made at run time.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A shared value. If it is made at run time, it is dropped with the last reference to it.
///
/// ```
/// use scanlab::monoid::{CustomOperator, ElementType, Monoid};
/// use scanlab::shared::Shared;
///
/// let (identity, combine) = (vec![0], "return left ^ right;".into());
/// let custom = CustomOperator { element_type: ElementType::U32, words: 1, identity, combine }.monoid()?;
/// assert!(matches!(custom.operator, Shared::Made(_)));
/// assert!(matches!(Monoid::find("xor", ElementType::U32)?.operator, Shared::Embedded(_)));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
pub enum Shared<T: 'static> {
    /// Compiled in.
    Embedded(&'static T),
    /// Made at run time.
    Made(Arc<T>),
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Shared::Embedded(value) => Shared::Embedded(value),
            Shared::Made(value) => Shared::Made(value.clone()),
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Shared::Embedded(value) => value,
            Shared::Made(value) => value,
        }
    }
}

impl<T> From<&'static T> for Shared<T> {
    fn from(value: &'static T) -> Self {
        Shared::Embedded(value)
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Shared::Made(Arc::new(value))
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq::<T>(&**self, &**other) || **self == **other
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
