/** Texts about errors, with what to do next, and about adapters. */
import { adapterNameIn, givenName } from '../shared/adapter-name.ts';
import { browserName } from './run-names.ts';
import { messageOf } from '../shared/errors.ts';
import type { Formats } from '../shared/format.ts';
import type { AdapterDescription, ErrorCode, Mismatch } from '../types.ts';

/** A button that the message can offer. */
export type Remedy = 'retry' | 'reopen';
type Explanation = { code: ErrorCode | 'unexpected'; title: string; detail: string; next: string; remedy?: Remedy };

const EXPLANATIONS: Record<ErrorCode, { title: string; next: string; remedy?: Remedy }> = {
  'insecure-context': {
    title: 'This page was not loaded over a secure connection',
    next: 'Open the page from an https:// address, or from this computer (http://localhost or http://127.0.0.1).',
  },
  'webgpu-unavailable': {
    title: 'This browser does not offer WebGPU',
    next: 'Use a current Chrome or Edge (123 or newer), Safari 26, or Firefox 141 or newer on Windows or 145 on macOS. On Linux and on older Android devices, WebGPU may have to be turned on in the browser’s flags.',
  },
  'no-adapter': {
    title: 'No GPU was found',
    next: 'Turn on “Use graphics acceleration when available” in the browser’s settings, update the graphics driver, or restart the browser if the GPU has crashed. In Chrome, chrome://gpu lists what is blocked.',
    remedy: 'retry',
  },
  'too-large': {
    title: 'This is more than the adapter supports',
    next: 'Choose smaller sizes, or an operator with fewer words per element.',
  },
  'out-of-memory': {
    title: 'The GPU ran out of memory',
    next: 'Choose smaller sizes, or close other programs that use the GPU.',
  },
  'device-lost': {
    title: 'The GPU device was lost',
    next: 'The driver was reset, or a scan took longer than the system allows. The points so far are kept. Open a new device to measure the rest. If it is lost again at the same size, leave that size out.',
    remedy: 'reopen',
  },
  unsupported: {
    title: 'This combination does not run here',
    next: 'Choose another algorithm, operator or type. The reasons are beside the algorithms.',
  },
  'bad-argument': {
    title: 'A setting was not accepted',
    next: 'Change the setting that the message names and run again.',
  },
  cancelled: {
    title: 'Cancelled',
    next: 'The points so far are kept.',
  },
};

/** The codes of errors that report a missing GPU. A missing GPU is no failure: many views work without it. */
const NO_GPU = ['insecure-context', 'webgpu-unavailable', 'no-adapter'];

/** Whether an error says that there is no GPU. */
export function isNoGpu(error: unknown) {
  return NO_GPU.includes(codeOf(error));
}

/** The message for a part of the page that failed to load. */
export function notLoaded(failure: unknown) {
  return `a part of this page could not be loaded (${messageOf(failure)}). Try again, or reload the page.`;
}

/** The status of a measurement while the page is hidden. */
export const PAUSED = 'Paused until this page is visible: browsers slow hidden pages down.';

/** @returns the code of a ScanLabError, else `unexpected` */
export function codeOf(error: unknown): ErrorCode | 'unexpected' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(EXPLANATIONS, code) ? (code as ErrorCode) : 'unexpected';
}

export function explain(error: unknown): Explanation {
  const detail = messageOf(error);
  const code = codeOf(error);
  if (code === 'unsupported' && error instanceof Error && error.cause) {
    return {
      code,
      detail,
      title: 'A part of this page could not be loaded',
      next: 'Try again, or reload the page. The points so far are kept.',
    };
  }
  if (code !== 'unexpected') return { code, detail, ...EXPLANATIONS[code] };
  const next = 'This is a fault in ScanLab itself. Open a new device and try again. Your input and your measurements are kept.';
  return { code, detail, title: 'Something unexpected happened', next, remedy: 'reopen' };
}

/**
 * A line about an open adapter: its name, or its kind and its browser, then its abilities.
 * @param agent the user agent's text
 */
export function adapterLine(adapter: AdapterDescription, agent: string) {
  const { isFallback, subgroups, subgroupsAdjoin, timestamps, forwardProgress } = adapter;
  const sizes = subgroups && (subgroups.min === subgroups.max ? `${subgroups.min}` : `${subgroups.min} to ${subgroups.max}`);
  return [
    adapterNameIn(browserName(agent), adapter),
    ...(isFallback && givenName(adapter) ? ['software'] : []),
    sizes
      ? `subgroups of ${sizes}${subgroupsAdjoin ? '' : ', not of neighbouring invocations: scans that need them are off'}`
      : 'no subgroups',
    timestamps ? 'timestamps' : 'no timestamps: wall-clock times',
    // A probe has tested forward progress: a chained scan with bounded waits.
    forwardProgress ? 'forward progress' : 'no forward-progress guarantee: scans that need one are off',
  ];
}

/**
 * The details of an adapter: its names, its kind, the features and the limits of its device.
 * @param features of the device
 */
export function adapterFacts(
  { vendor, architecture, device, description, isFallback, limits }: AdapterDescription,
  features: Iterable<string>,
  formats: Formats,
): [name: string, value: string][] {
  const names = {
    Vendor: vendor,
    Architecture: architecture,
    Device: device,
    Description: description,
    Kind: isFallback ? 'software' : '',
    Features: [...features].join(', '),
  };
  const known = Object.entries(names).filter(([, value]) => value);
  const shown = Object.entries(limits).filter(([name]) => /Buffer|compute|Workgroup/i.test(name));
  const text = (name: string, value: number) => (/Size$/.test(name) && value >= 1024 ? formats.bytes(value) : formats.integer(value));
  return [...known, ...shown.map(([name, value]) => [name, text(name, value)] as [string, string])];
}

export const SOFTWARE_ADAPTER = 'This is a software adapter: outputs are checked as usual, but times say nothing about a GPU.';

export function describeMismatch({ index, expected, found, tile, lane, tolerance }: Mismatch, formats: Formats) {
  const within = tolerance > 0 ? ` ± ${formats.value.format(tolerance)}` : '';
  return (
    `First wrong element at index ${formats.integer(index)}: expected ${formats.element(expected)}${within}, ` +
    `found ${formats.element(found)} (tile ${formats.integer(tile)}, invocation ${formats.integer(lane)}).`
  );
}

/** The number of elements of `words` entries that fit one buffer. */
export function mostElements(lab: { maxElements: number } | null, words: number) {
  return lab && Number.isFinite(lab.maxElements) ? Math.floor(lab.maxElements / words) : undefined;
}
