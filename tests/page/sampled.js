/**
 * Families of cases on a software adapter, which compiles each kernel for seconds. SCANLAB_FULL (`cargo xtask test --full`) takes all cases;
 * other runs take a fixed part. The native tests compile faster and take more.
 */
export const FULL = Boolean(process.env.SCANLAB_FULL);

/** All members of a family with SCANLAB_FULL, or else the first of every `interval` members. */
export const sampled = (members, interval) => members.filter((_, index) => FULL || index % interval === 0);
