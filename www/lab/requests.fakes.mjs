/** The fake core's checks of requests: types, names and ranges of values. The core's own tests assert the messages of its errors. */

const TYPES = ['u32', 'i32', 'f32'];
const WIDE_TYPES = ['u64', 'i64', 'f64'];

function refuse(path, value) {
  throw Object.assign(new Error(`${path} must be another; found ${JSON.stringify(value)}`), { code: 'bad-argument' });
}

const isBoolean = (value) => typeof value === 'boolean';
const isText = (value) => typeof value === 'string';
const isNumber = (value) => typeof value === 'number';
const isInteger = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isOneOf = (list) => (value) => list.includes(value);

function checkFields(path, fields, kinds) {
  for (const [key, value] of Object.entries(fields)) {
    if (!Object.hasOwn(kinds, key) || !kinds[key](value)) refuse(`${path}.${key}`, value);
  }
}

/** @param {Map<string, object>} own custom operators by their names */
export function fakeChecks({ algorithms, operators, operations, patterns }, own) {
  function checkNames({ algorithm, tuning }, others) {
    const parameters = algorithms.find(({ id }) => id === algorithm)?.tuning ?? [];
    if (![...algorithms.map(({ id }) => id), 'auto', ...others].includes(algorithm)) refuse('algorithm', algorithm);
    const ranges = parameters.map(({ name, min, max }) => [name, (value) => isInteger(value) && value >= min && value <= max]);
    checkFields(`tuning of ${algorithm}`, tuning, Object.fromEntries(ranges));
  }

  const shared = {
    operator: (id) => own.has(id) || operators.some((one) => one.id === id),
    type: isOneOf(TYPES),
    n: isInteger,
    tuning: (value) => typeof value === 'object' && !Array.isArray(value),
    pattern: isOneOf(patterns.map(({ id }) => id)),
    seed: isInteger,
  };
  const scan = {
    ...shared,
    algorithm: isText,
    mode: isOneOf(['inclusive', 'exclusive']),
    direction: isOneOf(['forward', 'backward']),
    segmented: isBoolean,
    headsAsBits: isBoolean,
    columns: (value) => isInteger(value) && value > 0,
    axis: isOneOf([0, 1]),
    inPlace: isBoolean,
    initial: isBoolean,
    segmentLength: (value) => isInteger(value) && value > 0,
  };
  const options = {
    where: isText,
    flags: isBoolean,
    density: isNumber,
    indices: isBoolean,
    bins: isInteger,
    k: isInteger,
    largest: isBoolean,
    segments: isInteger,
    sortedLength: isInteger,
    upper: isBoolean,
    from: isNumber,
    to: (value) => isNumber(value) || value === 'Infinity',
    values: isBoolean,
    words: isInteger,
    descending: isBoolean,
    bits: (value) => Array.isArray(value) && value.length === 2 && value.every(isInteger) && value[0] <= value[1],
    runs: isInteger,
  };
  const defaults = {
    algorithm: 'reduce-then-scan',
    operator: 'add',
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
    headsAsBits: false,
    columns: 0,
    axis: 1,
    inPlace: false,
    initial: false,
    n: 0,
    tuning: {},
    pattern: patterns[0].id,
    seed: 1,
  };

  return {
    checkScan(given, measured) {
      const request = JSON.parse(JSON.stringify(given));
      checkFields('request', request, scan);
      const checked = { ...defaults, ...request };
      if (checked.algorithm === 'auto') checked.algorithm = defaults.algorithm;
      checkNames(checked, measured ? ['javascript'] : []);
      const { segmented, headsAsBits, columns, segmentLength } = checked;
      if ((headsAsBits || segmentLength) && !segmented) refuse('segmented', segmented);
      if (columns && segmented) refuse('segments', 'both');
      if (own.has(checked.operator) && own.get(checked.operator).type !== checked.type) refuse('type', checked.type);
      return checked;
    },
    checkOperation(given, measured) {
      const { options: chosen = {}, ...request } = JSON.parse(JSON.stringify(given));
      const entry = operations.find(({ id }) => id === request.operation);
      checkFields('request', request, {
        ...shared,
        type: isOneOf(entry?.sortsWideKeys ? [...TYPES, ...WIDE_TYPES] : TYPES),
        operation: () => Boolean(entry),
        scan: isText,
      });
      const taken = Object.entries(options).filter(([name]) => entry.options.includes(name));
      checkFields('request.options', chosen, Object.fromEntries(taken));
      if (entry.selects && (chosen.where === undefined) !== Boolean(chosen.flags)) refuse('a selection', chosen);
      const { operation, scan: algorithm = defaults.algorithm, ...fields } = request;
      const common = { ...defaults, ...fields, algorithm: entry.takesScan ? algorithm : operation };
      if (entry.takesScan) checkNames(common, measured ? entry.variants.map(({ id }) => id) : []);
      else if (request.scan !== undefined) refuse('scan', request.scan);
      return common;
    },
  };
}
