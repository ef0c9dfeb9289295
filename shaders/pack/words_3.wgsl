// Packs of elements of three words.

fn pack_from_words(words: PackWords) -> Pack {
    return Pack(
        @repeat(PACK) from_words(array<u32, 3>(words[3u * #u], words[3u * #u + 1u], words[3u * #u + 2u])),
    );
}

fn pack_to_words(pack: Pack) -> PackWords {
    @repeat(PACK) let words_# = to_words(pack.e#);
    return PackWords(
        @repeat(PACK) words_#[0], words_#[1], words_#[2],
    );
}
