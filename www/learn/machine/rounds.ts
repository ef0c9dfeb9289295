/** Accesses of a traced run as the memory machines take them: in rounds, unit by unit. Pure: no DOM. */
import { EVENT, WORDS } from '../step/player.ts';

/** a word that a thread requests */
type Request = { address: number; invocation: number };
type WarpAccess = { warp: number; pc: number; requests: Request[] };
/** One access of every warp that has one: the k-th since the last barrier. */
export type Round = {
  pass: number;
  /** on the UMM, else on a workgroup's DMM */
  isStorage: boolean;
  /** of the DMM */
  workgroup: number;
  /** in turn */
  warps: WarpAccess[];
};
/** The requests that enter the pipeline in one time unit. */
export type Unit = { warp: number; requests: Request[] };

const KINDS = [EVENT.read, EVENT.write, EVENT.atomic] as readonly number[];

/** The rounds of a run in lockstep, in the order in which they begin. */
export function roundsOf(
  { events, passes }: { events: Uint32Array; passes: { first_event: number; workgroup_size: number[] }[] },
  width: number,
): Round[] {
  const rounds: Map<string, Round> = new Map();
  /** By round and warp. */
  const accesses: Map<string, WarpAccess> = new Map();
  /** Barriers passed by each workgroup. */
  const epochs: Map<string, number> = new Map();
  /** Accesses of each warp since, and the step of the last. */
  const next: Map<string, { rank: number; step: number }> = new Map();
  let pass = 0;
  for (let at = 0; at < events.length; at += WORDS) {
    while (pass + 1 < passes.length && passes[pass + 1].first_event * WORDS <= at) pass++;
    const [head, step, invocation, pc, address] = events.subarray(at, at + WORDS);
    const kind = head & 0xff;
    if (kind === EVENT.barrier) epochs.set(`${pass}/${invocation}`, (epochs.get(`${pass}/${invocation}`) ?? 0) + 1);
    if (!KINDS.includes(kind)) continue;
    const size = passes[pass].workgroup_size.reduce((product, one) => product * one, 1);
    const [workgroup, localIndex, space] = [Math.floor(invocation / size), invocation % size, (head >> 8) & 0xff];
    const epoch = epochs.get(`${pass}/${workgroup}`) ?? 0;
    const warp = workgroup * Math.ceil(size / width) + Math.floor(localIndex / width);
    const counter = `${pass}/${warp}/${epoch}/${space ? 1 : 0}`;
    const turn = next.get(counter) ?? { rank: -1, step: -1 };
    if (turn.step !== step) next.set(counter, { rank: turn.rank + 1, step });
    const rank = turn.step === step ? turn.rank : turn.rank + 1;
    const key = `${pass}/${space ? 'umm' : workgroup}/${epoch}/${rank}`;
    const round = rounds.get(key) ?? { pass, isStorage: space > 0, workgroup, warps: [] };
    rounds.set(key, round);
    let access = accesses.get(`${key}/${warp}`);
    if (!access) {
      access = { warp, pc, requests: [] };
      accesses.set(`${key}/${warp}`, access);
      round.warps.push(access);
    }
    access.requests.push({ address, invocation });
  }
  return [...rounds.values()];
}

/**
 * The units in which the requests of a round enter the pipeline: on the DMM one of each bank, on the UMM those of one address group. One
 * request serves all threads that request a word.
 */
export function unitsOf({ warps, isStorage }: Round, width: number): Unit[] {
  return warps.flatMap(({ warp, requests }) => {
    const queues: Map<number, Request[][]> = new Map();
    const once = requests.filter(({ address }, i) => requests.findIndex((one) => one.address === address) === i);
    const units: Unit[] = [];
    for (const request of once) {
      const key = isStorage ? Math.floor(request.address / width) : request.address % width;
      const queue = queues.get(key) ?? [];
      queues.set(key, queue);
      if (isStorage && queue.length) queue[0].push(request);
      else queue.push([request]);
    }
    if (isStorage) return [...queues.values()].map(([all]) => ({ warp, requests: all }));
    const most = Math.max(...[...queues.values()].map((queue) => queue.length));
    for (let unit = 0; unit < most; unit++) {
      units.push({ warp, requests: [...queues.values()].flatMap((queue) => queue[unit] ?? []) });
    }
    return units;
  });
}

/** Time units of a round. */
export function timeOf(round: Round, width: number, latency: number) {
  return unitsOf(round, width).length + latency - 1;
}
