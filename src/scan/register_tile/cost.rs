//! Costs of tiles in registers: elements moved, applications of the operator, barriers.

use super::{INVOCATIONS, RegisterTile};
use crate::plan::{Mask, Selection};
use crate::scan::{subgroup_scan, workgroup};

/// Elements of a word of bits.
const WORD_BITS: u64 = 32;

impl RegisterTile {
    /// Elements stored for an input of `elements`: all prefixes, in whole packs. If only packs with a segment end are
    /// stored, all packs count. A selection stores all elements, or those up to a pivot.
    fn stored(&self, elements: u32) -> u64 {
        if let Some(selection) = &self.selection {
            return selection.most_selected(elements).into();
        }
        u64::from(elements).next_multiple_of(u64::from(self.pack))
    }

    /// Elements written for an input of `elements`: those stored, each with all words of its record. A selection with
    /// indices also writes one index per element, and a selection with bits two words per 32 elements.
    pub fn written(&self, elements: u32) -> u64 {
        let stored = self.stored(elements);
        let Some(selection) = &self.selection else { return stored };
        stored * u64::from(selection.record_words + u32::from(selection.indices.is_some()))
            + u64::from(selection.bits.is_some()) * 2 * stored.div_ceil(WORD_BITS)
    }

    /// Elements read, and the head flags that are read with them.
    pub fn read(&self, elements: u32) -> u64 {
        let elements = self.elements_read(elements);
        elements + elements / u64::from(self.pack) * self.head_reads
    }

    /// Elements and head flags that `tile_store` reads. A selection of records reads all words of the records. A
    /// selection by bits counts as if all elements are selected; if a tile has more of them than packs, the whole tile
    /// is read. Other scans read head flags to find ends of segments, or the initial value once per pack.
    pub fn read_again(&self, elements: u32) -> u64 {
        if let Some(selection) = self.records() {
            return u64::from(elements) * u64::from(selection.record_words);
        }
        if !self.stores_bits() {
            return self.stored(elements) / u64::from(self.pack) * self.store_reads;
        }
        let rest = elements % self.elements();
        let is_dense = u64::from(rest) > self.packs();
        u64::from(elements - rest) + u64::from(if is_dense { self.elements() } else { rest })
    }

    /// Applications of `tile_store`: one per stored element if it is combined with an initial value.
    pub fn store_applications(&self, elements: u32) -> u64 {
        if self.initial { self.stored(elements) } else { 0 }
    }

    /// Elements read, and the flags of a selection. Packs are read whole. In blocked arrangement and for a selection,
    /// tiles are read whole: the last pack is read in place of packs past the end. For records, only the words that
    /// select them are read, with the last record in place of those past the end.
    fn elements_read(&self, elements: u32) -> u64 {
        let whole_tiles = u64::from(elements).next_multiple_of(self.elements().into());
        match &self.selection {
            Some(selection) if selection.has_records() => selection.reads(whole_tiles),
            // Each pack is read with the element before it.
            Some(Selection { bits: Some(_), .. }) => whole_tiles + whole_tiles / u64::from(self.pack),
            // The first invocation of a row reads the element before it.
            Some(Selection { mask: Mask::Heads, .. }) if self.subgroups() => {
                whole_tiles + subgroup_scan::min_over_sizes(self.sizes, &|size| whole_tiles / size)
            }
            Some(selection) => whole_tiles + selection.reads(elements.into()),
            None if self.blocked => whole_tiles,
            None => self.stored(elements),
        }
    }

    /// The selection, if it is one of records.
    fn records(&self) -> Option<&Selection> {
        self.selection.as_ref().filter(|selection| selection.has_records())
    }

    /// Whether it is a selection that stores words of bits.
    fn stores_bits(&self) -> bool {
        self.selection.as_ref().is_some_and(|selection| selection.bits.is_some())
    }

    fn packs(&self) -> u64 {
        INVOCATIONS * u64::from(self.rows)
    }

