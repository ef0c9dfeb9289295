import type { CodePlace, CoreError, ErrorCode, TimeLimit } from '../types.ts';

const CODES: readonly string[] = [
  'webgpu-unavailable',
  'insecure-context',
  'no-adapter',
  'device-lost',
  'out-of-memory',
  'too-large',
  'unsupported',
  'bad-argument',
  'cancelled',
];

/** Every failure of ScanLab. `code` is for programs, and `message` states the required and the found value. */
export class ScanLabError extends Error {
  /** @internal */
  name: string;
  readonly code: ErrorCode;
  /** For a run that took too long to be measured (`unsupported`): its time limit and the elapsed time. More elements would take even longer. */
  readonly timeLimit: TimeLimit | undefined;
  /** For an error in custom code (`bad-argument`): its place in the code. */
  readonly place: CodePlace | undefined;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; timeLimit?: TimeLimit; place?: CodePlace }) {
    super(message, options);
    this.name = 'ScanLabError';
    this.code = code;
    this.timeLimit = options?.timeLimit;
    this.place = options?.place;
  }
}

/** Codes of failures that affect only one scan. Others end a sweep or a calibration. */
export const SKIPPED_CODES = ['unsupported', 'too-large', 'out-of-memory'];

/**
 * The `ScanLabError` for a failure of the core. The core throws an `Error` with the fields of a `CoreError`.
 * @returns null for an unexpected failure
 */
export function plannedError(failure: unknown): ScanLabError | null {
  if (failure instanceof ScanLabError) return failure;
  if (!(failure instanceof Error)) return null;
  const { code, message, timeLimit, place } = failure as Error & CoreError;
  return CODES.includes(code) ? new ScanLabError(code, message, { timeLimit, place }) : null;
}

export function messageOf(failure: unknown) {
  try {
    return failure instanceof Error ? String(failure.message || failure.name) : String(failure);
  } catch {
    return 'the thrown value has no text';
  }
}

/** The result of a read, or the reason why it failed. */
export function reasonOr<T>(read: () => T): T | string {
  try {
    return read();
  } catch (failure) {
    return messageOf(failure);
  }
}

/** A failure in a form for messages to another thread: a structured clone of an error has no code. */
export type Failure = { code: string | null; message: string };

export function describeFailure(failure: unknown): Failure {
  return { code: failure instanceof ScanLabError ? failure.code : null, message: messageOf(failure) };
}

export function errorOf({ code, message }: Failure) {
  return code ? new ScanLabError(code as ErrorCode, message) : new Error(message);
}

/**
 * Loads a part of ScanLab on first use.
 * @param what the purpose of the part, for messages
 */
export async function loadLazily<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (failure) {
    const found = `it could not be loaded: ${messageOf(failure)}. Reload the page to try again.`;
    throw new ScanLabError('unsupported', `The code that ${what} is required; ${found}`, { cause: failure });
  }
}

/**
 * A part of ScanLab that is loaded on first use and cached: in Chromium, to import a module again takes 0.3 ms, longer than a short scan.
 * After a failed download, the next call requests the part again.
 * @param what the purpose of the part, for messages
 */
export function lazyModule<T>(what: string, load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  const forget = (failure: unknown) => {
    kept = null;
    throw failure;
  };
  return () => (kept ??= loadLazily(what, load).catch(forget));
}

export function cancelled(reason?: unknown) {
  return new ScanLabError('cancelled', 'The operation was cancelled by its AbortSignal before it had finished.', { cause: reason });
}

/** Runs an allocation. Converts the RangeError of a typed array, which does not state the required bytes. */
export function allocate<T>(bytes: number, make: () => T): T {
  try {
    return make();
  } catch (failure) {
    throw new ScanLabError(
      'out-of-memory',
      `${bytes.toLocaleString('en')} bytes of memory were required in one piece; the browser refused them (${messageOf(failure)}).`,
      { cause: failure },
    );
  }
}
