//! Numbers and lists as typed by people, with the white space and the number grammar of JavaScript.

/// JavaScript's `\s`.
pub(super) fn is_space(c: char) -> bool {
    let is_named = matches!(c, ' ' | '\u{a0}' | '\u{1680}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}');
    is_named || matches!(c, '\t'..='\r' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}')
}

pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The parts between white space, commas, semicolons and `more`.
pub(super) fn tokens<'a>(text: &'a str, more: &[char]) -> Vec<&'a str> {
    let separates = |c: char| is_space(c) || c == ',' || c == ';' || more.contains(&c);
    text.split(separates).filter(|token| !token.is_empty()).collect()
}

/// The length as JavaScript counts it, in UTF-16 code units.
pub(super) fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The rest of a text that is read from left to right.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader(text.as_bytes())
    }

    pub(super) fn at_end(&self) -> bool {
        self.0.is_empty()
    }

    /// Skips `prefix` if the rest begins with it.
    pub(super) fn take(&mut self, prefix: &str) -> bool {
        let rest = self.0.strip_prefix(prefix.as_bytes());
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Skips a sign. Returns whether it is a minus.
    fn sign(&mut self) -> Option<bool> {
        let is_minus = self.take("-");
        (is_minus || self.take("+")).then_some(is_minus)
    }

    /// Reads digits into the decimal. Returns whether there were any digits.
    fn digits(&mut self, decimal: &mut Decimal, with_underscores: bool) -> bool {
        let before = self.0.len();
        while let [first, rest @ ..] = self.0 {
            match first {
                b'0'..=b'9' => decimal.push(first - b'0'),
                b'_' if with_underscores && self.0.len() < before => {}
                _ => break,
            }
            self.0 = rest;
        }
        self.0.len() < before
    }

    /// An integer with or without a sign; `None` if a required sign or the digits are missing.
    pub(super) fn integer(&mut self, requires_sign: bool) -> Option<f64> {
        let sign = self.sign();
        let mut decimal = Decimal::default();
        let is_number = self.digits(&mut decimal, false) && (sign.is_some() || !requires_sign);
        is_number.then(|| decimal.value(sign == Some(true)))
    }

    /// A decimal number, with an optional fraction and an optional power of ten after `e`.
    pub(super) fn number(&mut self, with_underscores: bool) -> Option<f64> {
        let is_minus = self.sign() == Some(true);
        let mut decimal = Decimal::default();
        let has_whole = self.digits(&mut decimal, with_underscores);
        if self.take(".") {
            let before = self.0.len();
            let has_fraction = self.digits(&mut decimal, false);
            decimal.exponent -= (before - self.0.len()) as i64;
            if !has_whole && !has_fraction {
                return None;
            }
        } else if !has_whole {
            return None;
        }
        if self.take("e") || self.take("E") {
            decimal.exponent += self.integer(false)?.clamp(-1e6, 1e6) as i64;
        }
        Some(decimal.value(is_minus))
    }
}

/// A significand without trailing zeros, and a power of ten.
#[derive(Default)]
struct Decimal {
    significand: u64,
    zeros: u32,
    exponent: i64,
}

impl Decimal {
    fn push(&mut self, digit: u8) {
        if self.significand > 0 || digit > 0 {
            self.zeros += 1;
        }
        if digit == 0 {
            return;
        }
        let shifted = 10u64.checked_pow(self.zeros).and_then(|power| self.significand.checked_mul(power));
        // Digits that 64 bits do not hold are beyond the precision of the value.
        if let Some(significand) = shifted.and_then(|shifted| shifted.checked_add(digit.into())) {
            (self.significand, self.zeros) = (significand, 0);
        }
    }

    /// The nearest double, from Rust's parser. The JSON reader may return a neighbour of the nearest double.
    fn value(&self, is_minus: bool) -> f64 {
        let exponent = self.exponent + i64::from(self.zeros);
        let value = format!("{}e{exponent}", self.significand).parse().unwrap_or(f64::NAN);
        if is_minus { -value } else { value }
    }
}

/// Converts a whole text like JavaScript's `Number`, except the text `Infinity`; NaN if the text is not a number.
pub(super) fn number_of(text: &str) -> f64 {
    let text = trim(text);
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] {
        if let Some(digits) = text.strip_prefix(prefix).filter(|digits| !digits.starts_with('+')) {
            return u64::from_str_radix(digits, radix).map_or(f64::NAN, |value| value as f64);
        }
    }
    let mut reader = Reader::new(text);
    match reader.number(false) {
        _ if text.is_empty() => 0.0,
        Some(value) if reader.at_end() => value,
        _ => f64::NAN,
    }
}

/// JavaScript's `**` for an integer exponent. A power of one with an infinite exponent is NaN.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    // Larger exponents count as even. Nearly all of their powers are 0, 1 or infinity.
    const MOST: f64 = 2_147_483_646.0;
    let is_undefined = exponent.is_infinite() && base.abs() == 1.0;
    if is_undefined { f64::NAN } else { base.powi(exponent.clamp(-MOST, MOST) as i32) }
}

