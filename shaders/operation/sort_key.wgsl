// Keys as numbers of the same order, and their digits.
//
// Keys stay unchanged in memory. A digit is taken from the key's order, which costs few instructions, so that the
// output is a permutation of the input bit by bit.

import package::lib::grid::parameters;
import constants::{DESCENDING, KEY_KIND};

const KEY_I32: u32 = 1u;
const KEY_F32: u32 = 2u;

const RADIX: u32 = 256u;

// Floats in IEEE order: -0 before +0, and all NaNs after infinity, equal to each other.
fn key_order(key: u32) -> u32 {
    var order = key;
    if (KEY_KIND == KEY_I32) { order = key ^ 0x80000000u; }
    if (KEY_KIND == KEY_F32) {
        order = key ^ (bitcast<u32>(bitcast<i32>(key) >> 31u) | 0x80000000u);
        if ((key & 0x7fffffffu) > 0x7f800000u) { order = 0xffffffffu; }
    }
    if (DESCENDING) { return ~order; }
    return order;
}

// Whether some key has the highest order, 0xffffffff, and that key. It pads the last tile.
const PADS: bool = KEY_KIND != KEY_F32 || !DESCENDING;
const PADDING: u32 = select(0u, 0xffffffffu, KEY_KIND == KEY_F32 || !DESCENDING) ^ select(0u, 0x80000000u, KEY_KIND == KEY_I32);

// A digit of a pass. parameters.argument holds its first bit, from bit 8 its number of bits, and from bit 16 its index
// among the digits.
struct Digit {
    shift: u32,
    mask: u32,
    rank: u32,
}

fn digit_of_pass() -> Digit {
    let argument = parameters.argument;
    return Digit(argument & 0xffu, (1u << ((argument >> 8u) & 0xffu)) - 1u, argument >> 16u);
}

// A digit of 8 bits (the last digit may have fewer), given its index among the digits. parameters.argument holds the
// first bit of the first digit, and from bit 8 the number of bits of all digits.
fn digit_of_bits(rank: u32) -> Digit {
    let bits = (parameters.argument >> 8u) - 8u * rank;
    return Digit((parameters.argument & 0xffu) + 8u * rank, (1u << min(bits, 8u)) - 1u, rank);
}

// The second mask shows compilers the bounds of arrays that digits index.
fn key_digit(key: u32, digit: Digit) -> u32 { return (key_order(key) >> digit.shift) & digit.mask & (RADIX - 1u); }
