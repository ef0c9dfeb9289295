/**
 * What the built module has, name by name. program.ts holds these lists against the declarations, tests/page/types.spec.js against
 * the module itself: so a member that only one of the two has fails.
 */

export const EXPORTS = { ScanLab: true, ScanLabError: true };

export const STATICS = { open: true, catalogue: true, explainer: true, compare: true, requirements: true, initialize: true };

export const INSTANCE = {
  adapter: true,
  algorithms: true,
  operators: true,
  operations: true,
  patterns: true,
  maxElements: true,
  device: true,
  lost: true,
  calibration: true,
  supports: true,
  plan: true,
  shaders: true,
  formulas: true,
  predict: true,
  prepare: true,
  forecaster: true,
  input: true,
  scan: true,
  reduce: true,
  compact: true,
  partition: true,
  unique: true,
  runLengths: true,
  reduceByKey: true,
  histogram: true,
  sort: true,
  topK: true,
  scanStream: true,
  verify: true,
  measure: true,
  sweep: true,
  crossover: true,
  calibrate: true,
  forgetCalibration: true,
  close: true,
};

export const EXPLAINER = {
  flow: true,
  operator: true,
  condition: true,
  plan: true,
  shaders: true,
  formulas: true,
  export: true,
  emulate: true,
  exercises: true,
  judge: true,
  recording: true,
  sweep: true,
  predict: true,
  crossovers: true,
  readResults: true,
  resultsJson: true,
  resultsCsv: true,
  settings: true,
};

export const SETTINGS_GRAMMAR = {
  parseQuery: true,
  formatQuery: true,
  parseOperation: true,
  parseAlgorithms: true,
  parseSizes: true,
  parseSize: true,
  parseSizeList: true,
  sizesOfRange: true,
};

/** Attributes whose changes `<scan-lab>` follows. */
export const OBSERVED = {
  operation: true,
  algorithms: true,
  sizes: true,
  operator: true,
  type: true,
  words: true,
  identity: true,
  combine: true,
  mode: true,
  pattern: true,
  seed: true,
  transfers: true,
  metric: true,
  show: true,
  view: true,
  algorithm: true,
  step: true,
  parts: true,
  path: true,
  exercise: true,
  machine: true,
  observatory: true,
  experiment: true,
  application: true,
  settings: true,
  input: true,
  src: true,
};