/// The parts before and after two dots.
pub(super) fn split_at_dots(text: &str) -> Option<(&str, &str)> {
    let place = text.as_bytes().windows(2).position(|pair| pair == b"..")?;
    Some((&text[..place], &text[place + 2..]))
}

/// A number in English, with groups of thousands and at most three decimals.
pub fn grouped(value: f64) -> String {
    if value.is_infinite() {
        return "∞".into();
    }
    let rounded = if value.fract() == 0.0 { value } else { (value * 1000.0).round() / 1000.0 };
    let text = rounded.to_string();
    let whole = text.find('.').unwrap_or(text.len());
    let mut grouped = String::with_capacity(2 * text.len());
    for (i, c) in text.char_indices() {
        if i > 0 && i < whole && (whole - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(c);
    }
    grouped
}

/// A non-negative number, formatted like JavaScript's `String`.
pub(super) fn canonical(value: f64) -> String {
    let text = value.to_string();
    if value < 1e21 || value.is_infinite() {
        return text;
    }
    let digits = text.trim_end_matches('0');
    let point = if digits.len() > 1 { "." } else { "" };
    format!("{}{point}{}e+{}", &digits[..1], &digits[1..], text.len() - 1)
}

/// The maximum length of a setting's text in UTF-16 code units: more than the longest list of sizes needs. A longer text
/// would be slow to read.
const MAX_CHARACTERS: usize = 4000;

/// The beginning of a text, for a message.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let mut units = 0;
    for (end, c) in text.char_indices() {
        units += c.len_utf16();
        if units > MOST {
            return format!("{}…", &text[..end]);
        }
    }
    text.to_owned()
}

/// The reason why the text of a setting is not read; `None` if it is short enough.
pub(super) fn too_long(text: &str) -> Option<String> {
    let length = utf16_length(text);
    (length > MAX_CHARACTERS).then(|| format!("at most {MAX_CHARACTERS} characters are read; there are {length}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_javascript() {
        let cases = [
            ("", 0.0),
            (" 7\u{feff}", 7.0),
            ("5.", 5.0),
            (".5", 0.5),
            ("+1e1", 10.0),
            ("-2.50E+1", -25.0),
            ("0x10", 16.0),
            ("0b11", 3.0),
            ("0o17", 15.0),
            ("007", 7.0),
            ("9007199254740991", 9_007_199_254_740_991.0),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("90071992547409910000e-4", 9_007_199_254_740_991.0),
            ("1e23", 1e23),
            ("1e999", f64::INFINITY),
            ("1e-999", 0.0),
            ("0e999", 0.0),
        ];
        for (text, value) in cases {
            assert_eq!(number_of(text), value, "{text}");
        }
        for text in ["x", "1x", "1_0", ".", "e5", "1e", "0x", "0x+1", "0x1g", "--1", "1 2", "٣"] {
            assert!(number_of(text).is_nan(), "{text}");
        }
        assert!(number_of(&"9".repeat(400)).is_infinite());
        assert_eq!(number_of(&format!("1{}e-4000", "0".repeat(4000))), 1.0);
        assert_eq!(number_of(&format!("0.{}1e4000", "0".repeat(3999))), 1.0);
    }

    #[test]
    fn powers_are_those_of_javascript() {
        assert_eq!(power(2.0, 20.0), 1_048_576.0);
        assert_eq!(power(0.5, -3.0), 8.0);
        assert_eq!(power(-3.0, 1e300), f64::INFINITY);
        assert_eq!(power(-1.0, 1e300), 1.0);
        assert_eq!(power(f64::INFINITY, 0.0), 1.0);
        assert!(power(1.0, f64::INFINITY).is_nan() && power(-1.0, f64::NEG_INFINITY).is_nan());
    }

    #[test]
    fn numbers_are_grouped_in_english() {
        let cases = [
            (0.0, "0"),
            (999.0, "999"),
            (1000.0, "1,000"),
            (123_456.0, "123,456"),
            (1_234_567.891_5, "1,234,567.892"),
            (1e21, "1,000,000,000,000,000,000,000"),
            (f64::INFINITY, "∞"),
        ];
        for (value, text) in cases {
            assert_eq!(grouped(value), text);
        }
    }

    #[test]
    fn canonical_texts_are_those_of_javascript() {
        for (value, text) in [(1001.0, "1001"), (0.5, "0.5"), (1e20, "100000000000000000000"), (1.25e21, "1.25e+21")] {
            assert_eq!(canonical(value), text);
        }
        assert_eq!(canonical(1e300), "1e+300");
    }

    #[test]
    fn lengths_count_as_in_javascript() {
        assert_eq!(utf16_length("aé😀"), 4);
        assert_eq!(tokens(" 1,2;;\u{a0}3+4\u{85}", &['+']), ["1", "2", "3", "4\u{85}"]);
    }
}
