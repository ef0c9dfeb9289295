// Keys of a maximum: minus infinity, the identity, is first, and NaN is last.

const KEY_FIRST: u32 = 0x807fffffu;
