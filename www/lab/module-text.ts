/** Writes an ES module that runs one plan on any device that meets its requirements: a head comment, WGSL, the plan, the runner. */
import { CLEAR_SIZE } from '../shared/runner.ts';
import type { Needs } from '../shared/exported.ts';
import type { Cost, JoinedShader, PassDescription, PlanDescription, PreparedPlan, ShaderPart } from '../types.ts';

/** The width of comment lines. */
const WIDTH = 120;
/** The number of words of the plan's table per line. */
const TABLE_WORDS = 16;

type Exported = {
  /** its ports have their public names */
  plan: PreparedPlan;
  description: PlanDescription;
  /** the files of the plan's shaders, in order */
  shaders: JoinedShader[];
};

/** The data of a module's head comment, except for its plan. */
export type About = {
  /** the name of the module's file */
  name: string;
  /** the purpose of the module, in a sentence */
  title: string;
  method: string;
  paper: string;
  /** the requirements of the method beyond core WebGPU */
  needs: readonly string[];
  /** the request for the module, as JSON can store it */
  request: object;
  /** bytes per element, if all elements that the plan counts have one size; else 0 */
  elementBytes: number;
  /** the range of subgroup sizes, for a device with subgroup operations */
  subgroups: { min: number; max: number } | null;
  /** whether the request gives no limits, so that the plan needs only those that WebGPU guarantees */
  isGuaranteed: boolean;
  /** the limit of workgroup memory in bytes, if the request gives it */
  workgroupBytes: number | undefined;
  aborts: readonly string[];
  version: string;
};

/**
 * @param texts the shaders' files with their comments, by path
 * @param runner the text of the runner
 */
export function moduleText(exported: Exported, about: About, texts: Record<string, string>, runner: string) {
  const needs = needsOf(exported, about);
  const { declarations, shaders } = shadersText(exported.shaders, texts);
  const limits = Object.entries(needs.limits).map(([name, least]) => `    ${name}: ${least},\n`);
  return `${headText(exported, about, needs)}
// @ts-nocheck: the types of \`prepare\` are at the end.

/** The requirements of a device. */
const NEEDS = {
  limits: {
${limits.join('')}  },
  subgroups: ${literal(needs.subgroups)},
};

/** The reasons of void runs, by abort flag, from 1 on. */
const ABORTS = ${listed(about.aborts.map((reason) => `${literal(reason)},`))};

/**
 * Compiles the kernels and makes scratch memory, once for any number of runs.
 * @param {GPUDevice} device that meets NEEDS
 * @returns {Promise<ExportedRun>}
 * @throws {ScanLabError} \`unsupported\` if the device lacks a requirement, with the required and the found value; \`out-of-memory\`
 */
export function prepare(device) {
  return prepareExported(device, PLAN, NEEDS, ABORTS);
}

${declarations}
/** The modules of WGSL, each of its files in order. */
const SHADERS = [
${shaders}
];

${planText(exported.plan, exported.description.passes)}
${runner}`;
}

/** A file name from its parts, without characters that file systems refuse. */
export function fileName(parts: readonly (string | undefined)[]) {
  const named = parts.filter((part) => part !== undefined);
  return `${named.map((part) => part.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')).join('-')}.js`;
}

function needsOf({ plan, description }: Exported, { subgroups, workgroupBytes }: About): Needs {
  const bytes = Math.max(...plan.ports.map((port) => port.bytes), ...plan.scratchBytes, 4 * plan.table.length);
  const own = plan.runsBetweenClears === null ? 1 : CLEAR_SIZE;
  const invocations = Math.max(own, ...description.passes.map((pass) => pass.workgroup_size));
  const limits = {
    maxBufferSize: bytes,
    maxStorageBufferBindingSize: bytes,
    maxStorageBuffersPerShaderStage: Math.max(
      ...[...plan.passes, ...(plan.length ? [plan.length] : [])].map((pass) => pass.bindings.length),
    ),
    ...(workgroupBytes !== undefined && { maxComputeWorkgroupStorageSize: workgroupBytes }),
    maxComputeInvocationsPerWorkgroup: invocations,
    maxComputeWorkgroupSizeX: invocations,
    maxComputeWorkgroupsPerDimension: Math.max(...plan.passes.flatMap((pass) => pass.workgroups)),
  };
  const hasSubgroups = plan.shaders.some((code) => code.startsWith('enable subgroups;'));
  return { limits, subgroups: hasSubgroups && subgroups ? [subgroups.min, subgroups.max] : null };
}

