import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResultFileError, SCHEMA, readResultFile, toResultFile } from './result-file.js';

function point(algorithm, n, more = {}) {
  return {
    algorithm,
    operator: 'add',
    type: 'u32',
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
    n,
    pattern: 'random',
    seed: 1,
    tuning: { padding: 1 },
    verified: true,
    mismatch: null,
    timer: 'timestamp',
    samples_ns: [10, 12.5, 11],
    samples_voided: 0,
    outliers: [1],
    repeats: 4,
    quantum_ns: 1,
    overhead_ns: -0.5,
    resolved: true,
    median_ns: 11,
    interval_ns: [10, 12.5],
    minimum_ns: 10,
    stopped: 'width',
    copy_ratio: { value: 2, interval: [1.9, 2.1] },
    copy_drifted: false,
    copy: { median_ns: 5.5, interval_ns: [5, 6] },
    rounds: [0, 1, 2],
    block: 'a1',
    hidden: false,
    elements_per_s: 9e10,
    bytes_per_s: 7e11,
    dispatches: 3,
    scratch_bytes: 64,
    skipped: null,
    ...more,
  };
}

const VOID = {
  verified: false,
  samples_ns: [],
  outliers: [],
  resolved: false,
  median_ns: null,
  interval_ns: null,
  minimum_ns: null,
  stopped: null,
  copy_ratio: null,
  copy: null,
  elements_per_s: null,
  bytes_per_s: null,
};
const mismatch = { index: 8193, expected: [-0], found: [NaN], tile: 32, lane: 1, tolerance: Infinity };

function run() {
  return {
    config: {
      algorithms: ['blelloch', 'javascript'],
      sizes: [0, 1024],
      operator: 'add',
      type: 'u32',
      mode: 'inclusive',
      pattern: 'random',
      seed: 1,
      tuning: { blelloch: { padding: 1 } },
    },
    adapter: {
      vendor: 'nvidia',
      architecture: 'hopper',
      device: '',
      description: '',
      isFallback: false,
      subgroups: { min: 32, max: 32 },
      timestamps: true,
      forwardProgress: true,
      limits: { maxBufferSize: 2 ** 31 },
    },
    browser: 'Browser 1',
    version: '0.1.0',
    date: new Date('2026-01-02T03:04:05.678Z'),
    points: [
      point('blelloch', 0),
      point('blelloch', 1024, { ...VOID, mismatch }),
      point('javascript', 1024, { ...VOID, skipped: 'no such operator' }),
    ],
  };
}

test('what is written is read back as it was', () => {
  assert.deepEqual(readResultFile(toResultFile(run())), run());
  const nothing = { ...run(), adapter: null, points: [] };
  assert.deepEqual(readResultFile(toResultFile(nothing)), nothing);
});

test('a file tells by itself what it is and how to measure it again', () => {
  const file = JSON.parse(toResultFile(run(), 'v=1&algorithms=blelloch:padding=1,javascript'));
  assert.equal(file.schema, 'scanlab-results');
  assert.equal(file.version, 1);
  assert.equal(file.app, 'ScanLab');
  assert.equal(file.app_version, '0.1.0');
  assert.equal(file.settings, 'v=1&algorithms=blelloch:padding=1,javascript');
  assert.deepEqual(file.timer, { kind: 'timestamp', quantum_ns: 1 });
});

test('uploads and readbacks are written and read, and files without them still are', () => {
  const transfer = { samples_ns: [5, 6], median_ns: 5.5, interval_ns: null, minimum_ns: 5, resolved: true };
  const void_ = { samples_ns: [], median_ns: null, interval_ns: null, minimum_ns: null, resolved: false };
  const { config } = run();
  const moved = {
    ...run(),
    config: { ...config, transfers: true },
    points: [point('blelloch', 1024, { upload: transfer, readback: void_ }), point('javascript', 1024, { upload: null, readback: null })],
  };
  assert.deepEqual(readResultFile(toResultFile(moved)), moved);
  assert.ok(!('transfers' in readResultFile(toResultFile(run())).config));
  assert.match(
    refused((file) => (file.points[0].upload = 7)),
    /points\[0\]\.upload must be an object; it is 7/,
  );
  assert.match(
    refused((file) => (file.points[0].readback = { ...transfer, samples_ns: [-1] })),
    /points\[0\]\.readback\.samples_ns\[0\] must be a number of 0 or more/,
  );
  assert.match(
    refused((file) => (file.config.transfers = 'yes')),
    /config\.transfers must be true or false/,
  );
});

test('what later versions say of a point is kept', () => {
  const later = { ...run(), points: [point('blelloch', 0, { energy_j: 3 })] };
  assert.equal(readResultFile(toResultFile(later)).points[0].energy_j, 3);
});

