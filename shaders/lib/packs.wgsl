// The scan's input and output by packs: PACK neighbouring elements in the order of the scan that an invocation holds together. In
// memory they are VECTORS vectors of four words, which devices move fastest. Buffers are as long as whole vectors are.
//
// Other modules say which words of a pack are which element's (pack/words_N.wgsl for elements of N words):
//   fn pack_from_words(words) -> Pack
//   fn pack_to_words(pack) -> PackWords
// and where the input lies (pack/source.wgsl or pack/source_in_place.wgsl):
//   fn source_vector(place) -> Vector
//
// A line that begins with @repeat(NAME) stands for NAME of it, with # counting from 0 and ~ counting down to it.

alias Vector = vec4<u32>;

alias PackWords = array<u32, 4u * VECTORS>;

@group(0) @binding(2) var<storage, read_write> prefixes: array<Vector>;

struct Pack {
    @repeat(PACK) e#: T,
}

// Packs of the scan, the last in memory perhaps not whole. parameters.elements is the length of the scan.
fn packs() -> u32 {
    return parameters.elements / PACK + select(0u, 1u, parameters.elements % PACK > 0u);
}

// Vectors of a buffer.
fn vectors() -> u32 { return (parameters.elements * T_WORDS + 3u) / 4u; }

// Where pack `index` of the scan lies in memory: a backward scan counts from the end.
fn pack_place(index: u32) -> u32 {
    if (BACKWARD) { return packs() - 1u - index; }
    return index;
}

// A pack in the order of memory, given it in the order of the scan, and the other way round.
fn pack_turned(pack: Pack) -> Pack {
    if (!BACKWARD) { return pack; }
    return Pack(
        @repeat(PACK) pack.e~,
    );
}

// Pack of the input, which must have it whole.
fn source_pack(index: u32) -> Pack {
    let first = pack_place(index) * VECTORS;
    @repeat(VECTORS) let vector_# = source_vector(first + #u);
    return pack_turned(pack_from_words(PackWords(
        @repeat(VECTORS) vector_#.x, vector_#.y, vector_#.z, vector_#.w,
    )));
}

// Pack of the input, with identities in the place of elements past its end. In a backward scan these come first.
fn source_pack_or_identity(index: u32) -> Pack {
    var pack = Pack(
        @repeat(PACK) identity(),
    );
    if (index >= packs()) { return pack; }
    let place = pack_place(index);
    let first = place * VECTORS;
    @repeat(VECTORS) var vector_# = Vector(); if (first + #u < vectors()) { vector_# = source_vector(first + #u); }
    let given = pack_from_words(PackWords(
        @repeat(VECTORS) vector_#.x, vector_#.y, vector_#.z, vector_#.w,
    ));
    let elements = parameters.elements - place * PACK;
    @repeat(PACK) if (#u < elements) { pack.e# = given.e#; }
    return pack_turned(pack);
}

// Stores a pack that the output has whole.
fn prefix_store_pack(index: u32, pack: Pack) {
    let words = pack_to_words(pack_turned(pack));
    let first = pack_place(index) * VECTORS;
    @repeat(VECTORS) prefixes[first + #u] = Vector(words[4u * #u], words[4u * #u + 1u], words[4u * #u + 2u], words[4u * #u + 3u]);
}

// Stores of a pack what the output has.
fn prefix_store_pack_within(index: u32, pack: Pack) {
    if (index >= packs()) { return; }
    let words = pack_to_words(pack_turned(pack));
    let first = pack_place(index) * VECTORS;
    @repeat(VECTORS) if (first + #u < vectors()) { prefixes[first + #u] = Vector(words[4u * #u], words[4u * #u + 1u], words[4u * #u + 2u], words[4u * #u + 3u]); }
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
