// The scan's input and output by packs: PACK neighbouring elements in the order of the scan that are loaded and stored together,
// since devices move vectors of four words fastest. Buffers are as long as whole packs are, so the one at the end of memory may
// be read and written past the last element.
//
// Another module says how a pack lies in memory:
//   alias Memory
//   fn pack_from_memory(memory) -> Pack
//   fn pack_to_memory(pack) -> Memory
// and pack/source.wgsl or pack/source_in_place.wgsl where the input lies:
//   fn source_memory(place) -> Memory
//
// A line that begins with @repeat(NAME) stands for NAME of it, with # counting from 0 and ~ counting down to it.

@group(0) @binding(2) var<storage, read_write> prefixes: array<Memory>;

struct Pack {
    @repeat(PACK) e#: T,
}

// Packs of the scan. parameters.elements is the length of the scan.
fn packs() -> u32 {
    return parameters.elements / PACK + select(0u, 1u, parameters.elements % PACK > 0u);
}

// Where pack `index` of the scan lies in memory: a backward scan counts from the end.
fn pack_place(index: u32) -> u32 {
    if (BACKWARD) { return packs() - 1u - index; }
    return index;
}

fn pack_reversed(pack: Pack) -> Pack {
    return Pack(
        @repeat(PACK) pack.e~,
    );
}

// Pack of the input; the index must be one of the input's. What lies past the end of the input comes last in a forward scan, where
// nothing depends on it, and first in a backward scan.
fn source_pack(index: u32) -> Pack {
    let pack = pack_from_memory(source_memory(pack_place(index)));
    if (!BACKWARD) { return pack; }
    var reversed = pack_reversed(pack);
    if (index == 0u) {
        let past_end = PACK * packs() - parameters.elements;
        @repeat(PACK) if (#u < past_end) { reversed.e# = identity(); }
    }
    return reversed;
}

// Pack of the input, or of identities past its end.
fn source_pack_or_identity(index: u32) -> Pack {
    if (index < packs()) { return source_pack(index); }
    return Pack(
        @repeat(PACK) identity(),
    );
}

fn prefix_store_pack(index: u32, pack: Pack) {
    if (BACKWARD) {
        prefixes[pack_place(index)] = pack_to_memory(pack_reversed(pack));
    } else {
        prefixes[index] = pack_to_memory(pack);
    }
}

// Inclusive scan of a pack: PACK − 1 applications.
fn pack_scan(pack: Pack) -> Pack {
    var scanned = pack;
    @repeat(1..PACK) scanned.e# = combine(scanned.e#-1, scanned.e#);
    return scanned;
}

// All of a pack that is scanned.
fn pack_sum(scanned: Pack) -> T {
    var sum: T;
    @repeat(PACK) sum = scanned.e#;
    return sum;
}

// The prefixes of a pack that is scanned, given what lies before it: PACK applications, in an exclusive scan PACK − 1.
fn pack_prefixes(before: T, scanned: Pack) -> Pack {
    var shifted: Pack;
    if (EXCLUSIVE) {
        shifted.e0 = before;
        @repeat(1..PACK) shifted.e# = combine(before, scanned.e#-1);
    } else {
        @repeat(PACK) shifted.e# = combine(before, scanned.e#);
    }
    return shifted;
}

// Prefixes with something more before them: PACK applications.
fn pack_after(before: T, pack: Pack) -> Pack {
    return Pack(
        @repeat(PACK) combine(before, pack.e#),
    );
}