/** What is refused of a file in which one thing was changed. */
function refused(change) {
  const file = JSON.parse(toResultFile(run()));
  change(file);
  return refusal(JSON.stringify(file));
}

function refusal(text) {
  try {
    readResultFile(text);
  } catch (error) {
    assert.ok(error instanceof ResultFileError, String(error));
    return error.message;
  }
  return assert.fail(`accepted ${text.slice(0, 100)}`);
}

test('what is no result file is refused, with what was required and found', () => {
  assert.match(refusal(''), /^it is empty; a result file that Save JSON made is required$/);
  assert.match(
    refusal('algorithm,operator\r\nblelloch,add\r\n'),
    /^a result file that Save JSON made is required; this is not JSON, or not all of it/,
  );
  assert.match(refusal(toResultFile(run()).slice(0, 500)), /not JSON, or not all of it/);
  assert.match(refusal('<svg/>'), /not JSON/);
  for (const text of ['null', '3', '"text"', '[]', '{}'])
    assert.match(refusal(text), /with schema “scanlab-results”; this one has no schema/);
  assert.match(refusal('{"schema":"scanlab-conformance"}'), /its schema is "scanlab-conformance"/);
  assert.match(
    refused((file) => (file.version = 2)),
    /^version 1 of “scanlab-results” is required; its version is 2; a newer ScanLab opens it$/,
  );
  assert.match(
    refused((file) => (file.version = '1')),
    /its version is "1"$/,
  );
  assert.match(
    refused((file) => delete file.version),
    /its version is missing$/,
  );
});

test('each broken value is named with what it must be', () => {
  const cases = [
    [(file) => delete file.points, /^points must be a list of 0 to 20000 entries; it is missing$/],
    [(file) => (file.points = {}), /^points must be a list of 0 to 20000 entries; it is an object/],
    [(file) => (file.points[0] = null), /^points\[0\] must be an object; it is null$/],
    [(file) => (file.points[0] = []), /^points\[0\] must be an object; it is an array of length 0$/],
    [(file) => (file.date = 'yesterday'), /^date must be a date and time like 2026-01-31T12:00:00Z; it is "yesterday"$/],
    [(file) => (file.date = '2026-99-99T00:00:00Z'), /^date must be a date/],
    [(file) => (file.date = 5), /^date must be a date/],
    [(file) => (file.browser = null), /^browser must be a text of at most 2000 characters; it is null$/],
    [(file) => (file.browser = 'x'.repeat(2001)), /^browser must be a text of at most 2000/],
    [(file) => delete file.app_version, /^app_version must be a text/],
    [(file) => delete file.adapter, /^adapter must be an object; it is missing$/],
    [(file) => (file.adapter.vendor = 3), /^adapter\.vendor must be a text/],
    [(file) => (file.adapter.subgroups = { min: 'a' }), /^adapter\.subgroups\.min must be a whole number/],
    [(file) => (file.adapter.limits.x = null), /^adapter\.limits\.x must be a number; it is null$/],
    [(file) => (file.config = 'v=1'), /^config must be an object; it is "v=1"$/],
    [(file) => (file.config.algorithms = []), /^config\.algorithms must be a list of 1 to 100 entries; it is an array of length 0$/],
    [(file) => (file.config.algorithms = ['<b>']), /^config\.algorithms\[0\] must be an id/],
    [
      (file) => (file.config.sizes = Array(201).fill(1)),
      /^config\.sizes must be a list of 1 to 200 entries; it is an array of length 201$/,
    ],
    [(file) => (file.config.sizes[1] = -1), /^config\.sizes\[1\] must be a whole number from 0/],
    [(file) => (file.config.sizes[1] = 1.5), /^config\.sizes\[1\] must be a whole number/],
    [(file) => (file.config.type = 'f64'), /^config\.type must be one of u32, i32, f32; it is "f64"$/],
    [(file) => (file.config.seed = 2 ** 32), /^config\.seed must be a whole number from 0 to 4294967295; it is 4294967296$/],
    [(file) => (file.config.tuning = []), /^config\.tuning must be an object/],
    [(file) => (file.config.tuning.blelloch.padding = 'x'), /^config\.tuning\.blelloch\.padding must be a whole number/],
    [(file) => (file.points[0].samples_ns = [10, 'fast']), /^points\[0\]\.samples_ns\[1\] must be a number of 0 or more; it is "fast"$/],
    [(file) => (file.points[0].samples_ns = [10, -1]), /^points\[0\]\.samples_ns\[1\] must be a number of 0 or more; it is -1$/],
    [(file) => (file.points[0].samples_ns = { 0: 1 }), /^points\[0\]\.samples_ns must be a list/],
    [
      (file) => (file.points[0].samples_ns = Array(1001).fill(5)),
      /^points\[0\]\.samples_ns must be a list of 0 to 1000 entries; it is an array of length 1001$/,
    ],
    [(file) => (file.points[0].median_ns = 'NaN'), /^points\[0\]\.median_ns must be a number of 0 or more; it is "NaN"$/],
    [
      (file) => (file.points[0].interval_ns = [12, 10]),
      /^points\[0\]\.interval_ns must be an interval whose lower end comes first; it is "12 to 10"$/,
    ],
    [(file) => (file.points[0].interval_ns = [12]), /^points\[0\]\.interval_ns must be a list of 2 to 2 entries/],
    [(file) => (file.points[0].copy_ratio = 2), /^points\[0\]\.copy_ratio must be an object; it is 2$/],
    [(file) => (file.points[0].copy = { median_ns: '<img>' }), /^points\[0\]\.copy\.median_ns must be a number/],
    [(file) => (file.points[0].rounds = 'all'), /^points\[0\]\.rounds must be a list/],
    [(file) => (file.points[0].block = 7), /^points\[0\]\.block must be a text/],
    [(file) => (file.points[0].verified = 'yes'), /^points\[0\]\.verified must be true or false; it is "yes"$/],
    [(file) => (file.points[0].timer = 'sundial'), /^points\[0\]\.timer must be one of timestamp, wall; it is "sundial"$/],
    [(file) => (file.points[0].skipped = 7), /^points\[0\]\.skipped must be a text/],
    [(file) => (file.points[1].mismatch.expected = []), /^points\[1\]\.mismatch\.expected must be a list of 1 to 16 entries/],
    [
      (file) => (file.points[1].mismatch.found = ['NotANumber']),
      /^points\[1\]\.mismatch\.found\[0\] must be a number; it is "NotANumber"$/,
    ],
    [(file) => (file.points[0].algorithm = 'look-back@2'), /^points\[0\]\.algorithm must be an id/],
  ];
  for (const [change, message] of cases) assert.match(refused(change), message);
});

