//! A cache of the plans that were used last: planning a short scan takes longer than running it.

use std::cell::RefCell;
use std::rc::Rc;

use scanlab::error::Error;

/// Capacity: enough for the scans and operations of an application that repeats them.
const MAX_VALUES: usize = 16;

/// The cached values, the most recently used value last.
pub(super) struct Recent<T>(RefCell<Vec<Rc<T>>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent(RefCell::default())
    }
}

impl<T> Recent<T> {
    /// The cached value that `is_wanted` accepts, or else a new value from `make`.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn find_or(
        &self,
        is_wanted: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Rc<T>, Error> {
        let mut values = self.0.borrow_mut();
        let value = match values.iter().position(|value| is_wanted(value)) {
            Some(index) => values.remove(index),
            None => Rc::new(make()?),
        };
        if values.len() == MAX_VALUES {
            values.remove(0);
        }
        values.push(value.clone());
        Ok(value)
    }
}
