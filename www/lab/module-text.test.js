import assert from 'node:assert/strict';
import test from 'node:test';
import { fileName, moduleText, withComments } from './module-text.ts';

/** Stands for the text of the runner: the function returns its arguments. */
const RUNNER = 'const prepareExported = (device, plan, needs, aborts) => ({ device, plan, needs, aborts });\n';

const TEXTS = {
  'lib/odd.wgsl': '// A `back\\tick` and ${more}.\nimport constants::N;\n\n\nfn odd() -> u32 {\n    return N; // the number\n}\n',
};

function exported() {
  const part = (path, source) => ({ path, first_line: 1, source });
  const odd = part('lib/odd.wgsl', '\n\n\n\nfn odd() -> u32 {\nreturn N;\n}\n');
  const cost = { dispatches: 2, workgroups: 3, barriers: 0, reads: 1001, writes: 1002, applications: 1000, depth: 9, scratch_bytes: 512 };
  return {
    plan: {
      shaders: ['enable subgroups;\nconst N: u32 = 1u;\n', 'const N: u32 = 2u;\n'],
      passes: [
        { shader: 0, entryPoint: 'up', workgroups: [2, 1, 1], bindings: [[1, 0]] },
        {
          shader: 1,
          entryPoint: 'down',
          workgroups: [1, 1, 1],
          bindings: [
            [1, 0],
            [2, 1],
            [3, 2],
          ],
        },
      ],
      parameters: [1001, 7, ...Array(62).fill(0), 5, 0, 8, ...Array(61).fill(0)],
      parametersBytes: 32,
      parametersStride: 256,
      ports: [
        { name: 'input', isInput: true, isOutput: false, bytes: 4016 },
        { name: 'output', isInput: false, isOutput: true, bytes: 4016 },
      ],
      scratchBytes: [512],
      table: Array.from({ length: 17 }, (_, i) => i),
      abortFlags: [0],
      abortFlagByte: 4,
      runsBetweenClears: null,
      later: { than: ['this'] },
    },
    description: {
      tuning: { items: 4 },
      cost: { ...cost, is_lower_bound: true },
      passes: [
        { elements: 1001, workgroup_size: 64, bindings: ['1 source'] },
        { elements: 2, workgroup_size: 128, bindings: ['1 source', '2 output', '3 scratch 0'] },
      ],
    },
    shaders: [
      { entry_points: ['up'], parts: [part('prelude', 'enable subgroups;\nconst N: u32 = 1u;\n'), odd] },
      { entry_points: ['down'], parts: [part('prelude', 'const N: u32 = 2u;\n'), odd, part('empty.wgsl', '\n')] },
    ],
  };
}

const ABOUT = {
  name: 'odd-add-u32.js',
  title: 'The scan where x */ y\nholds.',
  method: 'Odd (odd)',
  paper: 'Someone, 1980',
  needs: ['subgroups', 'forward progress of started workgroups'],
  request: { algorithm: 'odd', direction: 'forward', inPlace: false, n: 1001, tuning: {}, device: { subgroups: { min: 8, max: 16 } } },
  elementBytes: 4,
  subgroups: { min: 8, max: 16 },
  isGuaranteed: false,
  workgroupBytes: 32768,
  aborts: ['it stood', 'out of "order"'],
  version: '9.8.7',
};

const load = (text) => import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);

test('a module has the plan as it is, with the whole files of its shaders', async () => {
  const given = exported();
  const { prepare } = await load(moduleText(given, ABOUT, TEXTS, RUNNER));
  const device = {};
  const { plan, needs, aborts, ...rest } = prepare(device);
  assert.deepEqual(aborts, ABOUT.aborts);
  assert.equal(rest.device, device);
  const file = '// A `back\\tick` and ${more}.\n\nfn odd() -> u32 {\n    return N; // the number\n}\n';
  const shaders = [`\nenable subgroups;\nconst N: u32 = 1u;\n\n${file}`, `\nconst N: u32 = 2u;\n\n${file}`];
  assert.deepEqual(plan, { ...given.plan, shaders });
  assert.deepEqual(needs.subgroups, [8, 16]);
  assert.deepEqual(needs.limits, {
    maxBufferSize: 4016,
    maxStorageBufferBindingSize: 4016,
    maxStorageBuffersPerShaderStage: 3,
    maxComputeWorkgroupStorageSize: 32768,
    maxComputeInvocationsPerWorkgroup: 128,
    maxComputeWorkgroupSizeX: 128,
    maxComputeWorkgroupsPerDimension: 2,
  });
});

test('its head tells what it does, from where, at what cost, what it needs, and how to use it', () => {
  const head = moduleText(exported(), ABOUT, TEXTS, RUNNER).split('\n */')[0];
  const words = head.replace(/\n \*\s*/g, ' ');
  const required = [
    'The scan where x *\\/ y holds. Plain WebGPU,',
    'Odd (odd); items = 4',
    'Someone, 1980',
    '2 dispatches, reads at least 1,001 elements (4,004 bytes), writes 1,002 elements (4,008 bytes), applies the operator at least 1,000 times',
    'scratch memory 512 bytes',
    'subgroups of 8 to 16 neighbouring invocations (the feature "subgroups"); forward progress of started workgroups; the limits: max',
    'input: 4,016 bytes, read',
    'output: 4,016 bytes, written',
    'explainer.export({ algorithm: "odd", n: 1001, device: { subgroups: { min: 8, max: 16 } } })',
    'ScanLab 9.8.7',
    'MIT OR Apache-2.0',
    "import { prepare } from './odd-add-u32.js';",
  ];
  for (const text of required) assert.ok(words.includes(text), `${text} in ${words}`);
  assert.ok(head.split('\n').every((line) => line.length <= 120));
});

test('equal requests have equal texts, and shared files stand in them once', () => {
  const text = moduleText(exported(), ABOUT, TEXTS, RUNNER);
  assert.equal(text, moduleText(exported(), ABOUT, TEXTS, RUNNER));
  assert.equal(text.split('fn odd()').length, 2);
});

test('files have their comments and indentation again, and a line for each number of an unrolled one', () => {
  const original = '// About.\nimport a::b;\n    @repeat(2) x_#: f(~, #-1), // each\n    y: u32,\n';
  const compiled = '\n\nx_0: f(1, 9), x_1: f(0, 0),\ny: u32,\n';
  assert.equal(withComments(compiled, original), '// About.\n\n    x_0: f(1, 9),\n    x_1: f(0, 0),\n    y: u32,\n');
  assert.equal(withComments('\n\nother\ny: u32,\n', original), '// About.\n\n    other\n    y: u32,\n');
  assert.equal(withComments('x\n', undefined), 'x\n');
});

test('a name of a file has letters, digits and hyphens', () => {
  assert.equal(fileName(['look-back', 'a b/c', undefined, 'u32']), 'look-back-a-b-c-u32.js');
});
