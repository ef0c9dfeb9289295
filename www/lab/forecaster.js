/** Forecasts the durations of sweeps. The core's forecaster stays valid after its lab has ended. */
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
    return this.#call(() => JSON.parse(this.#core.sweep(sweepText(request))));
  }

  /** @param {ForecastRequest} request @param {Pick<Point, 'algorithm' | 'n'>[]} points @param {number} now_ms */
  begin(request, points, now_ms) {
    const known = JSON.stringify(points.map(({ algorithm, n }) => ({ algorithm, n })));
    this.#call(() => this.#core.begin(sweepText(request), known, now_ms));
  }

  /** @param {Pick<Point, 'algorithm' | 'n' | 'skipped'>} point @param {number} now_ms */
  point({ algorithm, n, skipped }, now_ms) {
    this.#call(() => this.#core.point(algorithm, n, Boolean(skipped), now_ms));
  }

  /** @param {number} now_ms */
  resume(now_ms) {
    this.#call(() => this.#core.resume(now_ms));
  }

  /** @param {number} now_ms @returns {ForecastLeft} */
  left(now_ms) {
    return this.#call(() => JSON.parse(this.#core.left(now_ms)));
  }
}

/** @param {ForecastRequest} request */
function sweepText({ algorithms, sizes, transfers, operator, type, mode, tuning }) {
  /** @type {CoreSweep} */
  const sweep = { algorithms, sizes, transfers, kind: { operator, type, mode, tuning } };
  return JSON.stringify(sweep);
}
