//! Evaluation of measured points and of plans, without a device: predictions, crossovers, forecasts, formulas.

pub mod causes;
pub mod crossover;
pub mod forecast;
pub mod formulas;
pub mod model;
pub mod predictor;
