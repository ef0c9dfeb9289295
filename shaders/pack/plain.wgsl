// A pack of a plain scan: its values.

import package::lib::packs::{PackValues, values_from_source};
import constants::{EXCLUSIVE, PACK};
import element::{combine, identity, T};
import pack_memory::Memory;

alias Pack = PackValues;

fn pack_from_source(index: u32, memory: Memory) -> Pack { return values_from_source(index, memory); }

fn pack_of_identities() -> Pack {
    return Pack(
        @repeat(PACK) identity(),
    );
}

fn pack_values(pack: Pack) -> PackValues { return pack; }

fn pack_scan(pack: Pack) -> Pack {
    var scanned = pack;
    @repeat(1..PACK) scanned.e# = combine(scanned.e#-1, scanned.e#);
    return scanned;
}

fn pack_scan_from(prefix: T, pack: Pack) -> Pack {
    var scanned = pack;
    scanned.e0 = combine(prefix, pack.e0);
    @repeat(1..PACK) scanned.e# = combine(scanned.e#-1, pack.e#);
    return scanned;
}

fn pack_shifted(first: T, scanned: Pack) -> Pack {
    var shifted = scanned;
    shifted.e0 = first;
    @repeat(1..PACK) shifted.e# = scanned.e#-1;
    return shifted;
}

fn pack_sum(scanned: Pack) -> T {
    var sum: T;
    @repeat(PACK) sum = scanned.e#;
    return sum;
}

fn pack_prefixes(prefix: T, scanned: Pack) -> Pack {
    var shifted: Pack;
    if (EXCLUSIVE) {
        shifted.e0 = prefix;
        @repeat(1..PACK) shifted.e# = combine(prefix, scanned.e#-1);
    } else {
        @repeat(PACK) shifted.e# = combine(prefix, scanned.e#);
    }
    return shifted;
}

fn pack_add_prefix(prefix: T, pack: Pack) -> Pack {
    return Pack(
        @repeat(PACK) combine(prefix, pack.e#),
    );
}
