// The first element of each run of equal elements, within rows of subgroups, for the slot `selection`. Only the first
// invocation of a row loads the element before its own.

@group(0) @binding(11) var<storage, read> neighbours: array<u32>;

fn is_selected_at(index: u32, word: u32, lane: u32) -> bool {
    var before = subgroupShuffleUp(word, 1u);
    if (lane == 0u) { before = neighbours[max(index, 1u) - 1u]; }
    return index == 0u || before != word;
}