function headText({ plan, description }: Exported, about: About, needs: Needs) {
  const used = Object.entries(description.tuning).map(([name, value]) => `${name} = ${value}`);
  const tuning = used.length ? `; ${used.join(', ')}` : '';
  const subgroups =
    needs.subgroups && `subgroups of ${[...new Set(needs.subgroups)].join(' to ')} neighbouring invocations (the feature "subgroups")`;
  const others = about.needs.filter((need) => need !== 'subgroups');
  const limits = Object.entries(needs.limits).map(([name, least]) => `${name} ${counted(least)}`);
  const fields = {
    Method: `${about.method}${tuning}`,
    Source: about.paper,
    Costs: costsText(description.cost, about.elementBytes),
    Needs: [
      ...(subgroups ? [subgroups] : []),
      ...others,
      `${about.isGuaranteed ? 'the limits that WebGPU guarantees' : 'the limits'}: ${limits.join(', ')}`,
    ].join('; '),
    ...Object.fromEntries(buffersOf(plan).map((text, rank) => [rank === 0 ? 'Buffers' : ' '.repeat(rank), text])),
    Request: `explainer.export(${requestText(about.request)})`,
    'Made by': `ScanLab ${about.version}`,
    License: 'SPDX-License-Identifier: MIT OR Apache-2.0; the text of the MIT license is at the end',
  };
  const lines = Object.entries(fields).flatMap(([name, text]) =>
    wrapped(commentable(text), WIDTH - 14).map((line, i) => ` * ${(i ? '' : name).padEnd(10)} ${line}`),
  );
  const title = wrapped(`${commentable(about.title)} Plain WebGPU, with your device, buffers and encoder.`, WIDTH - 3);
  return `/**
${title.map((line) => ` * ${line}`).join('\n')}
 *
${lines.join('\n')}
 *
${exampleText(plan, about.name)} */
`;
}

/** The buffers of a run, one line per buffer. */
function buffersOf({ ports, length }: PreparedPlan) {
  const all = ports.map(
    ({ name, isInput, isOutput, bytes }) =>
      `${name}: ${counted(bytes)} bytes, ${isInput ? (isOutput ? 'read and written' : 'read') : 'written'}`,
  );
  const name = ports.some((port) => port.name === 'count') ? 'length' : 'count';
  return length ? [...all, `${name}: 4 bytes, read; optional: the number of elements, if the device has computed it`] : all;
}

/** The code of a request, without its default values. */
function requestText(request: object): string {
  const isDefault = (value: unknown) =>
    value === undefined || value === false || value === 'forward' || (typeof value === 'object' && Object.keys(value ?? [0]).length === 0);
  return literal(Object.fromEntries(Object.entries(request).filter(([, value]) => !isDefault(value))));
}

function costsText({ dispatches, reads, writes, applications, scratch_bytes, is_lower_bound }: Cost, elementBytes: number) {
  const bytes = (elements: number) => (elementBytes ? ` (${counted(elementBytes * elements)} bytes)` : '');
  const least = is_lower_bound ? 'at least ' : '';
  return `a run has ${counted(dispatches)} dispatch${dispatches === 1 ? '' : 'es'}, reads ${least}${counted(reads)} elements${bytes(reads)}, writes ${counted(writes)} elements${bytes(writes)}, applies the operator ${least}${counted(applications)} times; scratch memory ${counted(scratch_bytes)} bytes`;
}

function exampleText({ ports }: PreparedPlan, file: string) {
  const names = ports.map(({ name }) => name);
  return ` * @example
 * import { prepare } from './${file}';
 * const run = await prepare(device); // a GPUDevice
 * const usage = run.requirements.usage | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
 * const sizes = Object.entries(run.requirements.buffers); // ${names.join(', ')}
 * const buffers = Object.fromEntries(sizes.map(([name, size]) => [name, device.createBuffer({ size, usage })]));
 * const encoder = device.createCommandEncoder();
 * run.record(encoder, buffers); // or into a GPUComputePassEncoder
 * device.queue.submit([encoder.finish()]);
 * await run.check(); // rejects if a run was void
`;
}

/** The files of the shaders as constants, each file once, and the shaders as lists of these constants. */
function shadersText(shaders: JoinedShader[], texts: Record<string, string>) {
  const names: Map<string, string> = new Map();
  const declarations: string[] = [];
  const nameOf = ({ path, source }: ShaderPart) => {
    const text = tidied(withComments(source, texts[path]));
    const known = names.get(text);
    if (known) return known;
    const base =
      path === 'prelude'
        ? 'CONSTANTS'
        : path
            .replace(/\.wgsl$/, '')
            .replace(/\W+/g, '_')
            .toUpperCase();
    const taken = [...names.values()].filter((name) => name.replace(/_V\d+$/, '') === base).length;
    const name = taken ? `${base}_V${taken + 1}` : base;
    names.set(text, name);
    const about = path === 'prelude' ? 'Constants of the plan.' : `shaders/${path}`;
    declarations.push(`/** ${commentable(about)} */\nconst ${name} = \`\n${templateText(text)}\`;\n`);
    return name;
  };
  const lists = shaders.map(({ entry_points, parts }) => {
    const named = parts.filter(({ source }) => source.trim()).map(nameOf);
    const list = wrapped(`[${named.join(', ')}].join(''),`, WIDTH - 4).join('\n    ');
    return `  // ${entry_points.join(', ')}\n  ${list}`;
  });
  return { declarations: declarations.join('\n'), shaders: lists.join('\n') };
}

