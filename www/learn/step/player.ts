/** The memory at any moment of a trace, and what happens there. Pure: no DOM. */

import type { Requested } from './machine.ts';
import type { StepType } from './operators.ts';
import type { Access, Combination, Moment, Played } from './types.ts';

/** Words of an event. */
export const WORDS = 7;
/** The kinds of events, as the emulator numbers them. */
export const EVENT = {
  dispatch: 0,
  start: 1,
  finish: 2,
  read: 3,
  write: 4,
  atomic: 5,
  barrier: 6,
  collective: 7,
  call: 8,
  return: 9,
  variable: 10,
} as const;
const ACCESSES = { [EVENT.read]: 'read', [EVENT.write]: 'write', [EVENT.atomic]: 'atomic' } as Record<number, Access['kind']>;

export class Player {
  played: Played;
  identity;
  type;
  buffers;
  /** The first event of each step. */
  starts: number[];
  /** The numbers of steps after each barrier. */
  barriers: number[];
  /** The same of dispatches. */
  dispatches: number[];
  /** The same of each that is not of idle invocations alone, which combine identities. */
  notable: number[];
  /** Steps that have happened. */
  step = 0;
  #memories: Map<string, Uint32Array> = new Map();

  /** @param elements the identity of ⊕ in words, and their type */
  constructor(played: Played, { identity, type }: { identity: ArrayLike<number>; type: StepType } = { identity: [0], type: 'i32' }) {
    this.played = played;
    this.identity = identity;
    this.type = type;
    this.buffers = played.initial.map((words) => Uint32Array.from(words));
    this.starts = [];
    this.barriers = [];
    this.dispatches = [];
    this.notable = [];
    this.#index();
  }

  /** Finds the steps, in one pass over the events: a trace has half a million of them at most. */
  #index() {
    const { events } = this.played;
    const [{ starts, barriers, dispatches, notable }, count] = [this, events.length / WORDS];
    let last = -1;
    for (let event = 0; event < count; event++) {
      const at = event * WORDS;
      if (events[at + 1] !== last) starts.push(event);
      last = events[at + 1];
      const kind = events[at] & 0xff;
      const after = kind === EVENT.barrier ? barriers : kind === EVENT.dispatch ? dispatches : null;
      if (after && after[after.length - 1] !== starts.length) after.push(starts.length);
      if (notable[notable.length - 1] !== starts.length && this.#isNotable(at, kind)) notable.push(starts.length);
    }
  }

