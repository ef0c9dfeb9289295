// Keys of a minimum: NaN is first, and infinity, the identity, is last.

const KEY_FIRST: u32 = 0x7f800001u;
