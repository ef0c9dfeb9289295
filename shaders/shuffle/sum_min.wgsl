// The sum over a subgroup, by the operation that devices have for it.

import element::T;

fn element_sum(value: T, sublane: u32, size: u32) -> T { return subgroupMin(value); }
