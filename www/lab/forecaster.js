/** How long sweeps take: the core's forecaster, which goes on after its lab has ended. */
/** @import { CoreSweep, Forecast, ForecastLeft, ForecastRequest, Point } from '../types.d.ts' */

export class Forecaster {
  #core;
  #ask;

  /** @param {import('scanlab-core').Forecaster} core @param {<T>(question: () => T) => T} ask turns failures of the core into errors */
  constructor(core, ask) {
    this.#core = core;
    this.#ask = ask;
  }

  get isMeasured() {
    return this.#ask(() => this.#core.isMeasured());
  }

  /** @param {ForecastRequest} request @returns {Forecast} */
  sweep(request) {
    return this.#ask(() => JSON.parse(this.#core.sweep(wantedOf(request))));
  }

  /** @param {ForecastRequest} request @param {Pick<Point, 'algorithm' | 'n'>[]} points @param {number} now_ms */
  begin(request, points, now_ms) {
    const known = JSON.stringify(points.map(({ algorithm, n }) => ({ algorithm, n })));
    this.#ask(() => this.#core.begin(wantedOf(request), known, now_ms));
  }

  /** @param {Pick<Point, 'algorithm' | 'n' | 'skipped'>} point @param {number} now_ms */
  point({ algorithm, n, skipped }, now_ms) {
    this.#ask(() => this.#core.point(algorithm, n, Boolean(skipped), now_ms));
  }

  /** @param {number} now_ms */
  resume(now_ms) {
    this.#ask(() => this.#core.resume(now_ms));
  }

  /** @param {number} now_ms @returns {ForecastLeft} */
  left(now_ms) {
    return this.#ask(() => JSON.parse(this.#core.left(now_ms)));
  }
}

/** @param {ForecastRequest} request */
function wantedOf({ algorithms, sizes, transfers, operator, type, mode, tuning }) {
  /** @type {CoreSweep} */
  const wanted = { algorithms, sizes, transfers, kind: { operator, type, mode, tuning } };
  return JSON.stringify(wanted);
}
