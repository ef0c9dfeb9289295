//! The exercises.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::operator::{OPERATORS, Operator, PACKED_OPERATORS};

/// A dispatch of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pass<'a> {
    /// The entry point.
    pub entry_point: &'a str,
    /// Elements per workgroup; 0 for one workgroup, regardless of the number of elements.
    #[serde(default)]
    pub elements: u32,
}

impl Pass<'_> {
    pub(crate) fn workgroups(&self, n: u32) -> u32 {
        if self.elements == 0 { 1 } else { n.div_ceil(self.elements) }
    }
}

/// The dispatches of a kernel, in order.
#[derive(Clone, Copy, Debug)]
pub enum Passes<'a> {
    /// The listed dispatches.
    Listed(&'a [Pass<'a>]),
    /// Every entry point of the code, in the order of the text, with one workgroup per this number of elements.
    EveryEntryPoint(u32),
}

/// A storage buffer besides the source and the result. The buffers have the bindings from 3 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Extra<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// Its initial contents.
    #[serde(flatten)]
    pub contents: Contents,
}

impl Extra<'_> {
    /// Elements or words.
    pub(crate) fn size(&self) -> u32 {
        match self.contents {
            Contents::Elements(count) | Contents::Zeros(count) => count,
        }
    }
}

/// The size and the initial contents of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Contents {
    /// This number of unwritten elements.
    Elements(u32),
    /// This number of words, all zero.
    Zeros(u32),
}

/// A known mistake of students, as a change of the solution.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    /// The text of the solution that the mistake replaces, at its first occurrence.
    pub text: &'a str,
    /// The replacement.
    pub by: &'a str,
    /// The hint that the judge gives if the mistake explains every element of the results.
    pub hint: &'a str,
}

impl Mistake<'_> {
    /// The solution with the mistake.
    pub fn apply(&self, solution: &str) -> String {
        solution.replacen(self.text, self.by, 1)
    }
}

/// A count that a goal limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Calls of `combine`.
    Combinations,
    /// Barriers of all workgroups.
    Barriers,
    /// Reads and writes of storage, without atomics.
    StorageAccesses,
    /// Reads of workgroup memory.
    WorkgroupReads,
    /// The highest number of bank conflicts of one access.
    BankConflicts,
}

impl Measure {
    pub(crate) const ALL: [Measure; 5] = [
        Measure::Combinations,
        Measure::Barriers,
        Measure::StorageAccesses,
        Measure::WorkgroupReads,
        Measure::BankConflicts,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Measure::Combinations => "calls of combine",
            Measure::Barriers => "barriers",
            Measure::StorageAccesses => "accesses to storage",
            Measure::WorkgroupReads => "reads of workgroup memory",
            Measure::BankConflicts => "bank conflicts per access",
        }
    }
}

/// An exercise.
#[derive(Clone, Copy, Debug)]
pub struct Exercise<'a> {
    /// Public name.
    pub id: &'a str,
    /// Other public names.
    pub aliases: &'a [&'a str],
    /// Display name.
    pub title: &'a str,
    /// The task.
    pub text: &'a str,
    /// The source of the algorithm; empty if it is not stated.
    pub source: &'a str,
    /// Hints; the first ones reveal the least.
    pub hints: &'a [&'a str],
    /// The kernel that a student begins with.
    pub skeleton: &'a str,
    /// A kernel that passes.
    pub solution: &'a str,
    /// Whether element i of the result leaves out element i of the source.
    pub(crate) is_exclusive: bool,
    /// The buffers from binding 3 on.
    pub(crate) extras: &'a [Extra<'a>],
    /// The dispatches, in order.
    pub passes: Passes<'a>,
    /// The numbers of elements that it is judged with.
    pub(crate) sizes: &'a [u32],
    /// The operators that it is judged with.
    pub(crate) operators: &'static [Operator],
    /// The limits of counts on the largest size.
    pub(crate) goals: &'a [(Measure, u64)],
    /// Whether a block must look back over aggregates.
    pub(crate) looks_back: bool,
    /// Known mistakes.
    pub mistakes: &'a [Mistake<'a>],
}

