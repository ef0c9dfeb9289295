//! The forms of scans that an algorithm refuses.

use scanlab::error::{Error, ErrorCode};
use scanlab::plan::Form;
use scanlab::scan::Algorithm;

/// Whether an algorithm supports a form. If it does not, it refuses the form with a reason.
pub fn takes(algorithm: &Algorithm, form: &Form) -> bool {
    let refusal = algorithm.check_form(form).err();
    refusal.iter().for_each(|error| assert_refusal(error, algorithm));
    refusal.is_none()
}

/// Fails unless an error names the algorithm and says why it does not take a form.
pub fn assert_refusal(error: &Error, algorithm: &Algorithm) {
    let (text, name) = (error.to_string(), format!("\"{}\" ", algorithm.id));
    let reason = text.split_once(&name).map_or("", |(_, reason)| reason);
    let is_reason = reason.split_whitespace().count() >= 5;
    assert!(error.code() == ErrorCode::Unsupported && is_reason, "{}: {text}", algorithm.id);
}
