//! Test inputs by name.

use scanlab::error::Error;
use scanlab::monoid::ElementType;
use serde::Deserialize;

use super::find_monoid;
use crate::pattern::{Input, Pattern, check_segment_length};

/// A test input by name. Requests of scans have more fields, which are ignored here.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreInput"))]
pub struct InputRequest {
    /// Operator's public name.
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// Test input's public name.
    pub pattern: String,
    /// Test input's seed.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub seed: u32,
    /// The average length of the segments that head flags start, in elements.
    #[serde(default, rename = "segmentLength")]
    #[cfg_attr(test, ts(optional))]
    pub segment_length: Option<u32>,
}

impl InputRequest {
    /// The input that the request names.
    ///
    /// # Errors
    /// [`Error::BadArgument`], [`Error::Unsupported`] for unknown names and for an average length of segments that is
    /// out of range.
    pub fn find(&self) -> Result<Input, Error> {
        check_segment_length(self.segment_length)?;
        let monoid = find_monoid(&self.operator, self.element_type)?;
        Ok(Input { pattern: Pattern::find(&self.pattern)?, monoid, seed: self.seed })
    }
}
