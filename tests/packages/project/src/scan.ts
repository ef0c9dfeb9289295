/** The work of this project's programs: checked scans and a judged kernel. */
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
    // A worker checks results.
    const { verified }: Verification = await lab.verify(INPUT, sums, REQUEST);
    // Another worker allocates the memory of a result of 8 MiB.
    const long = await lab.scan(new Uint32Array(2 ** 21).fill(1));
    lab.close();
    // In a page, a third worker judges kernels.
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
