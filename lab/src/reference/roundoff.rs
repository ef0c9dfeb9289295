//! The error of several roundings.

/// Unit roundoff of f32.
pub(super) const UNIT_ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

/// γ_k, the bound of the relative error of k roundings. It is infinite from k u = 1 on, where u is the unit roundoff.
pub(super) fn gamma(roundings: f64) -> f64 {
    let error = roundings * UNIT_ROUNDOFF;
    if error < 1.0 { error / (1.0 - error) } else { f64::INFINITY }
}
