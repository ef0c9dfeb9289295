// The pivot of a radix select.

struct Pivot {
    // The order of its key, and its index. Until the pivot is final, they hold only the first digits.
    order: u32,
    index: u32,
    // The number of candidates to keep.
    rest: u32,
    // 1 if all elements up to the pivot are to be kept.
    is_final: u32,
}
