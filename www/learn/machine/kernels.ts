/** Recordings of access patterns and kernels, which the emulator runs. Pure: no DOM. */
import { EXAMPLE } from './settings.ts';
import type { Recording } from '../../shared/emulator-data.d.ts';
import type { Settings } from './settings.ts';

/** A recording, and the words with which a buffer begins if the output is right. */
export type Run = Recording & { expected?: { buffer: number; words: number[] } };

/** The addresses in Figure 3 of Nakano's paper, for two warps of four threads. */
const EXAMPLE_ADDRESSES = Object.freeze([0, 1, 6, 10, 8, 9, 14, 15]);

/** The source of a module with values in place of its `override`s, because a recording cannot set them. */
export function withOverrides(source: string, values: Record<string, number | boolean>) {
  return source.replace(/override (\w+): (u32|bool) = [^;]+;/g, (line, name, type) => {
    const value = values[name];
    return value === undefined ? line : `const ${name}: ${type} = ${value}${type === 'u32' ? 'u' : ''};`;
  });
}

/** A kernel in which each thread repeatedly accesses one word, of workgroup memory or of storage. */
export function patternRun({ kernel, p, n, s }: Settings, isStorage: boolean): Run {
  const isExample = kernel === EXAMPLE;
  const stride = kernel === 'stride' ? s : 1;
  const [threads, count] = isExample ? [EXAMPLE_ADDRESSES.length, EXAMPLE_ADDRESSES.length] : [p, n];
  const words = isExample ? Math.max(...EXAMPLE_ADDRESSES) + 1 : Math.max((count - 1) * stride + 1, 1);
  const address = isExample ? 'addresses[index]' : `index * ${stride}u`;
  const source = [
    isStorage ? `@group(0) @binding(0) var<storage, read> words: array<u32, ${words}>;` : `var<workgroup> words: array<u32, ${words}>;`,
    `@compute @workgroup_size(${threads})`,
    'fn access(@builtin(local_invocation_index) local_index: u32) {',
    ...(isExample ? [`    var addresses = array<u32, ${count}>(${EXAMPLE_ADDRESSES.map((one) => `${one}u`).join(', ')});`] : []),
    '    var sum = 0u;',
    `    for (var index = local_index; index < ${count}u; index += ${threads}u) { sum += words[${address}]; }`,
    '}',
    '',
  ].join('\n');
  return one(source, 'access', isStorage ? [['words', Array(words).fill(0)]] : []);
}

/**
 * The contiguous copy in storage.
 * @param source the text of machine/copy.wgsl
 */
export function copyRun(source: string, { n, p }: Settings): Run {
  const words = numbers(n);
  const run = one(withOverrides(source, { INVOCATIONS: p }), 'copy_words', [
    ['words', words],
    ['copies', Array(n).fill(0)],
  ]);
  return { ...run, expected: { buffer: 1, words } };
}

/**
 * Nakano's sum, in storage or in workgroup memory.
 * @param source the text of machine/sum.wgsl
 */
export function sumRun(source: string, { n, p }: Settings, isStorage: boolean): Run {
  const words = numbers(n);
  const sum = words.reduce((before, word) => (before + word) >>> 0, 0);
  const run = one(withOverrides(source, { INVOCATIONS: p, ELEMENTS: n }), isStorage ? 'sum_storage' : 'sum_workgroup', [
    ['numbers', words],
  ]);
  return { ...run, expected: { buffer: 0, words: [sum] } };
}

/**
 * The scan by a tree of GPU Gems 3.
 * @param source the text of machine/tree-scan.wgsl
 */
export function treeRun(source: string, { n, p }: Settings): Run {
  const words = numbers(n);
  let sum = 0;
  const before = words.map((word) => [sum, (sum = (sum + word) >>> 0)][0]);
  return {
    ...one(withOverrides(source, { INVOCATIONS: p, ELEMENTS: n }), 'scan_tree', [['numbers', words]]),
    expected: { buffer: 0, words: before },
  };
}

/** A recording with one dispatch of one workgroup. */
function one(source: string, entryPoint: string, buffers: [name: string, words: number[]][]): Run {
  return {
    shaders: [source],
    buffers: buffers.map(([name, words]) => ({ name, words })),
    passes: [
      {
        shader: 0,
        entryPoint,
        workgroups: [1, 1, 1],
        bindings: buffers.map((_, i) => [i, i] as [number, number]),
      },
    ],
  };
}

export function numbers(n: number) {
  return Array.from({ length: n }, (_, i) => (Math.imul(i, 0x9e3779b9) ^ i) >>> 0);
}

export function isRight({ expected }: Run, { buffers }: { buffers: number[][] }) {
  return !expected || expected.words.every((word, i) => word === buffers[expected.buffer][i]);
}
