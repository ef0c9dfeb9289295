/** Exports runs as modules for other programs. Loaded on first use. */
import { checkBoolean, checkInteger, checkObject, fieldsOf, MAX_U32, reading, requireObject } from '../shared/arguments.ts';
import { ScanLabError } from '../shared/errors.ts';
import { askCore } from './loader.ts';
import { fileName, moduleText } from './module-text.ts';
import { isOfOperation } from './operation-job.ts';
import { isSort, requestOfPlan } from './operation-request.ts';
import { planRequest } from './plan-request.ts';
import { withPortNames } from './port-names.ts';
import runner from 'exported-runner';
import texts from 'shader-texts';
import type { LoadedCore } from './loader.ts';
import type { CoreOperation, CoreRequest, ExportedModule, JoinedShader, OperationEntry, PlanDescription, PreparedPlan } from '../types.ts';
import type { About } from './module-text.ts';
import type { AnyOperator } from './own-operator.ts';
import type { Requests } from './requests.ts';

/** The properties of a device that plans depend on. A lab's `adapter` also has `OTHER_KEYS`. */
const DEVICE_KEYS = ['limits', 'subgroups', 'subgroupsAdjoin', 'forwardProgress', 'startsInOrder', 'isFallback'];
const OTHER_KEYS = ['vendor', 'architecture', 'device', 'description', 'timestamps'];
/** The limits that plans depend on, in the order of the core's list of guaranteed limits. */
const LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeWorkgroupStorageSize',
  'maxComputeWorkgroupsPerDimension',
] as const;

/** The device that a module is for, with the properties that the request gives. */
type Target = {
  limits?: Partial<Record<(typeof LIMITS)[number], number>>;
  subgroups?: { min: number; max: number } | null;
  forwardProgress?: boolean;
  startsInOrder?: boolean;
  isFallback?: boolean;
};

/** The data of a module, as `exportScan` of the core returns them. */
type Planned = [PreparedPlan, PlanDescription, JoinedShader[]];
/** The part of the module's head comment that follows from the request. */
type Titled = Pick<About, 'name' | 'title' | 'elementBytes'> & { request: object };

/** @param value a copy of the request */
export function exportModule(shared: LoadedCore, requests: Requests, value: unknown): ExportedModule {
  const { device: given, ...fields } = fieldsOf('request', value);
  const guaranteed = guaranteedOf(shared);
  const target = targetOf(given, guaranteed);
  // Registers a custom operator first, so that its definition is read once.
  const read = requests.withOwn(fields);
  if (isOfOperation(read)) {
    const request = requestOfPlan(shared.catalogue, requests, read);
    const titled = titleOfOperation(shared, request, read.operator === undefined ? null : requests.operator(read.operator));
    return written(shared, { target, guaranteed }, request.operation, titled, (device) =>
      askCore(shared, (core) => core.exportOperation(request, wordsOf(device, guaranteed))),
    );
  }
  const request = planRequest(requests.plan(read));
  const titled = titleOfScan(request, requests.operator(request.operator));
  return written(shared, { target, guaranteed }, undefined, titled, (device) =>
    askCore(shared, (core) => core.exportScan(request, wordsOf(device, guaranteed))),
  );
}

function written(
  shared: LoadedCore,
  { target, guaranteed }: { target: Target; guaranteed: Guaranteed },
  operation: string | undefined,
  titled: Titled,
  plan: (device: Target) => Planned,
): ExportedModule {
  checkInteger('n', (titled.request as any).n, 1, MAX_U32);
  const { catalogue } = shared;
  const { found, device } = planned(target, guaranteed, plan);
  const [prepared, description, shaders] = found;
  const { algorithm, ran } = description;
  const scan = catalogue.algorithms.find(({ id }) => id === ran);
  const whole = catalogue.operations.find(({ id }) => id === operation);
  const chosen = algorithm === ran ? '' : `, chosen by ${algorithm}`;
  const about = {
    ...titled,
    method: [whole && `${whole.title} (${whole.id})`, scan && `${scan.title} (${scan.id}${chosen})`]
      .filter(Boolean)
      .join(' with the scan '),
    paper: [whole?.paper, scan?.paper].filter(Boolean).join('; '),
    needs: [...(scan?.needs ?? []), ...(device.startsInOrder ? ['workgroups that start in the order of their indices'] : [])],
    request: { ...titled.request, device: target },
    subgroups: device.subgroups ?? null,
    isGuaranteed: device.limits === undefined,
    workgroupBytes: device.limits?.maxComputeWorkgroupStorageSize,
    aborts: askCore(shared, (core) => core.abortReasons()),
    version: catalogue.version,
  };
  const code = moduleText({ plan: withPortNames(prepared, operation), description, shaders }, about, texts, runner);
  return { name: titled.name, code };
}

/** A plan for the target. If the plan requires forward progress or subgroups, the target has them unless the request excludes them. */
function planned(target: Target, { subgroups }: Guaranteed, plan: (device: Target) => Planned) {
  const devices: Target[] = [target, { forwardProgress: true, ...target }, { subgroups, ...target }];
  let first: unknown = null;
  for (const device of devices) {
    try {
      return { found: plan(device), device };
    } catch (failure) {
      if (!(failure instanceof ScanLabError) || failure.code !== 'unsupported') throw failure;
      first ??= failure;
    }
  }
  throw first;
}

/** The limits that WebGPU guarantees, and the range of possible subgroup sizes. */
type Guaranteed = ReturnType<typeof guaranteedOf>;

