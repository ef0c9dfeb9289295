// Packs of elements of two words.

fn pack_from_words(words: PackWords) -> Pack {
    return Pack(
        @repeat(PACK) from_words(array<u32, 2>(words[2u * #u], words[2u * #u + 1u])),
    );
}

fn pack_to_words(pack: Pack) -> PackWords {
    @repeat(PACK) let words_# = to_words(pack.e#);
    return PackWords(
        @repeat(PACK) words_#[0], words_#[1],
    );
}
