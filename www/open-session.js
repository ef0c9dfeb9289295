import { describeAdapter, requireAdapter, withCapturedDevice } from './adapter.js';
import { deepFreeze, explainFailure, loadCore, unexpectedError } from './core-loader.js';
import { CoreSession } from './core-session.js';
import { OracleClient } from './oracle-client.js';
/** @import { AdapterDescription } from './types.d.ts' */
/** @import { CoreFacts } from './adapter.js' */
/** @import { Catalogue, Runtime } from './core-loader.js' */
/** @import { checkOpenOptions } from './requests.js' */

/** @typedef {{ session: CoreSession, catalogue: Catalogue, adapter: AdapterDescription, maxElements: number }} Opened */

/**
 * Opens a device of its own for one lab.
 * @param {Runtime} runtime
 * @param {ReturnType<typeof checkOpenOptions>} wanted
 * @returns {Promise<Opened>}
 */
export async function openSession(runtime, wanted) {
  await requireAdapter(runtime.scope, wanted, runtime.adapterPatience_ms);
  const shared = await loadCore(runtime);
  const { opened, captured } = await withCapturedDevice(runtime.scope, wanted.subgroups, () =>
    // A core that panics while it opens never answers.
    shared.lifetime.guard(shared.core.Core.open(JSON.stringify(wanted))),
  ).catch((failure) => {
    throw explainFailure(shared, failure) ?? unexpectedError(failure);
  });
  const session = new CoreSession(shared, opened, new OracleClient(runtime.scope, runtime.oracle), captured);
  /** @type {CoreFacts} */
  const facts = session.call(() => JSON.parse(opened.adapterJson()));
  const adapter = deepFreeze(describeAdapter(facts, captured));
  const { subgroups } = adapter;
  // The core's own request was without them, so it cannot know.
  if (subgroups) session.call(() => opened.setSubgroups(subgroups.min, subgroups.max));
  if (adapter.isFallback) session.call(() => opened.setSoftware());
  return { session, catalogue: shared.catalogue, adapter, maxElements: facts.maxElements ?? Infinity };
}
