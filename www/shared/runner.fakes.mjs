/** A fake device, fake buffers and a plan, for the tests of the runner. */

export const STORAGE = 0x80;

/** A buffer that checks accept like a buffer of the browser, with getters on its prototype. */
export class FakeBuffer {
  #given;
  words;
  constructor(given) {
    this.#given = given;
    this.label = given.label;
    this.words = new Uint32Array(Math.ceil(given.size / 4));
  }
  get size() {
    return this.#given.size;
  }
  get usage() {
    return this.#given.usage;
  }
  get mapState() {
    return this.state ?? this.#given.mapState ?? 'unmapped';
  }
  mapAsync() {
    return this.words.includes(13) ? Promise.reject(new Error('lost')) : Promise.resolve();
  }
  getMappedRange() {
    return this.words.buffer;
  }
  unmap() {}
  destroy() {
    this.isDestroyed = true;
  }
}
globalThis.GPUBuffer = FakeBuffer;

export const buffer = (size = 8192, usage = STORAGE, mapState) => new FakeBuffer({ size, usage, mapState });

/** A device that records its calls. `errors` are the errors of its next scopes, in the order in which the scopes are popped. */
export function fakeDevice({ errors = [], refuse } = {}) {
  const log = [];
  const made = [];
  const noting = (name, make = () => undefined) => {
    return (...given) => {
      log.push(name);
      return make(...given);
    };
  };
  const device = {
    log,
    made,
    errors,
    limits: { minStorageBufferOffsetAlignment: 256, maxComputeWorkgroupsPerDimension: 4 },
    createBuffer: noting('createBuffer', (descriptor) => {
      made.push(new FakeBuffer(descriptor));
      return made.at(-1);
    }),
    createShaderModule: noting('createShaderModule', () => ({})),
    createComputePipelineAsync: noting('createComputePipelineAsync', async ({ label }) => {
      if (label === refuse) throw new Error('no such thing');
      return { label, getBindGroupLayout: noting('getBindGroupLayout', () => `layout of ${label}`) };
    }),
    createBindGroup: noting('createBindGroup', ({ layout, entries }) => ({ layout, entries })),
    createCommandEncoder: noting('createCommandEncoder', fakeEncoder),
    pushErrorScope: noting('pushErrorScope'),
    popErrorScope: noting('popErrorScope', async () => errors.shift() ?? null),
    queue: { writeBuffer: noting('writeBuffer'), submit: noting('submit') },
  };
  return device;
}

export function fakePass(commands) {
  let pipeline, group;
  return {
    setPipeline: (next) => (pipeline = next.label),
    setBindGroup: (_, next) => (group = next),
    dispatchWorkgroups: (...workgroups) => commands.push({ pipeline, group, workgroups }),
    end: () => commands.push('end'),
  };
}

export function fakeEncoder() {
  const commands = [];
  return {
    commands,
    beginComputePass() {
      commands.push('begin');
      return fakePass(commands);
    },
    copyBufferToBuffer(from, start, to, at) {
      to.words[at / 4] = from.words[start / 4];
    },
    clearBuffer: ({ words }) => words.fill(0),
    finish() {},
  };
}

export const port = (name, bytes, isOutput = name !== 'input') => ({ name, bytes, isInput: name === 'input', isOutput });

/** A plan of two passes of one pipeline, with a state in scratch buffer 1. */
export const PLAN = {
  shaders: ['fn'],
  passes: [
    {
      shader: 0,
      entryPoint: 'up',
      workgroups: [5, 2, 1],
      bindings: [
        [1, 0],
        [2, 3],
      ],
    },
    {
      shader: 0,
      entryPoint: 'up',
      workgroups: [1, 1, 1],
      bindings: [
        [1, 4],
        [2, 1],
        [3, 2],
        [4, 5],
      ],
    },
  ],
  submissions: [1, 2],
  length: null,
  parameters: new Array(128).fill(0),
  parametersBytes: 16,
  parametersStride: 256,
  ports: [port('input', 4016), port('output', 4016), port('count', 4)],
  scratchBytes: [8192, 64],
  table: [1, 2, 3],
  abortFlags: [1],
  abortFlagByte: 4,
  runsBetweenClears: 3,
};
