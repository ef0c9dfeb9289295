/** Runs a sweep on the page, with its progress and status. Loaded when Run is first pressed. */
import { PAUSED, codeOf } from '../ui/messages.ts';
import { runSweep } from '../ui/resumable-sweep.ts';
import type { Run } from '../ui/element-types.ts';
import type { MeasureView } from './measure-view.ts';

/** Measures the missing points of the run. Rejects if the device fails, but not on cancellation. */
export async function sweep(view: MeasureView, run: Run, signal: AbortSignal) {
  try {
    await measure(view, run, signal);
    reportEnd(view, run, signal.aborted);
  } catch (error) {
    if (!signal.aborted && codeOf(error) !== 'cancelled') throw error;
    reportEnd(view, run, true);
  }
}

async function measure(view: MeasureView, run: Run, signal: AbortSignal) {
  const { holder, runBar, results, emit } = view;
  runBar.say(holder.held || view.withoutGpu ? 'Starting…' : 'Looking for a GPU…');
  const lab = view.withoutGpu ? null : await holder.get();
  if (signal.aborted) return;
  run.adapter = lab?.adapter ?? null;
  results.begin(run);
  view.forecast?.begin(run.config, run.points);
  await runSweep(lab ?? view.explainer, run.config, run.points, {
    signal,
    onPoint: (point) => {
      results.add(point);
      view.forecast?.point(point);
      emit('result', point);
    },
    onProgress: (progress) => {
      if (signal.aborted) return;
      runBar.showProgress(progress, view.titleOf(progress.algorithm));
      view.forecast?.progress();
      emit('progress', progress);
    },
    onPause: () => {
      view.forecast?.hold();
      runBar.say(PAUSED);
    },
  });
}

function reportEnd({ emit, formats, runBar, results }: MeasureView, { config, points }: Run, cancelled: boolean) {
  const total = formats.integer(config.algorithms.length * config.sizes.length);
  const failed = points.filter(({ verified, skipped }) => !verified && !skipped).length;
  const outcome = failed ? `${formats.count(failed, 'wrong output')}.` : points.length ? 'All outputs are correct.' : '';
  const kept = `${formats.integer(points.length)} of ${total} points`;
  runBar.end(points.length);
  runBar.say(`${cancelled ? `Cancelled: ${kept} are kept.` : `Done: ${kept}.`} ${outcome}`);
  // The results are drawn before the event: a later drawing would move the buttons below them.
  results.end();
  emit('end', { view: 'measure', outcome: cancelled ? 'cancelled' : 'done', points });
}