/**
 * The compiled lines of a file, with the comments and indentation that the core leaves out. An import becomes an empty line, and a line
 * that the core has unrolled becomes one line per repetition.
 */
export function withComments(compiled: string, original: string | undefined) {
  if (original === undefined) return compiled;
  const lines = original.split('\n');
  return compiled
    .split('\n')
    .flatMap((line, rank) => {
      const before = lines[rank] ?? '';
      const text = line.trim();
      const [code] = before.split('//');
      if (code.trim() === text) return [before];
      const indentation = text && /^\s*/.exec(before)?.[0];
      const unrolled = piecesOf(text, /@repeat\([^)]*\)(.*)/.exec(code)?.[1].trim());
      return unrolled.map((piece) => `${indentation}${piece}`);
    })
    .join('\n');
}

/**
 * The repetitions in an unrolled line; the whole line if it was not unrolled.
 * @param repeated the text after `@repeat(…)`; `#` and `~` stand for numbers
 */
function piecesOf(text: string, repeated: string | undefined) {
  if (!repeated) return [text];
  const escaped = repeated.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/#-1|#|~/g, '\\d+');
  const pieces = text.match(new RegExp(escaped, 'g')) ?? [];
  return pieces.join(' ') === text ? pieces : [text];
}

/** Removes leading and repeated blank lines, which imports leave. */
const tidied = (text: string) =>
  `${text
    .replace(/^\n+/, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;

/** Escapes a text for a template literal. */
const templateText = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\r', '\\r');

/** Escapes a text for a comment, and joins its lines. */
const commentable = (text: string) => text.replaceAll('*/', '*\\/').replace(/[\r\n]+/g, ' ');

function wrapped(text: string, width: number) {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += line ? ` ${word}` : word;
  }
  return [...lines, line];
}

function planText({ shaders: _, passes, parameters, ports, table, ...others }: PreparedPlan, described: PassDescription[]) {
  const perPass = others.parametersStride / 4;
  const parts = Array.from({ length: parameters.length / perPass }, (_, rank) => parameters.slice(perPass * rank, perPass * (rank + 1)));
  // At least 1, so that no part is empty.
  const used = Math.max(1, ...parts.flat().map((word, at) => (word === 0 ? 0 : (at % perPass) + 1)));
  const buffers = [...ports.map(({ name }) => name), ...others.scratchBytes.map((_, rank) => `scratch ${rank}`), 'table'];
  const dispatches = passes.map((pass, rank) => {
    const bound = pass.bindings.map(([binding, index]) => `${binding} ${buffers[index]}`);
    return `// ${counted(described[rank].elements)} elements; bindings ${bound.join(', ')}\n    ${literal(pass)},`;
  });
  const rows = Array.from({ length: Math.ceil(table.length / TABLE_WORDS) }, (_, row) =>
    table.slice(TABLE_WORDS * row, TABLE_WORDS * (row + 1)),
  );
  const fields = {
    shaders: 'SHADERS',
    passes: listed(dispatches),
    parameters: `${listed(parts.map((words) => `${literal(words.slice(0, used))},`))}.flatMap((words) => [...words, ...Array(${perPass - used}).fill(0)])`,
    ports: listed(ports.map((port) => `${literal(port)},`)),
    table: table.length ? listed(rows.map((words) => `${words.join(', ')},`)) : '[]',
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, literal(value)])),
  };
  const lines = Object.entries(fields).map(([name, text]) => `  ${name}: ${text},\n`);
  return `/**
 * Dispatches in order; their bindings are pairs of a binding number and the index of a buffer: ports first, then scratch buffers, then the
 * table. Parameters are the uniform words of each dispatch. The dispatch \`length\` sets a length that the device has computed.
 */
const PLAN = {
${lines.join('')}};
`;
}

const listed = (lines: string[]) => `[\n${lines.map((line) => `    ${line}\n`).join('')}  ]`;

/** Plain data as JavaScript code. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`);
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}

const counted = (number: number) => number.toLocaleString('en');
