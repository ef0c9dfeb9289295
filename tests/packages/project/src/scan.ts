/** Scans, checked, and a judged kernel: what the programs of this project do. */
import { ScanLab, ScanLabError } from 'scanlab';
import { exercises, judge } from 'scanlab/emulator';
import type { ScanRequest, Verification } from 'scanlab';

export type Outcome = { sums: number[]; verified: boolean; last: number | undefined; passed: boolean } | { failure: string };

const INPUT = Uint32Array.of(3, 1, 7, 0, 4);
const REQUEST: ScanRequest = { mode: 'exclusive' };

export async function scan(): Promise<Outcome> {
  try {
    const lab = await ScanLab.open();
    const sums = await lab.scan(INPUT, REQUEST);
    // Results are checked in a worker.
    const { verified }: Verification = await lab.verify(INPUT, sums, REQUEST);
    // The memory of a result of 8 MiB is allocated in another one.
    const long = await lab.scan(new Uint32Array(2 ** 21).fill(1));
    lab.close();
    // A page judges in a third one.
    const [exercise] = await exercises();
    const { passed } = await judge({ exercise: exercise?.id ?? '', code: exercise?.solution ?? '' });
    return { sums: [...sums], verified, last: long.at(-1), passed };
  } catch (error) {
    return { failure: error instanceof ScanLabError ? `${error.code}: ${error.message}` : String(error) };
  }
}

export function show(outcome: Outcome): void {
  document.title = JSON.stringify(outcome);
}
