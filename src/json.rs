//! JSON as the page gets it.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The JSON text of a value, its floats to six digits behind the point: to print them exactly would bring the page more than
/// times are worth.
///
/// # Errors
/// None that is known.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> Result<String, serde_json::Error> {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Rounded))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

struct Rounded;

impl Formatter for Rounded {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let (mut rest, mut exponent) = (value.abs(), 0);
        // So large that six digits more would not fit into 64 bits.
        while rest >= 1e12 {
            rest /= 10.0;
            exponent += 1;
        }
        let millionths = (rest * 1e6).round() as u64;
        let sign = if value < 0.0 { "-" } else { "" };
        let digits = format!("{sign}{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
        writer.write_all(digits.trim_end_matches('0').trim_end_matches('.').as_bytes())?;
        if exponent > 0 { writer.write_all(format!("e{exponent}").as_bytes()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_rounded_to_millionths_and_large_ones_kept_in_size() {
        let values = [0.0, 1.0, -2.5, 1_234.567_890_4, 20.000_000_4, 1e12, 2.5e13, f64::NAN];
        assert_eq!(to_json(&values).unwrap(), "[0,1,-2.5,1234.56789,20,100000000000e1,250000000000e2,null]");
        assert_eq!(to_json(&(7u32, "a\"", Some([0.000_001]))).unwrap(), r#"[7,"a\"",[0.000001]]"#);
    }
}
