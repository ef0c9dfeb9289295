/**
 * The data that cross between the Rust core and the page, generated from the crate's types (lab/src/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */

/** The maximum number of dispatches in a sample. */
export const MAX_DISPATCHES = 4096;

/** The maximum number of columns of a data flow. */
export const MAX_FLOW_COLUMNS = 64;

/** The maximum number of elements that plans without a device have. */
export const MAX_PLANNED_ELEMENTS = 33554432;

/** The minimum length of a sample, in timer resolutions. */
export const MIN_RESOLUTIONS = 50;
