//! Tests of scalar operations at their limits.

use super::*;

#[test]
fn integers_wrap_and_divide_by_zero_as_wgsl_says() {
    let min = i32::MIN as u32;
    assert_eq!(binary(Binary::Add, u32::MAX, 2), 1);
    assert_eq!(binary(Binary::DivideU, 7, 0), 7);
    assert_eq!(binary(Binary::RemainderU, 7, 0), 0);
    assert_eq!(binary(Binary::DivideI, min, u32::MAX), min);
    assert_eq!(binary(Binary::RemainderI, min, u32::MAX), 0);
    assert_eq!(binary(Binary::DivideI, -7i32 as u32, 2), -3i32 as u32);
    assert_eq!(binary(Binary::RemainderI, -7i32 as u32, 2), -1i32 as u32);
    assert_eq!(binary(Binary::ShiftLeft, 1, 33), 2);
    assert_eq!(binary(Binary::ShiftRightI, min, 31), u32::MAX);
    assert_eq!(unary(Unary::AbsI, min), min);
}

#[test]
fn minima_and_maxima_prefer_numbers_to_nan() {
    let [one, nan, zero, negative_zero] = [1.0, f32::NAN, 0.0, -0.0].map(f32::to_bits);
    for op in [Binary::MinF, Binary::MaxF] {
        assert_eq!(binary(op, one, nan), one);
        assert_eq!(binary(op, nan, one), one);
        assert!(f32::from_bits(binary(op, nan, nan)).is_nan());
        assert_eq!(binary(op, zero, negative_zero), zero);
    }
}

#[test]
fn floats_become_integers_within_their_range() {
    assert_eq!(unary(Unary::FloatToU, (-1.5f32).to_bits()), 0);
    assert_eq!(unary(Unary::FloatToU, 1e20f32.to_bits()), u32::MAX);
    assert_eq!(unary(Unary::FloatToI, (-1.5f32).to_bits()), -1i32 as u32);
    assert_eq!(unary(Unary::FloatToI, f32::NAN.to_bits()), 0);
    assert_eq!(unary(Unary::Round, 2.5f32.to_bits()), 2f32.to_bits());
}

#[test]
fn bits_are_found_extracted_and_inserted() {
    assert_eq!(unary(Unary::FirstLeadingU, 0), u32::MAX);
    assert_eq!(unary(Unary::FirstLeadingI, -1i32 as u32), u32::MAX);
    assert_eq!(unary(Unary::FirstLeadingI, -2i32 as u32), 0);
    assert_eq!(unary(Unary::FirstTrailing, 8), 3);
    assert_eq!(ternary(Ternary::ExtractU, 0xabcd, 4, 8), 0xbc);
    assert_eq!(ternary(Ternary::ExtractI, 0xabcd, 4, 8), 0xbcu8 as i8 as i32 as u32);
    assert_eq!(ternary(Ternary::ExtractU, u32::MAX, 30, 8), 3);
    assert_eq!(insert_bits(0, 0xff, 4, 4), 0xf0);
    assert_eq!(insert_bits(5, 9, 3, 0), 5);
    assert_eq!(insert_bits(0, u32::MAX, 0, 32), u32::MAX);
}
