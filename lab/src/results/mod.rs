//! Measurements, as the page keeps them: points, comparisons of two, files of them, and tables for spreadsheets.

mod comparison;
mod csv;
mod file;
mod point;
mod raw;
mod shape;

pub use comparison::{Cause, CompareOptions, ComparedPoint, Comparison};
pub use csv::csv;
pub use file::{check, write};
pub use point::{Circumstances, Point};
