//! Measurements in the form that the page keeps: points, comparisons of two points, result files, and tables for
//! spreadsheets.

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
