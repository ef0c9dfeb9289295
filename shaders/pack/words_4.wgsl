// Packs of elements of four words.

fn pack_from_words(words: PackWords) -> Pack {
    return Pack(
        @repeat(PACK) from_words(array<u32, 4>(words[4u * #u], words[4u * #u + 1u], words[4u * #u + 2u], words[4u * #u + 3u])),
    );
}

fn pack_to_words(pack: Pack) -> PackWords {
    @repeat(PACK) let words_# = to_words(pack.e#);
    return PackWords(
        @repeat(PACK) words_#[0], words_#[1], words_#[2], words_#[3],
    );
}