function guaranteedOf(shared: LoadedCore) {
  const words = [...askCore(shared, (core) => core.guaranteedLimits())];
  const [min, max] = words.splice(LIMITS.length);
  const limits = Object.fromEntries(LIMITS.map((name, at) => [name, words[at]])) as Record<(typeof LIMITS)[number], number>;
  return { limits, subgroups: { min, max } };
}

/** A device in the core's format: `limits_of` in lab/src/export.rs documents the words. */
function wordsOf({ limits, subgroups, forwardProgress, startsInOrder, isFallback }: Target, guaranteed: Guaranteed) {
  const granted = { ...guaranteed.limits, ...limits };
  const bindingBytes = Math.min(granted.maxBufferSize, granted.maxStorageBufferBindingSize);
  const numbers = [bindingBytes, granted.maxComputeWorkgroupStorageSize, granted.maxComputeWorkgroupsPerDimension];
  const flags = [forwardProgress, startsInOrder, isFallback].map((flag) => Number(flag ?? false));
  // The core takes words of 32 bits. No device has longer bindings.
  return Uint32Array.from([...numbers, subgroups?.min ?? 0, subgroups?.max ?? 0, ...flags], (number) => Math.min(number, MAX_U32));
}

function titleOfScan(request: CoreRequest, operator: AnyOperator): Titled {
  const { algorithm, type, mode, direction, segmented, headsAsBits, columns, axis, inPlace, initial, n = 0 } = request;
  const form = [
    `The ${mode} scan of ${numberOf(n, type, operator.words)} by ${nameOf(operator)}`,
    direction === 'backward' && 'backward',
    segmented && `in segments by head flags, a ${headsAsBits ? 'bit' : 'word'} per element`,
    columns && `along the ${axis === 0 ? 'columns' : 'rows'} of a table of ${columns} columns`,
    inPlace && 'in place',
    initial && 'from an initial value',
  ];
  return {
    name: fileName([algorithm, operator.own ? 'custom' : operator.id, type, mode]),
    title: `${form.filter(Boolean).join(', ')}.`,
    elementBytes: segmented || columns ? 0 : 4 * operator.words,
    request,
  };
}

function titleOfOperation({ catalogue }: LoadedCore, { options, ...request }: CoreOperation, operator: AnyOperator | null): Titled {
  const { operation, type, n = 0 } = request;
  const { title, summary, merges } = catalogue.operations.find(({ id }) => id === operation) as OperationEntry;
  const { where, words, values, indices, reversed, sortedLength, upper } = options ?? {};
  // The values of a sort may be records of several words; its keys have one word.
  const sorts = isSort(operation);
  const form = [
    `${title} of ${numberOf(n, type, (sorts ? undefined : words) ?? operator?.words ?? 1)}`,
    operator && ` by ${nameOf(operator)}`,
    where !== undefined && ` where ${where}`,
    reversed && ' with the others in reverse order',
    sortedLength !== undefined && ` ${merges ? 'with' : 'in'} ${sortedLength.toLocaleString('en')} sorted keys`,
    upper && ', as an upper bound',
    (sorts || merges) && indices && ' with the indices of its keys',
    sorts && values && ` with values of ${words ?? 1} ${words === undefined ? 'word' : 'words'}`,
  ];
  return {
    name: fileName([operation, operator ? (operator.own ? 'custom' : operator.id) : undefined, type]),
    title: `${form.filter(Boolean).join('')}: ${summary}`,
    elementBytes: 4 * (operator?.words ?? 1),
    request: { ...request, ...options },
  };
}

const nameOf = ({ own, title, id }: AnyOperator) => (own ? 'a custom operator' : `${id}, ${title}`);

const numberOf = (n: number, type: string, words: number) =>
  `${n.toLocaleString('en')} elements of ${words === 1 ? type : `${words} ${type}`}`;

/** @returns the target with the properties that the request gives */
function targetOf(value: unknown, guaranteed: Guaranteed): Target {
  const given = checkObject('device', value, [...DEVICE_KEYS, ...OTHER_KEYS]);
  const { limits, subgroups, subgroupsAdjoin } = given;
  const flags = ['forwardProgress', 'startsInOrder', 'isFallback'].filter((name) => given[name] !== undefined);
  const adjoin = checkBoolean('device.subgroupsAdjoin', subgroupsAdjoin, true);
  return {
    ...(limits !== undefined && { limits: limitsOf(limits, guaranteed) }),
    ...(subgroups !== undefined && { subgroups: adjoin ? subgroupsOf(subgroups, guaranteed) : null }),
    ...Object.fromEntries(flags.map((name) => [name, checkBoolean(`device.${name}`, given[name], false)])),
  };
}

/** @param value may have other limits, which are ignored: plans do not depend on them */
function limitsOf(value: unknown, { limits }: Guaranteed) {
  const found = requireObject('device.limits', value);
  const given = reading('device.limits', () => Object.entries(limits).map(([name, least]) => ({ name, least, limit: found[name] })));
  return Object.fromEntries(
    given
      .filter(({ limit }) => limit !== undefined)
      // WebGPU guarantees at least these values.
      .map(({ name, least, limit }) => [name, checkInteger(`device.limits.${name}`, limit, least, Number.MAX_SAFE_INTEGER)]),
  );
}

function subgroupsOf(value: unknown, { subgroups }: Guaranteed): { min: number; max: number } | null {
  if (value === null) return null;
  const { min, max } = checkObject('device.subgroups', value, ['min', 'max']);
  const least = checkInteger('device.subgroups.min', min, 1, subgroups.max);
  return { min: least, max: checkInteger('device.subgroups.max', max, least, subgroups.max) };
}