    /// Applications of `tile_load` and `tile_offsets`.
    pub fn sum_applications(&self) -> u64 {
        if self.stores_bits() {
            // One word of bits per invocation.
            return self.workgroup_sum_applications();
        }
        if self.blocked {
            let chains = INVOCATIONS * u64::from(self.items() - 1);
            return chains + subgroup_scan::min_over_sizes(self.sizes, &subgroup_scan::workgroup_scan_applications);
        }
        let rows = match self.subgroups() {
            // Ballots count the rows of a selection, unless it is one of records.
            true if self.selection.is_some() && self.records().is_none() => {
                return subgroup_scan::min_over_sizes(self.sizes, &subgroup_scan::sums_applications);
            }
            true => subgroup_scan::min_over_sizes(self.sizes, &|size| {
                u64::from(self.rows) * subgroup_scan::row_applications(size)
                    + 2 * (self.packs() - INVOCATIONS)
                    + subgroup_scan::sums_applications(size)
            }),
            false => self.packs() - INVOCATIONS + workgroup::SCAN_APPLICATIONS + self.packs(),
        };
        // The elements of a selection are counted by their bits.
        let within_packs = if self.selection.is_some() { 0 } else { self.packs() * u64::from(self.pack - 1) };
        within_packs + rows
    }

    /// Whether `tile_total` sums an invocation's rows first, which requires an operator that commutes.
    fn adds_rows_first(&self) -> bool {
        self.commutes && !self.blocked
    }

    pub fn total_applications(&self) -> u64 {
        if self.selection.is_some() {
            return self.workgroup_sum_applications();
        }
        if !self.adds_rows_first() {
            return self.sum_applications();
        }
        self.packs() * u64::from(self.pack - 1) + self.packs() - INVOCATIONS + self.workgroup_sum_applications()
    }

    /// Barriers of `tile_total`; a selection by bits has one more.
    pub fn total_barriers(&self) -> u64 {
        let bits = u64::from(self.stores_bits());
        if self.adds_rows_first() { bits + self.workgroup_sum_barriers() } else { self.barriers() }
    }

    pub fn workgroup_sum_applications(&self) -> u64 {
        match self.subgroups() {
            true => subgroup_scan::min_over_sizes(self.sizes, &subgroup_scan::workgroup_scan_applications),
            false => workgroup::SCAN_APPLICATIONS,
        }
    }

    pub fn workgroup_sum_barriers(&self) -> u64 {
        if self.subgroups() { 1 } else { workgroup::SCAN_BARRIERS }
    }

    /// Applications of `tile_load`, `tile_offsets`, `tile_prefixes` and `tile_store`, and one per invocation to combine the tile's
    /// exclusive prefix with the offset in the tile.
    pub fn applications(&self) -> u64 {
        self.only_tile_applications() + INVOCATIONS
    }

    /// As [`Self::applications`], for an input of a single tile, which has no exclusive prefix.
    pub fn only_tile_applications(&self) -> u64 {
        let pack = u64::from(self.pack);
        // In blocked arrangement `tile_prefixes` only shifts.
        let prefixes = match (self.blocked, self.exclusive) {
            (true, _) => 0,
            (false, true) => pack - 1,
            (false, false) => pack,
        };
        let stored = if self.selection.is_some() { 0 } else { self.packs() * (prefixes + pack) };
        self.sum_applications() + stored
    }

    /// Barriers of `tile_offsets` and, for a selection, of `tile_load` and `tile_store`.
    pub fn barriers(&self) -> u64 {
        if self.stores_bits() {
            return 2 + self.workgroup_sum_barriers();
        }
        // Workgroup memory holds the indices of records in any case.
        let records = u64::from(self.records().is_some());
        if self.subgroups() {
            return 1 + records;
        }
        let stored = match &self.selection {
            Some(selection) if !selection.has_records() => 1 + 2 * u64::from(selection.indices.is_some()),
            _ => records,
        };
        workgroup::SCAN_BARRIERS + 2 + stored
    }
}