/// An exercise as a page shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseEntry {
    /// Public name.
    pub id: String,
    /// Other public names.
    pub aliases: Vec<String>,
    /// Display name.
    pub title: String,
    /// The task.
    pub text: String,
    /// The source of the algorithm; empty if it is not stated.
    pub source: String,
    /// Hints; the first ones reveal the least.
    pub hints: Vec<String>,
    /// The kernel that a student begins with.
    pub skeleton: String,
    /// A kernel that passes.
    pub solution: String,
    /// Whether element i of the result leaves out element i of the source.
    pub exclusive: bool,
    /// The numbers of elements that it is judged with, ascending, without 0.
    pub sizes: Vec<u32>,
    /// The goals, on the largest size.
    pub goals: Vec<ExerciseGoal>,
}

/// A goal of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseGoal {
    /// The count that it limits.
    pub name: String,
    /// The limit.
    pub required: u64,
}

impl From<&Exercise<'_>> for ExerciseEntry {
    fn from(exercise: &Exercise) -> Self {
        let &Exercise { id, aliases, title, text, source, hints, skeleton, solution, is_exclusive: exclusive, .. } =
            exercise;
        let sizes: BTreeSet<_> = exercise.sizes.iter().copied().filter(|&n| n > 0).collect();
        let goals =
            exercise.goals.iter().map(|&(measure, required)| ExerciseGoal { name: measure.name().into(), required });
        ExerciseEntry {
            id: id.into(),
            aliases: aliases.iter().copied().map(Into::into).collect(),
            title: title.into(),
            text: text.into(),
            source: source.into(),
            hints: hints.iter().copied().map(Into::into).collect(),
            skeleton: skeleton.into(),
            solution: solution.into(),
            exclusive,
            sizes: sizes.into_iter().collect(),
            goals: goals.collect(),
        }
    }
}

impl Exercise<'_> {
    /// Whether no pass has more than one workgroup.
    pub(crate) fn is_one_workgroup(&self) -> bool {
        match self.passes {
            Passes::Listed(passes) => passes.iter().all(|pass| pass.elements == 0),
            Passes::EveryEntryPoint(_) => false,
        }
    }
}

impl Exercise<'static> {
    pub(crate) const SERIAL: &'static Exercise<'static> = &EXERCISES[0];
    /// The defaults of an exercise: an inclusive scan by one workgroup.
    pub(crate) const PLAIN: Exercise<'static> = Exercise {
        id: "",
        aliases: &[],
        title: "",
        text: "",
        source: "",
        hints: &[],
        skeleton: "",
        solution: "",
        is_exclusive: false,
        extras: &[],
        passes: Passes::Listed(ONE_WORKGROUP),
        sizes: SIZES,
        operators: &OPERATORS,
        goals: &[],
        looks_back: false,
        mistakes: &[],
    };

    /// The exercise of this name.
    pub fn find(id: &str) -> Option<&'static Self> {
        EXERCISES.iter().find(|exercise| exercise.id == id || exercise.aliases.contains(&id))
    }

    /// As [`Exercise::find`].
    ///
    /// # Errors
    /// The known names.
    pub fn named(id: &str) -> Result<&'static Self, String> {
        let known = || EXERCISES.iter().map(|exercise| exercise.id).collect::<Vec<_>>().join(", ");
        Exercise::find(id).ok_or_else(|| format!("exercise must be one of {}; found “{id}”", known()))
    }

    /// All exercises, the easiest first.
    pub fn all() -> &'static [Self] {
        EXERCISES
    }
}