  /**
   * Whether an event shows more than an invocation without elements.
   * @param at its first word
   */
  #isNotable(at: number, kind: number) {
    const { events, values } = this.played;
    const [old, new_] = [events[at + 5], events[at + 6]];
    if (kind === EVENT.collective) return Boolean(old || new_);
    if (kind === EVENT.call) return !this.#isIdentity(values, old, new_);
    return ACCESSES[kind] !== undefined || kind === EVENT.barrier || kind === EVENT.dispatch;
  }

  #isIdentity(words: ArrayLike<number>, first: number, count: number) {
    const { identity } = this;
    for (let i = 0; i < count; i++) if (words[first + i] !== identity[i % identity.length]) return false;
    return true;
  }

  /** Whether both operands are identities. */
  isIdle({ left, right }: Combination) {
    return [left, right].every((words) => this.#isIdentity(words, 0, words.length));
  }

  /** Number of steps. */
  get steps() {
    return this.starts.length;
  }

  /** Events before a step. */
  #before(step: number) {
    return step < this.starts.length ? this.starts[step] : this.played.events.length / WORDS;
  }

  /** The rank of the pass of an event. */
  passOf(event: number) {
    const { passes } = this.played;
    let [low, high] = [0, passes.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (passes[middle].first_event <= event) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Invocations of a workgroup. */
  sizeOf(pass: number) {
    return this.played.passes[pass]?.workgroup_size.reduce((product, size) => product * size, 1) ?? 1;
  }

  /** Workgroups of a pass. */
  workgroupsOf(pass: number) {
    return this.played.passes[pass]?.workgroups.reduce((product, count) => product * count, 1) ?? 0;
  }

  /** The memory of a workgroup, zeros before it starts. */
  memory(pass: number, workgroup: number) {
    const key = `${pass}/${workgroup}`;
    const known = this.#memories.get(key);
    if (known) return known;
    const words = (this.played.passes[pass]?.workgroup_memory ?? []).reduce((most, [, first, count]) => Math.max(most, first + count), 0);
    const memory = new Uint32Array(words);
    this.#memories.set(key, memory);
    return memory;
  }

  /** Moves until so many steps have happened. */
  seek(step: number) {
    const wanted = Math.min(Math.max(Math.round(step), 0), this.steps);
    const [from, to] = [this.#before(this.step), this.#before(wanted)];
    for (let event = from; event < to; event++) this.#store(event, 6);
    for (let event = from - 1; event >= to; event--) this.#store(event, 5);
    this.step = wanted;
  }

  /** The step after the next of these, or the end. */
  after(steps: readonly number[]) {
    return steps.find((step) => step > this.step) ?? this.steps;
  }

  /** The step after the last of these before this one, or the beginning. */
  before(steps: readonly number[]) {
    return steps.filter((step) => step < this.step).at(-1) ?? 0;
  }

  /** @param word old or new */
  #store(event: number, word: 5 | 6) {
    const { events } = this.played;
    const at = event * WORDS;
    const kind = events[at] & 0xff;
    if (kind !== EVENT.write && kind !== EVENT.atomic) return;
    const space = (events[at] >> 8) & 0xff;
    const pass = this.passOf(event);
    const memory = space ? this.buffers[space - 1] : this.memory(pass, Math.floor(events[at + 2] / this.sizeOf(pass)));
    memory[events[at + 4]] = events[at + word];
  }

  /** What the last step did; before the first, that of none. */
  moment(step: number = this.step - 1): Moment {
    const [from, to] = step < 0 ? [0, 0] : [this.#before(step), this.#before(step + 1)];
    const pass = this.passOf(from);
    const moment: Moment = {
      pass,
      workgroup: 0,
      accesses: [],
      combinations: [],
      barrier: null,
      dispatch: false,
      started: [],
      ended: [],
      collectives: [],
      pc: null,
    };
    /** Calls that have not returned, by invocation. */
    const open: Map<number, number[][]> = new Map();
    const size = this.sizeOf(pass);
    for (let event = from; event < to; event++) this.#add(moment, event, size, open);
    return moment;
  }

  /**
   * Adds an event to its moment.
   * @param size of a workgroup
   */
  #add(moment: Moment, event: number, size: number, open: Map<number, number[][]>) {
    const [head, , invocation, pc, address, old, new_] = this.played.events.subarray(event * WORDS, (event + 1) * WORDS);
    const kind = head & 0xff;
    const [workgroup, localIndex] = [Math.floor(invocation / size), invocation % size];
    const at = (rank: number) => ([moment.workgroup, moment.pc] = [rank, pc]);
    if (ACCESSES[kind]) {
      const where = { space: (head >> 8) & 0xff, part: (head >> 16) & 0xff, address, old, new: new_ };
      moment.accesses.push({ kind: ACCESSES[kind], ...where, workgroup, localIndex, pc });
      at(workgroup);
    } else if (kind === EVENT.collective) {
      moment.collectives.push({ workgroup, localIndex, argument: old, result: new_, pc });
      at(workgroup);
    } else if (kind === EVENT.barrier) {
      moment.barrier = { workgroup: invocation, orders: old, pc };
      at(invocation);
    } else if (kind === EVENT.dispatch) moment.dispatch = true;
    else if (kind === EVENT.start) {
      moment.started.push(invocation);
      moment.workgroup = invocation;
    } else if (kind === EVENT.finish) moment.ended.push(invocation);
    else if (kind === EVENT.call) {
      const calls = open.get(invocation) ?? [];
      calls.push(this.#words(old, new_));
      open.set(invocation, calls);
    } else if (kind === EVENT.return) {
      const operands = open.get(invocation)?.pop();
      if (!operands) return;
      const half = operands.length / 2;
      const result = this.#words(old, new_);
      moment.combinations.push({ workgroup, localIndex, left: operands.slice(0, half), right: operands.slice(half), result });
    }
  }

  /** Values of calls and variables. */
  #words(place: number, count: number) {
    return [...this.played.values.subarray(place, place + count)];
  }

  /** The requests to memory of a step, without what else happens: none of a barrier, which may read memory by itself. */
  requests(step: number) {
    const { events } = this.played;
    const [from, to] = [this.#before(step), this.#before(step + 1)];
    const pass = this.passOf(from);
    const size = this.sizeOf(pass);
    const accesses: Requested[] = [];
    for (let at = from * WORDS; at < to * WORDS; at += WORDS) {
      const kind = events[at] & 0xff;
      const invocation = events[at + 2];
      if (kind === EVENT.barrier) return { pass, accesses: [], barrier: invocation };
      if (!ACCESSES[kind]) continue;
      const [workgroup, localIndex] = [Math.floor(invocation / size), invocation % size];
      accesses.push({
        kind: ACCESSES[kind],
        space: (events[at] >> 8) & 0xff,
        address: events[at + 4],
        workgroup,
        localIndex,
        pc: events[at + 3],
      });
    }
    return { pass, accesses, barrier: null };
  }

  /** The line at which each subgroup of a workgroup was last, null before its first. */
  linesOf(pass: number, workgroup: number) {
    const { events, passes, subgroupSize } = this.played;
    const size = this.sizeOf(pass);
    const lines = Array(Math.ceil(size / subgroupSize)).fill(null) as (number | null)[];
    let missing = lines.length;
    for (let event = this.#before(this.step) - 1; event >= (passes[pass]?.first_event ?? 0) && missing; event--) {
      const at = event * WORDS;
      const kind = events[at] & 0xff;
      const everyone = kind === EVENT.barrier && events[at + 2] === workgroup;
      const isOfInvocation = kind === EVENT.collective || ACCESSES[kind] !== undefined;
      if (!everyone && !(isOfInvocation && Math.floor(events[at + 2] / size) === workgroup)) continue;
      const subgroup = Math.floor((events[at + 2] % size) / subgroupSize);
      for (let rank = 0; rank < lines.length; rank++) {
        if (lines[rank] !== null || !(everyone || rank === subgroup)) continue;
        lines[rank] = passes[pass].lines[events[at + 3]];
        missing--;
      }
    }
    return lines;
  }

  /**
   * The variables of a function, each with its last words by lane of a subgroup; null where a lane has given it none.
   * @param name of the function
   */
  variablesOf(pass: number, name: string, workgroup: number, subgroup: number) {
    const { events, passes, subgroupSize } = this.played;
    const size = this.sizeOf(pass);
    const first = workgroup * size + subgroup * subgroupSize;
    const lanes = Math.min(subgroupSize, size - subgroup * subgroupSize);
    const found: Map<number, { name: string; type: string; words: (number[] | null)[] }> = new Map();
    (passes[pass]?.variables ?? []).forEach(({ name: variable, function: of, ty }, rank) => {
      if (of === name) found.set(rank, { name: variable, type: ty, words: Array(lanes).fill(null) });
    });
    let missing = found.size * lanes;
    for (let event = this.#before(this.step) - 1; event >= (passes[pass]?.first_event ?? 0) && missing; event--) {
      const at = event * WORDS;
      const lane = events[at + 2] - first;
      if ((events[at] & 0xff) !== EVENT.variable || lane < 0 || lane >= lanes) continue;
      const variable = found.get(events[at + 4]);
      if (!variable || variable.words[lane]) continue;
      variable.words[lane] = this.#words(events[at + 5], events[at + 6]);
      missing--;
    }
    return [...found.values()].filter(({ words }) => words.some(Boolean));
  }
}
