// A pack of a segmented scan: its values, and two bits per element in the order of the scan. See lib/packs.wgsl.
//
// Bit k: a segment starts at element k. Bit PACK + k: element k is closed. That means a segment starts at or before the
// element in the scanned elements, so no earlier prefix is combined with it. Flags thus take one register per pack, and
// only sums have their own flag.
//
// The slot `heads` defines, for an index `first` that is a multiple of PACK
//   fn head_bits(first) -> u32         bit k: whether element `first` + k of memory is a head
//   fn head_bits_after(first) -> u32   bit k: whether element `first` + k + 1 of memory is a head; arbitrary past the end

import package::lib::packs::{memory_index, packs, PackValues, values_from_source};
import constants::{BACKWARD, EXCLUSIVE, PACK};
import element::{combine, T};
import heads::{head_bits, head_bits_after};
import monoid::value_identity;
import pack_memory::Memory;

struct Pack {
    values: PackValues,
    bits: u32,
}

// A backward scan starts a segment at the element before the next head: see lib/starts.wgsl. An identity precedes the
// first element in the order of the scan, so its bit may be arbitrary. The bits of packs past the end may be arbitrary
// too: they are those of the last pack.
fn pack_starts(index: u32) -> u32 {
    let first = PACK * memory_index(min(index, packs() - 1u));
    if (BACKWARD) { return reverseBits(head_bits_after(first)) >> (32u - PACK); }
    return head_bits(first);
}

fn pack_from_source(index: u32, memory: Memory) -> Pack {
    return Pack(values_from_source(index, memory), pack_starts(index));
}

fn pack_of_identities() -> Pack {
    return Pack(
        PackValues(
            @repeat(PACK) value_identity(),
        ),
        0u,
    );
}

fn pack_values(pack: Pack) -> PackValues { return pack.values; }

// Whether a segment starts at an element, and whether the element is closed.
fn starts_bit(pack: Pack, element: u32) -> u32 { return (pack.bits >> element) & 1u; }
fn closed_bit(pack: Pack, element: u32) -> u32 { return (pack.bits >> (PACK + element)) & 1u; }

// The pack with the closed bits that follow from the starts of segments in it.
fn pack_closed(pack: Pack) -> Pack {
    let starts = pack.bits & ((1u << PACK) - 1u);
    var closed = starts | (starts << 1u);
    closed |= closed << 2u;
    return Pack(pack.values, starts | ((closed & ((1u << PACK) - 1u)) << PACK));
}

fn pack_scan(pack: Pack) -> Pack {
    var scanned = pack_closed(pack);
    @repeat(1..PACK) scanned.values.e# = combine(T(scanned.values.e#-1, 0u), T(scanned.values.e#, starts_bit(pack, #u))).value;
    return scanned;
}

fn pack_scan_from(prefix: T, pack: Pack) -> Pack {
    var scanned = pack_closed(pack);
    scanned.bits |= prefix.starts * (((1u << PACK) - 1u) << PACK);
    scanned.values.e0 = combine(prefix, T(pack.values.e0, starts_bit(pack, 0u))).value;
    @repeat(1..PACK) scanned.values.e# = combine(T(scanned.values.e#-1, 0u), T(scanned.values.e#, starts_bit(pack, #u))).value;
    return scanned;
}

// The first element of a segment has no predecessor in it. The closed bits are the same in inclusive and exclusive
// scans.
fn pack_shifted(first: T, scanned: Pack) -> Pack {
    var shifted = scanned;
    shifted.values.e0 = first.value;
    @repeat(1..PACK) shifted.values.e# = scanned.values.e#-1;
    @repeat(PACK) if (starts_bit(scanned, #u) == 1u) { shifted.values.e# = value_identity(); }
    return shifted;
}

fn pack_sum(scanned: Pack) -> T {
    var sum: T;
    @repeat(PACK) sum.value = scanned.values.e#;
    sum.starts = closed_bit(scanned, PACK - 1u);
    return sum;
}

fn pack_prefixes(prefix: T, scanned: Pack) -> Pack {
    var shifted = scanned;
    if (EXCLUSIVE) {
        shifted.values.e0 = prefix.value;
        @repeat(1..PACK) shifted.values.e# = combine(prefix, T(scanned.values.e#-1, closed_bit(scanned, #u - 1u))).value;
        @repeat(PACK) if (starts_bit(scanned, #u) == 1u) { shifted.values.e# = value_identity(); }
    } else {
        @repeat(PACK) shifted.values.e# = combine(prefix, T(scanned.values.e#, closed_bit(scanned, #u))).value;
    }
    shifted.bits |= prefix.starts * (((1u << PACK) - 1u) << PACK);
    return shifted;
}

fn pack_add_prefix(prefix: T, pack: Pack) -> Pack {
    var sums = pack;
    @repeat(PACK) sums.values.e# = combine(prefix, T(pack.values.e#, closed_bit(pack, #u))).value;
    return sums;
}