/// The dispatch of a kernel of one workgroup.
const ONE_WORKGROUP: &[Pass<'static>] = &[Pass { entry_point: "scan", elements: 0 }];
/// Elements of a workgroup with one element per invocation.
const SIZE: u32 = 64;
/// Elements of a block, if an exercise has blocks.
pub(crate) const BLOCK: u32 = SIZE;
/// Numbers of elements at the edges of a workgroup and of its subgroups.
const SIZES: &[u32] = &[SIZE, 0, 1, 2, 3, 4, 5, 31, 32, 33, SIZE - 1];
const PAIR_SIZES: &[u32] = &[2 * SIZE, 0, 1, 2, 3, 4, 31, 32, 33, SIZE, SIZE + 1, 2 * SIZE - 1];

/// Numbers of elements of a few blocks, and of 64 blocks, the maximum that the exercises state.
const BLOCK_SIZES: &[u32] =
    &[8 * SIZE + 3, 0, 1, 3, SIZE - 1, SIZE, SIZE + 1, 2 * SIZE + 1, 63 * SIZE + 1, SIZE * SIZE];

const INCLUSIVE: &str = "The scan is exclusive: element i of the result leaves out element i of the source.";
const SWAPPED: &str = "combine(left, right) takes the earlier elements on the left: not every operator commutes.";
const TOO_SHORT: &str = "The last step is missing: strides go up to half of the elements.";
const LAST_STEP_LOST: &str = "The result lacks the last step: strides go up to half of the elements, and the result is read from the half that the last step writes.";
const ONE_STEP_TOO_FEW: &str = "The step of stride 1 is missing.";

/// One dispatch with a workgroup per block.
const ONE_PASS: Passes<'static> = Passes::Listed(&[Pass { entry_point: "scan", elements: SIZE }]);
/// The sums of blocks.
const SUMS: &[Extra<'static>] = &[Extra { name: "sums", contents: Contents::Elements(64) }];
/// The states of blocks, and the number of the next block.
const STATES: &[Extra<'static>] = &[
    Extra { name: "states", contents: Contents::Zeros(64) },
    Extra { name: "next_block", contents: Contents::Zeros(1) },
];

const EXERCISES: &[Exercise<'static>] = &[
    Exercise {
        id: "serial",
        title: "A loop",
        text: "One invocation scans all elements: result[i] = source[0] ⊕ … ⊕ source[i]. combine(left, right) is ⊕, and identity() leaves every element unchanged.",
        source: "Blelloch 1990, section 1.1",
        hints: &["Keep one sum in a variable.", "Combine the sum with the next element, then store it."],
        skeleton: include_str!("../kernels/serial/skeleton.wgsl"),
        solution: include_str!("../kernels/serial/solution.wgsl"),
        sizes: &[100, 0, 1, 2, 3, 7, 33],
        goals: &[(Measure::Combinations, 100), (Measure::StorageAccesses, 200)],
        mistakes: &[
            Mistake { text: "combine(sum, source[i])", by: "combine(source[i], sum)", hint: SWAPPED },
            Mistake {
                text: "        sum = combine(sum, source[i]);\n        result[i] = sum;",
                by: "        result[i] = sum;\n        sum = combine(sum, source[i]);",
                hint: "This is the exclusive scan: in an inclusive scan, element i is combined before result[i] is stored.",
            },
            Mistake { text: "var i = 0u", by: "var i = 1u", hint: "The loop begins with element 0." },
            Mistake { text: "i < params.n", by: "i + 1u < params.n", hint: "The loop ends with element n − 1." },
            Mistake {
                text: "combine(sum, source[i])",
                by: "source[i]",
                hint: "The sum of the previous elements is lost.",
            },
            Mistake {
                text: "sum = combine(sum, source[i]);",
                by: "sum = combine(sum, source[0]);",
                hint: "Every step combines element 0.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "two-buffers",
        title: "Two buffers",
        text: "A workgroup of 64 invocations scans up to 64 elements in steps of stride 1, 2, 4, …: element i becomes the sum of elements i − stride and i. A step reads one half of the memory and writes the other.",
        source: "Hillis & Steele 1986; Horn 2005, chapter 36",
        hints: &[
            "Each step ends with a barrier, since the next step reads elements that other invocations have written.",
            "Elements below the stride are copied, since the next step reads the other half.",
        ],
        skeleton: include_str!("../kernels/two-buffers/skeleton.wgsl"),
        solution: include_str!("../kernels/two-buffers/solution.wgsl"),
        // n log₂ n − (n − 1) combinations, one barrier per step, and one barrier before the first step.
        goals: &[(Measure::Combinations, 64 * 6 - 63), (Measure::Barriers, 7)],
        mistakes: &[
            Mistake {
                text: "combine(sums[half + i - stride], sums[half + i])",
                by: "combine(sums[half + i], sums[half + i - stride])",
                hint: SWAPPED,
            },
            Mistake { text: "stride < SIZE", by: "stride < SIZE / 2u", hint: LAST_STEP_LOST },
            Mistake { text: "var stride = 1u", by: "var stride = 2u", hint: ONE_STEP_TOO_FEW },
            Mistake {
                text: "i >= stride",
                by: "i > stride",
                hint: "Element i = stride also has a neighbour: element 0.",
            },
            Mistake {
                text: "result[i] = sums[half + i]",
                by: "result[i] = sums[SIZE - half + i]",
                hint: LAST_STEP_LOST,
            },
            Mistake {
                text: "            sums[other + i] = sums[half + i];\n",
                by: "",
                hint: "Elements below the stride are copied to the other half.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "one-buffer",
        title: "One buffer, two barriers",
        text: "The same steps with one buffer. An invocation may write an element only after its neighbour has read it, and may read an element only after its neighbour has written it.",
        source: "Hillis & Steele 1986; Harris, Sengupta & Owens 2007, section 39.2.1",
        hints: &[
            "Read both operands into variables first, and write after the second barrier.",
            "Every invocation must reach every barrier, so put the barriers outside the condition.",
        ],
        skeleton: include_str!("../kernels/one-buffer/skeleton.wgsl"),
        solution: include_str!("../kernels/one-buffer/solution.wgsl"),
        goals: &[(Measure::Combinations, 64 * 6 - 63), (Measure::Barriers, 13)],
        mistakes: &[
            Mistake { text: "combine(sums[i - stride], sum)", by: "combine(sum, sums[i - stride])", hint: SWAPPED },
            Mistake { text: "stride < SIZE", by: "stride < SIZE / 2u", hint: TOO_SHORT },
            Mistake { text: "var stride = 1u", by: "var stride = 2u", hint: ONE_STEP_TOO_FEW },
            Mistake {
                text: "i >= stride",
                by: "i > stride",
                hint: "Element i = stride also has a neighbour: element 0.",
            },
            Mistake {
                text: "stride *= 2u",
                by: "stride += 1u",
                hint: "The stride doubles from step to step: if it grows by 1, elements are combined more than once.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "down-sweep",
        aliases: &["blelloch-down-sweep"],
        title: "The down-sweep",
        text: "Blelloch's scan of up to 128 elements by 64 invocations. The up-sweep is given: it leaves the sum of each subtree in its last element. Write the down-sweep, which computes the exclusive scan.",
        source: "Blelloch 1990, section 1.2; Harris, Sengupta & Owens 2007, section 39.2.2",
        hints: &[
            "The strides are those of the up-sweep in the reverse order, beginning with SIZE / 2.",
            "Keep the left sum in a variable: its place is overwritten before it is combined.",
        ],
        skeleton: include_str!("../kernels/down-sweep/skeleton.wgsl"),
        solution: include_str!("../kernels/down-sweep/solution.wgsl"),
        is_exclusive: true,
        sizes: PAIR_SIZES,
        // Each sweep has n − 1 combinations and one barrier per level. Two more barriers are allowed.
        goals: &[(Measure::Combinations, 2 * 127), (Measure::Barriers, 7 + 7 + 2)],
        mistakes: &[
            Mistake { text: "combine(tree[right], left_sum)", by: "combine(left_sum, tree[right])", hint: SWAPPED },
            Mistake {
                text: "    if (i == 0u) { tree[SIZE - 1u] = identity(); }\n",
                by: "",
                hint: "The root must become the identity, since there is no element before the first one.",
            },
            Mistake {
                text: "var stride = SIZE / 2u",
                by: "var stride = SIZE / 4u",
                hint: "The first level is missing: its stride is SIZE / 2.",
            },
            Mistake { text: "stride > 0u", by: "stride > 1u", hint: "The last level, of stride 1, is missing." },
            Mistake {
                text: "            let left_sum = tree[right - stride];\n            tree[right - stride] = tree[right];\n            tree[right] = combine(tree[right], left_sum);",
                by: "            tree[right - stride] = tree[right];\n            tree[right] = combine(tree[right], tree[right - stride]);",
                hint: "The left sum is overwritten before it is combined.",
            },
            Mistake {
                text: "            tree[right - stride] = tree[right];\n",
                by: "",
                hint: "The left child gets the prefix of its parent.",
            },
            Mistake {
                text: "{ result[i] = tree[i]; }",
                by: "{ result[i] = combine(tree[i], source[i]); }",
                hint: INCLUSIVE,
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "padding",
        title: "Without bank conflicts",
        text: "Blelloch's scan is right but slow: if strides are large, invocations of a subgroup access one bank of the memory one after another. Leave out one slot after every 32, so that no access has a conflict on a machine with 32 banks.",
        source: "Harris, Sengupta & Owens 2007, section 39.2.3",
        hints: &[
            "Write a function from an element to its slot.",
            "Element i is in slot i + i / 32, and the array has 128 / 32 additional slots.",
        ],
        // The skeleton is right, but has bank conflicts.
        skeleton: include_str!("../kernels/down-sweep/solution.wgsl"),
        solution: include_str!("../kernels/padding/solution.wgsl"),
        is_exclusive: true,
        sizes: PAIR_SIZES,
        goals: &[(Measure::Combinations, 2 * 127), (Measure::Barriers, 16), (Measure::BankConflicts, 0)],
        mistakes: &[
            Mistake {
                text: "combine(tree[slot(right)], left_sum)",
                by: "combine(left_sum, tree[slot(right)])",
                hint: SWAPPED,
            },
            Mistake {
                text: "{ result[i] = tree[slot(i)]; }",
                by: "{ result[i] = tree[i]; }",
                hint: "The results are also in slots: read each of them from its slot.",
            },
            Mistake {
                text: "{ result[i] = tree[slot(i)]; }",
                by: "{ result[i] = combine(tree[slot(i)], source[i]); }",
                hint: INCLUSIVE,
            },
            Mistake {
                text: "tree[slot(SIZE - 1u)] = identity()",
                by: "tree[SIZE - 1u] = identity()",
                hint: "The root is also in a slot: write the identity to that slot.",
            },
            Mistake {
                text: "var stride = SIZE / 2u",
                by: "var stride = SIZE / 4u",
                hint: "The first level is missing: its stride is SIZE / 2.",
            },
            Mistake { text: "stride > 0u", by: "stride > 1u", hint: "The last level, of stride 1, is missing." },
            Mistake {
                text: "i + i / 32u",
                by: "i + i % 32u",
                hint: "Two elements share a slot: the number of slots left out before element i is i / 32.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "kogge-stone",
        title: "A sum in a register",
        text: "64 invocations scan 64 elements. Each keeps its own sum in a variable, so a step reads only the neighbour's sum: less than half of the reads of the kernel with one buffer.",
        source: "Kogge & Stone 1973; Merry 2015",
        hints: &[
            "In each step, an invocation writes its own sum and reads the sum at i − stride.",
            "There is one barrier before the read, and one after it.",
        ],
        skeleton: include_str!("../kernels/kogge-stone/skeleton.wgsl"),
        solution: include_str!("../kernels/kogge-stone/solution.wgsl"),
        goals: &[(Measure::Combinations, 64 * 6 - 63), (Measure::WorkgroupReads, 64 * 6 - 63), (Measure::Barriers, 12)],
        mistakes: &[
            Mistake { text: "combine(sums[i - stride], sum)", by: "combine(sum, sums[i - stride])", hint: SWAPPED },
            Mistake { text: "stride < SIZE", by: "stride < SIZE / 2u", hint: TOO_SHORT },
            Mistake { text: "var stride = 1u", by: "var stride = 2u", hint: ONE_STEP_TOO_FEW },
            Mistake {
                text: "i >= stride",
                by: "i > stride",
                hint: "Element i = stride also has a neighbour: element 0.",
            },
            Mistake {
                text: "        sums[i] = sum;\n        workgroupBarrier();\n        if",
                by: "        if (stride == 1u) { sums[i] = sum; }\n        workgroupBarrier();\n        if",
                hint: "Each step must write its sums, since the next step reads them.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "items",
        title: "Several elements per invocation",
        text: "64 invocations scan up to 256 elements. Each scans 4 neighbours by itself, the workgroup scans the 64 sums, and each invocation adds the sum of the elements before its own.",
        source: "Sengupta, Harris & Garland 2008",
        hints: &[
            "Keep the inclusive sums of the invocation's elements in an array.",
            "The sum of the elements before an invocation's is the scanned sum of the previous invocation, or the identity.",
        ],
        skeleton: include_str!("../kernels/items/skeleton.wgsl"),
        solution: include_str!("../kernels/items/solution.wgsl"),
        sizes: &[256, 0, 1, 2, 3, 4, 5, 63, 130, 255],
        // Two combinations per element, and the combinations of the workgroup's scan.
        goals: &[
            (Measure::Combinations, 2 * 256 + 64 * 6 - 63),
            (Measure::Barriers, 13),
            (Measure::StorageAccesses, 512),
        ],
        mistakes: &[
            Mistake { text: "combine(before, own[item])", by: "combine(own[item], before)", hint: SWAPPED },
            Mistake {
                text: "combine(before, own[item])",
                by: "own[item]",
                hint: "The sum of the elements before the invocation's is lost.",
            },
            Mistake {
                text: "before = sums[i - 1u]",
                by: "before = sums[i]",
                hint: "The sum of the invocation itself is added twice: add that of the previous invocation instead.",
            },
            Mistake { text: "if (i > 0u)", by: "if (i > 1u)", hint: "Invocation 1 also has a previous invocation." },
            Mistake { text: "combine(sums[i - stride], sum)", by: "combine(sum, sums[i - stride])", hint: SWAPPED },
            Mistake { text: "stride < SIZE", by: "stride < SIZE / 2u", hint: TOO_SHORT },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "block-sums",
        title: "Any number of blocks",
        text: "There are up to 64 blocks of 64 elements. The first dispatch scans every block and stores its sum, the second scans the sums, and the third adds to each block the sum of the blocks before it.",
        source: "Harris, Sengupta & Owens 2007, section 39.2.4",
        hints: &[
            "The sum of a block is its last inclusive sum.",
            "The sum of the blocks before block b is the inclusive sum b − 1.",
        ],
        skeleton: include_str!("../kernels/block-sums/skeleton.wgsl"),
        solution: include_str!("../kernels/block-sums/solution.wgsl"),
        extras: SUMS,
        passes: Passes::Listed(&[
            Pass { entry_point: "scan", elements: SIZE },
            Pass { entry_point: "scan_sums", elements: 0 },
            Pass { entry_point: "add_sums", elements: SIZE },
        ]),
        sizes: BLOCK_SIZES,
        // Two reads and two writes per element and per sum, and one more read of a sum per invocation.
        goals: &[(Measure::StorageAccesses, 4 * 4096 + 4 * 64 + 4096)],
        mistakes: &[
            Mistake {
                text: "combine(sums[group.x - 1u], result[at])",
                by: "combine(result[at], sums[group.x - 1u])",
                hint: SWAPPED,
            },
            Mistake {
                text: "combine(sums[group.x - 1u], result[at])",
                by: "combine(sums[group.x], result[at])",
                hint: "The block's own sum is added: add the sum of the blocks before it instead.",
            },
            Mistake {
                text: "    if (i < groups) { sums[i] = sum; }\n",
                by: "",
                hint: "The sums are not scanned, so a block gets the sum of one block before it, not of all.",
            },
            Mistake {
                text: "    if (group.x > 0u && at < params.n) { result[at] = combine(sums[group.x - 1u], result[at]); }\n",
                by: "",
                hint: "The sums of earlier blocks are lost: nothing is added to the blocks.",
            },
            Mistake {
                text: "combine(shared_sums[i - stride], sum)",
                by: "combine(sum, shared_sums[i - stride])",
                hint: SWAPPED,
            },
            Mistake { text: "stride < SIZE", by: "stride < SIZE / 2u", hint: TOO_SHORT },
            Mistake {
                text: "if (i == SIZE - 1u) { sums[group.x] = sum; }",
                by: "if (i == 0u) { sums[group.x] = sum; }",
                hint: "The sum of a block is that of its last invocation.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "subgroups",
        title: "Subgroups of any size",
        text: "A workgroup scans up to 64 elements. Its subgroups have 4 to 128 invocations. Scan each subgroup by shuffles, which need no barrier, and give every subgroup the sum of the subgroups before it.",
        source: "Merry 2015; WGSL, section 17.12, Subgroup Built-in Functions",
        hints: &[
            "All invocations of a subgroup must call shuffle_up, so put the call outside the condition.",
            "The last invocation of a subgroup has the subgroup's sum.",
        ],
        skeleton: include_str!("../kernels/subgroups/skeleton.wgsl"),
        solution: include_str!("../kernels/subgroups/solution.wgsl"),
        goals: &[(Measure::Barriers, 2), (Measure::WorkgroupReads, 64 * 6 - 63)],
        mistakes: &[
            Mistake { text: "combine(left, sum)", by: "combine(sum, left)", hint: SWAPPED },
            Mistake { text: "combine(before, sum)", by: "combine(sum, before)", hint: SWAPPED },
            Mistake { text: "combine(before, sum)", by: "sum", hint: "The sums of the earlier subgroups are lost." },
            Mistake {
                text: "other < i / size",
                by: "other <= i / size",
                hint: "The subgroup's own sum is also added.",
            },
            Mistake {
                text: "stride < size",
                by: "stride < size / 2u",
                hint: "The last step is missing: strides go up to half of the subgroup.",
            },
            Mistake {
                text: "lane >= stride",
                by: "lane > stride",
                hint: "The invocation with lane = stride also has a neighbour: lane 0.",
            },
            Mistake {
                text: "before = combine(before, sums[other]);",
                by: "before = sums[other];",
                hint: "The sums of all earlier subgroups are needed, not only the nearest one.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "reduce-then-scan",
        title: "Reduce, then scan",
        text: "There are up to 64 blocks of 64 elements, and three accesses per element in place of four. The first dispatch stores the sum of each block and writes no element, the second scans the sums, and the third scans each block from the sum of the blocks before it.",
        source: "Merry 2015",
        hints: &[
            "A sum needs half of the additions of a scan: a tree of pairs.",
            "The third dispatch reads the elements again.",
        ],
        skeleton: include_str!("../kernels/reduce-then-scan/skeleton.wgsl"),
        solution: include_str!("../kernels/reduce-then-scan/solution.wgsl"),
        extras: SUMS,
        passes: Passes::Listed(&[
            Pass { entry_point: "reduce", elements: SIZE },
            Pass { entry_point: "scan_sums", elements: 0 },
            Pass { entry_point: "scan", elements: SIZE },
        ]),
        sizes: BLOCK_SIZES,
        // Two reads and one write per element, two reads and two writes per sum, and one more read of a sum per
        // invocation.
        goals: &[(Measure::StorageAccesses, 3 * 4096 + 4 * 64 + 4096)],
        mistakes: &[
            Mistake { text: "combine(before, sum)", by: "combine(sum, before)", hint: SWAPPED },
            Mistake {
                text: "combine(shared_sums[left], shared_sums[left + stride])",
                by: "combine(shared_sums[left + stride], shared_sums[left])",
                hint: SWAPPED,
            },
            Mistake {
                text: "combine(before, sum)",
                by: "sum",
                hint: "The sum of the blocks before the block is lost.",
            },
            Mistake {
                text: "before = sums[group.x - 1u]",
                by: "before = sums[group.x]",
                hint: "The block's own sum is added: add the sum of the blocks before it instead.",
            },
            Mistake {
                text: "    if (i < groups) { sums[i] = sum; }\n",
                by: "",
                hint: "The sums are not scanned, so a block gets the sum of one block before it, not of all.",
            },
            Mistake {
                text: "sums[group.x] = shared_sums[0]",
                by: "sums[group.x] = load(group.x * SIZE)",
                hint: "The first element of a block is stored in place of its sum.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "chained",
        title: "One pass: a chain of blocks",
        text: "One dispatch scans blocks of 64 elements with two accesses per element in place of three. Each block waits for the prefix of the block before it, then publishes its own. A workgroup takes the number of its block when it starts, since it may wait only for workgroups that have started. The prefix and its flag share a word, since an atomic operation orders no other access. encode(value) and decode(code) keep an element in the low 30 bits of this word. Accesses to atomic words do not count.",
        source: "Yan, Long & Zhang 2013",
        hints: &[
            "One invocation calls atomicAdd(&next_block, 1u). The others get the number by workgroupUniformLoad.",
            "The last invocation has the block's sum: it waits, and publishes before it stores any element.",
        ],
        skeleton: include_str!("../kernels/chained/skeleton.wgsl"),
        solution: include_str!("../kernels/chained/solution.wgsl"),
        extras: STATES,
        passes: ONE_PASS,
        sizes: BLOCK_SIZES,
        operators: &PACKED_OPERATORS,
        goals: &[(Measure::StorageAccesses, 2 * 4096)],
        mistakes: &[
            Mistake {
                text: "encode(combine(before, sum))",
                by: "encode(combine(sum, before))",
                hint: "The prefix of a block has the earlier elements on the left: not every operator commutes.",
            },
            Mistake {
                text: "result[at] = combine(before, sum)",
                by: "result[at] = combine(sum, before)",
                hint: SWAPPED,
            },
            Mistake {
                text: "encode(combine(before, sum))",
                by: "encode(sum)",
                hint: "A block publishes its own sum: the next block needs the sum of all blocks up to this one.",
            },
            Mistake {
                text: "result[at] = combine(before, sum)",
                by: "result[at] = sum",
                hint: "The block waits, but does not add the prefix to its elements.",
            },
            Mistake {
                text: "if (i == SIZE - 1u) {\n        let before",
                by: "if (i == 0u) {\n        let before",
                hint: "The sum of a block is that of its last invocation.",
            },
            Mistake {
                text: "return decode(state & VALUE)",
                by: "return decode(state)",
                hint: "The flag is decoded too: the prefix is in the low 30 bits of the state.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "look-back",
        title: "Look-back",
        text: "In a chain, each block waits for the previous one. With look-back, a block first publishes its aggregate, which needs no wait. Then it adds the aggregates of the blocks before it, beginning with the nearest, until it finds a prefix. Then it publishes its own prefix. encode(value) and decode(code) keep an element in the low 30 bits of a state.",
        source: "Merrill & Garland 2016, section 4",
        hints: &[
            "A loop reads the state of a block until the state has an aggregate or a prefix. At a prefix, the loop ends; otherwise, it continues with the previous block.",
            "An earlier block is the left operand: combine(decode(state & VALUE), before).",
        ],
        skeleton: include_str!("../kernels/look-back/skeleton.wgsl"),
        solution: include_str!("../kernels/look-back/solution.wgsl"),
        extras: STATES,
        passes: ONE_PASS,
        sizes: BLOCK_SIZES,
        operators: &PACKED_OPERATORS,
        goals: &[(Measure::StorageAccesses, 2 * 4096)],
        looks_back: true,
        mistakes: &[
            Mistake {
                text: "combine(decode(state & VALUE), before)",
                by: "combine(before, decode(state & VALUE))",
                hint: "The look-back goes backwards: a block that it reads later is further to the left.",
            },
            Mistake {
                text: "encode(combine(before, sum))",
                by: "encode(combine(sum, before))",
                hint: "The prefix of a block has the earlier elements on the left: not every operator commutes.",
            },
            Mistake {
                text: "result[at] = combine(before, sum)",
                by: "result[at] = combine(sum, before)",
                hint: SWAPPED,
            },
            Mistake {
                text: "if (state >= PREFIX) { break; }",
                by: "break;",
                hint: "The look-back ends at the first aggregate: only a prefix includes all earlier blocks.",
            },
            Mistake {
                text: "            if (state >= PREFIX) { break; }\n",
                by: "",
                hint: "The look-back continues past a prefix: a prefix already includes the blocks before it.",
            },
            Mistake {
                text: "PREFIX | encode(combine(before, sum))",
                by: "PREFIX | encode(sum)",
                hint: "A block publishes its own sum as its prefix: the prefix also includes the blocks before it.",
            },
            Mistake {
                text: "before = combine(decode(state & VALUE), before);",
                by: "before = decode(state & VALUE);",
                hint: "All aggregates on the way are needed, not only the last one.",
            },
        ],
        ..Exercise::PLAIN
    },
    Exercise {
        id: "free",
        title: "Any scan",
        text: "Scan up to 4,096 elements by any algorithm. All entry points of the code run, in the order of the text, each with one workgroup per 256 elements. Every right scan passes. The verdict counts its work, barriers and accesses. encode(value) and decode(code) keep an element in 30 bits.",
        source: "Blelloch 1990, section 1.1",
        hints: &[
            "Blocks of 256 elements have 4 elements for each of 64 invocations.",
            "A second entry point may add to each block the sum of the blocks before it.",
        ],
        skeleton: include_str!("../kernels/free/skeleton.wgsl"),
        solution: include_str!("../kernels/free/solution.wgsl"),
        extras: &[
            Extra { name: "scratch", contents: Contents::Elements(4096) },
            Extra { name: "words", contents: Contents::Zeros(64) },
        ],
        passes: Passes::EveryEntryPoint(256),
        sizes: &[2 * 256 + 3, 0, 1, 3, 255, 256, 257, 4095, 4096],
        operators: &PACKED_OPERATORS,
        mistakes: &[
            Mistake {
                text: "result[at] = combine(before, result[at])",
                by: "result[at] = combine(result[at], before)",
                hint: SWAPPED,
            },
            Mistake {
                text: "    for (var item = 0u; item < ITEMS; item++) {\n        let at",
                by: "    for (var item = 0u; item < 0u; item++) {\n        let at",
                hint: "The sums of earlier blocks are lost: nothing is added to the blocks.",
            },
        ],
        ..Exercise::PLAIN
    },
];
