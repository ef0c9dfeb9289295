/** A simulated device with scans whose times step, for tests of what is concluded about where they cross. */
import { timed } from '../shared/points.fakes.mjs';

const SAMPLES = 12;
/** The ranks, from 0, of the samples that enclose the median of so many with 95 %. */
const [LOW, HIGH] = [2, 9];

/** Numbers that a seed repeats (Marsaglia's xorshift). */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = (seed * 2654435761 + 88172645) >>> 0 || 1;
    for (let i = 0; i < 8; i++) this.uniform();
  }

  uniform() {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) / 2 ** 32;
  }

  /** Evenly spread on a logarithmic scale. */
  between(low, high) {
    return low * (high / low) ** this.uniform();
  }

  normal() {
    return Array.from({ length: 12 }, () => this.uniform()).reduce((sum, one) => sum + one) - 6;
  }

  pick(list) {
    return list[Math.floor(this.uniform() * list.length)];
  }
}

/** Rounded up, the logarithm to the base of 2. */
const levelsOf = (n) => Math.max(1, 32 - Math.clz32(n - 1));

/** A scan: its dispatches, and the elements that they work on. */
const KINDS = {
  steps: () => ({ dispatches: levelsOf, elements: (n) => n * levelsOf(n) }),
  tree: () => ({ dispatches: (n) => 2 * levelsOf(n) - 1, elements: (n) => 4 * n }),
  hybrid: (random) => {
    const reduced = 1 + Math.floor(4 * random.uniform());
    const left = (n) => Math.max(2, Math.ceil(n / 2 ** reduced));
    return { dispatches: (n) => 2 * reduced + levelsOf(left(n)), elements: (n) => 4 * n + left(n) * levelsOf(left(n)) };
  },
  tiles: (random) => {
    const tile = random.pick([64, 256, 512]);
    const levels = (n) => (n <= tile ? 1 : 1 + levels(Math.ceil(n / tile)));
    return { dispatches: (n) => 2 * levels(n) - 1, elements: (n) => 3 * tile * Math.ceil(n / tile) };
  },
  single: () => ({ dispatches: () => 1, elements: (n) => 16 * n }),
};

/** Two scans, of different kinds and constants, on one device. */
export function randomPair(random) {
  const launch_ns = random.between(500, 20_000);
  const element_ns = launch_ns / random.between(200, 20_000);
  const kinds = Object.keys(KINDS);
  const first = random.pick(kinds);
  const second = random.pick(kinds.filter((kind) => kind !== first));
  return [first, second].map((kind) => {
    const { dispatches, elements } = KINDS[kind](random);
    const [launch, element] = [launch_ns * random.between(0.7, 1.4), element_ns * random.between(0.5, 2)];
    return { dispatches, time: (n) => dispatches(n) * launch + elements(n) * element };
  });
}

/** Every size after which the other of the two is the faster one, with the scan that is from there on. */
export function trueCrossings([first, second], from, to) {
  const found = [];
  const faster = (n) => (first.time(n) <= second.time(n) ? 0 : 1);
  for (let n = from, before = faster(from); n < to; n++) {
    const after = faster(n + 1);
    if (after !== before) found.push({ n, faster: after });
    before = after;
  }
  return found;
}

export class SimulatedDevice {
  /** @param {ReturnType<typeof randomPair>} scans @param {Random} random */
  constructor(scans, random) {
    this.scans = scans;
    this.random = random;
    this.noise = random.between(0.003, 0.05);
    this.bias = random.between(0.001, 0.025);
    this.quantum_ns = random.between(10, 2000);
    this.blocks = 0;
  }

  /** The times of both scans in the same rounds: with noise of their own, and a clock that drifts and may fall in between. */
  block(n) {
    const { random } = this;
    const falls = random.uniform() < 0.1 ? SAMPLES * random.uniform() : SAMPLES;
    const drift = 0.05 * random.normal();
    // Others use the processor at times.
    const noise = this.noise * (random.uniform() < 0.15 ? 8 : 1);
    // Where the arrays lie, for instance, stays the same for a block.
    const means = this.scans.map(({ time }) => time(n) * (1 + this.bias * random.normal()));
    const repeats = Math.max(1, Math.round(2e6 / means[0]));
    return means.map((mean) => ({
      step: this.quantum_ns / repeats,
      samples: Array.from({ length: SAMPLES }, (_, round) => {
        const slowdown = (1 + (drift * round) / SAMPLES) * (round >= falls ? 2.4 : 1);
        const spike = random.uniform() < 0.03 ? random.between(1.1, 3) : 1;
        const span = mean * slowdown * spike * Math.max(0.2, 1 + noise * random.normal()) * repeats;
        return (Math.max(1, Math.floor(span / this.quantum_ns + random.uniform())) * this.quantum_ns) / repeats;
      }),
    }));
  }

  /** What a sweep gives of one size. */
  points(n) {
    return this.block(n).map(({ samples, step }, i) => {
      const { value, interval } = summary(samples);
      return timed(['a', 'b'][i], n, value, { interval_ns: [interval[0] - step / 2, interval[1] + step / 2] });
    });
  }

  plan(rank, n) {
    return { dispatches: this.scans[rank].dispatches(n), passes: [] };
  }

  /** What a search takes of a lab. */
  tools() {
    const blocks = new Map();
    const device = this;
    return {
      plan: ({ algorithm, n }) => this.plan(algorithm === 'a' ? 0 : 1, n),
      async *sweep({ sizes: [n] }) {
        const block = String(++device.blocks);
        blocks.set(block, device.block(n));
        for (const algorithm of ['a', 'b']) yield timed(algorithm, n, 1, { block });
      },
      compare: async ({ block }) => {
        const [first, second] = blocks.get(block);
        const { value, interval } = summary(second.samples.map((time, round) => time / first.samples[round]));
        const grain = (first.step + second.step) / 2 / Math.min(...first.samples, ...second.samples);
        return { ratio: { value, interval }, ...verdictOf(interval[0] * (1 - grain), interval[1] * (1 + grain)) };
      },
    };
  }
}

/** The median and its interval. */
function summary(samples) {
  const sorted = [...samples].sort((left, right) => left - right);
  return { value: (sorted[SAMPLES / 2 - 1] + sorted[SAMPLES / 2]) / 2, interval: [sorted[LOW], sorted[HIGH]] };
}

/** As src/bench/compare.rs has it. */
function verdictOf(low, high) {
  if (high < 1) return { verdict: 'faster' };
  if (low > 1) return { verdict: 'slower' };
  if (1 - low <= 0.01 && high - 1 <= 0.01) return { verdict: 'same' };
  return { verdict: 'cannot-tell', reason: 'The ratio lies on both sides of 1.' };
}
