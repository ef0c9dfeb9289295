// Packs of elements of one word.

fn pack_from_words(words: PackWords) -> Pack {
    return Pack(
        @repeat(PACK) from_words(array<u32, 1>(words[#])),
    );
}

fn pack_to_words(pack: Pack) -> PackWords {
    @repeat(PACK) let words_# = to_words(pack.e#);
    return PackWords(
        @repeat(PACK) words_#[0],
    );
}
