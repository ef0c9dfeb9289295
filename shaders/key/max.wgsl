// Keys of a maximum: minus infinity, the identity, first, NaN last.

const KEY_FIRST: u32 = 0x807fffffu;
