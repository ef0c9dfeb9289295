//! What was measured, as the page keeps it: points, files of them, and tables for spreadsheets.

mod csv;
mod file;
mod point;
mod raw;
mod shape;

pub use csv::csv;
pub use file::{check, write};
pub use point::{Circumstances, Point};
