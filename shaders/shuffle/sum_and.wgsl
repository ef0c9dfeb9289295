// The sum over a subgroup by the built-in subgroup operation.

import element::T;

fn element_sum(value: T, lane: u32, size: u32) -> T { return subgroupAnd(value); }
