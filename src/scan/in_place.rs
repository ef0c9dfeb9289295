//! Scans in place, on a single buffer. An algorithm can scan in place if it reads no element after the prefix of the
//! same index is stored.

use crate::error::Error;
use crate::plan::Mode;

/// Whether an algorithm's output can overwrite its input. In the dispatch that overwrites an element, only the
/// overwriting invocation may read it, before the write. No later dispatch may read it.
///
/// ```
/// use scanlab::plan::Mode;
/// use scanlab::scan::Algorithm;
///
/// let in_place = Algorithm::find("hybrid")?.in_place;
/// assert_eq!([Mode::Inclusive, Mode::Exclusive].map(|mode| in_place.allows(mode)), [true, false]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InPlace {
    /// In both modes.
    Always,
    /// Only inclusive scans. An exclusive scan reads the previous element, which another invocation overwrites.
    Inclusive,
    /// In no mode: the algorithm reads elements that other invocations may have overwritten.
    Never,
}

impl InPlace {
    /// Whether an algorithm scans in place in a mode.
    pub fn allows(self, mode: Mode) -> bool {
        self == InPlace::Always || self == InPlace::Inclusive && mode == Mode::Inclusive
    }

    /// # Errors
    /// [`Error::Unsupported`] with the reason if the algorithm `id` does not scan in place in a mode.
    pub(crate) fn check(self, id: &str, mode: Mode) -> Result<(), Error> {
        if self.allows(mode) {
            return Ok(());
        }
        let found = match self {
            InPlace::Never => "reads elements of the input after others may have stored prefixes there",
            _ => {
                "reads, in an exclusive scan, the previous element, which another invocation overwrites; inclusive scans are possible"
            }
        };
        Err(Error::Unsupported(format!(
            "a scan in place requires that no element is read once it is overwritten; \"{id}\" {found}"
        )))
    }
}

/// For JavaScript: whether the algorithm can scan in place in at least one mode.
#[cfg(feature = "serde")]
impl serde::Serialize for InPlace {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self != InPlace::Never)
    }
}

#[cfg(test)]
mod tests {
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Form, Job, Limits, Mode, Plan, Resource, Segments};
    use crate::scan::{ALGORITHMS, Algorithm};

    fn plan(
        algorithm: &Algorithm,
        mode: Mode,
        elements: u32,
        (segmented, in_place): (bool, bool),
        limits: Limits,
    ) -> Plan {
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let form = Form { segments: Segments::by_heads(segmented), in_place, ..Form::new(monoid, mode) };
        let tuning = algorithm.resolve_tuning(&Default::default()).unwrap();
        algorithm.plan(&Job { elements, form, tuning, limits })
    }

    #[test]
    fn a_plan_in_place_does_the_same_on_one_buffer() {
        // `auto` may choose another algorithm in place.
        for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.is_auto()) {
            for mode in [Mode::Inclusive, Mode::Exclusive].into_iter().filter(|&mode| algorithm.in_place.allows(mode)) {
                for elements in [1, 2, 5_000, 1 << 20] {
                    // The hybrid then reduces at least once out of place too.
                    let limits = Limits { parallelism: 1, ..Limits::CORE };
                    let [apart, joined] =
                        [false, true].map(|in_place| plan(algorithm, mode, elements, (false, in_place), limits));
                    let bound: Vec<_> = joined.passes.iter().flat_map(|pass| &pass.bindings).collect();
                    assert!(!bound.iter().any(|(_, resource)| *resource == Resource::Input), "{}", algorithm.id);
                    assert_eq!(joined.scratch_bytes, apart.scratch_bytes, "{}", algorithm.id);
                    assert_eq!(joined.cost(), apart.cost(), "{}", algorithm.id);
                }
            }
        }
    }

    #[test]
    fn segments_take_one_flagged_copy() {
        let algorithm = Algorithm::find("sequential").unwrap();
        let bytes =
            |in_place| plan(algorithm, Mode::Inclusive, 1 << 20, (true, in_place), Limits::CORE).total_scratch_bytes();
        assert_eq!(bytes(false) - bytes(true), 8 << 20);
    }

    #[test]
    fn auto_chooses_among_those_that_can() {
        let auto = Algorithm::find("auto").unwrap();
        for mode in [Mode::Inclusive, Mode::Exclusive] {
            for (elements, software) in
                [(1_000, false), (10_000, false), (1 << 20, false), (1_000, true), (1 << 20, true)]
            {
                let limits = Limits { software, ..Limits::CORE };
                let plan = plan(auto, mode, elements, (false, true), limits);
                let stem = plan.passes[0].kernel.root.path.trim_start_matches("scan/").trim_end_matches(".wgsl");
                assert!(Algorithm::find(stem).unwrap().in_place.allows(mode), "{stem} for {elements}");
            }
        }
    }
}
