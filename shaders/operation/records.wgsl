// Records: elements of RECORD_WORDS words, which are moved as a whole.

import constants::RECORD_WORDS;

@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(8) var<storage, read_write> moved_records: array<u32>;

fn record_at(index: u32) -> array<u32, RECORD_WORDS> {
    let first = index * RECORD_WORDS;
    return array<u32, RECORD_WORDS>(
        @repeat(RECORD_WORDS) records[first + #u],
    );
}

fn word_load(index: u32, part: u32) -> u32 { return records[index * RECORD_WORDS + part]; }

fn word_store(index: u32, part: u32, word: u32) { moved_records[index * RECORD_WORDS + part] = word; }
