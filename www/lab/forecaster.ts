/** Forecasts the durations of sweeps. The core's forecaster stays valid after its lab has ended. */
import { reading } from '../shared/arguments.ts';
import type { CoreSweep, Forecast, ForecastLeft, ForecastRequest, Point } from '../types.ts';

/** Learns the duration of sweeps from points. Its methods take times in ms, from any common origin. */
export class Forecaster {
  #core;
  #call;

  /** @param call calls the core, and converts its failures into `ScanLabError`s */
  constructor(core: import('scanlab-core').Forecaster, call: <T>(call: () => T) => T) {
    this.#core = core;
    this.#call = call;
  }

  /** Whether the forecaster has received points. Without points, only `most_s` is meaningful. */
  get isMeasured(): boolean {
    return this.#call(() => this.#core.isMeasured());
  }

  /** The duration of a whole sweep. */
  sweep(request: ForecastRequest): Forecast {
    const sweep = sweepOf(request);
    return this.#call(() => this.#core.sweep(sweep));
  }

  /** Call this when a sweep begins, or when it continues after existing points. */
  begin(request: ForecastRequest, points: Pick<Point, 'algorithm' | 'n'>[], now_ms: number): void {
    const sweep = sweepOf(request);
    const known = reading('points', () => points.map(({ algorithm, n }) => ({ algorithm, n })));
    const now = time(now_ms);
    this.#call(() => this.#core.begin(sweep, known, now));
  }

  point(point: Pick<Point, 'algorithm' | 'n' | 'skipped'>, now_ms: number): void {
    const { algorithm, n, isSkipped } = reading('point', () => {
      return { algorithm: String(point.algorithm), n: Number(point.n), isSkipped: Boolean(point.skipped) };
    });
    const now = time(now_ms);
    this.#call(() => this.#core.point(algorithm, n, isSkipped, now));
  }

  /** Call this after a pause: the time since the last point, or since the last call of `resume`, then does not count as measuring time. */
  resume(now_ms: number): void {
    const now = time(now_ms);
    this.#call(() => this.#core.resume(now));
  }

  /** The remaining time of the current sweep, and its remaining points. */
  left(now_ms: number): ForecastLeft {
    const now = time(now_ms);
    return this.#call(() => this.#core.left(now));
  }
}

/** Converts a time into a number, which the core requires. */
const time = (now_ms: number) => reading('now_ms', () => Number(now_ms));

function sweepOf(request: ForecastRequest): CoreSweep {
  return reading('request', () => {
    const { algorithms, sizes, transfers, operator, type, mode, tuning } = request;
    return { algorithms, sizes, transfers, kind: { operator, type, mode, tuning } };
  });
}
