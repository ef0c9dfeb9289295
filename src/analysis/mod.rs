//! What follows from measured points and from plans: predictions, and where they fail. No device is needed.

pub mod causes;
pub mod crossover;
pub mod forecast;
pub mod formulas;
pub mod model;
pub mod predictor;
