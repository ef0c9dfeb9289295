/** Forecasts the durations of sweeps. The core's forecaster stays valid after its lab has ended. */
import { reading } from '../shared/arguments.js';
/** @import { CoreSweep, Forecast, ForecastLeft, ForecastRequest, Point } from '../types.d.ts' */

export class Forecaster {
  #core;
  #call;

  /** @param {import('scanlab-core').Forecaster} core @param {<T>(call: () => T) => T} call turns failures of the core into errors */
  constructor(core, call) {
    this.#core = core;
    this.#call = call;
  }

  get isMeasured() {
    return this.#call(() => this.#core.isMeasured());
  }

  /** @param {ForecastRequest} request @returns {Forecast} */
  sweep(request) {
    const sweep = sweepOf(request);
    return this.#call(() => this.#core.sweep(sweep));
  }

  /** @param {ForecastRequest} request @param {Pick<Point, 'algorithm' | 'n'>[]} points @param {number} now_ms */
  begin(request, points, now_ms) {
    const sweep = sweepOf(request);
    const known = reading('points', () => points.map(({ algorithm, n }) => ({ algorithm, n })));
    const now = time(now_ms);
    this.#call(() => this.#core.begin(sweep, known, now));
  }

  /** @param {Pick<Point, 'algorithm' | 'n' | 'skipped'>} point @param {number} now_ms */
  point(point, now_ms) {
    const { algorithm, n, isSkipped } = reading('point', () => {
      return { algorithm: String(point.algorithm), n: Number(point.n), isSkipped: Boolean(point.skipped) };
    });
    const now = time(now_ms);
    this.#call(() => this.#core.point(algorithm, n, isSkipped, now));
  }

  /** @param {number} now_ms */
  resume(now_ms) {
    const now = time(now_ms);
    this.#call(() => this.#core.resume(now));
  }

  /** @param {number} now_ms @returns {ForecastLeft} */
  left(now_ms) {
    const now = time(now_ms);
    return this.#call(() => this.#core.left(now));
  }
}

/** A number, which the core needs. @param {number} now_ms */
const time = (now_ms) => reading('now_ms', () => Number(now_ms));

/** @param {ForecastRequest} request @returns {CoreSweep} */
function sweepOf(request) {
  return reading('request', () => {
    const { algorithms, sizes, transfers, operator, type, mode, tuning } = request;
    return { algorithms, sizes, transfers, kind: { operator, type, mode, tuning } };
  });
}
