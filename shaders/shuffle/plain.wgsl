// Shuffles of elements. To be called in uniform control flow.

import element::T;
import value_shuffle::{value_shuffle, value_shuffle_up};

fn element_shuffle_up(element: T, distance: u32) -> T { return value_shuffle_up(element, distance); }
fn element_shuffle(element: T, lane: u32) -> T { return value_shuffle(element, lane); }