test('what contradicts itself is refused', () => {
  assert.match(
    refused((file) => (file.points[0].operator = 'max')),
    /^points\[0\]\.operator must be that of the run, add; it is "max"$/,
  );
  assert.match(
    refused((file) => (file.points[0].seed = 9)),
    /^points\[0\]\.seed must be that of the run, 1; it is 9$/,
  );
  assert.match(
    refused((file) => (file.points[0].algorithm = 'hybrid')),
    /^points\[0\]\.algorithm must be one of config\.algorithms; it is "hybrid"$/,
  );
  assert.match(
    refused((file) => (file.points[0].n = 77)),
    /^points\[0\]\.n must be one of config\.sizes; it is 77$/,
  );
  assert.match(
    refused((file) => file.points.push(file.points[0])),
    /^points\[3\] must be the only one of its algorithm, n and tuning/,
  );
  assert.match(
    refused((file) => (file.points[0].skipped = 'too slow')),
    /^points\[0\]\.verified must be false/,
  );
  assert.match(
    refused((file) => (file.points[1].samples_ns = [1])),
    /^points\[1\]\.samples_ns must be empty, since the output was not verified; it is an array of length 1$/,
  );
  assert.match(
    refused((file) => (file.points[1].median_ns = 1)),
    /^points\[1\]\.samples_ns must be empty/,
  );
});

test('every value of a file may be replaced by any other: it is read, or refused in words', () => {
  const text = toResultFile(run());
  const paths = [];
  const walk = (value, path) => {
    paths.push(path);
    if (typeof value === 'object' && value) for (const key of Object.keys(value)) walk(value[key], [...path, key]);
  };
  walk(JSON.parse(text), []);
  const odd = [null, true, -1, 0.5, 1e300, '', '\u0000', 'NaN', [], [[]], {}, { __proto__: null, length: 3 }];
  for (const path of paths.slice(1)) {
    for (const value of odd) {
      const file = JSON.parse(text);
      const parent = path.slice(0, -1).reduce((node, key) => node[key], file);
      parent[path.at(-1)] = value;
      try {
        readResultFile(JSON.stringify(file));
      } catch (error) {
        assert.ok(error instanceof ResultFileError, `${path.join('.')} = ${JSON.stringify(value)}: ${error.stack}`);
        assert.match(error.message, /must be|required/);
      }
    }
  }
});

test('a file cannot give objects another prototype', () => {
  const text = toResultFile(run()).replace('"tuning": {', '"__proto__": {"polluted": 1}, "tuning": {');
  readResultFile(text);
  assert.equal({}.polluted, undefined);
  assert.equal(SCHEMA, 'scanlab-results');
});
