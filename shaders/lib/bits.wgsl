// Bits of words.

// The index of the highest set bit of a word other than 0: the exponent of the word as a float. Compilers without an
// instruction for firstLeadingBit replace it by some twenty instructions. The conversion to a float cannot round up to
// a power of two, since the bit below the highest is cleared.
fn highest_bit(word: u32) -> u32 { return (bitcast<u32>(f32(word & ~(word >> 1u))) >> 23u) - 127u; }

// The index of the lowest set bit of a word other than 0: the number of bits below that bit. The function avoids
// firstTrailingBit as highest_bit avoids firstLeadingBit.
fn lowest_bit(word: u32) -> u32 { return countOneBits(~word & (word - 1u)); }
