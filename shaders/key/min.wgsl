// Keys of a minimum: NaN first, infinity, the identity, last.

const KEY_FIRST: u32 = 0x7f800001u;
