/** The module that wasm-bindgen makes of `emulator/web`. */
declare module 'scanlab-emulator-web' {
  /** Loads and starts the WASM; must be awaited once before anything else. */
  export default function init(options: { module_or_path: URL }): Promise<unknown>;
  /** A Recording, options of a run, and whether to trace variables → what it did. Throws an Error with what is wrong. */
  export function emulate(recordingJson: string, optionsJson: string): Emulation;

  export class Emulation {
    /** Seven words an event: kind, space and part of a word; step; invocation; program counter; address; old; new. */
    events(): Uint32Array;
    /** Arguments and results of calls, and values of variables. */
    values(): Uint32Array;
    /** → Summary */
    summaryJson(): string;
    free(): void;
  }

  /** Kernels, each of which is compiled once. */
  export class Kernels {
    /** Runs `main` of a source; the buffers are those of group 0, by binding, and have what it writes. Throws an Error with what is wrong. */
    run(source: string, workgroups: number, buffers: Uint32Array[]): void;
  }
}
