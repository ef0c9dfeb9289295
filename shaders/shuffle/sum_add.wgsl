// The sum over a subgroup, by the operation that devices have for it.

fn element_sum(value: T, sublane: u32, size: u32) -> T { return subgroupAdd(value); }
