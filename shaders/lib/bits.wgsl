// Bits of words.

// The index of the highest bit that is set in a word other than 0: the exponent of the word as a float. Compilers that know no instruction for
// firstLeadingBit replace it by some twenty others. Without the bit below the highest, the conversion cannot round up to a power of two.
fn highest_bit(word: u32) -> u32 { return (bitcast<u32>(f32(word & ~(word >> 1u))) >> 23u) - 127u; }

// The index of the lowest bit that is set in a word other than 0, for the same reason not by firstTrailingBit: the number of bits below it.
fn lowest_bit(word: u32) -> u32 { return countOneBits(~word & (word - 1u)); }
